//! Where on the skins each part of the models is painted.

/// A model's skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// The wanderer's.
    Figure,
    /// The weapon's.
    Weapon,
    /// The ball's.
    Ball,
}

impl Sheet {
    /// Width and height, in texels.
    pub const fn size(self) -> i32 {
        match self {
            Self::Figure => 256,
            Self::Weapon | Self::Ball => 128,
        }
    }
}

/// A piece of a skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Island {
    /// Face, neck and the hair around, unrolled from the back seam.
    Head,
    /// Hair seen from above.
    HairTop,
    /// Coat above the belt, belt included, unrolled from the back seam.
    Torso,
    /// One half of the coat's skirt; both halves share it.
    Skirt,
    /// Inside of the skirt and the seat of the trousers, both sides.
    Lining,
    /// Sleeve of either arm.
    Sleeve,
    /// Glove of either hand.
    Hand,
    /// Leg of the trousers, either side.
    Leg,
    /// Boot of either foot.
    Boot,
    /// Underside of the boots.
    Sole,
    /// The scarf's loop around the neck.
    Scarf,
    /// The scarf's free end.
    Tail,
    /// The satchel.
    Satchel,
    /// Barrel and lock of the weapon.
    Iron,
    /// Stock and grip of the weapon.
    Wood,
    /// All of the ball.
    Ball,
}

/// A rectangle of texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

impl Island {
    /// All islands.
    #[cfg(test)]
    pub const ALL: [Self; 16] = [
        Self::Head,
        Self::HairTop,
        Self::Torso,
        Self::Skirt,
        Self::Lining,
        Self::Sleeve,
        Self::Hand,
        Self::Leg,
        Self::Boot,
        Self::Sole,
        Self::Scarf,
        Self::Tail,
        Self::Satchel,
        Self::Iron,
        Self::Wood,
        Self::Ball,
    ];

    /// The skin it is a piece of.
    pub const fn sheet(self) -> Sheet {
        match self {
            Self::Iron | Self::Wood => Sheet::Weapon,
            Self::Ball => Sheet::Ball,
            _ => Sheet::Figure,
        }
    }

    /// The island's texels; islands keep four texels apart so that each can bleed two outward.
    pub const fn rect(self) -> Rect {
        let (x, y, w, h) = match self {
            Self::Head => (2, 2, 112, 92),
            Self::Torso => (118, 2, 136, 92),
            Self::Skirt => (2, 98, 74, 66),
            Self::Sleeve => (80, 98, 58, 84),
            Self::Leg => (142, 98, 50, 66),
            Self::Boot => (196, 98, 58, 66),
            Self::HairTop => (2, 168, 58, 58),
            Self::Hand => (64, 186, 44, 40),
            Self::Satchel => (112, 186, 52, 40),
            Self::Lining => (168, 168, 40, 58),
            Self::Tail => (212, 168, 20, 58),
            Self::Sole => (236, 168, 18, 58),
            Self::Scarf => (2, 230, 252, 24),
            Self::Iron => (2, 2, 58, 124),
            Self::Wood => (64, 2, 62, 124),
            Self::Ball => (2, 2, 124, 124),
        };
        Rect { x, y, w, h }
    }

    /// Texel at `u`, `v` of the island (0..=1 from its left and top edges).
    #[expect(clippy::cast_possible_truncation, reason = "rounded and within the skin, as a test holds")]
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
    fn islands_keep_apart_and_within_their_skins() {
        for (i, a) in Island::ALL.into_iter().enumerate() {
            let (ra, size) = (a.rect(), a.sheet().size());
            assert!(ra.x >= 2 && ra.y >= 2 && ra.x + ra.w + 2 <= size && ra.y + ra.h + 2 <= size, "{a:?}");
            for b in Island::ALL.into_iter().skip(i + 1).filter(|b| b.sheet() == a.sheet()) {
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
