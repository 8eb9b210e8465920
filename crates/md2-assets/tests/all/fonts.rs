//! Finding the fonts of a system.

use std::fs;

use md2_assets::find_fonts;

#[test]
fn fonts_are_found_by_their_endings_in_folders_within_folders() {
    let folder = std::env::temp_dir().join(format!("md2-assets-fonts-{}", std::process::id()));
    let deep = folder.join("truetype/some");
    fs::create_dir_all(&deep).expect("a folder");
    for name in ["a.ttf", "B.OTF", "c.ttc", "readme.txt", "ttf"] {
        fs::write(deep.join(name), b"").expect("a file");
    }
    let too_deep = folder.join("1/2/3/4/5/6/7");
    fs::create_dir_all(&too_deep).expect("a folder");
    fs::write(too_deep.join("d.ttf"), b"").expect("a file");
    let found = find_fonts(&[folder.join("none"), folder.clone(), deep.clone()]);
    let names: Vec<_> = found.iter().map(|path| path.file_name().expect("a name")).collect();
    assert_eq!(names, ["B.OTF", "a.ttf", "c.ttc"]);
    fs::remove_dir_all(&folder).expect("the folder is ours");
}
