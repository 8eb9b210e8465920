//! Tests of opening files and folders with their companions (skins, scripts and other models).

use std::path::Path;
use std::time::Duration;

use md2_assets::FolderCache;
use md2_scene::{
    Command, Cover, Figure, OpenError, Paint, PartMotion, SkinImage, SlotContent, SlotImages, Viewport,
    Workspace, open, reopen,
};
use md2_testdata::{TempFolder, md3, mdl, with_frames};

const PICTURE: &[u8] = include_bytes!("../../../../assets/wanderer/moss.png");

fn game() -> TempFolder {
    game_with("models/players/test/")
}

fn game_with(player: &str) -> TempFolder {
    let game = TempFolder::with_files(&[]);
    md3::write_player(&game, player);
    game.write("models/players/test/skin.png", PICTURE);
    for (part, surface) in [("lower", "l_legs"), ("upper", "u_torso"), ("head", "h_head")] {
        let skin = format!("{surface},models/players/test/skin.tga\ntag_torso,\n");
        game.write(&format!("{player}{part}_default.skin"), skin.as_bytes());
        let skin = format!("{surface},models/players/test/gone.tga\n");
        game.write(&format!("{player}{part}_red.skin"), skin.as_bytes());
    }
    game.write(&format!("{player}lower_alone.skin"), b"l_legs,nodraw\n");
    let weapons = "models/weapons2/gun";
    game.write(&format!("{weapons}/gun.md3"), md3::player_weapon().build().bytes());
    game.write(&format!("{weapons}/gun_barrel.md3"), md3::player_head().build().bytes());
    game.write(&format!("{weapons}/gun_flash.md3"), md3::player_head().build().bytes());
    game
}

fn roles(figure: &Figure) -> Vec<&str> {
    figure.parts().iter().map(|part| part.role.as_str()).collect()
}

fn workspace(figure: Figure) -> Workspace {
    let (workspace, outcome) = Workspace::new(figure, Viewport::whole([64, 64]));
    assert!(outcome.warnings.is_empty(), "{:?}", outcome.warnings);
    workspace
}

#[test]
fn a_player_starts_standing_with_weapon_and_skin() {
    let game = game_with("models/players/test/orc-");
    let mut workspace = workspace(open(&game.path("models/players/test")).unwrap());
    let playing: Vec<_> = workspace.body().filter_map(|actor| actor.player()).collect();
    let names: Vec<_> = playing.iter().map(|player| player.sequence().name.as_str()).collect();
    assert_eq!(names, ["LEGS_IDLE", "TORSO_STAND"]);
    assert_eq!(playing[0].sequence().first, 0, "frame numbers start four too high");
    assert_eq!(workspace.weapon().map(|(_, weapon)| weapon.name()), Some("gun"));
    let roles: Vec<_> = workspace.weapon_actors().map(|actor| actor.role()).collect();
    assert_eq!(roles, ["weapon", "barrel", "flash"]);
    assert_eq!(workspace.drawn().count(), 5, "all but the flash");
    let seen: Vec<_> = workspace.drawn().take(3).map(|drawn| drawn.shown(0)).collect();
    assert_eq!(seen, [SlotContent::Image { index: 0, cover: Cover::Solid }; 3]);
    let missing = &workspace.document().missing_skins;
    assert_eq!(missing, &["models/players/test/gone.tga"]);
    let _ = workspace.apply(Command::SelectWeapon(None)).unwrap();
    assert_eq!(workspace.actors().len(), 3, "barrel and flash are removed with the weapon");
}

#[test]
fn a_part_opens_alone_if_another_is_broken() {
    let game = game();
    game.write("models/players/test/head.md3", b"IDP3 and no more");
    let figure = open(&game.path("models/players/test/lower.md3")).unwrap();
    assert_eq!(roles(&figure), ["model"]);
    assert!(figure.notes()[0].contains("head.md3"), "{:?}", figure.notes());
    let document = &figure.parts()[0].document;
    assert_eq!(document.range_sets()[0].sequences[document.default_sequence].name, "LEGS_IDLE");
    for path in ["models/players/test/head.md3", "models/players/test"] {
        let error = open(&game.path(path)).unwrap_err();
        assert!(error.to_string().contains("head.md3"), "{error}");
    }
}

#[test]
fn reopening_a_part_keeps_its_role() {
    let game = game();
    let figure = open(&game.path("models/players/test")).unwrap();
    let torso = &figure.parts()[1].document;
    let mut longer = md3::player_upper();
    longer.surfaces[0].name = b"u_other".to_vec();
    game.write("models/players/test/upper.md3", longer.build().bytes());
    let newer = reopen(torso).expect("it has a file").unwrap();
    assert_eq!(newer.mesh().surfaces()[0].name, "u_other");
    assert_eq!(newer.range_sets()[0].sequences[newer.default_sequence].name, "TORSO_STAND");
    assert_eq!(newer.name(), torso.name());
}

#[test]
fn a_weapon_opens_with_its_barrel() {
    let game = game();
    let figure = open(&game.path("models/weapons2/gun/gun.md3")).unwrap();
    assert_eq!(roles(&figure), ["model", "barrel", "flash"]);
    let shown: Vec<_> = figure.parts().iter().map(|part| part.is_shown).collect();
    assert_eq!(shown, [true, true, false]);
    let barrel = open(&game.path("models/weapons2/gun/gun_barrel.md3")).unwrap();
    assert_eq!(roles(&barrel), ["model"]);
    let workspace = workspace(figure);
    let places: Vec<_> = workspace.drawn().map(|drawn| drawn.transform[3]).collect();
    assert_eq!(places, [[0.0, 0.0, 0.0, 1.0], [8.0, 0.0, 0.0, 1.0]]);
}

#[test]
fn a_quake_2_player_carries_its_weapons_in_step() {
    let folder = TempFolder::with_files(&[]);
    let model = md2_testdata::one_triangle().build();
    for name in ["tris.md2", "weapon.md2", "w_axe.md2", "other.md2"] {
        folder.write(&format!("male/{name}"), model.bytes());
    }
    for path in ["male", "male/tris.md2"] {
        let mut workspace = workspace(open(&folder.path(path)).unwrap());
        assert_eq!(workspace.figure().name(), "male/tris.md2");
        let names: Vec<_> = workspace.figure().weapons().iter().map(|weapon| weapon.name()).collect();
        assert_eq!(names, ["weapon", "w_axe"]);
        workspace.advance(std::time::Duration::from_millis(30));
        let poses: Vec<_> = workspace.drawn().map(|drawn| drawn.pose).collect();
        assert!(poses.len() == 2 && poses[0] == poses[1] && poses[0].blend > 0.0, "{poses:?}");
    }
    let alone = workspace(open(&folder.path("male/other.md2")).unwrap());
    assert_eq!(alone.drawn().count(), 1);
}

#[test]
fn embedded_skins_use_the_games_palette() {
    let game = TempFolder::with_files(&[]);
    game.write("progs/a.mdl", mdl::one_triangle().build().bytes());
    // Each index is a shade of blue.
    let palette: Vec<u8> = (0..=u8::MAX).flat_map(|index| [0, 0, index]).collect();
    game.write("gfx/palette.lmp", &palette);
    let first = |notes: usize| {
        let workspace = workspace(open(&game.path("progs/a.mdl")).unwrap());
        assert_eq!(workspace.document().notes().len(), notes, "{:?}", workspace.document().notes());
        let outfit = workspace.drawn().next().unwrap().outfit.unwrap();
        outfit.images()[0].color.pixel(7, 7)
    };
    assert_eq!(first(0), [0, 0, 63, 255], "texels count from 0");
    game.write("gfx/palette.lmp", b"too short");
    // Entry 63 of Quake's own palette, the lightest of its row.
    let own = first(1);
    assert!(own != [0, 0, 63, 255] && own[3] == 255, "{own:?}");
}

#[test]
fn pictures_of_quake_use_the_games_palette_and_glow() {
    // Expected: as in an embedded skin, index 223 is lit and index 224 is not.
    let game = TempFolder::with_files(&[]);
    let path = game.file("progs/blade.md3", md3::one_triangle().build().bytes());
    let palette: Vec<u8> = (0..=u8::MAX).flat_map(|index| [0, 0, index]).collect();
    game.write("gfx/palette.lmp", &palette);
    game.write("progs/blade_0.lmp", &[2, 0, 0, 0, 1, 0, 0, 0, 223, 224]);
    let workspace = workspace(open(&path).unwrap());
    let outfit = workspace.drawn().next().unwrap().outfit.unwrap();
    let [layers] = outfit.images() else { panic!("one image") };
    let pixels = |image: &md2_assets::RgbaImage| image.pixels().map(|[.., blue, _]| blue).collect::<Vec<_>>();
    assert_eq!(pixels(&layers.color), [223, 0]);
    assert_eq!(pixels(layers.glow.as_ref().expect("index 224 glows")), [0, 224]);
    assert_eq!(pixels(&layers.in_full_light()), [223, 224]);
}

#[test]
fn image_files_replace_embedded_skins() {
    let folder = TempFolder::with_files(&[]);
    folder.write("a.mdl", mdl::skin_group().build().bytes());
    folder.write("a.mdl_0.png", PICTURE);
    folder.write("a.mdl_0_glow.png", PICTURE);
    folder.write("a.mdl_1_1.png", PICTURE);
    folder.write("a.mdl_2.png", PICTURE);
    let figure = open(&folder.path("a.mdl")).unwrap();
    let document = &figure.parts()[0].document;
    let skins: Vec<_> = document.skins().iter().map(|skin| (skin.label(), skin.reason())).collect();
    let inside = "inside the model";
    let expected = [
        ("a.mdl_0.png", "replaces skin 1"),
        ("a.mdl_1_1.png", "replaces skin 2"),
        ("a.mdl_2.png", "additional skin 3"),
        ("skin 1", inside),
        ("skin 2", inside),
    ];
    assert_eq!(skins, expected);
    let SlotImages::Still(Paint { glow: Some(SkinImage::File(glow)), .. }) = document.skins()[0].slot(0)
    else {
        panic!("{:?}", document.skins()[0])
    };
    assert!(glow.ends_with("a.mdl_0_glow.png"));
    let SlotImages::Timed { paints, .. } = document.skins()[1].slot(0) else {
        panic!("{:?}", document.skins()[1])
    };
    let are_files: Vec<_> = paints.iter().map(|paint| paint.image.path().is_some()).collect();
    assert_eq!(are_files, [false, true, false]);
    // The numbers of the skins are the game's.
    std::fs::remove_file(folder.path("a.mdl_0.png")).unwrap();
    let figure = open(&folder.path("a.mdl")).unwrap();
    let labels: Vec<_> = figure.parts()[0].document.skins().iter().map(|skin| skin.label()).collect();
    assert_eq!(labels, ["skin 1", "a.mdl_1_1.png", "a.mdl_2.png", "skin 2"]);
}

#[test]
fn skin_files_set_the_images_of_surfaces() {
    let folder = TempFolder::with_files(&[]);
    folder.write("models/two/two.md3", md3::two_surfaces().build().bytes());
    folder.write("models/two/two_default.skin", b"floor,models/two/a.png\nwall,nodraw\n");
    folder.write("models/two/a.png", PICTURE);
    let workspace = workspace(open(&folder.path("models/two/two.md3")).unwrap());
    let drawn = workspace.drawn().next().unwrap();
    let expected = [SlotContent::Image { index: 0, cover: Cover::Solid }, SlotContent::Hidden];
    assert_eq!([0, 1].map(|slot| drawn.shown(slot)), expected);
}

#[test]
fn numbered_images_glow_and_change() {
    let game = TempFolder::with_files(&[]);
    game.write("progs/a.md3", md3::one_triangle().build().bytes());
    for image in ["a_0_0.png", "a_0_0_luma.png", "a_0_1.png", "a_0_1_glow.png", "a_1.png", "a_1_norm.png"] {
        game.write(&format!("progs/{image}"), PICTURE);
    }
    let figure = open(&game.path("progs/a.md3")).unwrap();
    let skins: Vec<_> = figure.skins().map(|skin| (skin.label().to_owned(), skin.slot(0).clone())).collect();
    let name = |image: &SkinImage| image.path().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
    let names = |slot: &SlotImages| {
        let paints = slot.paints().iter();
        paints.map(|paint| (name(&paint.image), paint.glow.as_ref().map(name))).collect::<Vec<_>>()
    };
    let glowing = |image: &str, glow: &str| (image.to_owned(), Some(glow.to_owned()));
    let group = [glowing("a_0_0.png", "a_0_0_luma.png"), glowing("a_0_1.png", "a_0_1_glow.png")];
    assert_eq!((skins[0].0.as_str(), names(&skins[0].1)), ("0", group.to_vec()));
    assert_eq!((skins[1].0.as_str(), names(&skins[1].1)), ("1", vec![(String::from("a_1.png"), None)]));
    let SlotImages::Timed { times, .. } = &skins[0].1 else { panic!("a group") };
    assert_eq!([99, 100, 200].map(|ms| times.key_at(Duration::from_millis(ms))), [0, 1, 0]);
}

#[test]
fn a_cube_model_uses_its_script() {
    let folder = TempFolder::with_files(&[]);
    folder.write("ogre/tris.md3", md3::player_lower().build().bytes());
    folder.write("ogre/md3.cfg", b"md3load tris.md3\nmd3skin l_legs fur.png\nmd3anim \"idle\" 1 2 20\n");
    folder.write("ogre/fur.png", PICTURE);
    let figure = open(&folder.path("ogre")).unwrap();
    let skin = figure.skins().next().unwrap();
    assert_eq!(
        (skin.reason(), skin.path().unwrap().file_name().unwrap().to_str()),
        ("md3.cfg", Some("fur.png"))
    );
    let sequence = figure.parts()[0].document.range_sets()[0].sequences[0].clone();
    assert_eq!((sequence.name.as_str(), sequence.first, sequence.last, sequence.fps), ("idle", 1, 2, 20.0));
    folder.write("ogre/md3.cfg", b"md3load tris.md3\n");
    let figure = open(&folder.path("ogre")).unwrap();
    assert!(figure.parts()[0].document.notes().is_empty(), "most of these scripts have no sequences");
}

#[test]
fn a_weapon_opens_with_the_sequences_of_its_body() {
    let folder = TempFolder::with_files(&[]);
    let numbered = |name: &str, count: usize| (1..=count).map(|n| format!("{name}{n}")).collect::<Vec<_>>();
    let write = |file: &str, names: &[String]| {
        folder.write(file, with_frames(names.iter().map(String::as_str)).build().bytes());
    };
    write("m/tris.md2", &[numbered("run", 40), numbered("pain", 20)].concat());
    for file in ["m/weapon.md2", "m/w_gun.md2", "m/gun.md2"] {
        write(file, &vec![String::from("w_gun"); 60]);
    }
    write("m/w_own.md2", &[numbered("a", 30), numbered("b", 30)].concat());
    let sequences = |file: &str| {
        let figure = open(&folder.path(file)).unwrap();
        let set = &figure.parts()[0].document.range_sets()[0];
        set.sequences.iter().map(|s| (s.name.clone(), s.first, s.last)).collect::<Vec<_>>()
    };
    let expected = [(String::from("run"), 0, 39), (String::from("pain"), 40, 59)];
    for file in ["m/tris.md2", "m/weapon.md2", "m/w_gun.md2"] {
        assert_eq!(sequences(file), expected, "{file}");
    }
    assert_eq!(sequences("m/gun.md2").len(), 1, "nothing says that it is carried");
    assert_eq!(sequences("m/w_own.md2")[0].0, "a", "its own names mark sequences");
    folder.write("m/tris.anm", b"walk 0 9 10\nstand 10 59 10\n");
    assert_eq!(sequences("m/weapon.md2")[1], (String::from("stand"), 10, 59), "as in its script");
    std::fs::remove_file(folder.path("m/tris.md2")).expect("it was there");
    assert_eq!(sequences("m/weapon.md2").len(), 1, "by itself");
}

#[test]
fn different_paths_lead_to_the_same_place() {
    let folder = TempFolder::with_files(&[]);
    let model = md2_testdata::one_triangle().build();
    folder.write("sub/a.md2", model.bytes());
    folder.write("b.md2", model.bytes());
    folder.write("p.pak", &md2_testdata::archive::pak(&[(b"m/a.md2", model.bytes())]));
    for (one, other, is_same) in [
        ("sub/a.md2", "sub/a.md2", true),
        ("sub/a.md2", "sub/../sub/a.md2", true),
        ("sub/../p.pak/m/a.md2", "p.pak/m/a.md2", true),
        ("p.pak/./m/a.md2", "p.pak/m/a.md2", true),
        ("b.md2", "sub/a.md2", false),
    ] {
        let [first, second] = [one, other].map(|path| open(&folder.path(path)).unwrap());
        assert_eq!(first.shares_place_with(&second), is_same, "{one} {other}");
    }
    let whole = std::fs::read(folder.path("p.pak")).unwrap();
    folder.write("cut.pak", &whole[..whole.len() - 1]);
    let cut = open(&folder.path("cut.pak"));
    assert!(matches!(cut, Err(OpenError::Read(_))), "not an archive without a model");
    // The comparison uses the paths that were found when opening, and does not read the disk.
    let [first, second] = ["sub/a.md2", "sub/../sub/a.md2"].map(|path| open(&folder.path(path)).unwrap());
    std::fs::remove_file(folder.path("sub/a.md2")).expect("it was there");
    assert!(first.shares_place_with(&second));
    let ball = Path::new("../../assets/ball/ball.md2");
    assert!(open(ball).unwrap().shares_place_with(&open(&ball.canonicalize().unwrap()).unwrap()));
    let in_memory = md2_scene::open_bytes("a.md2", model.bytes()).unwrap();
    assert!(!in_memory.shares_place_with(&in_memory));
}

#[test]
fn a_mod_with_faulty_scripts_is_checked_once() {
    let game = TempFolder::with_files(&[]);
    game.write("models/a.md2", with_frames(["a1", "a2"]).build().bytes());
    let blocks: String = (0..10_000)
        .map(|at| {
            format!(
                "Model A {{ Path ../models\nModel 0 b{at} Path models\nModel 1 a FrameIndex AAAA A 1 {at} }}\n"
            )
        })
        .collect();
    game.write("modeldef.blocks", blocks.as_bytes());
    game.write("modeldef.braces", &vec![b'{'; 1 << 20]);
    game.write("modeldef.circle", b"// a\n#include \"x.txt\"\n#include \"/../x.txt\"");
    game.write("x.txt", b"#include \"modeldef.circle\"");
    let found = md2_scene::findings::mod_findings(&FolderCache::default(), &game);
    let count = |name: &str| found.get(&game.path(name)).map_or(0, Vec::len);
    let counts = ["modeldef.blocks", "modeldef.braces", "modeldef.circle", "x.txt"].map(count);
    // 10,000 models are missing, others have no extension, and all but two blocks name a frame that is not there. Further braces are only
    // counted.
    assert_eq!(counts, [10_000 + 10_000 + 9_998, 65, 1, 1]);
    let last = found[&game.path("modeldef.blocks")].last().expect("findings");
    let text = (&*last.place, &*last.found);
    assert_eq!(text, ("line 30000", "frame 9999 of 2"));
}

#[test]
fn a_modeldef_places_the_models_that_are_drawn_together() {
    let game = TempFolder::with_files(&[]);
    let body = with_frames(["a1", "a2", "b1", "b2", "b3"]).build().into_bytes();
    game.write("models/imp/body.md2", &body);
    game.write("models/imp/club.md2", &body);
    ["red", "blue"].iter().for_each(|name| game.write(&format!("models/skins/{name}.png"), PICTURE));
    let script = r#"Model Imp { Path "Models\Imp" Model 0 "BODY.md2" Model 1 "club" Path "models/skins" Skin 0 "red"
        Skin 1 "blue.pcx" Scale 1 1 2 Offset 0 0 24 AngleOffset 90
        Frame TROO A 0 "b1" Frame TROO B 0 "B2" Frame TROO C 0 "b2" Frame TROO D 0 "a1" FrameIndex PAIN A 0 4
        FrameIndex TROO A 1 2 }"#;
    game.write("MODELDEF.imp", script.as_bytes());
    let figure = open(&game.path("models/imp/body.md2")).unwrap();
    assert_eq!(roles(&figure), ["model", "model 1"]);
    assert_eq!(figure.parts()[1].motion, PartMotion::Still(2));
    assert_eq!(figure.skins().map(|skin| skin.label()).collect::<Vec<_>>(), ["red.png"], "of the body");
    let document = &figure.parts()[0].document;
    let note = "MODELDEF.imp, line 1: model 0 of actor Imp, scale 1 1 2, offset 0 0 24, angles 90 0 0, which exported files do not contain";
    assert!(document.notes().iter().any(|own| own == note), "{:?}", document.notes());
    for drawn in workspace(figure).drawn() {
        // Expected: forward becomes left, and up is scaled; the body and its weapon have the same place.
        let columns = drawn.transform.map(|column| column.map(|value| (value * 100.0).round() / 100.0));
        let [forward, .., up, origin] = columns;
        assert_eq!(
            [forward, up, origin],
            [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 24.0, 1.0]]
        );
    }
}
