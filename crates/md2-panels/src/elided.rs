//! Text in one line, shortened in its middle, since the ends of paths and names are most important.

use std::sync::Arc;

use egui::text::Galley;
use egui::{Color32, FontId, Label, Response, TextStyle, Ui};

const SIGN: &str = "…";
/// The fraction of the width for the beginning of the text. The end, such as the name of a file, gets the rest.
const BEGINNING: f32 = 1.0 / 3.0;

pub(super) fn label(ui: &mut Ui, text: &str, style: TextStyle, color: Color32) -> Response {
    let font = style.resolve(ui.style());
    let galley = layout(ui, text, font, color, ui.available_width());
    let is_whole = galley.text() == text;
    let label = ui.add(Label::new(galley));
    if is_whole { label } else { label.on_hover_text(text) }
}

pub(super) fn layout(ui: &Ui, text: &str, font: FontId, color: Color32, width: f32) -> Arc<Galley> {
    let line = |text: String| ui.painter().layout_no_wrap(text, font.clone(), color);
    let whole = line(text.to_owned());
    if whole.size().x <= width {
        return whole;
    }
    let room = width - line(String::from(SIGN)).size().x;
    line(shortened(&whole, room))
}

/// Lays out a path. If it is too long, omits its first folders, because many paths differ only in the middle and at the end.
pub(super) fn path(ui: &Ui, text: &str, font: FontId, color: Color32, width: f32) -> Arc<Galley> {
    let mut rest = text;
    let mut line = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), color);
    while line.size().x > width
        && let Some((_, shorter)) = rest.split_once('/')
    {
        rest = shorter;
        line = ui.painter().layout_no_wrap(format!("{SIGN}/{rest}"), font.clone(), color);
    }
    if line.size().x <= width { line } else { layout(ui, rest, font, color, width) }
}

fn shortened(whole: &Galley, room: f32) -> String {
    let glyphs = || whole.rows.iter().flat_map(|row| &row.glyphs);
    let beginning = glyphs().take_while(|glyph| glyph.max_x() <= BEGINNING * room);
    let taken = beginning.clone().last().map_or(0.0, |glyph| glyph.max_x());
    let end = glyphs().skip_while(|glyph| whole.size().x - glyph.pos.x > room - taken);
    let letters = |glyph: &egui::epaint::text::Glyph| glyph.chr;
    beginning.map(letters).chain(SIGN.chars()).chain(end.map(letters)).collect()
}

#[cfg(test)]
mod tests {
    use egui::{Context, RawInput};

    use super::*;

    #[test]
    fn shortens_a_long_line_in_its_middle() {
        let context = Context::default();
        let mut output = context.run_ui(RawInput::default(), |ui| {
            let text = "/games/baseq2/players/a-very-long-name/with-more-in-it/tris-repaired.md2";
            let layout = |width| layout(ui, text, FontId::proportional(13.0), Color32::WHITE, width);
            assert_eq!(layout(9999.0).text(), text);
            for width in [60.0, 120.0, 200.0, 300.0] {
                let line = layout(width);
                let (beginning, end) = line.text().split_once(SIGN).expect("the line is shortened");
                assert!(text.starts_with(beginning) && text.ends_with(end), "{}", line.text());
                assert!(end.len() >= beginning.len() && line.size().x <= width, "{}", line.text());
                assert!(line.size().x > width - 24.0, "there is room for more: {}", line.text());
            }
            assert!(layout(200.0).text().ends_with("/tris-repaired.md2"));
            let folders =
                path(ui, "models/monsters/tank/skins", FontId::proportional(13.0), Color32::WHITE, 90.0);
            assert_eq!(folders.text(), "…/tank/skins");
            assert_eq!(layout(0.0).text(), SIGN);
        });
        output.textures_delta.clear();
    }
}
