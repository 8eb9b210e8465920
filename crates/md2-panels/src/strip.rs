//! The strip of all sequences of a model: a block for each sequence, and a playhead that the user moves with clicks and drags.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Color32, CornerRadius, FontId, Painter, Pos2, Rect, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2,
};
use md2_anim::Sequence;

use super::style;
use super::timeline::tooltip_above;

pub(super) const HEIGHT: f32 = 20.0;
const MIN_BLOCK: f32 = 3.0;
const MIN_BLOCK_WITH_GAP: f32 = 5.0;
const MIN_NAME: f32 = 30.0;
const NAME_SIZE: f32 = 10.5;
/// The height of the part of the playhead that is visible below the name of a sequence.
const MARK_BELOW_NAME: f32 = 5.0;
const MAX_LETTERS: usize = 60;

/// The colors of the blocks. All have the same lightness and chroma; neighbors differ by five twelfths of the hue circle.
const COLORS: [u32; 12] = [
    0x0067_4241,
    0x002e_5649,
    0x005a_445f,
    0x004f_502d,
    0x003c_4e6a,
    0x0064_4533,
    0x0026_5658,
    0x0063_4151,
    0x003e_5439,
    0x004c_4868,
    0x005c_4a2b,
    0x002d_5264,
];

pub(super) struct Strip<'a> {
    pub(super) sequences: &'a [Sequence],
    pub(super) current: usize,
    pub(super) position: f32,
    pub(super) name: &'a dyn Fn(&Sequence) -> String,
    pub(super) describe: &'a dyn Fn(&Sequence, u32) -> String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StripPlace {
    pub(super) sequence: usize,
    pub(super) key: f32,
}

impl Strip<'_> {
    pub(super) fn show(&self, ui: &mut Ui) -> Option<StripPlace> {
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, true, "whole model"));
        let blocks = Blocks::new(self.sequences, rect.x_range().min, rect.width());
        let hovered = response.hover_pos().map(|pointer| blocks.place_at(pointer.x));
        let painter = ui.painter_at(rect.expand(1.0));
        for index in 0..self.sequences.len() {
            self.block(&painter, rect, &blocks, index, hovered.is_some_and(|place| place.sequence == index));
        }
        let mut current = None;
        for index in 0..self.sequences.len() {
            let name = self.name(&painter, rect, &blocks, index);
            current = if index == self.current { name } else { current };
        }
        let x = blocks.x_of(StripPlace { sequence: self.current, key: self.position });
        let (full, below) =
            (rect.y_range().expand(1.0), rect.bottom() - MARK_BELOW_NAME..=rect.bottom() + 1.0);
        let is_on_name = current.is_some_and(|name| name.x_range().expand(2.0).contains(x));
        let place = if is_on_name { below.into() } else { full };
        // The dark outline makes the playhead visible on blocks of every color.
        for (width, color) in [(5.0, style::WELL), (2.0, style::STRONG)] {
            painter.vline(x, place, Stroke::new(width, color));
        }
        if let (Some(hovered), Some(pointer)) = (hovered, response.hover_pos())
            && let Some(sequence) = self.sequences.get(hovered.sequence)
        {
            tooltip_above(ui, &response, pointer.x, (self.describe)(sequence, nearest_keyframe(hovered.key)));
        }
        // Seeks as soon as the button is down: egui reports a drag only after a movement or some time.
        let seeks = response.is_pointer_button_down_on() || response.clicked();
        seeks.then(|| response.interact_pointer_pos()).flatten().map(|pointer| blocks.place_at(pointer.x))
    }

    fn block(&self, painter: &Painter, rect: Rect, blocks: &Blocks, index: usize, hovered: bool) {
        let (left, right) = blocks.span(index);
        let gap = if right - left >= MIN_BLOCK_WITH_GAP { 1.0 } else { 0.0 };
        let block = Rect::from_min_max(pos2(left, rect.top()), pos2(right - gap, rect.bottom()));
        let [_, red, green, blue] = COLORS[index % COLORS.len()].to_be_bytes();
        let quiet = Color32::from_rgb(red, green, blue);
        let fill = if index == self.current {
            style::ACCENT
        } else if hovered {
            lighter(quiet)
        } else {
            quiet
        };
        let rounding = if gap > 0.0 { CornerRadius::same(2) } else { CornerRadius::ZERO };
        painter.rect_filled(block, rounding, fill);
    }

    fn name(&self, painter: &Painter, rect: Rect, blocks: &Blocks<'_>, index: usize) -> Option<Rect> {
        let (left, right) = blocks.span(index);
        let room = right - left - 9.0;
        if room < MIN_NAME - 9.0 {
            return None;
        }
        let color = if index == self.current { style::WELL } else { style::TEXT };
        let name: String = (self.name)(&self.sequences[index]).chars().take(MAX_LETTERS).collect();
        let mut job =
            LayoutJob::single_section(name, TextFormat::simple(FontId::proportional(NAME_SIZE), color));
        job.wrap = TextWrapping::truncate_at_width(room);
        let galley = painter.layout_job(job);
        // One letter and an ellipsis are no name.
        if galley.elided && room < MIN_NAME {
            return None;
        }
        let corner = Pos2::new(left + 4.0, rect.center().y - 0.5 * galley.size().y);
        let place = Rect::from_min_size(corner, galley.size());
        painter.galley(corner, galley, color);
        Some(place)
    }
}

struct Blocks<'a> {
    sequences: &'a [Sequence],
    left: f32,
    ends: Vec<f32>,
}

impl<'a> Blocks<'a> {
    fn new(sequences: &'a [Sequence], left: f32, width: f32) -> Self {
        let min_width = MIN_BLOCK.min(width / sequences.len().max(1) as f32);
        let frames: f32 = sequences.iter().map(frames).sum();
        let wanted: Vec<f32> = sequences
            .iter()
            .map(|sequence| (width * self::frames(sequence) / frames).max(min_width))
            .collect();
        let scale = width / wanted.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let mut end = left;
        let ends = wanted.iter().map(|wanted| {
            end += wanted * scale;
            end
        });
        Self { sequences, left, ends: ends.collect() }
    }

    fn span(&self, index: usize) -> (f32, f32) {
        let left = index.checked_sub(1).map_or(self.left, |before| self.ends[before]);
        (left, self.ends[index])
    }

    fn place_at(&self, x: f32) -> StripPlace {
        let last = self.sequences.len().saturating_sub(1);
        let sequence = self.ends.partition_point(|end| *end <= x).min(last);
        let Some(frames) = self.sequences.get(sequence).map(frames) else {
            return StripPlace { sequence: 0, key: 0.0 };
        };
        let (left, right) = self.span(sequence);
        let share = ((x - left) / (right - left).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        StripPlace { sequence, key: (share * frames - 0.5).clamp(0.0, frames - 1.0) }
    }

    fn x_of(&self, place: StripPlace) -> f32 {
        let Some(frames) = self.sequences.get(place.sequence).map(frames) else { return self.left };
        let (left, right) = self.span(place.sequence);
        left + (right - left) * ((place.key + 0.5) / frames).clamp(0.0, 1.0)
    }
}

fn frames(sequence: &Sequence) -> f32 {
    sequence.frame_count() as f32
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "casts of floats saturate, and keyframes are counted from 0"
)]
fn nearest_keyframe(key: f32) -> u32 {
    key.round() as u32
}

fn lighter(color: Color32) -> Color32 {
    let [red, green, blue, _] = color.to_array().map(|channel| channel.saturating_add(28));
    Color32::from_rgb(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequences(counts: &[u32]) -> Vec<Sequence> {
        let mut first = 0;
        let sequence = |count: &u32| {
            first += count;
            Sequence::new("a", first - count, first - 1)
        };
        counts.iter().map(sequence).collect()
    }

    #[test]
    fn block_widths_are_proportional_to_frame_counts() {
        let sequences = sequences(&[40, 6, 8, 16]);
        let blocks = Blocks::new(&sequences, 10.0, 700.0);
        let widths: Vec<f32> =
            (0..4).map(|index| blocks.span(index)).map(|(left, right)| right - left).collect();
        for (width, expected) in widths.iter().zip([400.0, 60.0, 80.0, 160.0]) {
            assert!((width - expected).abs() < 1e-2, "{widths:?}");
        }
        for (index, sequence) in sequences.iter().enumerate() {
            for key in 0..u32::try_from(sequence.frame_count()).unwrap() {
                let place = StripPlace { sequence: index, key: key as f32 };
                let found = blocks.place_at(blocks.x_of(place));
                assert_eq!(found.sequence, index);
                assert!((found.key - place.key).abs() < 1e-2, "{found:?}, {place:?}");
            }
        }
        assert_eq!(blocks.place_at(-9.0), StripPlace { sequence: 0, key: 0.0 });
        assert_eq!(blocks.place_at(9999.0), StripPlace { sequence: 3, key: 15.0 });
    }
}
