//! The layout of the skins: a rectangular island for each part of the models.

/// A model's skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    Figure,
    Weapon,
    Ball,
}

impl Sheet {
    /// Returns the width and the height in texels, which are equal.
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
            /// Every island of all skins.
            #[cfg(test)]
            pub const ALL: &[Self] = &[$(Self::$island),+];

            /// Returns the island's texels. Islands are four texels apart, so that each can grow by two texels.
            pub const fn rect(self) -> Rect {
                match self { $(Self::$island => Rect { x: $x, y: $y, w: $w, h: $h },)+ }
            }
        }
    };
}

islands! {
    /// The island of the face, the neck and the hair around them, unrolled from the back seam.
    Head(2, 2, 112, 92),
    /// The island of the hair seen from above.
    HairTop(2, 168, 58, 58),
    /// The island of the coat above the belt, and of the belt, unrolled from the back seam.
    Torso(118, 2, 136, 92),
    /// The island of each half of the coat's skirt.
    Skirt(2, 98, 74, 66),
    /// The island of each half of the inside of the skirt and the seat of the trousers.
    Lining(168, 168, 40, 58),
    /// The island of each sleeve.
    Sleeve(80, 98, 58, 84),
    /// The island of each glove.
    Hand(64, 186, 44, 40),
    /// The island of each leg of the trousers.
    Leg(142, 98, 50, 66),
    /// The island of each boot.
    Boot(196, 98, 58, 66),
    /// The island of the underside of each boot.
    Sole(236, 168, 18, 58),
    /// The island of the scarf's loop around the neck.
    Scarf(2, 230, 252, 24),
    /// The island of the scarf's free end.
    Tail(212, 168, 20, 58),
    Satchel(112, 186, 52, 40),
    /// The island of the barrel and the lock of the weapon.
    Iron(2, 2, 58, 124),
    /// The island of the stock and the grip of the weapon.
    Wood(64, 2, 62, 124),
    Ball(2, 2, 124, 124),
}

/// A rectangle of texels: its left and top edges, its width and its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

impl Island {
    /// Returns the skin that contains the island.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn islands_are_apart_and_inside_their_skins() {
        for (i, a) in Island::ALL.iter().enumerate() {
            let (ra, size) = (a.rect(), a.sheet().size());
            assert!(ra.x >= 2 && ra.y >= 2 && ra.x + ra.w + 2 <= size && ra.y + ra.h + 2 <= size, "{a:?}");
            for b in Island::ALL.iter().skip(i + 1).filter(|b| b.sheet() == a.sheet()) {
                let rb = b.rect();
                let apart = ra.x + ra.w + 4 <= rb.x
                    || rb.x + rb.w + 4 <= ra.x
                    || ra.y + ra.h + 4 <= rb.y
                    || rb.y + rb.h + 4 <= ra.y;
                assert!(apart, "{a:?} and {b:?}");
            }
        }
    }
}
