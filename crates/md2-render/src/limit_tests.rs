//! Tests of sizes above a device's limits. The error contains the size and the limit, and the renderer still works.
//! The tests lower the limits, since they could not reach the limits of real devices.

use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing};

use crate::common::{Gpu, SIZE, add_plain_texture, count, gpu_from, instance_with, middle_square, scene};
use crate::marks::{MarkVertex, Marks};
use crate::options::RendererOptions;
use crate::overlay::{Overlay, OverlayMesh, OverlayTexture, OverlayVertex};
use crate::renderer::Renderer;
use crate::scene::{Crowd, CrowdMember, Floor, Scene, Skin};
use crate::style::Filter;
use crate::vk::{AdapterKind, DeviceOptions, Limits, RenderError};
use md2_common::RgbaImage;

fn gpu_within(limits: Limits) -> Option<Gpu> {
    gpu_from(|validation| {
        let options = RendererOptions { validation, ..RendererOptions::default() };
        Renderer::headless_on(&options, &DeviceOptions { limits, ..options.device_options() })
    })
}

fn assert_draws(gpu: &mut Gpu) {
    let skin = add_plain_texture(gpu, [0, 200, 0]);
    let model = gpu.add_model(&middle_square()).expect("a small model");
    let floor = Some(Floor { height: -200.0, ..Floor::default() });
    let picture = gpu.render_image(&Scene { models: &[instance_with(model, skin)], floor, ..scene() }, SIZE);
    let picture = picture.expect("a small picture");
    assert_eq!(count(&picture, [0, 200, 0, 255]), 50 * 50);
    gpu.remove_model(model);
    gpu.remove_texture(skin);
}

#[test]
fn pictures_and_textures_have_separate_limits() {
    let Some(mut gpu) = gpu_within(Limits { image_edge: 400, picture_edge: 300, ..Limits::NONE }) else {
        return;
    };
    gpu.render_image(&scene(), [300, 2]).expect("a picture");
    gpu.add_texture(&RgbaImage::filled(400, 2, [0; 4])).expect("a texture");
    for size @ [width, height] in [[301, 2], [2, 301], [u32::MAX, 1], [1, u32::MAX], [u32::MAX; 2]] {
        let error = gpu.render_image(&scene(), size).expect_err("there is no such image");
        assert_eq!(error, RenderError::ImageTooLarge { width, height, max: 300 });
        assert_draws(&mut gpu);
    }
    let error = gpu.add_texture(&RgbaImage::filled(401, 2, [0; 4])).expect_err("there is no such image");
    assert_eq!(error, RenderError::ImageTooLarge { width: 401, height: 2, max: 400 });
    let size = [u32::MAX; 2];
    let texture = OverlayTexture { size, pixels: &[0; 4], part: None, filter: Filter::Linear };
    let error = gpu.set_overlay_texture(1, &texture).expect_err("there is no such image");
    assert_eq!(error, RenderError::ImageTooLarge { width: u32::MAX, height: u32::MAX, max: 400 });
    assert_draws(&mut gpu);
}

fn mesh_of(vertices: u32) -> Mesh {
    let (still, packed) = (vec![FrameTransform::IDENTITY], vec![0; vertices as usize * 4]);
    let parts = MeshParts::whole(Packing::Position8Normal8, still, packed, vec![0, 1, vertices - 1]);
    Mesh::from_parts(parts).expect("a mesh")
}

fn draw_interface(gpu: &mut Gpu, vertices: usize) -> Result<(), RenderError> {
    let vertices = &vec![OverlayVertex { pos: [0.0; 2], uv: [0.0; 2], color: [0; 4] }; vertices];
    let mesh = OverlayMesh { clip: [0.0; 4], texture: 0, vertices, indices: &[0, 1, 2] };
    let overlay = Overlay { pixels_per_point: 1.0, meshes: &[mesh, mesh] };
    let mut image = RgbaImage::filled(1, 1, [0; 4]);
    gpu.render_image_into(&scene(), Some(&overlay), SIZE.map(|edge| edge / 2), &mut image)
}

#[test]
fn indices_are_limited_by_the_device() {
    let what = "vertices in one index list";
    let Some(mut gpu) = gpu_within(Limits { index: 69_998, ..Limits::NONE }) else { return };
    gpu.add_model(&mesh_of(69_999)).expect("the last index is the limit");
    let error = gpu.add_model(&mesh_of(70_000)).expect_err("the last index is above the limit");
    assert_eq!(error, RenderError::AboveLimit { what, found: 70_000, max: 69_999 });
    assert_draws(&mut gpu);

    // The limit does not apply to indices of 16 bits. The indices of the interface have 32.
    let Some(mut gpu) = gpu_within(Limits { index: 7, ..Limits::NONE }) else { return };
    gpu.add_model(&mesh_of(1000)).expect("a mesh of small indices");
    draw_interface(&mut gpu, 8).expect("the last index of either mesh is the limit");
    let error = draw_interface(&mut gpu, 9).expect_err("the last index is above the limit");
    assert_eq!(error, RenderError::AboveLimit { what, found: 9, max: 8 });
    assert_draws(&mut gpu);
}

#[test]
fn buffers_and_allocations_are_limited() {
    let Some(mut gpu) = gpu_within(Limits { buffer_bytes: 40_000, ..Limits::NONE }) else { return };
    gpu.add_model(&mesh_of(4_999)).expect("two floats per vertex and three indices are below the limit");
    let error = gpu.add_model(&mesh_of(5_000)).expect_err("above the limit");
    assert_eq!(error, RenderError::AboveLimit { what: "bytes in one buffer", found: 40_006, max: 40_000 });
    // The interface's buffer is rounded up, except at the limit.
    draw_interface(&mut gpu, 950).expect("an interface");
    let error = draw_interface(&mut gpu, 1_000).expect_err("an interface above the limit");
    assert_eq!(error, RenderError::AboveLimit { what: "bytes in one buffer", found: 40_024, max: 40_000 });

    let Some(mut gpu) = gpu_within(Limits { memory_bytes: 1 << 20, ..Limits::NONE }) else { return };
    let error = gpu.render_image(&scene(), [1000, 1000]).expect_err("four million bytes and more");
    let RenderError::AboveLimit { what: "bytes in one allocation", found, max } = error else {
        panic!("{error}");
    };
    assert!(found >= 4_000_000 && max == 1 << 20);
    assert_draws(&mut gpu);
}

#[test]
fn crowds_are_split_at_the_index_limit_and_their_models_limited_by_storage() {
    // A square's vertex needs two bits of an index, so 19 squares share a draw.
    let Some(mut gpu) = gpu_within(Limits { index: 78, storage_bytes: 160 * 60, ..Limits::NONE }) else {
        return;
    };
    let green = [Skin::opaque(add_plain_texture(&mut gpu, [0, 200, 0]))];
    let model = gpu.add_model(&middle_square()).expect("a small model");
    let outfits: [&[Skin]; 1] = [&green];
    // Squares of 4 x 4 pixels in twelve rows of twelve.
    let member = |number: u16| {
        let [row, column] = [number / 12, number % 12].map(|at| f32::from(at) * 8.0 - 44.0);
        CrowdMember { scale: 0.08, ..CrowdMember::new([0.0, row, column], 0.0) }
    };
    let members: Vec<_> = (0..144).map(member).collect();
    let draw = |gpu: &mut Gpu, model, members: &[CrowdMember]| {
        let crowds = [Crowd { model, outfits: &outfits, members }];
        gpu.render_image(&Scene { crowds: &crowds, ..scene() }, SIZE)
    };
    let picture = draw(&mut gpu, model, &members).expect("a crowd");
    assert_eq!(count(&picture, [0, 200, 0, 255]), 144 * 4 * 4);
    assert_eq!(gpu.stats().draw_calls, 144_u32.div_ceil(19));
    // Without a crowd, its members, draw records and list of triangles are released, and the work of the device. Only one frame slot
    // has drawn the crowd; three pictures use each slot, and free what was released.
    let with_crowd = gpu.device_memory().objects;
    let of_crowd = if gpu.adapter().kind == AdapterKind::Software { 3 } else { 4 };
    for _ in 0..3 {
        gpu.render_image(&scene(), SIZE).expect("a picture");
    }
    assert_eq!(gpu.device_memory().objects, with_crowd - of_crowd);
    // As a single model it can be drawn; for crowds, its texture coordinates exceed the storage limit.
    let large = gpu.add_model(&mesh_of(1_300)).expect("a model");
    let error = draw(&mut gpu, large, &members[..1]).expect_err("a larger model");
    let what = "bytes of a crowd's model";
    assert_eq!(error, RenderError::AboveLimit { what, found: 1_300 * 8 + 6, max: 160 * 60 });
    assert_draws(&mut gpu);
}

#[test]
fn marks_are_limited_by_storage() {
    let Some(mut gpu) = gpu_within(Limits { storage_bytes: 16 * 101, ..Limits::NONE }) else { return };
    let corner = |right| MarkVertex { position: [0.0, right, 0.0], color: [255, 0, 0, 255] };
    let lines = [[corner(-10.0), corner(10.0)]; 50];
    let points = [corner(0.0); 2];
    let draw = |gpu: &mut Gpu, points: &[MarkVertex]| {
        let marks = Marks { lines: &lines, points, ..Marks::default() };
        gpu.render_image(&Scene { marks, ..scene() }, SIZE)
    };
    let picture = draw(&mut gpu, &points[1..]).expect("the limit");
    assert!(count(&picture, [255, 0, 0, 255]) >= 2 * 20);
    let error = draw(&mut gpu, &points).expect_err("above the limit");
    assert_eq!(error, RenderError::AboveLimit { what: "vertices of marks", found: 102, max: 101 });
    assert_draws(&mut gpu);
}
