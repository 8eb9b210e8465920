//! The area of a picture that differs from the previous picture.

use md2_common::RgbaImage;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChangedArea {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl ChangedArea {
    pub(super) fn whole(image: &RgbaImage) -> Self {
        Self { left: 0, top: 0, width: image.width(), height: image.height() }
    }

    /// Returns the smallest rectangle around all pixels for whose index `is_in` returns true, or a single pixel if there is no such pixel.
    /// The coordinates of the upper left corner are even, as WebP requires.
    pub(super) fn around(image: &RgbaImage, is_in: impl Fn(usize) -> bool) -> Self {
        let width = image.width() as usize;
        let mut columns = [usize::MAX, 0];
        let mut rows = [usize::MAX, 0];
        for y in 0..image.height() as usize {
            let row = y * width;
            let Some(first) = (0..width).find(|x| is_in(row + x)) else { continue };
            let last = (first..width).rfind(|x| is_in(row + x)).unwrap_or(first);
            columns = [columns[0].min(first), columns[1].max(last)];
            rows = [rows[0].min(y), y];
        }
        if rows[0] == usize::MAX {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        }
        let even = |least: usize| least & !1;
        let side = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Self {
            left: side(even(columns[0])),
            top: side(even(rows[0])),
            width: side(columns[1] + 1 - even(columns[0])),
            height: side(rows[1] + 1 - even(rows[0])),
        }
    }

    /// Returns the area of `after` that differs from `before`, or the whole picture if `before` is `None`. Both pictures have the same
    /// size.
    pub(super) fn changed(before: Option<&RgbaImage>, after: &RgbaImage) -> Self {
        let Some(before) = before else { return Self::whole(after) };
        let (before, _) = before.rgba().as_chunks::<4>();
        let (pixels, _) = after.rgba().as_chunks::<4>();
        Self::around(after, |i| before[i] != pixels[i])
    }

    pub(super) fn pixels(self, width: u32) -> impl Iterator<Item = usize> {
        (self.top..self.top + self.height).flat_map(move |y| {
            let start = y as usize * width as usize + self.left as usize;
            start..start + self.width as usize
        })
    }

    pub(super) fn rgba(self, image: &RgbaImage) -> Vec<u8> {
        let (pixels, _) = image.rgba().as_chunks::<4>();
        self.pixels(image.width()).flat_map(|i| pixels[i]).collect()
    }
}
