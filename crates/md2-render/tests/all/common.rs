//! What GPU tests share: a renderer that is watched, and small meshes.
//!
//! A test fails if its renderer draws a message of the validation layer (synchronization included), or leaks
//! device memory. Without a device it says that it was skipped and why; with `MD2_REQUIRE_VULKAN` set, that
//! is a failure.

#![allow(dead_code, reason = "each user has a part of this")]

use std::{
    cell::RefCell,
    ops::{Deref, DerefMut},
    sync::{Arc, Once},
};

use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing, Surface};
use md2_render::{
    Background, Camera, Light, ModelId, ModelInstance, Projection, RenderError, Renderer, RendererOptions,
    RgbaImage, Scene, Skin, TextureId, Validation, ValidationLog,
};

/// A headless renderer. When it is dropped, whatever went wrong under it fails the test.
pub(crate) struct Gpu {
    renderer: Option<Renderer>,
    log: Arc<ValidationLog>,
    watched: bool,
}

impl Gpu {
    /// Whether the validation layer is there.
    pub(crate) fn is_watched(&self) -> bool {
        self.watched
    }
}

/// A watched renderer, or none where there is no Vulkan.
pub(crate) fn gpu() -> Option<Gpu> {
    gpu_with(&RendererOptions::default())
}

/// Likewise, with these options but for validation.
pub(crate) fn gpu_with(options: &RendererOptions) -> Option<Gpu> {
    watched(|validation| Renderer::headless(&RendererOptions { validation, ..options.clone() }))
}

/// Likewise, made in this way.
pub(crate) fn watched(make: impl Fn(Validation) -> Result<Renderer, RenderError>) -> Option<Gpu> {
    capture_log();
    let required = md2_testdata::vulkan_is_required();
    let mut validation = Validation::Full;
    let mut renderer = make(validation);
    if matches!(renderer, Err(RenderError::NoValidationLayer)) && !required {
        eprintln!("not watched by validation: the layer is not installed");
        validation = Validation::Off;
        renderer = make(validation);
    }
    match renderer {
        Ok(renderer) => Some(Gpu {
            log: renderer.validation_log(),
            renderer: Some(renderer),
            watched: validation == Validation::Full,
        }),
        Err(error) => {
            md2_testdata::skip_without_vulkan(error);
            None
        }
    }
}

/// Renderers with one sample a pixel, and with several.
pub(crate) fn gpus() -> impl Iterator<Item = Gpu> {
    [1, 4].into_iter().filter_map(|samples| gpu_with(&RendererOptions { samples, ..Default::default() }))
}

/// A picture of [`SIZE`].
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
        // What the allocator says about memory that is still in use, on this thread.
        let leaks = LOGGED.take();
        assert!(leaks.is_empty(), "logged at the end: {leaks:#?}");
    }
}

impl Deref for Gpu {
    type Target = Renderer;

    fn deref(&self) -> &Renderer {
        self.renderer.as_ref().expect("there until drop")
    }
}

impl DerefMut for Gpu {
    fn deref_mut(&mut self) -> &mut Renderer {
        self.renderer.as_mut().expect("there until drop")
    }
}

thread_local! {
    /// Warnings and errors that went to `log` on this thread.
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
            // The thread may be ending; then nobody asks any more.
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

/// One pixel per unit: the middle of a picture of 100 x 100 pixels shows the origin, from +X, and X is depth.
pub(crate) fn camera() -> Camera {
    let projection = Projection::Perspective { fov_y: std::f32::consts::FRAC_PI_2 };
    Camera { eye: [50.0, 0.0, 0.0], projection, near: 1.0, ..Camera::default() }
}

/// The size that goes with [`camera`].
pub(crate) const SIZE: [u32; 2] = [100, 100];

/// What [`scene`] shows where nothing is.
pub(crate) const BACKGROUND: [u8; 4] = [51, 102, 153, 255];

/// Nothing, on a plain background, in flat light.
pub(crate) fn scene<'a>() -> Scene<'a> {
    Scene {
        camera: camera(),
        light: Light::FLAT,
        background: Background::plain([0.2, 0.4, 0.6]),
        ..Scene::default()
    }
}

/// A square in the plane X = 0 that looks to +X, its left edge seen from there at Y = `corner[0]`, its lower
/// at Z = `corner[1]`.
pub(crate) struct Square {
    pub(crate) corner: [f32; 2],
    pub(crate) size: f32,
    /// The normal of all its corners, an index; see [`NORMAL_X`].
    pub(crate) normal: u8,
}

/// Index of the direction +X.
pub(crate) const NORMAL_X: u8 = 52;
/// Index of the direction +Z.
pub(crate) const NORMAL_Z: u8 = 5;

/// A square in several frames, one after the other. Two triangles, clockwise seen from +X; the skin stands
/// upright on it.
pub(crate) fn squares(frames: &[Square]) -> Mesh {
    square_mesh(frames, &[0, 1, 2, 0, 2, 3])
}

/// Likewise, with these triangles of the corners 0 lower left, 1 upper left, 2 upper right, 3 lower right, as
/// seen from +X.
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

/// A square of 50 x 50 in the middle.
pub(crate) fn middle_square() -> Mesh {
    squares(&[Square { corner: [-25.0, -25.0], size: 50.0, normal: NORMAL_X }])
}

/// Squares of 20 x 20 in a row from left to right, from Y = -40 on and around Z = 0, each a surface that wears the
/// slot given for it. All look to +X, as [`squares`] do; with each frame they sink by 5.
pub(crate) fn surfaces(packing: Packing, frame_count: usize, slots: &[usize]) -> Mesh {
    let corners = |i: u8| [[i, 0], [i, 1], [i + 1, 1], [i + 1, 0]];
    let vertex = |[y, z]: [u8; 2]| match packing {
        Packing::Position8Normal8 => vec![0, y, z, NORMAL_X],
        // A quarter turn from +Z, and none around it.
        _ => vec![0, 0, y, 0, z, 0, 64, 0],
    };
    let squares = 0..u8::try_from(slots.len()).expect("a few squares");
    let packed: Vec<u8> = squares.clone().flat_map(corners).flat_map(vertex).collect();
    let sunk = |frame: usize| [0.0, -40.0, -10.0 - 5.0 * frame as f32];
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
            (0..frame_count)
                .map(|frame| FrameTransform { scale: [20.0; 3], translate: sunk(frame) })
                .collect(),
            packed.repeat(frame_count),
            squares.flat_map(|i| [0, 1, 2, 0, 2, 3].map(|corner| u32::from(i) * 4 + corner)).collect(),
        )
    })
    .expect("squares are a mesh")
}

/// The packings, all of which are drawn alike.
pub(crate) const PACKINGS: [Packing; 2] = [Packing::Position8Normal8, Packing::Position16Normal16];

/// A texture of one color.
pub(crate) fn plain(gpu: &mut Renderer, [r, g, b]: [u8; 3]) -> TextureId {
    gpu.add_texture(&RgbaImage::filled(4, 4, [r, g, b, 255])).expect("a small texture")
}

/// A model at the origin that wears one texture. Its list of skins, of one entry, is never freed.
pub(crate) fn wearing(model: ModelId, texture: TextureId) -> ModelInstance<'static> {
    ModelInstance::new(model, Box::leak(Box::new([Skin::opaque(texture)])))
}

/// A picture from its pixels.
pub(crate) fn image(size: [u32; 2], rgba: &[u8]) -> RgbaImage {
    RgbaImage::new(size[0], size[1], rgba.to_vec()).expect("four bytes a pixel")
}

/// Pixels of exactly this color.
pub(crate) fn count(image: &RgbaImage, color: [u8; 4]) -> usize {
    image.pixels().filter(|pixel| *pixel == color).count()
}

/// The largest difference of a channel.
pub(crate) fn difference(a: &RgbaImage, b: &RgbaImage) -> u8 {
    assert_eq!(a.size(), b.size());
    a.rgba().iter().zip(b.rgba()).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

/// How bright a pixel is, 0 to 255.
pub(crate) fn brightness([r, g, b, _]: [u8; 4]) -> u32 {
    (u32::from(r) + u32::from(g) + u32::from(b)) / 3
}
