//! Measures how long pictures of a field of models in different poses take, and prints the rows of a table:
//! `draw_bench FILE MODELS SECONDS`.
//!
//! A row has five columns, separated by tabs: the letter `C`, the name of the variant, the number of models,
//! the measured quantity, and the value. `ms` is the wall time of a picture, from the start of building its
//! scene until the device has drawn it. `cpu_ms` is the processor time of all threads of the process. Both
//! are medians over all measured pictures. The variant `ours` has classic shading, `ours-smooth` the default
//! shading; in `ours-away` the camera is turned away. A single MD2 is also drawn by its OpenGL commands,
//! strip by strip and fan by fan: `ours-commands`. Its further rows count the commands and their vertices. The program waits for each picture, and does not copy
//! it to the host. The scene is 1280 x 720 pixels with one sample each, a plain background and no floor.

#![allow(clippy::cast_possible_truncation, reason = "counts of models and frames are small")]

use std::{error::Error, fs, path::Path, process::ExitCode, time::Instant};

use md2_load::LoadOptions;
use md2_load::md2::{CommandUvs, command_mesh};
use md2_mesh::{Mesh, Strips};
use md2_render::{
    AdapterKind, Background, Camera, Crowd, CrowdMember, Drivers, Light, ModelId, ModelInstance, Pose,
    Projection, RenderError, Renderer, RendererOptions, RgbaImage, Scene, Shading, Skin, Validation,
};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, models, seconds] = &arguments[..] else { return usage() };
    let (Ok(models), Ok(seconds)) = (models.parse(), seconds.parse()) else { return usage() };
    match run(Path::new(file), models, seconds) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("draw_bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: draw_bench FILE MODELS SECONDS");
    ExitCode::from(2)
}

const SIZE: [u32; 2] = [1280, 720];
/// Distance between neighboring models, in Quake units.
const SPACING: f32 = 48.0;

fn run(file: &Path, models: usize, seconds: f64) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(file)?;
    let mesh = md2_load::load(&bytes, &LoadOptions::default())?.mesh;
    let mut bench = Bench::new(&mesh, None, models)?;
    let tools = [
        ("ours", Shading::Classic, false),
        ("ours-smooth", Shading::Smooth, false),
        ("ours-away", Shading::Classic, true),
    ];
    for (tool, shading, away) in tools {
        let (wall, cpu) = bench.measure(shading, away, seconds)?;
        let row = |what: &str, value: f64| println!("C\t{tool}\t{models}\t{what}\t{value:.6}");
        row("ms", median(wall));
        row("cpu_ms", median(cpu));
        if let Some(time) = bench.renderer.device_time() {
            row("device_ms", time.as_secs_f64() * 1e3);
        }
        let stats = bench.renderer.stats();
        row("triangles", stats.crowd_triangles as f64);
        row("written_kib", stats.bytes_written_last_draw as f64 / 1024.0);
    }
    let stats = bench.renderer.stats();
    let bytes = stats.frame_data_bytes + stats.static_data_bytes;
    println!("C\tours\t{models}\tvertex_kib\t{:.6}", bytes as f64 / 1024.0);
    drop(bench);
    // The file may be of another format, or have no commands.
    let commands = command_mesh(&fs::read(file)?, CommandUvs::File).ok();
    if let Some(commands) = commands.filter(|commands| models == 1 && commands.triangles > 0) {
        let row = |what: &str, value: f64| println!("C\tours-commands\t1\t{what}\t{value:.6}");
        row("strips", commands.strips as f64);
        row("fans", commands.fans as f64);
        row("vertices", commands.vertices as f64);
        row("triangles", commands.triangles as f64);
        row("list_vertices", mesh.vertex_count() as f64);
        let mut bench = Bench::new(&commands.mesh, Some(&commands.commands), 1)?;
        let (wall, cpu) = bench.measure(Shading::Classic, false, seconds)?;
        row("ms", median(wall));
        row("cpu_ms", median(cpu));
    }
    Ok(())
}

struct Bench {
    renderer: Renderer,
    model: ModelId,
    skins: Vec<Skin>,
    field: Field,
    members: Vec<CrowdMember>,
}

impl Bench {
    fn new(mesh: &Mesh, strips: Option<&Strips>, models: usize) -> Result<Self, Box<dyn Error>> {
        // On software devices, the device's clock is the processor's clock, so reading it would wait.
        let timing = Drivers::load()?.adapters().iter().any(|adapter| adapter.kind != AdapterKind::Software);
        let options =
            RendererOptions { validation: Validation::Off, samples: 1, timing, ..RendererOptions::default() };
        let mut renderer = Renderer::headless(&options)?;
        let model = renderer.add_model_strips(mesh, strips)?;
        let skins = vec![Skin::opaque(renderer.add_texture(&checker())?); mesh.skin_slot_count()];
        let field = Field { frames: mesh.frame_count(), ..Field::new(models) };
        Ok(Self { renderer, model, skins, field, members: Vec::with_capacity(models) })
    }

    /// Draws one picture. `number` selects the poses of the models; with `away`, the camera is turned away from them.
    fn draw(&mut self, number: u32, shading: Shading, away: bool) -> Result<(), RenderError> {
        let Self { renderer, model, skins, field, members } = self;
        let model = *model;
        field.pose(number, members);
        let mut scene = Scene { shading, ..field.scene() };
        if away {
            let Camera { eye, target, .. } = &mut scene.camera;
            *target = [0, 1, 2].map(|axis| 2.0 * eye[axis] - target[axis]);
        }
        // One model is drawn alone, several as a crowd.
        let (single, outfits) = (ModelInstance::new(model, skins), [&skins[..]]);
        let single = members
            .first()
            .map(|&CrowdMember { transform, pose, .. }| [ModelInstance { transform, pose, ..single }]);
        let crowd = [Crowd { model, outfits: &outfits, members }];
        let scene = match &single {
            Some(single) if members.len() == 1 => Scene { models: single, ..scene },
            _ => Scene { crowds: &crowd, ..scene },
        };
        renderer.draw_unread(&scene, SIZE)?;
        renderer.wait()
    }

    /// Draws pictures for some seconds. Returns the wall time and the processor time of each picture, in milliseconds.
    fn measure(
        &mut self,
        shading: Shading,
        away: bool,
        seconds: f64,
    ) -> Result<(Vec<f64>, Vec<f64>), RenderError> {
        let (mut wall, mut cpu) = (Vec::new(), Vec::new());
        // The first pictures compile shaders.
        for number in 0..WARM_UP {
            self.draw(number, shading, away)?;
        }
        let begun = Instant::now();
        for number in WARM_UP.. {
            let (start, cpu_start) = (Instant::now(), cpu_ms());
            self.draw(number, shading, away)?;
            wall.push(start.elapsed().as_secs_f64() * 1e3);
            cpu.push(cpu_ms() - cpu_start);
            if wall.len() >= 5 && begun.elapsed().as_secs_f64() >= seconds {
                break;
            }
        }
        Ok((wall, cpu))
    }
}

const WARM_UP: u32 = 3;

struct Field {
    models: usize,
    columns: usize,
    rows: usize,
    frames: usize,
}

impl Field {
    fn new(models: usize) -> Self {
        let columns = if models == 1 { 1 } else { (models as f64 * 1.6).sqrt().ceil() as usize };
        Self { models, columns, rows: models.div_ceil(columns.max(1)), frames: 1 }
    }

    /// Returns the position and pose of a model in a picture. Each model plays ten frames per second, with its own time offset.
    fn member(&self, index: usize, picture: u32) -> CrowdMember {
        let place = |at: usize, count: usize| (at as f32 - (count - 1) as f32 * 0.5) * SPACING;
        let (x, y) = (place(index / self.columns, self.rows), place(index % self.columns, self.columns));
        let (sin, cos) = (0.7 * index as f32).sin_cos();
        let transform = [[cos, sin, 0.0, 0.0], [-sin, cos, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [x, y, 0.0, 1.0]];
        let at = (10.0 * f64::from(picture) / 60.0 + 7.3 * index as f64) % self.frames as f64;
        let frame = at as u32;
        let next = (frame + 1) % self.frames as u32;
        let pose = Pose { frame_a: frame, frame_b: next, blend: (at - f64::from(frame)) as f32 };
        CrowdMember { transform, pose, outfit: 0 }
    }

    fn pose(&self, picture: u32, members: &mut Vec<CrowdMember>) {
        members.clear();
        members.extend((0..self.models).map(|index| self.member(index, picture)));
    }

    fn scene(&self) -> Scene<'static> {
        let (eye, target) = if self.models == 1 {
            ([80.0, 0.0, 12.0], [0.0, 0.0, 4.0])
        } else {
            let width = (self.columns as f32 * SPACING).max(self.rows as f32 * SPACING * 1.2);
            ([0.9 * width, 0.0, 0.55 * width], [0.0; 3])
        };
        let projection = Projection::Perspective { fov_y: 45.0_f32.to_radians() };
        Scene {
            camera: Camera { eye, target, projection, near: 4.0, ..Camera::default() },
            light: Light {
                direction: [0.5014, -0.6017, 0.6217],
                key: [0.7; 3],
                sky: [0.3; 3],
                ground: [0.3; 3],
                rim: 0.0,
                ..Light::default()
            },
            background: Background::plain([0.10, 0.10, 0.15]),
            two_sided: false,
            ..Scene::default()
        }
    }
}

fn checker() -> RgbaImage {
    let mut image = RgbaImage::filled(256, 256, [60, 90, 160, 255]);
    for (index, texel) in image.rgba_mut().chunks_exact_mut(4).enumerate() {
        if (index % 256 / 32 + index / 256 / 32).is_multiple_of(2) {
            texel[..3].fill(230);
        }
    }
    image
}

/// Returns the running time of all threads of the process, in milliseconds.
#[cfg(unix)]
fn cpu_ms() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 * 1e-6
}

/// Returns NaN, since there is no simple way to measure processor time on this system.
#[cfg(not(unix))]
fn cpu_ms() -> f64 {
    f64::NAN
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { 0.5 * (values[middle - 1] + values[middle]) }
}
