//! Export of an MD2 to glTF, and import of the result.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::invariants::import_gltf;
use crate::models::gltf_file::GltfFile;
use crate::models::own_models;
use md2_anim::{LoopMode, Sequence, detect};
use md2_common::RgbaImage;
use md2_export::gltf::schema::{Accessor, AnimationSampler, BufferView, ComponentType};
use md2_export::gltf::{GltfOptions, glb, write};
use md2_export::import::{ImportOptions, ImportedModel, NoFiles, OwnedModel, Sources};
use md2_export::{
    EngineLimits, ExportModel, ImageData, Md3ImportOptions, MdlOptions, SkinAlphaMode, SkinSet, SkinTexture,
    SlotSkin,
};
use md2_format::Md2;
use md2_load::{LoadOptions, load};

fn there_and_back(file: &[u8], options: &ImportOptions) -> ImportedModel {
    let model = load(file, &LoadOptions::default()).unwrap();
    let glb = write(&ExportModel::new("model", &model), &GltfOptions::default()).unwrap().to_glb().unwrap();
    import_gltf(&glb, &NoFiles, options).unwrap_or_else(|error| panic!("{error}"))
}

fn sequences(md2: &Md2<'_>) -> Vec<(String, u32, u32)> {
    let row = |s: &Sequence| (s.name.clone(), s.first, s.last);
    detect(md2.frames().map(|frame| frame.name())).sequences().iter().map(row).collect()
}

fn names(md2: &Md2<'_>) -> Vec<String> {
    md2.frames().map(|frame| frame.name().to_string()).collect()
}

fn used(md2: &Md2<'_>) -> BTreeMap<u16, u16> {
    let all: BTreeMap<u16, u16> =
        md2.triangles().iter().flat_map(|triangle| triangle.xyz).map(|vertex| (vertex, 0)).collect();
    all.into_keys().zip(0..).collect()
}

/// Returns the triangles in sorted order. A corner is a vertex number and a texel. Each triangle starts with its
/// smallest corner.
fn shape(md2: &Md2<'_>) -> Vec<[(u16, i16, i16); 3]> {
    let number = used(md2);
    let mut shape: Vec<_> = md2
        .triangles()
        .iter()
        .map(|triangle| {
            let st = triangle.st.map(|st| md2.st().record(st.into()));
            let corner = |i: usize| (number[&triangle.xyz[i]], st[i].s, st[i].t);
            let [a, b, c] = [0, 1, 2].map(corner);
            [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap_or([a, b, c])
        })
        .collect();
    shape.sort_unstable();
    shape
}

/// Returns the largest difference of a coordinate between two files, in quantization steps of the old file.
fn farthest(old: &Md2<'_>, new: &Md2<'_>) -> f32 {
    let number = used(old);
    let mut farthest = 0.0_f32;
    for (was, is) in old.frames().zip(new.frames()) {
        for (&from, &to) in &number {
            let (a, b) = (was.position(from.into()), is.position(to.into()));
            for axis in 0..3 {
                let off = (a[axis] - b[axis]).abs();
                // An axis without extent has no steps.
                let step = was.scale()[axis].abs().max(1e-4);
                farthest = farthest.max(off / step);
            }
        }
    }
    farthest
}

#[test]
fn restores_an_exported_model_exactly() {
    let corpus = md2_testdata::corpus::files("md2");
    let corpus = corpus.into_iter().map(|(path, bytes)| (path.display().to_string(), bytes));
    for (name, file) in own_models().into_iter().chain(corpus) {
        let imported = there_and_back(&file, &ImportOptions::default());
        let (old, new) = (Md2::parse(&file).unwrap(), Md2::parse(&imported.bytes).unwrap());
        assert_eq!(new.vertex_count(), used(&old).len(), "{name}: vertices");
        let differs = shape(&new).into_iter().zip(shape(&old)).find(|(new, old)| new != old);
        assert_eq!(differs, None, "{name}: triangles or skin coordinates");
        assert_eq!(new.triangles().len(), old.triangles().len(), "{name}");
        assert_eq!(sequences(&new), sequences(&old), "{name}");
        assert_eq!(names(&new), names(&old), "{name}");
        assert_eq!([new.skin_width(), new.skin_height()], [old.skin_width(), old.skin_height()], "{name}");
        let skins =
            |md2: &Md2<'_>| md2.skins().iter().map(|skin| skin.as_bytes().to_vec()).collect::<Vec<_>>();
        assert_eq!(skins(&new), skins(&old), "{name}");
        let off = farthest(&old, &new);
        assert!(off <= 1.0, "{name}: {off} steps");
    }
}

/// The rate of Blender's scenes in frames per second.
const SCENE_FPS: f32 = 24.0;

/// Rewrites an exported file as Blender 5.0 does with default settings: it samples all animations at the rate of its scene, ends them at a
/// whole frame, sorts them by name, and keeps the names of morph targets, but no other extras. With `keeps_extras` (the option "Custom
/// Properties"), all extras stay. `added` changes the weights of each sample.
fn as_blender_saves(glb: &[u8], keeps_extras: bool, scene_fps: f32, added: impl Fn(&mut [f32])) -> Vec<u8> {
    let mut file = GltfFile::read(glb);
    let mut animations = file.gltf.animations.clone();
    animations.sort_by(|a, b| a.name.cmp(&b.name));
    let append = |file: &mut GltfFile, numbers: &[f32]| {
        let (byte_offset, byte_length) = (file.bin.len() as u64, 4 * numbers.len() as u64);
        file.bin.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        file.gltf.buffer_views.push(BufferView { byte_offset, byte_length, ..BufferView::default() });
        file.gltf.accessors.push(Accessor {
            buffer_view: Some(file.gltf.buffer_views.len() - 1),
            component_type: ComponentType::F32,
            count: numbers.len() as u64,
            ..Accessor::default()
        });
        file.gltf.accessors.len() - 1
    };
    for animation in &mut animations {
        let (times, _) = file.keys(animation, 0, "weights").unwrap();
        let end = times[times.len() - 1] + 1e-4;
        let samples = (0..=u16::MAX).map(|key| f32::from(key) / scene_fps);
        let times: Vec<f32> = samples.take_while(|time| *time <= end).collect();
        let sample = |&time: &f32| {
            let mut weights = file.weights(animation, 0, time);
            added(&mut weights);
            weights
        };
        let weights: Vec<f32> = times.iter().flat_map(sample).collect();
        let (input, output) = (append(&mut file, &times), append(&mut file, &weights));
        animation.samplers[0] = AnimationSampler { input, output, interpolation: None };
    }
    file.gltf.animations = animations;
    file.gltf.asset.generator = Some(String::from("Khronos glTF Blender I/O v5.0.21"));
    file.gltf.buffers[0].byte_length = file.bin.len() as u64;
    if !keeps_extras {
        file.gltf.meshes[0].extras.as_mut().and_then(|extras| extras.as_object_mut()).unwrap().remove("md2");
    }
    glb::write(serde_json::to_string(&file.gltf).unwrap().as_bytes(), &file.bin).unwrap()
}

#[test]
fn a_file_that_blender_saved_keeps_frames_names_order_and_skin_size() {
    let (_, moving) = own_models().swap_remove(0);
    // Several sequences of one pose, as in a player that was made from few animations. Sorted by name, they would come first.
    let mut still = moving.clone();
    let field = |at: usize| u32::from_le_bytes(moving[at..at + 4].try_into().unwrap()) as usize;
    let (frame_bytes, first_frame) = (field(16), field(56));
    let frame = |number: usize| first_frame + number * frame_bytes..first_frame + (number + 1) * frame_bytes;
    let pose = moving[frame(72)].to_vec();
    for number in 54..178 {
        let name = frame(number).start + 24..frame(number).start + 40;
        let bytes = still[name.clone()].to_vec();
        still[frame(number)].copy_from_slice(&pose);
        still[name].copy_from_slice(&bytes);
    }
    for (bytes, keeps_extras) in [(&moving, false), (&moving, true), (&still, false), (&still, true)] {
        let old = Md2::parse(bytes).unwrap();
        let model = load(bytes, &LoadOptions::default()).unwrap();
        let glb =
            write(&ExportModel::new("model", &model), &GltfOptions::default()).unwrap().to_glb().unwrap();
        let saved = as_blender_saves(&glb, keeps_extras, SCENE_FPS, |_| {});
        let imported = import_gltf(&saved, &NoFiles, &ImportOptions::default()).unwrap();
        let new = Md2::parse(&imported.bytes).unwrap();
        assert_eq!(names(&new), names(&old), "extras: {keeps_extras}");
        assert_eq!(sequences(&new), sequences(&old));
        assert_eq!([new.skin_width(), new.skin_height()], [old.skin_width(), old.skin_height()]);
        assert_eq!(new.vertex_count(), old.vertex_count());
        assert_eq!(shape(&new), shape(&old));
        assert!(farthest(&old, &new) <= 1.0);
        assert!(imported.report.sequences.iter().all(|sequence| sequence.fps == 10.0));
        assert_eq!(imported.report.losses, []);
    }
}

/// Returns an exported model of 12 frames with the names `frame1`, `frame2` and so on, and its sequences.
fn numbered_model() -> (Vec<Sequence>, Vec<u8>) {
    let names: Vec<String> = (1..=12).map(|number| format!("frame{number}")).collect();
    let mut spec = md2_testdata::with_frames(names);
    for (frame, x) in spec.frames.iter_mut().zip([0.0, 4.0, 1.0, 1.0, 3.0, 9.0, 9.0, 9.0, 2.0, 0.0, 5.0, 6.0])
    {
        frame.translate = [x, 0.0, 0.0];
    }
    let model = load(spec.build().bytes(), &LoadOptions::default()).unwrap();
    let sequence = |name, first, last, fps, mode| Sequence { fps, mode, ..Sequence::new(name, first, last) };
    let sequences = vec![
        sequence("walk", 0, 4, 15.0, LoopMode::Loop),
        sequence("fall", 5, 11, 20.0, LoopMode::Once),
        sequence("lie", 11, 11, 10.0, LoopMode::Once),
    ];
    let subject = ExportModel { sequences: &sequences, ..ExportModel::new("model", &model) };
    let glb = write(&subject, &GltfOptions::default()).unwrap().to_glb().unwrap();
    (sequences, glb)
}

#[test]
fn morph_targets_are_the_frames_at_any_sampling_rate() {
    let (sequences, glb) = numbered_model();
    for scene_fps in [24.0, 25.0, 30.0, 60.0, 300.0] {
        let saved = as_blender_saves(&glb, false, scene_fps, |_| {});
        let options = Md3ImportOptions {
            name: String::from("model"),
            folder: String::new(),
            limits: EngineLimits::QUAKE3_MD3,
        };
        let owned = md2_export::import::import_gltf(&saved, &NoFiles, &ImportOptions::default()).unwrap();
        assert_eq!(owned.to_md3(&options).unwrap().sequences[..2], sequences[..2], "{scene_fps}");
        let imported = import_gltf(&saved, &NoFiles, &ImportOptions::default()).unwrap();
        let new = Md2::parse(&imported.bytes).unwrap();
        let expected: Vec<String> = (1..=12).map(|number| format!("frame{number}")).collect();
        assert_eq!(names(&new), expected);
        assert!((new.frame(11).position(0)[0] - new.frame(0).position(0)[0] - 6.0).abs() < 0.1);
    }
}

/// Returns a skin of 32 x 64 texels. In this test, the image file consists of its shade.
fn painted(name: &str, shade: u8) -> SlotSkin {
    let pixels = ImageData::Png(vec![shade].into());
    SlotSkin::Texture(Arc::new(SkinTexture {
        name: name.to_owned(),
        pixels,
        glow: None,
        alpha: SkinAlphaMode::Opaque,
    }))
}

/// Writes a model with skins as glTF, and reads the file as Blender saves it.
fn through_blender(file: &[u8], skins: Vec<SkinSet>) -> OwnedModel {
    struct Shades;
    impl Sources for Shades {
        fn file(&self, _: &str) -> Result<Vec<u8>, String> {
            Err(String::from("no other files"))
        }
        fn decode(&self, file: &[u8]) -> Result<RgbaImage, String> {
            Ok(RgbaImage::filled(32, 64, [file[0], file[0], file[0], 255]))
        }
    }
    let model = load(file, &LoadOptions::default()).unwrap();
    let mut subject = ExportModel::new("model", &model);
    subject.skins.extend(skins);
    let glb = write(&subject, &GltfOptions::default()).unwrap().to_glb().unwrap();
    let saved = as_blender_saves(&glb, false, SCENE_FPS, |_| {});
    md2_export::import::import_gltf(&saved, &Shades, &ImportOptions::default()).unwrap()
}

#[test]
fn all_skins_come_back_with_their_paths_and_sizes() {
    let (_, wanderer) = own_models().swap_remove(0);
    let skins = [("wanderer.png", 10), ("ember.png", 20), ("moss.png", 30)];
    let set = |(name, shade)| SkinSet { name: String::from(name), slots: vec![painted(name, shade)] };
    let model = through_blender(&wanderer, skins.map(set).into());
    let imported = model.clone().to_md2().unwrap();
    let md2 = Md2::parse(&imported.bytes).unwrap();
    let paths: Vec<String> = md2.skins().iter().map(|path| path.to_string()).collect();
    let expected = ["wanderer", "ember", "moss"].map(|name| format!("players/wanderer/{name}.pcx"));
    assert_eq!(paths, expected);
    let others = imported.other_skins.iter().flatten();
    let images: Vec<_> = imported.surfaces.iter().chain(others).collect();
    for ((image, path), shade) in images.iter().zip(&expected).zip([10, 20, 30]) {
        let found = (&image.path, image.skin.pixels.size(), image.skin.pixels.pixel(9, 9)[0]);
        assert_eq!(found, (path, [32, 64], shade));
    }
    assert_eq!((images.len(), &imported.report.losses[..]), (3, &[][..]));
    let options = MdlOptions { limits: EngineLimits::IRONWAIL_MDL, ..MdlOptions::default() };
    let mdl = model.to_mdl(&options).unwrap();
    // The size in the header of the MD2, which also determines the texels of the texture coordinates.
    assert_eq!(
        (mdl.skins, mdl.report.skin_size),
        (3, [md2.skin_width(), md2.skin_height()].map(|side| u16::try_from(side).unwrap()))
    );
}

/// Two surfaces with the shaders of a player, but without images.
#[test]
fn surfaces_keep_names_shaders_order_and_texture_coordinates_without_images() {
    let mut spec = md2_testdata::md3::two_surfaces();
    let names: [(&[u8], &[u8]); 2] =
        [(b"l_Legs.2", b"models/players/me/legs.tga"), (b"a torso", b"models/players/me/body.tga")];
    for (surface, (name, shader)) in spec.surfaces.iter_mut().zip(names) {
        (surface.name, surface.shaders) = (name.to_vec(), vec![shader.to_vec()]);
    }
    let file = spec.build().into_bytes();
    let model = through_blender(&file, Vec::new());
    let options = Md3ImportOptions {
        name: String::from("lower"),
        folder: String::from("models/players/me"),
        limits: EngineLimits::QUAKE3_MD3,
    };
    let imported = model.clone().to_md3(&options).unwrap();
    let new = md3_format::Md3::parse(&imported.bytes).unwrap();
    let surface = |surface: &md3_format::Surface<'_>| {
        let shaders: Vec<_> = surface.shaders().iter().map(|shader| shader.name.to_string()).collect();
        (surface.name().to_string(), shaders)
    };
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let expected = names.map(|(name, shader)| (text(name), vec![text(shader)]));
    assert_eq!(new.surfaces().iter().map(surface).collect::<Vec<_>>(), expected);
    assert!(imported.surfaces.iter().all(|surface| surface.path.is_empty()), "there is nothing to write");
    // As MD2, each surface has an area of its own of 256 x 256 texels, which is not scaled down to the height that the game accepts.
    let md2 = model.to_md2().unwrap();
    let [width, height] = md2.report.skin_size;
    assert!(width >= 2 * 256 && (256..=480).contains(&height), "{width} x {height}");
}

/// A texel is a 256th of the image, so rounding moves a coordinate by at most half of that.
#[test]
fn texture_coordinates_move_by_at_most_a_512th_without_images() {
    let mut spec = md2_testdata::md3::one_triangle();
    spec.surfaces[0].st = vec![[0.1234, 0.9871], [0.5017, 0.3333], [0.7499, 0.0613]];
    let imported = through_blender(spec.build().bytes(), Vec::new()).to_md2().unwrap();
    let found = load(&imported.bytes, &LoadOptions::default()).unwrap().mesh;
    for uv in &spec.surfaces[0].st {
        let off = |found: &[f32; 2]| (found[0] - uv[0]).abs().max((found[1] - uv[1]).abs());
        let least = found.uvs().iter().map(off).fold(1.0, f32::min);
        assert!(least <= 1.0 / 512.0, "{uv:?}: {least}, {:?}", found.uvs());
    }
}

/// A track of Blender that is not muted adds the first frame of another sequence to each animation.
#[test]
fn weights_above_one_are_reported_with_their_cause() {
    let (_, glb) = numbered_model();
    let saved = as_blender_saves(&glb, false, SCENE_FPS, |weights| weights[4] += 1.0);
    let imported = import_gltf(&saved, &NoFiles, &ImportOptions::default()).unwrap();
    let notes = imported.report.notes.join("\n");
    assert!(notes.contains("add up to 2.00") && notes.contains("NLA track"), "{notes}");
}

/// The animations of a face blend several shapes freely.
#[test]
fn free_blends_of_morph_targets_are_sampled() {
    let (_, glb) = numbered_model();
    let face = as_blender_saves(&glb, false, SCENE_FPS, |weights| {
        weights.iter_mut().for_each(|weight| *weight *= 0.5);
        weights[6] += 0.25;
        weights[9] += 0.25;
    });
    let imported = import_gltf(&face, &NoFiles, &ImportOptions::default()).unwrap();
    let lengths: Vec<_> =
        imported.report.sequences.iter().map(|one| (&*one.name, one.last + 1 - one.first)).collect();
    // At ten frames per second, a third of a second is three steps. The last pose of "walk" equals the first.
    assert_eq!(lengths, [("fall", 4), ("lie", 1), ("walk", 3)]);
}
