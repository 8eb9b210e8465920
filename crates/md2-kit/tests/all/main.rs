//! Tests that open models, compute poses and find skins, as a game does.

mod hundred_lines;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use md2_kit::anim::{Crowd, Playback, Sequence};
use md2_kit::load::{LoadError, LoadedModel};
use md2_kit::{
    Model, OpenError, RgbaImage, UnknownSequence, assets, md2_format, md3_format, mdl_format, mesh,
};
use md2_testdata::{TempFolder, archive, md3, mdl, one_triangle};

const fn assert_send_sync<T: Send + Sync>() {}

/// Other programs pass values of these types between threads.
const _: () = assert_send_sync::<(
    (Model, OpenError, UnknownSequence, RgbaImage, Playback, Crowd, Sequence, mesh::Mesh),
    (LoadedModel, LoadError, assets::MemoryFiles, assets::LoadImageError, assets::ReadError),
    (md2_format::Md2<'static>, md2_format::Model, md2_format::ParseError),
    (md3_format::Md3<'static>, md3_format::Model, mdl_format::Mdl<'static>, mdl_format::Model),
)>();

/// A TGA of 1 x 1 pixels: true color, 24 bits per pixel.
const PIXEL: &[u8] = &[0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 90, 90, 90];

fn write(folder: &TempFolder, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path(name);
    fs::create_dir_all(path.parent().expect("files are in the folder")).unwrap();
    fs::write(&path, bytes).unwrap();
    path
}

fn skin_sizes(model: &Model) -> Vec<Option<[u32; 2]>> {
    let skins = model.skins().unwrap();
    skins.iter().map(|skin| skin.as_ref().map(|image| [image.width(), image.height()])).collect()
}

#[test]
fn poses_are_the_mean_of_two_frames_halfway_between_them() {
    let model = Model::from_bytes(one_triangle().build().bytes()).unwrap();
    assert_eq!(model.sequences()[0].name, "stand");
    let mut stand = model.play("stand").unwrap();
    // Ten frames per second: 50 ms are half a frame.
    stand.advance(Duration::from_millis(50));
    let pose = stand.pose();
    assert_eq!((pose.frame_a, pose.frame_b, pose.blend), (0, 1, 0.5));
    let vertices = model.blended(pose);
    // The bytes of the third vertex are (255, 0, 0) and (255, 0, 255). A step is 1/8 unit, and the second frame starts 8 units higher.
    assert_eq!((vertices.len(), vertices[2].position), (3, [31.875, 0.0, 39.875 / 2.0]));
}

#[test]
fn unknown_sequences_are_rejected_with_the_known_names() {
    let model = Model::from_bytes(one_triangle().build().bytes()).unwrap();
    let error = model.play("swim").unwrap_err();
    assert_eq!(error.to_string(), "the model has no sequence \"swim\", expected one of: stand");
}

#[test]
fn skins_come_from_files_beside_the_model_and_from_archives() {
    let folder = TempFolder::new();
    let loose = write(&folder, "baseq2/players/me/tris.md2", one_triangle().build().bytes());
    assert_eq!(skin_sizes(&md2_kit::open(&loose).unwrap()), [None]);
    write(&folder, "baseq2/players/me/tris.tga", PIXEL);
    assert_eq!(skin_sizes(&md2_kit::open(&loose).unwrap()), [Some([1, 1])]);

    let model = one_triangle().build().into_bytes();
    let pak = archive::pak(&[(b"players/me/tris.md2", &model), (b"players/me/tris.tga", PIXEL)]);
    let pak = write(&folder, "packed/pak0.pak", &pak);
    assert_eq!(skin_sizes(&md2_kit::open(pak.join("players/me/tris.md2")).unwrap()), [Some([1, 1])]);
}

#[test]
fn skins_inside_a_model_need_no_file() {
    let model = Model::from_bytes(mdl::one_triangle().build().bytes()).unwrap();
    assert_eq!(skin_sizes(&model), [model.loaded.facts.skin_size.map(|size| size.map(|side| side as u32))]);
}

#[test]
fn every_surface_of_an_md3_has_its_skin() {
    let folder = TempFolder::new();
    let path = write(&folder, "models/blade.md3", md3::two_surfaces().build().bytes());
    let model = md2_kit::open(&path).unwrap();
    assert_eq!(skin_sizes(&model), [None, None]);
    // A `.skin` file assigns an image to the first surface, and hides the second.
    let surfaces: Vec<_> = model.mesh().surfaces().iter().map(|surface| surface.name.clone()).collect();
    write(
        &folder,
        "models/blade_default.skin",
        format!("{},skin.tga\n{},\n", surfaces[0], surfaces[1]).as_bytes(),
    );
    write(&folder, "skin.tga", PIXEL);
    assert_eq!(skin_sizes(&md2_kit::open(&path).unwrap()), [Some([1, 1]), None]);
}

#[test]
fn errors_name_the_file_and_the_reason() {
    let folder = TempFolder::new();
    let path = write(&folder, "letter.md2", b"a letter");
    let error = md2_kit::open(&path).unwrap_err();
    assert!(matches!(error, OpenError::Load { error: LoadError::Foreign { .. }, .. }), "{error:?}");
    assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
    assert!(matches!(md2_kit::open(Path::new("no such file")), Err(OpenError::Read(_))));
}
