//! The brightness of the light.

/// A factor for the light, from 0.25 to 4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brightness(f32);

// The factor is never NaN.
impl Eq for Brightness {}

impl Brightness {
    pub const NORMAL: Self = Self(1.0);
    pub const MIN: Self = Self(0.25);
    pub const MAX: Self = Self(4.0);

    pub fn new(factor: f32) -> Self {
        if factor.is_nan() { Self::NORMAL } else { Self(factor.clamp(Self::MIN.0, Self::MAX.0)) }
    }

    pub fn factor(self) -> f32 {
        self.0
    }

    /// Returns the brightness one step brighter or darker. Two steps are a factor of two.
    pub fn stepped(self, brighter: bool) -> Self {
        let steps = (2.0 * self.0.log2()).round() + if brighter { 1.0 } else { -1.0 };
        Self::new((0.5 * steps).exp2())
    }
}

impl Default for Brightness {
    fn default() -> Self {
        Self::NORMAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clamps_to_its_range() {
        for (factor, expected) in
            [(9.0, 4.0), (-1.0, 0.25), (f32::NAN, 1.0), (f32::INFINITY, 4.0), (2.5, 2.5)]
        {
            assert_eq!(Brightness::new(factor).factor(), expected);
        }
    }
}
