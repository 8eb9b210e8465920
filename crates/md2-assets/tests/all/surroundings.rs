//! Detection of changes to files next to a model.

use std::fs;

use md2_assets::hash_surroundings;
use md2_testdata::TempFolder;

#[test]
fn changes_with_files_that_affect_the_model_only() {
    let folder = TempFolder::from_list("game/models/tank/tris.md2 game/scripts/a.shader");
    let model = folder.path("game/models/tank/tris.md2");
    let mut last = hash_surroundings(&model);
    assert!(last.is_some());
    let mut check = |differs: bool, what: &str| {
        let now = hash_surroundings(&model);
        assert_eq!(now != last, differs, "{what}");
        last = now;
    };
    check(false, "no change");
    for name in ["tris.anm", "animation.cfg", "tris_default.skin", "red.PCX", "skins/blue.png", "weapon.md2"]
    {
        folder.write(&format!("game/models/tank/{name}"), b"x");
        check(true, name);
    }
    folder.write("game/models/tank/tris.anm", b"longer");
    check(true, "a changed script");
    folder.write("game/scripts/a.shader", b"longer");
    check(true, "a changed shader script");
    fs::remove_file(folder.path("game/models/tank/red.PCX")).expect("the test owns the file");
    check(true, "a removed image");
    folder.write("game/models/tank/skins/blue.png", b"longer");
    check(false, "the content of an image");
    fs::remove_file(folder.path("game/models/tank/weapon.md2")).expect("the test owns the file");
    check(true, "a removed model");
    folder.write("game/models/tank/tris.md2", b"longer");
    folder.write("game/models/tank/notes.doc", b"x");
    check(false, "the model itself and other files");
}
