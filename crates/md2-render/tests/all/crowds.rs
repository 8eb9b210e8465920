//! Tests of crowds: comparison with the same models drawn one by one, culling, and costs.

#![allow(clippy::cast_possible_truncation, reason = "counts are small")]

use crate::common::{self, Gpu, add_plain_texture, count, difference, gpu_with, scene, surfaces};
use md2_load::LoadOptions;
use md2_mesh::{Mesh, Packing};
use md2_render::{
    Camera, Crowd, CrowdCulling, CrowdMember, Faces, Floor, Light, ModelId, ModelInstance, Pose, Projection,
    Renderer, RendererOptions, RgbaImage, Scene, Shading, Skin, SurfaceBlend, TextureImages,
};
use md2_testdata::random::Random;

fn figure() -> Mesh {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/tris.md2");
    let bytes = std::fs::read(path).expect("an asset");
    md2_load::load(&bytes, &LoadOptions::default()).expect("a model").mesh
}

fn renderer(culling: CrowdCulling, samples: u32) -> Option<Gpu> {
    gpu_with(&RendererOptions { crowd_culling: culling, samples, ..Default::default() })
}

fn member(at: [f32; 3], yaw: f32, scale: f32, pose: Pose, outfit: u32) -> CrowdMember {
    let (sin, cos) = yaw.sin_cos();
    let [x, y, z] = at;
    let size = scale.abs();
    let transform = [
        [cos * scale, sin * scale, 0.0, 0.0],
        [-sin * size, cos * size, 0.0, 0.0],
        [0.0, 0.0, size, 0.0],
        [x, y, z, 1.0],
    ];
    CrowdMember { transform, pose, outfit }
}

fn field(random: &mut Random, frames: usize, spacing: f32, outfits: u32) -> Vec<CrowdMember> {
    let frames = u32::try_from(frames).unwrap();
    (0..64_u16)
        .map(|number| {
            let place = |at: u16| (f32::from(at) - 3.5) * spacing;
            let mut beside = |reach: f32| random.within(-reach, reach);
            let at = [place(number / 8) + beside(8.0), place(number % 8) + beside(8.0), beside(3.0)];
            let pose = Pose {
                frame_a: (random.within(0.0, 1.0) * frames as f32) as u32 % frames,
                frame_b: (random.within(0.0, 1.0) * frames as f32) as u32 % frames,
                // In the game, the normals of a pose without a blend differ.
                blend: if number % 8 == 0 { 0.0 } else { random.within(0.0, 1.0) },
            };
            let scale = random.within(0.7, 1.4) * if number % 5 == 0 { -1.0 } else { 1.0 };
            member(at, random.within(0.0, 7.0), scale, pose, u32::from(number) % outfits)
        })
        .collect()
}

struct TestCrowds {
    models: [(ModelId, Vec<CrowdMember>); 3],
    outfits: Vec<Vec<Skin>>,
}

impl TestCrowds {
    fn new(gpu: &mut Renderer, seed: u64) -> Self {
        let mut picture = RgbaImage::filled(64, 64, [200, 160, 90, 255]);
        for (index, texel) in picture.rgba_mut().chunks_exact_mut(4).enumerate() {
            let shade = u8::try_from((index * 7 + index / 64 * 13) % 97).unwrap();
            texel.copy_from_slice(&[
                120 + shade,
                90 + shade / 2,
                40 + shade,
                if shade > 60 { 40 } else { 255 },
            ]);
        }
        let images = TextureImages::from(&picture);
        let skin = gpu.add_texture(images).expect("a texture");
        let glowing = gpu.add_texture(TextureImages { glow: Some(&picture), ..images }).expect("a texture");
        let red = Skin::opaque(add_plain_texture(gpu, [200, 30, 20]));
        let blended = |texture, blend| Skin::Texture { texture, blend };
        let outfits = vec![
            vec![Skin::opaque(skin), Skin::opaque(glowing), red],
            vec![Skin::opaque(glowing), blended(skin, SurfaceBlend::Cutout), Skin::Hidden],
            vec![red, blended(glowing, SurfaceBlend::Cutout), blended(skin, SurfaceBlend::Added)],
            vec![],
        ];
        let mut random = Random::new(seed);
        let meshes = [
            figure(),
            surfaces(Packing::Position16Normal16, 3, &[0, 1, 2, 0]),
            surfaces(Packing::Position8Normal8, 2, &[1, 0]),
        ];
        let models = meshes.each_ref().map(|mesh| {
            let members = field(&mut random, mesh.frame_count(), 60.0, 5);
            (gpu.add_model(mesh).expect("a model"), members)
        });
        Self { models, outfits }
    }

    fn draw_crowds(&self, gpu: &mut Renderer, scene: &Scene<'_>, size: [u32; 2]) -> RgbaImage {
        let outfits: Vec<&[Skin]> = self.outfits.iter().map(|outfit| &outfit[..]).collect();
        let crowds = self.models.each_ref().map(|(model, members)| Crowd {
            model: *model,
            outfits: &outfits,
            members,
        });
        gpu.render_image(&Scene { crowds: &crowds, ..*scene }, size).expect("a picture")
    }

    fn draw_singles(&self, gpu: &mut Renderer, scene: &Scene<'_>, size: [u32; 2]) -> RgbaImage {
        let single = |model: ModelId, member: &CrowdMember| ModelInstance {
            transform: member.transform,
            pose: member.pose,
            ..ModelInstance::new(model, self.outfits.get(member.outfit as usize).map_or(&[], |skins| skins))
        };
        let models: Vec<_> = self
            .models
            .iter()
            .flat_map(|(model, members)| members.iter().map(move |member| single(*model, member)))
            .collect();
        gpu.render_image(&Scene { models: &models, ..*scene }, size).expect("a picture")
    }
}

fn cameras() -> [Camera; 3] {
    let wide = Camera { eye: [420.0, 80.0, 240.0], near: 4.0, ..Camera::default() };
    let within = Camera { eye: [20.0, 10.0, 20.0], target: [-100.0, 30.0, 0.0], near: 1.0, ..wide };
    let close = Camera { eye: [35.0, 30.0, 3.0], target: [29.0, 28.0, 0.0], near: 0.5, ..wide };
    [wide, within, close]
}

#[test]
fn crowds_look_like_single_models() {
    for samples in [1, 4] {
        let Some(mut gpu) = renderer(CrowdCulling::Auto, samples) else { return };
        let test = TestCrowds::new(&mut gpu, 1);
        let [wide, within, close] = cameras();
        for (camera, two_sided, shading, faces) in [
            (wide, true, Shading::Smooth, Faces::Solid),
            (within, false, Shading::Smooth, Faces::Solid),
            (close, false, Shading::Classic, Faces::Solid),
            (wide, true, Shading::Game, Faces::Solid),
            (within, true, Shading::Smooth, Faces::Wireframe),
        ] {
            let shown = Scene { camera, two_sided, shading, faces, light: Light::default(), ..scene() };
            let crowd = test.draw_crowds(&mut gpu, &shown, [200, 125]);
            let single = test.draw_singles(&mut gpu, &shown, [200, 125]);
            assert!(crowd.pixels().filter(|pixel| *pixel != common::BACKGROUND).count() > 700);
            let case =
                format!("{samples} samples, two-sided {two_sided}, {shading:?}, {faces:?}, {camera:?}");
            common::assert_alike(&crowd, &single, &case);
        }
    }
}

#[test]
fn culling_skips_nothing_visible() {
    for samples in [1, 4] {
        let Some(mut all) = renderer(CrowdCulling::Members, samples) else { return };
        let Some(mut some) = renderer(CrowdCulling::Triangles, samples) else { return };
        let (cast_all, cast_some) = (TestCrowds::new(&mut all, 2), TestCrowds::new(&mut some, 2));
        let mut random = Random::new(3);
        let (mut triangles, mut listed, mut absent) = (0, 0, 0);
        for number in 0..16 {
            let mut place = |reach: f32| {
                [random.within(-reach, reach), random.within(-reach, reach), random.within(-40.0, 120.0)]
            };
            let (eye, target) = (place(400.0), place(200.0));
            let near = random.within(0.5, 8.0);
            let projection = Projection::Perspective { fov_y: random.within(0.3, 2.0) };
            let camera = Camera { eye, target, near, projection, ..Camera::default() };
            let shown = Scene { camera, two_sided: number % 2 == 0, ..scene() };
            // In large pictures, the distance between two positions of a vertex is small compared with a triangle, even if
            // the device has only 16 positions per pixel.
            let is_large = number == 1;
            let size = if is_large { [1200, 900] } else { [160 + number, 120] };
            let whole = cast_all.draw_crowds(&mut all, &shown, size);
            let culled = cast_some.draw_crowds(&mut some, &shown, size);
            let found = difference(&whole, &culled);
            assert_eq!(found, 0, "{samples} samples, camera {number}: {camera:?}");
            if is_large {
                triangles += all.stats().crowd_triangles;
                listed += some.stats().crowd_triangles;
            }
            absent += some.stats().crowd_members - some.stats().crowd_members_drawn;
        }
        // Checks that culling saves work: it skips triangles that face away in half of the pictures, and triangles
        // outside the picture.
        assert!(listed * 3 < triangles * 2, "{listed} of {triangles} triangles");
        assert!(absent > 0, "no member was out of sight");
    }
}

#[test]
fn an_invisible_crowd_costs_nothing() {
    let Some(mut gpu) = renderer(CrowdCulling::Auto, 1) else { return };
    let test = TestCrowds::new(&mut gpu, 4);
    let away = Camera { eye: [500.0, 0.0, 0.0], target: [1000.0, 0.0, 0.0], ..Camera::default() };
    let before = gpu.stats().draw_calls;
    let picture = test.draw_crowds(&mut gpu, &Scene { camera: away, ..scene() }, [64, 64]);
    assert_eq!(count(&picture, common::BACKGROUND), 64 * 64);
    let stats = gpu.stats();
    assert_eq!((stats.crowd_members, stats.crowd_members_drawn), (3 * 64, 0));
    assert_eq!((stats.crowd_triangles, stats.crowd_bytes, stats.draw_calls), (0, 0, before));
}

#[test]
fn a_crowd_costs_the_bytes_of_its_visible_members() {
    let Some(mut gpu) = renderer(CrowdCulling::Auto, 1) else { return };
    let test = TestCrowds::new(&mut gpu, 5);
    let floor = Some(Floor { fade: [500.0, 900.0], ..Floor::default() });
    let shown = Scene { camera: cameras()[0], floor, light: Light::default(), ..scene() };
    let before = gpu.stats();
    test.draw_crowds(&mut gpu, &shown, [200, 150]);
    let after = gpu.stats();
    assert_eq!(after.vertex_bytes_uploaded, before.vertex_bytes_uploaded);
    assert_eq!(after.texture_bytes_uploaded, before.texture_bytes_uploaded);
    // 160 bytes for each member, and three indices for each listed triangle.
    assert!(after.crowd_members_drawn > 2 * 64);
    let is_listed = gpu.adapter().kind == md2_render::AdapterKind::Software;
    let listed = if is_listed { after.crowd_triangles } else { 0 };
    assert_eq!(after.crowd_bytes, 160 * u64::from(after.crowd_members_drawn) + 12 * listed);
    assert_eq!(after.bytes_written_last_draw, after.crowd_bytes + 64 + 16 * 16);
}

#[test]
fn members_cast_soft_shadows_at_their_feet() {
    let Some(mut gpu) = renderer(CrowdCulling::Auto, 4) else { return };
    let model = gpu.add_model(&figure()).expect("a model");
    // 120 members fly above the floor, more than one descriptor set contains. The last member stands on the floor, so its shadow is drawn
    // from the second set.
    let mut members = vec![member([0.0, -60.0, 200.0], 0.3, 1.0, Pose::still(0), 0); 120];
    members.push(member([0.0, 60.0, 0.0], 0.3, 1.0, Pose::still(0), 0));
    let hidden: [&[Skin]; 1] = [&[Skin::Hidden; 8]];
    let crowds = [Crowd { model, outfits: &hidden, members: &members }];
    let projection = Projection::Perspective { fov_y: 1.0 };
    let camera = Camera { eye: [1.0, 0.0, 300.0], projection, ..Camera::default() };
    let floor = Floor { height: -24.0, fade: [400.0, 800.0], ..Floor::default() };
    let mut picture = |crowds: &[Crowd<'_>], floor| {
        gpu.render_image(&Scene { camera, floor: Some(floor), crowds, ..scene() }, [200, 200])
            .expect("a picture")
    };
    let bare = picture(&[], floor);
    let with = picture(&crowds, floor);
    let darker = |left: bool| {
        let pairs = bare.pixels().zip(with.pixels()).enumerate();
        let darker = pairs.filter(|(i, (bare, with))| (i % 200 < 100) == left && with[1] + 8 < bare[1]);
        darker.count()
    };
    // From this side, +Y is on the right.
    assert!(
        darker(false) > 20 && darker(true) == 0,
        "{} pixels below the standing member, {} below the flying one",
        darker(false),
        darker(true)
    );
    assert_eq!(
        picture(&crowds, Floor { shadow: 0.0, ..floor }),
        picture(&[], Floor { shadow: 0.0, ..floor })
    );
    picture(&crowds, floor);
    assert_eq!(gpu.stats().crowd_members_drawn, 121);
}
