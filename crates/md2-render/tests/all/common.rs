//! Validated renderers and small meshes for GPU tests.
//!
//! A test fails if its renderer leaks device memory or causes a message of the validation layer, which also checks
//! synchronization. Without a device, the test is reported as skipped, or fails if `MD2_REQUIRE_VULKAN` is set.

#![allow(dead_code, reason = "each user needs a part of this")]

use std::{
    cell::RefCell,
    ops::{Deref, DerefMut},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Once},
};

use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing, Surface};
use md2_render::{
    Background, Camera, Light, ModelId, ModelInstance, Projection, RenderError, Renderer, RendererOptions,
    RgbaImage, Scene, Skin, TextureId, Validation, ValidationLog,
};

/// A headless renderer. Dropping it fails the test if a validation message or a leak was logged.
pub(crate) struct Gpu {
    renderer: Option<Renderer>,
    log: Arc<ValidationLog>,
    is_validated: bool,
}

impl Gpu {
    pub(crate) fn is_validated(&self) -> bool {
        self.is_validated
    }
}

/// Creates a renderer, with validation if the layer is installed. Returns `None` without Vulkan.
pub(crate) fn gpu() -> Option<Gpu> {
    gpu_with(&RendererOptions::default())
}

/// Creates a renderer with these options, except `validation`, which is on if the layer is installed.
pub(crate) fn gpu_with(options: &RendererOptions) -> Option<Gpu> {
    gpu_from(|validation| Renderer::headless(&RendererOptions { validation, ..options.clone() }))
}

/// Creates a renderer with the function `make`, which receives the level of validation. Returns `None` without Vulkan.
pub(crate) fn gpu_from(make: impl Fn(Validation) -> Result<Renderer, RenderError>) -> Option<Gpu> {
    capture_log();
    match validated(make) {
        Ok((renderer, is_validated)) => {
            Some(Gpu { log: renderer.validation_log(), renderer: Some(renderer), is_validated })
        }
        Err(error) => {
            md2_testdata::skip_without_vulkan(error);
            None
        }
    }
}

/// Creates an object of Vulkan with validation, or without if the layer is neither installed nor required. Returns also whether it is
/// validated.
pub(crate) fn validated<T>(
    make: impl Fn(Validation) -> Result<T, RenderError>,
) -> Result<(T, bool), RenderError> {
    match make(Validation::Full) {
        Err(RenderError::NoValidationLayer) if !md2_testdata::vulkan_is_required() => {
            eprintln!("no validation: the layer is not installed");
            make(Validation::Off).map(|made| (made, false))
        }
        made => made.map(|made| (made, true)),
    }
}

pub(crate) fn panic_text(misuse: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(misuse)).expect_err("misuse panics");
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).expect("a panic with a text")
}

pub(crate) fn assert_panics(expected: &str, misuse: impl FnOnce()) {
    let text = panic_text(misuse);
    assert!(text.contains(expected), "{text}, not {expected}");
}

/// Creates two renderers, one after the other: with one sample per pixel, and with four.
pub(crate) fn gpus() -> impl Iterator<Item = Gpu> {
    [1, 4].into_iter().filter_map(|samples| gpu_with(&RendererOptions { samples, ..Default::default() }))
}

pub(crate) fn draw(gpu: &mut Gpu, scene: &Scene<'_>) -> RgbaImage {
    gpu.render_image(scene, SIZE).unwrap()
}

impl Drop for Gpu {
    fn drop(&mut self) {
        LOGGED.with_borrow_mut(Vec::clear);
        drop(self.renderer.take());
        if std::thread::panicking() {
            return;
        }
        assert!(self.log.count() == 0, "validation: {:#?}", self.log.first_messages());
        // The allocator logs leaks on this thread.
        let leaks = LOGGED.take();
        assert!(leaks.is_empty(), "logged at the end: {leaks:#?}");
    }
}

impl Deref for Gpu {
    type Target = Renderer;

    fn deref(&self) -> &Renderer {
        self.renderer.as_ref().expect("the renderer exists until drop")
    }
}

impl DerefMut for Gpu {
    fn deref_mut(&mut self) -> &mut Renderer {
        self.renderer.as_mut().expect("the renderer exists until drop")
    }
}

thread_local! {
    static LOGGED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct Capture;

impl log::Log for Capture {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            let line = format!("{}: {}", record.target(), record.args());
            // A thread that is ending needs no log.
            let _ = LOGGED.try_with(|logged| logged.borrow_mut().push(line));
        }
    }

    fn flush(&self) {}
}

fn capture_log() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&Capture).expect("the only logger of this process");
        log::set_max_level(log::LevelFilter::Warn);
    });
}

/// A camera on the X axis that looks at the origin. In a picture of 100 x 100 pixels, a unit is a pixel.
pub(crate) fn camera() -> Camera {
    let projection = Projection::Perspective { fov_y: std::f32::consts::FRAC_PI_2 };
    Camera { eye: [50.0, 0.0, 0.0], projection, near: 1.0, ..Camera::default() }
}

pub(crate) const SIZE: [u32; 2] = [100, 100];

pub(crate) const BACKGROUND: [u8; 4] = [51, 102, 153, 255];

pub(crate) fn scene<'a>() -> Scene<'a> {
    Scene {
        camera: camera(),
        light: Light::FLAT,
        background: Background::plain([0.2, 0.4, 0.6]),
        ..Scene::default()
    }
}

/// A square in the plane X = 0 that faces +X. Seen from +X, its left edge is at Y = `corner[0]` and its lower edge
/// at Z = `corner[1]`.
pub(crate) struct Square {
    pub(crate) corner: [f32; 2],
    pub(crate) size: f32,
    pub(crate) normal: u8,
}

/// The index of the normal +X in the table of normals.
pub(crate) const NORMAL_X: u8 = 52;
/// The index of the normal +Z in the table of normals.
pub(crate) const NORMAL_Z: u8 = 5;

/// Returns a mesh of a square in several frames: two triangles, clockwise seen from +X, with an upright skin.
pub(crate) fn squares(frames: &[Square]) -> Mesh {
    square_mesh(frames, &[0, 1, 2, 0, 2, 3])
}

/// Returns a mesh of a square with the triangles `indices`. Seen from +X, corner 0 is lower left, 1 upper left, 2 upper
/// right, 3 lower right.
pub(crate) fn square_mesh(frames: &[Square], indices: &[u32]) -> Mesh {
    let corners = [[0u8, 0], [0, 1], [1, 1], [1, 0]];
    let packed =
        frames.iter().flat_map(|frame| corners.map(|[y, z]| [0, y, z, frame.normal])).flatten().collect();
    let transform = |frame: &Square| FrameTransform {
        scale: [1.0, frame.size, frame.size],
        translate: [0.0, frame.corner[0], frame.corner[1]],
    };
    Mesh::from_parts(MeshParts {
        uvs: vec![[0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0]],
        ..MeshParts::whole(
            Packing::Position8Normal8,
            frames.iter().map(transform).collect(),
            packed,
            indices.to_vec(),
        )
    })
    .expect("a square is a mesh")
}

pub(crate) fn middle_square() -> Mesh {
    squares(&[Square { corner: [-25.0, -25.0], size: 50.0, normal: NORMAL_X }])
}

/// Returns a mesh of squares of 20 x 20 units in a row from left to right, which begins at Y = -40 and is centered at Z = 0.
/// Each square is a surface with the given skin slot and faces +X. In each further frame, all squares are 5 units lower.
pub(crate) fn surfaces(packing: Packing, frame_count: usize, slots: &[usize]) -> Mesh {
    let corners = |i: u8| [[i, 0], [i, 1], [i + 1, 1], [i + 1, 0]];
    let vertex = |[y, z]: [u8; 2]| match packing {
        Packing::Position8Normal8 => vec![0, y, z, NORMAL_X],
        // A quarter turn from +Z, and none around it.
        _ => {
            let [x, y, z] = [0, y, z].map(|edge| (i16::from(edge) * 1024 - 2048).to_le_bytes());
            [x, y, z, [64, 0]].concat()
        }
    };
    let squares = 0..u8::try_from(slots.len()).expect("a few squares");
    let packed: Vec<u8> = squares.clone().flat_map(corners).flat_map(vertex).collect();
    let transform = |frame: usize| {
        let down = -10.0 - 5.0 * frame as f32;
        match packing {
            Packing::Position8Normal8 => FrameTransform { scale: [20.0; 3], translate: [0.0, -40.0, down] },
            _ => FrameTransform { scale: [20.0 / 1024.0; 3], translate: [40.0, 0.0, down + 40.0] },
        }
    };
    Mesh::from_parts(MeshParts {
        uvs: [[0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0]].repeat(slots.len()),
        surfaces: slots
            .iter()
            .enumerate()
            .map(|(i, &skin_slot)| Surface {
                name: format!("square {i}"),
                indices: i * 6..i * 6 + 6,
                vertices: i * 4..i * 4 + 4,
                skin_slot,
            })
            .collect(),
        ..MeshParts::whole(
            packing,
            (0..frame_count).map(transform).collect(),
            packed.repeat(frame_count),
            squares.flat_map(|i| [0, 1, 2, 0, 2, 3].map(|corner| u32::from(i) * 4 + corner)).collect(),
        )
    })
    .expect("squares are a mesh")
}

/// Returns a mesh with a small square for each of the 162 normals of the table, and one more square. Each row has 16
/// squares from left to right, and the rows are from bottom to top. In later frames, the squares are lower and have
/// other normals. The normals of the last square are opposite in successive frames.
pub(crate) fn normal_squares(packing: Packing, frame_count: u32) -> Mesh {
    const SQUARES: u32 = 163;
    let byte = |value: u32| value.to_le_bytes()[0];
    let vertex = |frame: u32, i: u32, [y, z]: [u32; 2]| {
        let [y, z] = [i % 16 * 2 + y, i / 16 * 2 + z];
        match packing {
            Packing::Position8Normal8 => {
                let last = [NORMAL_X, 143][frame as usize % 2];
                let normal = if i == SQUARES - 1 { last } else { byte((i + 40 * frame) % 162) };
                vec![0, byte(7 * y), byte(10 * z), normal]
            }
            _ => {
                let word = |value: i32| value.to_le_bytes()[..2].to_vec();
                let [y, z] = [(y, 1800), (z, 2500)].map(|(at, step)| word(at.cast_signed() * step - 30_000));
                [word(0), y, z, vec![byte(5 * i + 20 * frame), byte(11 * i + 15 * frame)]].concat()
            }
        }
    };
    let transform = |frame: u32| {
        let (steps, first) = match packing {
            Packing::Position8Normal8 => ([7.0, 10.0], 0.0),
            _ => ([1800.0, 2500.0], -30_000.0),
        };
        let [y, z] = steps.map(|step| 3.0 / step);
        let [left, bottom] = [-48.0 + frame as f32, -33.0 - 4.0 * frame as f32];
        // The sign of the first scale marks mirrored models for the shader. All X are 0.
        let scale = [[1.0, -1.0, 0.0][frame as usize % 3], y, z];
        FrameTransform { scale, translate: [0.0, left - first * y, bottom - first * z] }
    };
    let squares = |frame| {
        (0..SQUARES)
            .flat_map(move |i| [[0, 0], [0, 1], [1, 1], [1, 0]].map(|corner| vertex(frame, i, corner)))
    };
    let indices = (0..SQUARES).flat_map(|i| [0, 1, 2, 0, 2, 3].map(|corner| i * 4 + corner)).collect();
    let packed = (0..frame_count).flat_map(squares).flatten().collect();
    let frames = (0..frame_count).map(transform).collect();
    Mesh::from_parts(MeshParts::whole(packing, frames, packed, indices)).expect("squares are a mesh")
}

/// The vertex formats. All must give the same pictures.
pub(crate) const PACKINGS: [Packing; 2] = [Packing::Position8Normal8, Packing::Position16Normal16];

pub(crate) fn add_plain_texture(gpu: &mut Renderer, [r, g, b]: [u8; 3]) -> TextureId {
    gpu.add_texture(&RgbaImage::filled(4, 4, [r, g, b, 255])).expect("a small texture")
}

pub(crate) fn add_plain_model(gpu: &mut Renderer, mesh: &Mesh, color: [u8; 3]) -> ModelInstance<'static> {
    let texture = add_plain_texture(gpu, color);
    instance_with(gpu.add_model(mesh).expect("a model"), texture)
}

pub(crate) fn instance_with(model: ModelId, texture: TextureId) -> ModelInstance<'static> {
    ModelInstance::new(model, Box::leak(Box::new([Skin::opaque(texture)])))
}

pub(crate) fn image(size: [u32; 2], rgba: &[u8]) -> RgbaImage {
    RgbaImage::new(size[0], size[1], rgba.to_vec()).expect("four bytes per pixel")
}

pub(crate) fn count(image: &RgbaImage, color: [u8; 4]) -> usize {
    image.pixels().filter(|pixel| *pixel == color).count()
}

pub(crate) fn difference(a: &RgbaImage, b: &RgbaImage) -> u8 {
    assert_eq!(a.size(), b.size());
    a.rgba().iter().zip(b.rgba()).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

#[track_caller]
pub(crate) fn assert_alike(found: &RgbaImage, expected: &RgbaImage, case: &str) {
    assert_eq!(found.size(), expected.size());
    md2_testdata::pictures::assert_alike(found.rgba(), expected.rgba(), case);
}

pub(crate) fn brightness([r, g, b, _]: [u8; 4]) -> u32 {
    (u32::from(r) + u32::from(g) + u32::from(b)) / 3
}
