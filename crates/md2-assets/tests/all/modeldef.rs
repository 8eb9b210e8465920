//! Skins and models that the `MODELDEF` scripts of a mod name.

use md2_assets::{
    Definitions, DrawnModel, FolderCache, SkinSearch, find_definitions, find_missing_images,
    prefer_defined_skins,
};
use md2_testdata::archive::{ZipFile, zip};
use md2_testdata::{TempFolder, md3, one_triangle};

#[test]
fn scripts_in_archives_include_each_other() {
    let files = [
        ("Modeldef.Ships", &b"#include \"actors/defs.txt\"\n"[..]),
        (
            "actors/DEFS.txt",
            b"// more\n#include \"ACTORS\\more.txt\"\n#include \"modeldef.ships\"\n#include \"../out.txt\"",
        ),
        ("actors/more.txt", b"Model A { Path models Model 0 a.md3 Skin 0 pics/a }\n\0"),
        ("models/a.md3", b"IDP3"),
        ("models/pics/a.png", b""),
    ];
    let folder = TempFolder::new();
    let archive = folder.file("a.pk3", &zip(&files.map(|(name, bytes)| ZipFile::stored(name, bytes))));
    let tree = FolderCache::default();
    let Definitions { blocks, problems, .. } = Definitions::read(&tree, &archive);
    assert_eq!(blocks[0].block.actor, "A");
    let texts: Vec<_> = problems.iter().map(|problem| (problem.line, &*problem.text)).collect();
    let expected = [
        (3, "\"modeldef.ships\" is included twice"),
        (4, "included script \"../out.txt\" not found"),
        (2, "byte 0, expected text"),
    ];
    assert_eq!(texts, expected);
}

#[test]
fn images_that_a_script_names_are_not_missing() {
    let script =
        "Model A { Path Models/Ships Model 0 body Skin 0 none.png } Model B { Path models/ships Model 0 body
        Model 1 ship.md3 Path models/pics Skin 0 wing.jpg Skin 1 wing.jpg FrameIndex AAAA A 0 0 }";
    let folder = TempFolder::from_list("Models/Ships/Ship.MD3 Models/ships/body.md2 Models/Pics/wing.jpg");
    folder.write("MODELDEF.txt", script.as_bytes());
    let tree = FolderCache::default();
    let (body, ship) = (folder.path("Models/ships/body.md2"), folder.path("Models/Ships/Ship.MD3"));
    let md2 = md2_testdata::Md2Spec { skins: vec![b"old/skin.pcx".to_vec()], ..one_triangle() };
    assert_eq!(find_missing_images(&tree, &body, md2.build().bytes()), [&b"none.png"[..]]);
    assert_eq!(find_missing_images(&tree, &ship, md3::two_surfaces().build().bytes()), [&b""[..]; 0]);
    let mut search = SkinSearch { missing: vec![0], ..SkinSearch::default() };
    assert_eq!(prefer_defined_skins(&tree, &body, &mut search), ["none.png"]);
    let best = search.best().expect("B has a skin");
    assert_eq!((best.reason.to_string(), search.missing.len()), (String::from("named in MODELDEF"), 0));
    let definitions = find_definitions(&tree, &body);
    assert_eq!(definitions[0].block().actor, "B", "the block has frames");
    let others = definitions[0].other_models(&tree);
    assert_eq!(
        others[0],
        DrawnModel { number: 1, path: ship, image: Some(folder.path("Models/Pics/wing.jpg")) }
    );
}

#[test]
fn a_block_draws_a_limited_number_of_models() {
    let folder = TempFolder::from_list("a.md3");
    let models: String = (0..10_000).map(|number| format!("Model {number} a.md3 ")).collect();
    folder.write("MODELDEF.txt", format!("Model A {{ {models} }}").as_bytes());
    let tree = FolderCache::default();
    let definitions = find_definitions(&tree, &folder.path("a.md3"));
    assert_eq!((definitions.len(), definitions[0].other_models(&tree).len()), (64, 64));
}
