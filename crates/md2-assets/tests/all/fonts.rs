//! The search for fonts.

use md2_assets::find_fonts;
use md2_testdata::TempFolder;

#[test]
fn finds_fonts_by_extension_in_subfolders() {
    let folder = TempFolder::with_files(&[]);
    for name in ["a.ttf", "B.OTF", "c.ttc", "readme.txt", "ttf"] {
        folder.write(&format!("truetype/some/{name}"), b"");
    }
    folder.write("1/2/3/4/5/6/7/d.ttf", b"");
    let found = find_fonts(&[folder.join("none"), folder.to_path_buf(), folder.join("truetype/some")]);
    let names: Vec<_> = found.iter().map(|path| path.file_name().expect("a name")).collect();
    assert_eq!(names, ["B.OTF", "a.ttf", "c.ttc"]);
}
