//! The layout of the skins: a rectangular island for each part of the models.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    Figure,
    Weapon,
    Ball,
}

impl Sheet {
    pub const fn size(self) -> i32 {
        match self {
            Self::Figure => 256,
            Self::Weapon | Self::Ball => 128,
        }
    }
}

/// Defines the islands of the skins, each with its left and top edges, its width and its height in texels.
macro_rules! islands {
    ($($(#[$meta:meta])* $island:ident($x:literal, $y:literal, $w:literal, $h:literal),)+) => {
        /// An island of a skin: a rectangle of texels, painted as one piece.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Island { $($(#[$meta])* $island,)+ }

        impl Island {
            /// Returns the island's texels. Islands are four texels apart, so that each can grow by two texels.
            pub const fn rect(self) -> Rect {
                match self { $(Self::$island => Rect { x: $x, y: $y, w: $w, h: $h },)+ }
            }
        }
    };
}

islands! {
    Head(2, 2, 112, 92),
    HairTop(2, 168, 58, 58),
    Torso(118, 2, 136, 92),
    Skirt(2, 98, 74, 66),
    Lining(168, 168, 40, 58),
    Sleeve(80, 98, 58, 84),
    Hand(64, 186, 44, 40),
    Leg(142, 98, 50, 66),
    Boot(196, 98, 58, 66),
    Sole(236, 168, 18, 58),
    Scarf(2, 230, 252, 24),
    Tail(212, 168, 20, 58),
    Satchel(112, 186, 52, 40),
    Iron(2, 2, 58, 124),
    Wood(64, 2, 62, 124),
    Ball(2, 2, 124, 124),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

impl Island {
    pub const fn sheet(self) -> Sheet {
        match self {
            Self::Iron | Self::Wood => Sheet::Weapon,
            Self::Ball => Sheet::Ball,
            _ => Sheet::Figure,
        }
    }

    /// Returns the texel at `u` and `v`, which go from 0 at the left and top edges of the island to 1 at its right and bottom
    /// edges.
    #[expect(clippy::cast_possible_truncation, reason = "a test checks that texels are inside the skin")]
    pub fn texel(self, u: f64, v: f64) -> [i16; 2] {
        let Rect { x, y, w, h } = self.rect();
        [
            (f64::from(x) + u * f64::from(w - 1) + 0.5) as i16,
            (f64::from(y) + v * f64::from(h - 1) + 0.5) as i16,
        ]
    }
}
