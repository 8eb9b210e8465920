//! The search for images of surfaces and shaders.

use std::path::Path;

use md2_assets::{
    Cover, FolderCache, ShaderLayers, SkinSource, StageColors, SurfaceImage, SurfaceNames, SurfaceSkin,
    VIEWER_SOFTWARE, find_surface_skins,
};
use md2_testdata::TempFolder;
use md2_testdata::png::{chunk, png, zeros};
use md2_testdata::{corpus, md3};

fn skins(model: &Path, surfaces: &[(&str, &str)]) -> Vec<SurfaceSkin> {
    let names: Vec<_> = surfaces
        .iter()
        .map(|(surface, shader)| SurfaceNames { surface: surface.as_bytes(), shader: shader.as_bytes() })
        .collect();
    find_surface_skins(&FolderCache::default(), model, &names)
}

fn shown(folder: &TempFolder, skin: &SurfaceSkin) -> String {
    skin.images.iter().map(|image| image_text(folder, image)).collect::<Vec<_>>().join(", ")
}

fn listed(folder: &TempFolder, skins: &[SurfaceSkin]) -> String {
    let line = |skin: &SurfaceSkin| format!("{}: {}", skin.label, shown(folder, skin));
    skins.iter().map(line).collect::<Vec<_>>().join("; ")
}

fn image_text(folder: &TempFolder, image: &SurfaceImage) -> String {
    match image {
        SurfaceImage::Hidden => String::from("hidden"),
        SurfaceImage::Missing { name } => format!("no {name}"),
        SurfaceImage::File { path, cover, layers: ShaderLayers { glow, reflection, colors } } => {
            let cover = if *cover == Cover::ByAlpha { String::new() } else { format!("{cover:?} ") };
            let glow = glow.iter().map(|path| format!(" + glow {}", folder.name_of(path)));
            let reflection =
                reflection.iter().map(|(path, blend)| format!(" + {blend:?} {}", folder.name_of(path)));
            let unlit = colors.is_unlit.then(|| String::from(" unlit"));
            let is_white = StageColors { is_unlit: false, ..*colors } == StageColors::default();
            let colors = (!is_white)
                .then(|| format!(" x {:?} {:?} {:?}", colors.main, colors.glow, colors.reflection));
            let layers: String = glow.chain(reflection).chain(unlit).chain(colors).collect();
            format!("{cover}{}{layers}", folder.name_of(path))
        }
        SurfaceImage::Timed(images) => {
            images.iter().map(|image| image_text(folder, image)).collect::<Vec<_>>().join(" + ")
        }
        other => panic!("{other:?} is not expected"),
    }
}

fn game() -> TempFolder {
    let game = TempFolder::from_list(
        "models/players/ann/upper.md3 models/players/ann/upper_1.md3 models/players/ann/Suit.TGA \
         models/players/bob/face.jpg models/weapons2/gun/gun.md3 models/weapons2/gun/steel.jpg \
         models/weapons2/gun/glow.tga models/weapons2/gun/leaf.png",
    );
    game.write(
        "models/players/ann/upper_default.skin",
        b"U_body,models/players/ann/suit.tga\r\nu_face,MODELS\\players\\bob\\face.tga\nu_belt,nodraw\ntag_head,\n",
    );
    game.write("models/players/ann/upper_red.skin", b"u_body,models/players/ann/redsuit.tga\n");
    game.write("models/players/ann/lower_blue.skin", b"u_body,models/players/ann/suit.tga\n");
    game.write(
        "scripts/guns.shader",
        b"models/weapons2/gun/barrel { { map $lightmap } { map models/weapons2/gun/steel.tga } }
          models/weapons2/gun/flash { cull none\n { map models/weapons2/gun/glow.tga\n blendFunc add } }
          models/weapons2/gun/leaf { { map models/weapons2/gun/leaf.tga\n alphaFunc GE128 } }
          models/weapons2/gun/clip { surfaceparm nodraw }",
    );
    game
}

#[test]
fn reads_the_images_of_skin_files() {
    let game = game();
    let surfaces = [("u_body_1", "C:\\x"), ("u_face", ""), ("u_belt", ""), ("u_other", "")];
    for model in ["models/players/ann/upper.md3", "models/players/ann/upper_1.md3"] {
        let found = skins(&game.path(model), &surfaces);
        let expected = "default: models/players/ann/Suit.TGA, models/players/bob/face.jpg, hidden, no ; \
                        red: no models/players/ann/redsuit.tga, no , no , no ";
        assert_eq!(listed(&game, &found), expected);
        assert_eq!(found[0].source.to_string(), "upper_default.skin");
    }
}

#[test]
fn finds_the_skin_files_of_players_with_a_prefix_or_suffix() {
    // Expected: the same skins as for a player without prefix or suffix. The label of a skin does not contain the prefix or suffix.
    let check = |models: &str, skin: &str, label: &str| {
        let folder = TempFolder::from_list(&format!("{models} elf.tga other.tga"));
        folder.write(skin, b"u_torso,models/players/elf/ELF.tga\n");
        let model = models.split(' ').next().unwrap_or_default();
        let found = skins(&folder.path(model), &[("U_Torso", "Material.001")]);
        assert_eq!(listed(&folder, &found[..1]), format!("{label}: elf.tga"), "{skin}");
    };
    check("elf_upper.md3 elf_lower.md3 elf_head.md3", "elf_upper_default.skin", "default");
    check("Elf_UPPER.md3 elf_lower.md3 elf_head.md3", "ELF_Upper_Red.Skin", "red");
    check("upper_elf.md3 lower_elf.md3 head_elf.md3", "upper_elf_red.skin", "red");
    check("upper_elf.md3 lower_elf.md3 head_elf.md3", "upper_red_elf.skin", "red");
    check("elf_upper.md3 elf_lower.md3 elf_head.md3", "elf_upper.skin", "default");
    // If a part has no `.skin` file, and the files of the other parts contain a single image, the part uses this image.
    check("elf_head.md3 elf_upper.md3 elf_lower.md3", "elf_lower_default.skin", "model");
    check("head.md3 upper.md3 lower.md3", "lower_red.skin", "model");
}

#[test]
fn reads_images_and_blending_of_shaders() {
    let game = game();
    let cases = [
        ("models/weapons2/gun/barrel", "Solid models/weapons2/gun/steel.jpg"),
        ("models/weapons2/gun/flash.tga", "Added models/weapons2/gun/glow.tga"),
        ("Models/Weapons2/Gun/Leaf", "Cutout models/weapons2/gun/leaf.png"),
        ("models/weapons2/gun/clip", "hidden"),
        ("models/weapons2/gun/steel", "models/weapons2/gun/steel.jpg"),
    ];
    let found = skins(&game.path("models/weapons2/gun/gun.md3"), &cases.map(|(shader, _)| ("a", shader)));
    assert_eq!((found.len(), &found[0].source), (1, &SkinSource::Model));
    assert_eq!(shown(&game, &found[0]), cases.map(|(_, image)| image).join(", "));
}

#[test]
fn finds_the_glow_and_the_reflection_of_shaders() {
    const ENV: &str = "{ map e.tga\ntcGen environment\n";
    // Expected: Quake III draws the stages in order, and `blendFunc` blends each stage with those before it. If the first stage is a
    // reflection, it remains visible where the next stage is transparent.
    let check = |stages: &str, expected: &str| {
        let folder = TempFolder::from_list("models/a.md3 a.tga b.tga e.tga");
        folder.write("scripts/a.shader", format!("x\n{{\n{stages}\n}}").as_bytes());
        let found = skins(&folder.path("models/a.md3"), &[("body", "x")]);
        assert_eq!(shown(&folder, &found[0]), expected, "{stages}");
    };
    let under = |blend: &str| format!("{ENV}}}\n{{ map a.tga\nblendFunc {blend}\n}}");
    check(&under("blend"), "Solid a.tga + OverWhereClear e.tga");
    check(&under("GL_ONE_MINUS_SRC_ALPHA GL_SRC_ALPHA"), "Solid a.tga + OverWhereOpaque e.tga");
    check(&under("add"), "Solid a.tga + Add e.tga");
    check(&under("filter"), "Solid a.tga + Filter e.tga");
    check(&under("GL_ONE GL_ZERO"), "Solid a.tga");
    let shine = format!("{{ map a.tga\n}}\n{ENV}blendFunc add\n}}\n");
    check(&shine, "Solid a.tga + Add e.tga");
    check(&format!("{shine}{{ map a.tga\nblendFunc blend\n}}"), "Solid a.tga + AddWhereClear e.tga");
    check("{ map a.tga\n}\n{ map b.tga\nblendFunc add\n}", "Solid a.tga + glow b.tga");
    check(&format!("{ENV}}}"), "Solid e.tga + Replace e.tga");
    check(&format!("{ENV}blendFunc add\n}}"), "Added e.tga + Add e.tga");
    check("{ map a.tga\nblendFunc blend\n}", "a.tga");
    check("{ map a.tga\nrgbGen identity\n}", "Solid a.tga unlit");
    check(
        "{ map a.tga\nrgbGen lightingDiffuse\n}\n{ map b.tga\nrgbGen identity\nblendFunc add\n}",
        "Solid a.tga + glow b.tga",
    );
    let dark =
        "{ map a.tga\nrgbGen const ( 1 0 0 )\n}\n{ map b.tga\nblendFunc add\nrgbGen wave sin 0 0.2 0 1\n}";
    check(dark, "Solid a.tga + glow b.tga unlit x [255, 0, 0] [51, 51, 51] [255, 255, 255]");
}

#[test]
fn finds_images_without_useful_names() {
    let check = |files: &str, shader: &str, expected: &str| {
        let folder = TempFolder::from_list(files);
        let found = skins(&folder.path("tree/tris.md3"), &[("mesh", shader)]);
        assert_eq!(shown(&folder, &found[0]), expected, "{files:?}");
        assert!(!found[0].source.is_guess());
        // An image is reported as missing even if another image replaces it. If a subfolder contains the skin, nothing is missing, because
        // Sauerbraten ignores the name.
        let is_quiet = ["tree/bark.png", "tree/green/skin.jpg"].contains(&expected) || shader.is_empty();
        assert_eq!(found[0].missing.is_empty(), is_quiet, "{files:?}");
    };
    check("tree/bark.png tree/other.png", "D:\\work\\bark.psd", "tree/bark.png");
    check("tree/Skin.jpg tree/other.png", "Material.001", "tree/Skin.jpg");
    check("tree/tris.png tree/other.png", "grass02", "tree/tris.png");
    check("tree/tree.png tree/other.png", "", "tree/tree.png");
    check("tree/leaves.jpg", "", "no ");
    check("tree/leaves.jpg", "grass02", "no grass02");
    check("tree/one.jpg tree/two.jpg", "grass02", "no grass02");
    check("tree/green/skin.jpg tree/red/notes.txt", "models/players/model/skin.tga", "tree/green/skin.jpg");
    check("", "../../../etc/passwd", "no ../../../etc/passwd");
}

#[test]
fn never_takes_the_image_of_another_model() {
    let write = |folder: &TempFolder, model: &str, shader: &str| {
        let mut file = md3::one_triangle().build();
        file.set_text("surface[0].shader[0].name", shader.as_bytes());
        folder.write(model, file.bytes());
    };
    // Each case consists of the other model, its shader, the only image, and the expected skins of the model in order.
    for (other, shader, image, expected) in [
        // Items of Nexuiz, in whose folder is a single image.
        ("items/jetpack.md3", "models/items/jetpack", "items/jetpack.tga", "no wanted"),
        ("items/other.md3", "models/items/jetpack", "items/jetpack.tga", "no wanted"),
        ("items/other.md3", "models/items/x", "items/jetpack.tga", "no wanted; guess items/jetpack.tga"),
        // A muzzle flash. The image of its weapon has the name of the folder.
        ("items/gun.md3", "steel", "items/gun_2.tga", "no wanted"),
        ("items/gun.md3", "steel", "items/items.tga", "no wanted; guess items/items.tga"),
        ("items/other.md3", "steel", "items/cells.tga", "items/cells.tga"),
        ("items/other.md3", "steel", "items/cells_glass.tga", "no wanted; guess items/cells_glass.tga"),
    ] {
        let folder = TempFolder::from_list(image);
        write(&folder, "items/cells.md3", "wanted");
        write(&folder, other, shader);
        let found = skins(&folder.path("items/cells.md3"), &[("mesh", "wanted")]);
        let describe = |skin: &SurfaceSkin| {
            assert_eq!(skin.missing, ["wanted"]);
            let guess = if skin.source.is_guess() { "guess " } else { "" };
            format!("{guess}{}", shown(&folder, skin))
        };
        assert_eq!(found.iter().map(describe).collect::<Vec<_>>().join("; "), expected, "{other} {image}");
    }
}

#[test]
fn replaces_only_missing_images() {
    let surfaces = [("body", "models/gun/gun"), ("flash", "models/gun/flash")];
    let folder = TempFolder::from_list("q/models/gun/gun.md3 q/models/gun/gun.tga q/models/gun/spare.tga");
    let found = skins(&folder.path("q/models/gun/gun.md3"), &surfaces);
    assert_eq!(shown(&folder, &found[0]), "q/models/gun/gun.tga, no models/gun/flash");
    assert_eq!(found[0].source.to_string(), "named in the model");
    assert_eq!(shown(&folder, &found[1]), "q/models/gun/gun.tga, q/models/gun/spare.tga");
    assert!(found[1].source.is_guess() && found.len() == 2);
    // In Sauerbraten, the image `skin` is used for all surfaces that have no image of their own. A flash has one in most games.
    folder.write("q/models/gun/skin.jpg", b"");
    let first = |model: &str, surfaces: [(&str, &str); 2]| {
        let found = skins(&folder.path(&format!("q/models/gun/{model}.md3")), &surfaces);
        assert!(!found[0].source.is_guess());
        shown(&folder, &found[0]).replace("q/models/gun/", "")
    };
    let bolt = ("bolt", "models/gun/bolt");
    assert_eq!(first("gun", [surfaces[0], bolt]), "gun.tga, skin.jpg");
    assert_eq!(first("gun", surfaces), "gun.tga, no models/gun/flash");
    assert_eq!(first("gun_flash", [surfaces[0], bolt]), "gun.tga, no models/gun/bolt");
    let effect = skins(&folder.path("q/models/gun/gun_muzzle.md3"), &[("a", "x")]);
    assert_eq!(listed(&folder, &effect[1..2]), "skin.jpg: q/models/gun/skin.jpg");
    assert!(effect[1].source.is_guess());
    folder.write("q/models/gun/md3.cfg", b"mdlscale 50");
    assert_eq!(first("gun", surfaces), "gun.tga, skin.jpg", "the script of a Cube engine");
}

#[test]
fn finds_bare_names_in_the_whole_game() {
    // Expected: the rules in the documentation. Of several images with the name, each is a guess.
    for (files, shader, expected) in [
        ("textures/rbot4.tga progs/rbot4.tga", "rbot4", "model: textures/rbot4.tga"),
        ("env/deep/rbot4.png", "C:\\work\\rbot4.tga", "model: env/deep/rbot4.png"),
        ("env/rbot4.png", "models/x/rbot4", "model: no models/x/rbot4"),
        ("env/rbot4.png env/rbot4.jpg", "rbot4.png", "model: env/rbot4.png"),
        (
            "env/rbot4.png b/rbot4.jpg",
            "rbot4",
            "model: no rbot4; rbot4.jpg: b/rbot4.jpg; rbot4.png: env/rbot4.png",
        ),
        ("env/m4.png", "m4", "model: no m4; m4.png: env/m4.png"),
        ("models/skins/rbot4.png", "models/x/rbot4", "model: models/skins/rbot4.png"),
        ("models/x/rbot4.png", "old/x/rbot4", "model: models/x/rbot4.png"),
    ] {
        let folder = TempFolder::from_list("q/models/gun/gun.md3 rbot4.tga");
        files.split(' ').for_each(|file| folder.write(&format!("q/{file}"), b""));
        let found = skins(&folder.path("q/models/gun/gun.md3"), &[("a", shader)]);
        assert_eq!(listed(&folder, &found).replace("q/", ""), expected, "{files}");
        assert_eq!(found.iter().skip(1).filter(|skin| !skin.source.is_guess()).count(), 0);
    }
}

#[test]
fn finds_the_skins_of_an_md2_with_the_same_name() {
    let folder = TempFolder::from_list(
        "players/ann/tris.md3 players/ann/tris.md2 players/ann/red.pcx players/ann/red_i.pcx players/ann/x.pcx",
    );
    let found = skins(&folder.path("players/ann/tris.md3"), &[("body", "C:\\a"), ("belt", "")]);
    let red = "red.pcx: players/ann/red.pcx, players/ann/red.pcx";
    assert_eq!(listed(&folder, &found), format!("{red}; x.pcx: {}", red[9..].replace("red", "x")));
    assert_eq!([found[0].source.is_guess(), found[1].source.is_guess()], [false, true]);
}

#[test]
fn reads_the_images_of_cube_scripts() {
    // Expected: Cube engines run the commands in order. Paths are relative to the folder of the script, `*` means all surfaces, and commands
    // apply to the model of the last `md3load`. If the script assigns an image that is missing, no other image replaces it.
    let files = "packages/models/hands.png packages/models/gun/tris.md3 packages/models/gun/skin.jpg \
                 packages/models/gun/gun.png packages/models/gun/shiny/cuff.tga top.png";
    let folder = TempFolder::from_list(files);
    for (config, expected) in [
        ("md3skin gun gun.png\nmd3skin hands ../hands.png", "gun.png, packages/models/hands.png"),
        (
            "md3skin * gun.png masks.jpg; md3skin \"hands\" \"<noff>shiny\\cuff.jpg\" 1",
            "gun.png, shiny/cuff.tga",
        ),
        (
            "MD3LOAD ../gun/TRIS.md3\nmd3skin * gun.png\nmd3load vwep.md3\nmd3skin * ../hands.png",
            "gun.png, gun.png",
        ),
        ("md3load vwep.md3\nmd3skin * ../hands.png // not this model", "skin.jpg, skin.jpg"),
        ("md3skin hands gone.jpg\nmd3skin gun gone.jpg\nmd3skin gun gun.png", "gun.png, no gone.jpg"),
        ("md3skin hands ../../../top.png\nmd3skin gun gun.png", "gun.png, no ../../../top.png"),
        ("mdlalphatest 0.5\nmdlscale 50", "Cutout skin.jpg, Cutout skin.jpg"),
        ("md3skin * gun.png\nmdlalphatest 90\nmd3alphatest hands 0", "Cutout gun.png, Solid gun.png"),
        (
            "// md3skin * gun.png\nmd3skin\nmd3skin gun\nmd3alphatest * x\nmd3anim idle 0 1",
            "skin.jpg, skin.jpg",
        ),
    ] {
        folder.write("packages/models/gun/MD3.cfg", config.as_bytes());
        let surfaces = ["Gun", "hands"].map(|name| (name, "C:\\a.jpg"));
        let found = skins(&folder.path("packages/models/gun/tris.md3"), &surfaces);
        let shown = shown(&folder, &found[0]).replace("packages/models/gun/", "");
        assert_eq!(shown, expected, "{config}");
    }
}

#[test]
fn reads_the_cube_script_of_the_folder_above() {
    // Expected: Cube engines resolve all paths from the folder of the script. A script that does not load the model has no effect.
    for (script, expected) in [
        ("md3load gun/tris.md3\nmd3skin * gun.png", "gun.png"),
        ("md3load GUN\\tris.md3\nmd3skin * gun/a.png\nmdlalphatest 0.5", "Cutout gun/a.png"),
        ("md3skin * gun.png\nmd3load gun/tris.md3", "no x"),
        ("md3load tris.md3\nmd3skin * gun.png\nmdlalphatest 0.5", "no x"),
        ("md3load b/tris.md3\nmd3skin * gun.png\nmd3load gun/tris.md3\nmd3skin * gun/a.png", "gun/a.png"),
    ] {
        let folder = TempFolder::from_list("models/gun.png models/gun/a.png models/gun/tris.md3");
        folder.write("models/md3.cfg", script.as_bytes());
        let found = skins(&folder.path("models/gun/tris.md3"), &[("gun", "x")]);
        assert_eq!(shown(&folder, &found[0]).replace("models/", ""), expected, "{script}");
        folder.write("models/gun/md3.cfg", b"md3skin * a.png");
        let found = skins(&folder.path("models/gun/tris.md3"), &[("gun", "x")]);
        assert_eq!(shown(&folder, &found[0]), "models/gun/a.png", "the script of the own folder comes first");
    }
}

#[test]
fn reads_the_cube_scripts_of_subfolders() {
    // Expected: each script makes a skin. A script that loads another model has no effect.
    let folder = TempFolder::from_list(
        "m/armor/tris.md3 m/armor/green/g.jpg m/armor/red/skin.jpg m/armor/red/r.jpg m/armor/x.jpg",
    );
    for (path, script) in [
        ("green", "md3load ../tris.md3\nmd3skin * g.jpg\nmdlalphatest 0.5"),
        ("red", "md3load ../Tris.md3\nmd3skin * r.jpg\nmd3skin b ../x.jpg"),
        ("vwep", "md3load ../other.md3\nmd3skin * ../x.jpg"),
    ] {
        folder.write(&format!("m/armor/{path}/md3.cfg"), script.as_bytes());
    }
    let found = skins(&folder.path("m/armor/tris.md3"), &[("a", "y"), ("b", "y")]);
    let expected = "model: Cutout green/g.jpg, Cutout green/g.jpg; red: Cutout red/r.jpg, Cutout x.jpg";
    assert_eq!(listed(&folder, &found).replace("m/armor/", ""), expected);
}

#[test]
fn finds_numbered_images_of_quake_engines() {
    // Expected: the file names for which Ironwail, vkQuake and DarkPlaces look, for the surfaces `body` and `axe` of `progs/ogre.md3`.
    for (files, expected) in [
        ("ogre_0.png Ogre_1.TGA", "0: ogre_0.png, ogre_0.png; 1: Ogre_1.TGA, Ogre_1.TGA"),
        ("ogre.mdl_0.png ogre.mdl_0_luma.png", "0: ogre.mdl_0.png, ogre.mdl_0.png"),
        ("BODY_0.png axe.png own.png", "0: BODY_0.png, axe.png"),
        ("body_0.png body_1.png axe_1.png own.png", "0: body_0.png, own.png; 1: body_1.png, axe_1.png"),
        (
            "body_0_0.png body_0_1.png body_0.png axe_00_00.png",
            "0: body_0_0.png + body_0_1.png, axe_00_00.png",
        ),
        ("ogre.md3_0_0_0.png ogre.md3_1_0_0.png", "0: ogre.md3_0_0_0.png, ogre.md3_1_0_0.png"),
        // The formats in the order of Ironwail: png, tga, jpg, pcx, lmp. A palette is not a picture.
        ("body_0.lmp body_0.pcx axe.lmp", "0: body_0.pcx, axe.lmp"),
        ("body_0.jpg body_0.pcx body_0.tga axe.jpg axe.tga axe.png", "0: body_0.tga, axe.png"),
        ("body_0.lmp palette.lmp colormap.lmp own.lmp", "0: body_0.lmp, own.lmp"),
        (
            "../textures/body_0.png ../textures/progs/axe.jpg",
            "0: textures/body_0.png, textures/progs/axe.jpg",
        ),
        ("body.png body_glow.png", "0: body.png, no progs/own.png"),
        ("own.png ogre_a.png ogre2_0.png", "model: no x/skin.png, own.png"),
    ] {
        let folder = TempFolder::from_list("id1/progs/ogre.md3");
        files.split(' ').for_each(|file| folder.write(&format!("id1/progs/{file}"), b""));
        let mut found =
            skins(&folder.path("id1/progs/ogre.md3"), &[("Body", "x/skin.png"), ("axe", "progs/own.png")]);
        found.retain(|skin| !skin.source.is_guess());
        let listed = listed(&folder, &found).replace("id1/progs/", "").replace("id1/", "");
        assert_eq!(listed, expected, "{files}");
    }
}

#[test]
fn reads_several_skins_and_groups_of_a_skin_file() {
    // Expected: in vkQuake, each comma begins the shader of the next skin, and several lines for a surface are images that are shown in turn.
    // In Quake III, only the first line applies.
    let (group, two) = ("body,a\nbody,b\naxe,c", "body,a,b\naxe,c");
    for (model, file, text, expected) in [
        ("progs/ogre.md3", "progs/ogre.md3.skin", group, "default: a.png + b.png, c.png"),
        ("models/flag/flag.md3", "models/flag/flag_red.skin", group, "red: a.png, c.png"),
        ("progs/ogre.md3", "progs/OGRE.skin", two, "0: a.png, c.png; 1: b.png, c.png"),
        ("progs/ogre.md3", "progs/ogre.md3.skin", two, "0: a.png, c.png; 1: b.png, c.png"),
        ("progs/ogre.md3", "progs/ogre_1.skin", two, "1_0: a.png, c.png; 1_1: b.png, c.png"),
        ("progs/ogre.md3", "progs/ogre_1.skin", "body,a\naxe,nodraw", "1: a.png, hidden"),
    ] {
        let folder = TempFolder::from_list(&format!("{model} a.png b.png c.png"));
        folder.write(file, text.as_bytes());
        let found = skins(&folder.path(model), &[("body", ""), ("axe", "")]);
        assert_eq!(listed(&folder, &found), expected, "{file}");
    }
}

#[test]
fn finds_a_skin_in_each_subfolder() {
    let folder = TempFolder::from_list("armor/green/skin.jpg armor/yellow/skin.jpg armor/tris.md3");
    let found = skins(&folder.path("armor/tris.md3"), &[("a", "x"), ("b", "y")]);
    let expected = "green: armor/green/skin.jpg, armor/green/skin.jpg; \
                    yellow: armor/yellow/skin.jpg, armor/yellow/skin.jpg";
    assert_eq!(listed(&folder, &found), expected);
    assert_eq!(found[1].source.to_string(), "in the folder yellow");
}

#[test]
fn returns_an_empty_skin_for_a_model_without_surfaces() {
    let found = skins(Path::new("nowhere/hand.md3"), &[]);
    assert_eq!((found.len(), found[0].images.len()), (1, 0));
}

fn viewer_picture() -> Vec<u8> {
    let mark = format!("Software\0{VIEWER_SOFTWARE}");
    png([4; 2], &chunk(b"tEXt", mark.as_bytes()), &zeros(1))
}

#[test]
fn ignores_pictures_of_the_viewer() {
    let first = |folder: &TempFolder, shader: &str| {
        let found = skins(&folder.path("gun/gun.md3"), &[("a", shader)]);
        shown(folder, &found[0])
    };
    let folder = TempFolder::from_list("gun/gun.md3 gun/paint.tga");
    for picture in ["gun/gun-1.png", "gun/skin.png", "gun/red/skin.png"] {
        folder.write(picture, &viewer_picture());
    }
    assert_eq!(first(&folder, "C:\\x"), "no C:\\x");
    let all = skins(&folder.path("gun/gun.md3"), &[("a", "")]);
    assert_eq!(shown(&folder, &all[1]), "gun/paint.tga", "the guess is the only other image");
    assert_eq!((all.len(), all[1].source.is_guess()), (2, true));

    let alone = TempFolder::from_list("gun/gun.md3");
    alone.write("gun/gun.png", &viewer_picture());
    assert_eq!(first(&alone, "C:\\x"), "no C:\\x");
    assert_eq!(first(&alone, "models/gun/gun"), "no models/gun/gun", "nor by a name without its extension");
    assert_eq!(first(&alone, "models/gun/gun.tga"), "no models/gun/gun.tga");
    assert_eq!(first(&alone, "models/gun/gun.png"), "gun/gun.png", "unless it is named in full");
}

#[test]
fn finds_the_skins_of_real_models() {
    let Some(corpus) = corpus::root() else { return };
    let root = corpus.join("md3/openarena").canonicalize().expect("it is there");
    let name = |image: &SurfaceImage| match image {
        SurfaceImage::File { path, cover, .. } => {
            format!("{cover:?} {}", path.strip_prefix(&root).expect("inside").display()).replace('\\', "/")
        }
        other => format!("{other:?}"),
    };
    let check = |model: &str, surfaces: &[(&str, &str)], skin: usize, expected: &[&str]| {
        let found = skins(&root.join(model), surfaces);
        let shown: Vec<_> = found[skin].images.iter().map(name).collect();
        assert_eq!(shown, expected, "{model}");
    };
    let sarge = [("h_head", "E:\\projects\\oa\\lambert2SG")];
    check("models/players/sarge/head.md3", &sarge, 0, &["ByAlpha models/players/grism/enkiskin.tga"]);
    let missing = "Missing { name: \"models/players/grism/redskin.tga\" }";
    check("models/players/sarge/head.md3", &sarge, 1, &[missing]);
    // The name in the model is redsuit.tga.
    let tony = [("l_lower", "\\projects\\oatony\\Material.010")];
    check("models/players/tony/lower.md3", &tony, 1, &["ByAlpha models/players/tony/Redsuit.tga"]);
    let gun = "models/weapons2/machinegun";
    check(
        "models/weapons2/machinegun/machinegun.md3",
        &[("Cube.003", &format!("{gun}/skin")), ("Cube.002", &format!("{gun}/sight"))],
        0,
        &["Solid models/weapons2/machinegun/mgun.tga", "Cutout models/weapons2/machinegun/sight.tga"],
    );
    check(
        "models/weapons2/machinegun/machinegun_flash.md3",
        &[("Plane.001", &format!("{gun}/f_machinegun2")), ("Plane", &format!("{gun}/f_machinegun3"))],
        0,
        &[
            "Added models/weapons2/machinegun/f_machinegun2.tga",
            "Added models/weapons2/machinegun/f_machinegun3.jpg",
        ],
    );
}
