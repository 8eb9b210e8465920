//! The window in which the scene is shown.

use glam::Vec2;

/// A window, and the part of it that panels leave free, in physical pixels from its top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    size: Vec2,
    free_min: Vec2,
    free_max: Vec2,
}

impl Viewport {
    pub fn whole(size: [u32; 2]) -> Self {
        let size = Vec2::new(size[0].max(1) as f32, size[1].max(1) as f32);
        Self { size, free_min: Vec2::ZERO, free_max: size }
    }

    pub fn with_free(self, min: [f32; 2], max: [f32; 2]) -> Self {
        // `max` and `min` ignore NaN.
        let free_min = Vec2::from(min).max(Vec2::ZERO).min(self.size);
        let free_max = Vec2::from(max).min(self.size).max(free_min);
        Self { free_min, free_max, ..self }
    }

    pub fn free_size(&self) -> [f32; 2] {
        (self.free_max - self.free_min).to_array()
    }

    pub fn pixels(&self) -> [f32; 2] {
        self.size.to_array()
    }

    /// Returns a column of the window, as a fraction of its width, for a fraction of the free part's width.
    pub fn column(&self, place: f32) -> f32 {
        (self.free_min.x + place * (self.free_max.x - self.free_min.x)) / self.size.x
    }

    pub(crate) fn size(&self) -> Vec2 {
        self.size
    }

    /// Center of the free part relative to the window's center: X right and Y up, in units of half the window's height.
    pub(crate) fn center_offset(&self) -> Vec2 {
        let from_center = 0.5 * (self.free_min + self.free_max) - 0.5 * self.size;
        Vec2::new(from_center.x, -from_center.y) / (0.5 * self.size.y)
    }

    /// Width and height of the free part, in units of the window's height.
    pub(crate) fn free_extent(&self) -> Vec2 {
        (self.free_max - self.free_min).max(Vec2::ONE) / self.size.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clamps_the_free_part_to_the_window() {
        let window = Viewport::whole([100, 50]);
        let free = |min, max| {
            let viewport = window.with_free(min, max);
            (viewport.free_min.to_array(), viewport.free_max.to_array())
        };
        assert_eq!(free([10.0, 5.0], [80.0, 50.0]), ([10.0, 5.0], [80.0, 50.0]));
        assert_eq!(free([-10.0, f32::NEG_INFINITY], [900.0, f32::INFINITY]), ([0.0; 2], [100.0, 50.0]));
        assert_eq!(free([60.0, 60.0], [20.0, 20.0]), ([60.0, 50.0], [60.0, 50.0]), "nothing is free");
    }
}
