//! Tests of reports about missing files of players.

use md2_assets::{FolderCache, find_missing_player_files};
use md2_testdata::TempFolder;

fn missing(files: &[&str], model: &str) -> Vec<String> {
    let folder = TempFolder::with_files(files);
    let missing = find_missing_player_files(&FolderCache::default(), &folder.path(model));
    missing.into_iter().map(|missing| missing.name).collect()
}

#[test]
fn reports_missing_files_of_quake_2_players() {
    let whole = ["players/m/tris.md2", "players/m/weapon.md2", "players/m/a.pcx", "players/m/a_i.pcx"];
    assert_eq!(missing(&whole, "players/m/tris.md2"), Vec::<String>::new());
    assert_eq!(
        missing(&["players/m/tris.md2", "players/m/A.PCX", "players/m/b.pcx"], "players/m/tris.md2"),
        ["weapon.md2", "a_i.pcx", "b_i.pcx"]
    );
    let weapon = "players/m/weapon.md2";
    assert_eq!(missing(&[weapon], weapon), ["tris.md2", "NAME.pcx, NAME_i.pcx"]);
    assert_eq!(missing(&whole[..3], "players/m/weapon.md2"), Vec::<String>::new(), "reported for the body");
    assert_eq!(missing(&["m/tris.md2", "m/weapon.md2", "m/a.pcx"], "m/tris.md2"), ["a_i.pcx"]);
    assert_eq!(missing(&["tank/tris.md2", "tank/skin.pcx"], "tank/tris.md2"), Vec::<String>::new());
}
