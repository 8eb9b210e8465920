//! Measures how long pictures of a field of models in different poses take, and prints the rows of a table:
//! `draw_bench FILE MODELS SECONDS [peers]`.
//!
//! A row has five columns, separated by tabs: the letter `C`, the name of the variant, the number of models,
//! the measured quantity, and the value. `ms` is the wall time of a picture, from the start of building its
//! scene until the device has drawn it; `host_ms` ends when the picture is submitted. `cpu_ms` is the processor time of
//! all threads of the process. They are medians over all measured pictures. `device_ms` is the time that the device
//! measured for the last picture; software devices have no clock of their own. The variant `ours` has classic shading,
//! `ours-smooth` the default shading; in `ours-away` the camera is turned away. With `peers`, two simple ways to draw
//! the models follow: `ours-off` draws all triangles of all models in one instanced draw, `ours-singles` each model by a
//! draw of its own. The program waits for each picture, and does not copy it to the host. The scene is 1280 x 720 pixels
//! with one sample each, a plain background and no floor.

#![allow(clippy::cast_possible_truncation, reason = "counts of models and frames are small")]

use std::{error::Error, fs, path::Path, process::ExitCode, time::Instant};

use md2_load::LoadOptions;
use md2_mesh::Mesh;
use md2_render::{
    AdapterKind, Background, Camera, Crowd, CrowdCulling, CrowdMember, Drivers, Light, ModelId,
    ModelInstance, Pose, Projection, RenderError, Renderer, RendererOptions, RgbaImage, Scene, Shading, Skin,
    Validation,
};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ([file, models, seconds], peers) = match &arguments[..] {
        [file, models, seconds] => ([file, models, seconds], false),
        [file, models, seconds, peers] if peers == "peers" => ([file, models, seconds], true),
        _ => return usage(),
    };
    let (Ok(models), Ok(seconds)) = (models.parse(), seconds.parse()) else { return usage() };
    match run(Path::new(file), models, seconds, peers) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("draw_bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: draw_bench FILE MODELS SECONDS [peers]");
    ExitCode::from(2)
}

const SIZE: [u32; 2] = [1280, 720];
/// Distance between neighboring models, in Quake units.
const SPACING: f32 = 48.0;

fn run(file: &Path, models: usize, seconds: f64, peers: bool) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(file)?;
    let mesh = md2_load::load(&bytes, &LoadOptions::default())?.mesh;
    let mut bench = Bench::new(&mesh, models)?;
    let ours = Variant { name: "ours", shading: Shading::Classic, away: false, singles: models == 1 };
    let smooth = Variant { name: "ours-smooth", shading: Shading::Smooth, ..ours };
    for variant in [ours, smooth, Variant { name: "ours-away", away: true, ..ours }] {
        bench.report(variant, seconds)?;
    }
    if peers && models > 1 {
        bench.report(Variant { name: "ours-singles", singles: true, ..ours }, seconds)?;
        bench.renderer.set_crowd_culling(CrowdCulling::Off);
        bench.report(Variant { name: "ours-off", ..ours }, seconds)?;
    }
    let stats = bench.renderer.stats();
    let bytes = stats.frame_data_bytes + stats.static_data_bytes;
    println!("C\tours\t{models}\tvertex_kib\t{:.6}", bytes as f64 / 1024.0);
    Ok(())
}

struct Bench {
    renderer: Renderer,
    model: ModelId,
    skins: Vec<Skin>,
    field: Field,
    members: Vec<CrowdMember>,
}

#[derive(Clone, Copy)]
struct Variant {
    name: &'static str,
    shading: Shading,
    /// Whether the camera is turned away from the models.
    away: bool,
    /// Whether each model is drawn by itself.
    singles: bool,
}

/// The times of each picture, in milliseconds.
#[derive(Default)]
struct Times {
    wall: Vec<f64>,
    host: Vec<f64>,
    cpu: Vec<f64>,
}

impl Bench {
    fn new(mesh: &Mesh, models: usize) -> Result<Self, Box<dyn Error>> {
        // On software devices, the device's clock is the processor's clock, so reading it would wait.
        let timing = Drivers::load()?.adapters().iter().any(|adapter| adapter.kind != AdapterKind::Software);
        let options =
            RendererOptions { validation: Validation::Off, samples: 1, timing, ..RendererOptions::default() };
        let mut renderer = Renderer::headless(&options)?;
        let model = renderer.add_model(mesh)?;
        let skins = vec![Skin::opaque(renderer.add_texture(&checker())?); mesh.skin_slot_count()];
        let field = Field { frames: mesh.frame_count(), ..Field::new(models) };
        let members = field.members();
        Ok(Self { renderer, model, skins, field, members })
    }

    /// Draws one picture. `number` selects the poses of the models. Returns the time until it is submitted.
    fn draw(&mut self, number: u32, variant: Variant) -> Result<f64, RenderError> {
        let Self { renderer, model, skins, field, members } = self;
        let (model, start) = (*model, Instant::now());
        field.pose(number, members);
        let mut scene = Scene { shading: variant.shading, ..field.scene() };
        if variant.away {
            let Camera { eye, target, .. } = &mut scene.camera;
            *target = [0, 1, 2].map(|axis| 2.0 * eye[axis] - target[axis]);
        }
        let outfits = [&skins[..]];
        let single = |member: &CrowdMember| ModelInstance {
            transform: member.transform(),
            pose: member.pose,
            ..ModelInstance::new(model, skins)
        };
        let singles: Vec<_> = members.iter().filter(|_| variant.singles).map(single).collect();
        let crowd = [Crowd { model, outfits: &outfits, members }];
        let crowds = if variant.singles { &[][..] } else { &crowd };
        renderer.draw_unread(&Scene { models: &singles, crowds, ..scene }, SIZE)?;
        let host = start.elapsed().as_secs_f64() * 1e3;
        renderer.wait()?;
        Ok(host)
    }

    /// Draws pictures for some seconds.
    fn measure(&mut self, variant: Variant, seconds: f64) -> Result<Times, RenderError> {
        let mut times = Times::default();
        // The first pictures compile shaders.
        for number in 0..WARM_UP {
            self.draw(number, variant)?;
        }
        let begun = Instant::now();
        for number in WARM_UP.. {
            let (start, cpu_start) = (Instant::now(), cpu_ms());
            times.host.push(self.draw(number, variant)?);
            times.wall.push(start.elapsed().as_secs_f64() * 1e3);
            times.cpu.push(cpu_ms() - cpu_start);
            if times.wall.len() >= 5 && begun.elapsed().as_secs_f64() >= seconds {
                break;
            }
        }
        Ok(times)
    }

    /// Draws pictures for some seconds, and prints the rows of this variant.
    fn report(&mut self, variant: Variant, seconds: f64) -> Result<(), RenderError> {
        let Times { wall, host, cpu } = self.measure(variant, seconds)?;
        let (name, models) = (variant.name, self.field.models);
        let row = |what: &str, value: f64| println!("C\t{name}\t{models}\t{what}\t{value:.6}");
        row("ms", median(wall));
        row("host_ms", median(host));
        row("cpu_ms", median(cpu));
        if let Some(time) = self.renderer.device_time() {
            row("device_ms", time.as_secs_f64() * 1e3);
        }
        let stats = self.renderer.stats();
        row("triangles", stats.crowd_triangles as f64);
        row("written_kib", stats.bytes_written_last_draw as f64 / 1024.0);
        Ok(())
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

    /// Returns the models in their first frames.
    fn members(&self) -> Vec<CrowdMember> {
        let place = |at: usize, count: usize| (at as f32 - (count - 1) as f32 * 0.5) * SPACING;
        let member = |index: usize| {
            let (x, y) = (place(index / self.columns, self.rows), place(index % self.columns, self.columns));
            CrowdMember::new([x, y, 0.0], 0.7 * index as f32)
        };
        (0..self.models).map(member).collect()
    }

    /// Sets the poses of a picture. Each model plays ten frames per second, with its own time offset.
    fn pose(&self, picture: u32, members: &mut [CrowdMember]) {
        for (index, member) in members.iter_mut().enumerate() {
            let at = (10.0 * f64::from(picture) / 60.0 + 7.3 * index as f64) % self.frames as f64;
            let frame = at as u32;
            let next = (frame + 1) % self.frames as u32;
            member.pose = Pose { frame_a: frame, frame_b: next, blend: (at - f64::from(frame)) as f32 };
        }
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
