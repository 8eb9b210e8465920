//! The search for images of surfaces and shaders.

use std::collections::BTreeSet;
use std::path::Path;

use md2_assets::{
    Cover, FolderCache, ShaderLayers, StageColors, SurfaceImage, SurfaceNames, SurfaceSkin,
    find_surface_skins,
};
use md2_testdata::TempFolder;
use md2_testdata::md3;

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

#[test]
fn finds_the_skins_of_the_table() {
    for case in include_str!("surfaces.txt").replace('\r', "").split("\n\n") {
        let mut lines = case.lines().filter(|line| !line.starts_with('#'));
        let Some(files) = lines.next() else { continue };
        let folder = TempFolder::from_list(files);
        let (mut surfaces, mut expected) = (Vec::new(), Vec::new());
        for line in lines.map(str::trim) {
            if let Some(names) = line.strip_prefix("surfaces ") {
                surfaces.extend(names.split(' ').map(|name| name.split_once('=').expect("a shader")));
            } else if let Some(file) = line.strip_prefix("write ") {
                let (name, text) = file.split_once(": ").expect("a text");
                folder.write(name, text.replace('⏎', "\n").as_bytes());
            } else {
                expected.push(line.to_owned());
            }
        }
        let found = skins(&folder.path(files.split(' ').next().expect("a model")), &surfaces);
        let line = |skin: &SurfaceSkin| format!("{} ({}): {}", skin.label, skin.source, shown(&folder, skin));
        let missing: BTreeSet<&String> = found.iter().flat_map(|skin| &skin.missing).collect();
        let missing = missing.into_iter().map(|name| format!("missing {name}"));
        let lines = found.iter().map(|skin| line(skin).trim_end().to_owned()).chain(missing);
        assert_eq!(lines.collect::<Vec<_>>(), expected, "{case}");
    }
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
fn returns_an_empty_skin_for_a_model_without_surfaces() {
    let found = skins(Path::new("nowhere/hand.md3"), &[]);
    assert_eq!((found.len(), found[0].images.len()), (1, 0));
}
