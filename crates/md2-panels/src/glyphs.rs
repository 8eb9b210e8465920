//! System fonts for characters that the fonts of the interface lack. A task searches for such fonts. Until it finds one, the
//! interface shows boxes.

use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::epaint::ClippedShape;
use egui::epaint::text::{FontInsert, FontPriority, InsertFontFamily};
use egui::{Context, FontData, FontDefinitions, FontFamily, Shape};
use md2_browse::fonts::{self, Font};
use md2_task::Task;
use skrifa::{FontRef, MetadataProvider as _};

/// The maximum number of searches in one run of the program. Each may read all fonts of the system.
const MAX_SEARCHES: usize = 8;

#[derive(Debug, Default)]
pub struct Glyphs {
    folders: Vec<PathBuf>,
    known: BTreeSet<char>,
    wanted: BTreeSet<char>,
    search: Option<Task<Vec<Font>>>,
    searches: usize,
}

impl Glyphs {
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, ..Self::default() }
    }

    pub fn find_missing(&mut self, context: &Context, shapes: &[ClippedShape]) {
        let mut new = BTreeSet::new();
        shapes.iter().for_each(|clipped| self.collect(&clipped.shape, &mut new));
        if !new.is_empty() {
            context.fonts(|fonts| {
                let definitions = fonts.definitions();
                self.wanted.extend(new.iter().filter(|&&c| !has_glyph(definitions, c)));
            });
            self.known.extend(new);
            self.start_search();
        }
    }

    fn collect(&self, shape: &Shape, new: &mut BTreeSet<char>) {
        match shape {
            Shape::Text(shape) => {
                let text = shape.galley.text();
                if !text.is_ascii() {
                    let unknown = |c: &char| !c.is_ascii() && !c.is_control() && !self.known.contains(c);
                    new.extend(text.chars().filter(unknown));
                }
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.collect(shape, new)),
            _ => {}
        }
    }

    pub fn poll(&mut self, context: &Context) -> bool {
        let found = Task::take_finished(&mut self.search);
        self.start_search();
        found.is_some_and(|found| add(context, found.unwrap_or_default()))
    }

    fn start_search(&mut self) {
        if self.search.is_none() && !self.wanted.is_empty() && self.searches < MAX_SEARCHES {
            self.searches += 1;
            let (folders, wanted) = (self.folders.clone(), std::mem::take(&mut self.wanted));
            self.search = Some(Task::start(move |_| fonts::search(&folders, &wanted)));
        }
    }
}

fn add(context: &Context, found: Vec<Font>) -> bool {
    let is_found = !found.is_empty();
    for font in found {
        tracing::debug!("adding the font \"{}\" for missing characters", font.path.display());
        let families = [FontFamily::Proportional, FontFamily::Monospace]
            .map(|family| InsertFontFamily { family, priority: FontPriority::Lowest });
        let name = format!("{} {}", font.path.display(), font.index);
        let data = FontData { index: font.index, ..FontData::from_owned(font.bytes) };
        context.add_font(FontInsert::new(&name, data, families.to_vec()));
    }
    is_found
}

fn has_glyph(definitions: &FontDefinitions, c: char) -> bool {
    let names = definitions.families.get(&FontFamily::Proportional).into_iter().flatten();
    names.filter_map(|name| definitions.font_data.get(name)).any(|data| {
        let font = FontRef::from_index(&data.font, data.index);
        font.is_ok_and(|font| font.charmap().map(c).is_some())
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;
    use std::thread;
    use std::time::Duration;

    use egui::RawInput;

    use super::*;
    fn lay_out(context: &Context, glyphs: &mut Glyphs, name: &str) {
        let mut output = context.run_ui(RawInput::default(), |ui| {
            ui.label(name);
        });
        output.textures_delta.clear();
        glyphs.find_missing(context, &output.shapes);
    }

    #[test]
    fn adds_a_system_font_with_missing_characters() {
        let all = FontDefinitions::default();
        let (own, of_system) = (&all.font_data["Ubuntu-Light"], &all.font_data["Hack"]);
        let characters = |font: &Arc<FontData>| {
            let font = FontRef::new(&font.font).unwrap();
            font.charmap().mappings().map(|(c, _)| c).collect::<BTreeSet<u32>>()
        };
        let only_there: Vec<u32> = characters(of_system).difference(&characters(own)).copied().collect();
        let block = |c: &char| ('\u{2500}'..'\u{2600}').contains(c);
        let found = only_there.into_iter().filter_map(char::from_u32).find(block).unwrap();
        let nowhere = '\u{10380}';
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("system.ttf"), &of_system.font).unwrap();

        let context = Context::default();
        let mut fonts = FontDefinitions::empty();
        fonts.font_data.insert(String::from("own"), Arc::clone(own));
        for family in [FontFamily::Proportional, FontFamily::Monospace] {
            fonts.families.insert(family, vec![String::from("own")]);
        }
        context.set_fonts(fonts);
        let mut glyphs = Glyphs::new(vec![folder.path().to_owned()]);
        let name = format!("Zo\u{eb} {found}{nowhere}");
        lay_out(&context, &mut glyphs, "plain");
        assert!(!glyphs.poll(&context) && glyphs.search.is_none(), "no search without missing characters");
        lay_out(&context, &mut glyphs, &name);
        while !glyphs.poll(&context) {
            assert!(glyphs.search.is_some());
            thread::sleep(Duration::from_millis(1));
        }
        lay_out(&context, &mut glyphs, &name);
        assert!(context.fonts(|fonts| has_glyph(fonts.definitions(), found)));
        assert!(!glyphs.poll(&context) && glyphs.search.is_none(), "no second search");
    }

    #[test]
    fn finds_fonts_by_their_characters() {
        let folder = tempfile::tempdir().unwrap();
        let fonts = egui::FontDefinitions::default();
        for (file, name) in
            [("deep/a-Bold.ttf", "Hack"), ("deep/b.ttf", "Hack"), ("c.ttf", "emoji-icon-font")]
        {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &fonts.font_data[name].font).unwrap();
        }
        fs::write(folder.path().join("broken.ttf"), b"\0\x01\0\0 and no more").unwrap();
        fs::write(folder.path().join("0.ttc"), b"ttcf\0\x01\0\0\xff\xff\xff\xff").unwrap();
        let found = |wanted: &str| {
            let found = fonts::search(&[folder.path().to_owned()], &wanted.chars().collect());
            found.iter().map(|font| font.path.file_name().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(found("Жλ"), ["b.ttf"], "upright");
        assert!(found("\u{10380}\u{4e2d}").is_empty(), "in no font");
        assert_eq!(found("Ж\u{4e2d}"), ["b.ttf"], "the characters that a font has");
        assert!(found("").is_empty());
    }
}
