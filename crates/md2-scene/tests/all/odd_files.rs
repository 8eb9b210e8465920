//! Tests that notes on files with very long words are short.

use md2_scene::open;
use md2_testdata::TempFolder;

#[test]
fn long_words_make_short_notes() {
    let file = md2_testdata::one_triangle().build();
    let word = "x".repeat(60_000);
    for (name, text) in
        [("ground-speed.txt", format!("{word}\n")), ("tris.anm", format!("walk {word} 1 2\n"))]
    {
        let folder = TempFolder::new();
        folder.write("tris.md2", file.bytes());
        folder.write(name, text.as_bytes());
        let figure = open(&folder.path("tris.md2")).expect("the model is undamaged");
        let notes = figure.parts()[0].document.notes();
        assert!(notes.iter().any(|note| note.starts_with(name)), "{} notes", notes.len());
        assert!(notes.iter().all(|note| note.chars().count() < 600), "{} notes", notes.len());
    }
}
