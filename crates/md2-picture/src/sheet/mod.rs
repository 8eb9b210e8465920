//! Contact sheets: many small pictures in one image, in labeled groups.
//!
//! Create the layout with [`SheetLayout::new`] first. Then render the pictures in the size of its cells, and put them on a [`Sheet`].
//!
//! ```
//! use md2_common::RgbaImage;
//! use md2_picture::sheet::{SheetLayout, Sheet};
//!
//! // Three sequences of four pictures each.
//! let layout = SheetLayout::new(3, 4, [64, 64], true, None)?;
//! let mut sheet = Sheet::new(layout, "tris.md2", "3 sequences");
//! sheet.label(0, "run", "6 frames");
//! sheet.put(0, 1, &RgbaImage::filled(64, 64, [200, 120, 40, 255]), "41");
//! let image = sheet.into_image();
//! assert_eq!([image.width(), image.height()], layout.size());
//! # Ok::<(), md2_picture::sheet::SheetError>(())
//! ```

mod font;

use md2_common::RgbaImage;

/// The maximum width and height of a sheet, in pixels.
pub const MAX_SIDE: u32 = 16_384;
/// The maximum number of pixels of a sheet. They need 512 MiB of memory.
pub const MAX_PIXELS: u64 = 128 << 20;
/// The preferred ratio of width to height of a sheet.
const SHAPE: f32 = 1.5;

const PAPER: [u8; 3] = [24, 27, 33];
const INK: [u8; 3] = [226, 229, 234];
const FAINT: [u8; 3] = [138, 145, 157];
const NUMBER: [u8; 3] = [150, 157, 168];

/// The layout of a contact sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SheetLayout {
    size: [u32; 2],
    columns: u32,
    each: u32,
    cell: [u32; 2],
    has_title: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages show what the fields are")]
#[non_exhaustive]
pub enum SheetError {
    #[error("a contact sheet needs at least one picture")]
    Empty,
    #[error(
        "the sheet would have {} x {} pixels, the limit is {MAX_SIDE} per side and {} megapixels: use smaller or fewer cells",
        size[0], size[1], MAX_PIXELS >> 20
    )]
    TooLarge { size: [u32; 2] },
}

impl SheetLayout {
    /// Lays out `groups` groups with `each` pictures of the size `cell`, in pixels. A row has `columns` groups. Without `columns`, the
    /// sheet becomes slightly wider than high.
    ///
    /// # Errors
    /// If there are no pictures, or the sheet would be too large.
    pub fn new(
        groups: u32,
        each: u32,
        cell: [u32; 2],
        has_title: bool,
        columns: Option<u32>,
    ) -> Result<Self, SheetError> {
        if groups == 0 || each == 0 || cell.contains(&0) {
            return Err(SheetError::Empty);
        }
        let layout = |columns: u32| Self { size: [0; 2], columns, each, cell, has_title }.sized(groups);
        let off_shape = |layout: &Self| (layout.size[0] as f32 / layout.size[1] as f32 / SHAPE).ln().abs();
        // More columns would make the sheet far too wide.
        let most = groups.min(256);
        let best = match columns {
            Some(columns) => layout(columns.clamp(1, groups)),
            None => (1..=most)
                .map(layout)
                .min_by(|a, b| off_shape(a).total_cmp(&off_shape(b)))
                .unwrap_or_else(|| layout(1)),
        };
        let pixels = u64::from(best.size[0]) * u64::from(best.size[1]);
        if best.size.iter().any(|side| *side > MAX_SIDE) || pixels > MAX_PIXELS {
            return Err(SheetError::TooLarge { size: best.size });
        }
        Ok(best)
    }

    fn sized(mut self, groups: u32) -> Self {
        let [width, height] = self.group_size();
        let rows = groups.div_ceil(self.columns);
        let gap = self.gap();
        self.size = [
            width.saturating_add(gap).saturating_mul(self.columns).saturating_add(gap),
            height.saturating_add(gap).saturating_mul(rows).saturating_add(gap + self.header_height()),
        ];
        self
    }

    /// Returns the width and height of the sheet in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Returns the number of groups in a row.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The size of the labels in pixels: that of the interface, and more for large pictures.
    fn text_size(&self) -> u32 {
        (self.cell[1] / 11).clamp(13, 64)
    }

    fn gap(&self) -> u32 {
        self.text_size() * 3 / 4
    }

    fn header_height(&self) -> u32 {
        if self.has_title { font::height(self.title_size()) + self.gap() } else { 0 }
    }

    fn title_size(&self) -> u32 {
        self.text_size() * 4 / 3
    }

    fn label_height(&self) -> u32 {
        font::height(self.text_size()) + self.text_size() / 4
    }

    fn group_size(&self) -> [u32; 2] {
        [self.cell[0].saturating_mul(self.each), self.cell[1].saturating_add(self.label_height())]
    }

    fn corner(&self, group: u32) -> [u32; 2] {
        let [width, height] = self.group_size();
        let (column, row) = (group % self.columns, group / self.columns);
        let gap = self.gap();
        [gap + column * (width + gap), self.header_height() + gap + row * (height + gap)]
    }
}

/// A contact sheet.
#[derive(Clone, Debug)]
pub struct Sheet {
    layout: SheetLayout,
    image: RgbaImage,
}

impl Sheet {
    /// Creates an empty sheet, with a title and a note if the layout has a title.
    pub fn new(layout: SheetLayout, title: &str, note: &str) -> Self {
        let [r, g, b] = PAPER;
        let image = RgbaImage::filled(layout.size[0], layout.size[1], [r, g, b, 255]);
        let mut sheet = Self { layout, image };
        if layout.has_title {
            let gap = layout.gap();
            let room = layout.size[0].saturating_sub(2 * gap);
            sheet.line(title, note, [gap, gap], layout.title_size(), room);
        }
        sheet
    }

    /// Writes the label and the note of a group.
    pub fn label(&mut self, group: u32, label: &str, note: &str) {
        let room = self.layout.group_size()[0];
        self.line(label, note, self.layout.corner(group), self.layout.text_size(), room);
    }

    /// Writes a text, and a note in a fainter color after it. If both do not fit in `room` pixels, the note is omitted, and a text that is
    /// too long on its own is cut.
    fn line(&mut self, text: &str, note: &str, at: [u32; 2], size: u32, room: u32) {
        let text = font::fitted(text, size, room);
        font::write(&mut self.image, &text, at, size, INK);
        let behind = font::width(&text, size) + size * 3 / 4;
        if !note.is_empty() && behind + font::width(note, size) <= room {
            font::write(&mut self.image, note, [at[0] + behind, at[1]], size, FAINT);
        }
    }

    /// Copies a picture into cell `place` of a group, with a number in its corner. A picture that is larger than the cell is cropped.
    pub fn put(&mut self, group: u32, place: u32, picture: &RgbaImage, number: &str) {
        let layout = self.layout;
        let [left, top] = layout.corner(group);
        let [left, top] = [left + place.min(layout.each - 1) * layout.cell[0], top + layout.label_height()];
        let [width, height] = [picture.width().min(layout.cell[0]), picture.height().min(layout.cell[1])]
            .map(|side| side as usize);
        let row = layout.size[0] as usize;
        let (targets, _) = self.image.rgba_mut().as_chunks_mut::<4>();
        let (pixels, _) = picture.rgba().as_chunks::<4>();
        for (y, line) in pixels.chunks(picture.width() as usize).take(height).enumerate() {
            let start = (top as usize + y) * row + left as usize;
            targets[start..start + width].copy_from_slice(&line[..width]);
        }
        let size = (layout.text_size() * 3 / 4).max(11);
        let margin = size / 3;
        if font::width(number, size) + 2 * margin <= layout.cell[0] && font::height(size) <= layout.cell[1] {
            let at = [left + margin, top + layout.cell[1] - font::height(size)];
            font::write(&mut self.image, number, at, size, NUMBER);
        }
    }

    /// Returns the sheet as an image.
    pub fn into_image(self) -> RgbaImage {
        self.image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_do_not_touch() {
        for (groups, each, cell) in
            [(21, 8, [96, 128]), (1, 1, [512, 512]), (300, 1, [128, 128]), (7, 30, [64, 64])]
        {
            let layout = SheetLayout::new(groups, each, cell, true, None).unwrap();
            let [width, height] = layout.group_size();
            let gap = layout.gap();
            let corners: Vec<[u32; 2]> = (0..groups).map(|group| layout.corner(group)).collect();
            for (i, a) in corners.iter().enumerate() {
                assert!(a[0] + width + gap <= layout.size[0] && a[1] + height + gap <= layout.size[1]);
                for b in &corners[..i] {
                    let apart = |axis: usize, extent: u32| a[axis].abs_diff(b[axis]) >= extent + gap;
                    assert!(apart(0, width) || apart(1, height), "{a:?} {b:?}");
                }
            }
            let shape = layout.size[0] as f32 / layout.size[1] as f32;
            assert!((0.5..5.0).contains(&shape) || groups < 9, "{groups} of {each}: {:?}", layout.size);
        }
        assert_eq!(SheetLayout::new(9, 1, [64, 64], false, Some(3)).unwrap().columns(), 3);
    }

    #[test]
    fn rejects_empty_and_large_sheets() {
        assert_eq!(SheetLayout::new(0, 1, [64, 64], true, None).unwrap_err(), SheetError::Empty);
        let error = SheetLayout::new(20_000, 8, [512, 512], true, None).unwrap_err().to_string();
        assert!(error.contains("the limit is 16384 per side and 128 megapixels"), "{error}");
        assert!(SheetLayout::new(u32::MAX, u32::MAX, [u32::MAX; 2], true, None).is_err());
    }
}
