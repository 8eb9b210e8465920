//! Shows a model, or a crowd of it:
//!
//! ```sh
//! cargo run -- [--models COUNT] [--picture FILE.png] [MODEL]
//! ```
//!
//! MODEL is a path below the folder `assets` of the toolkit. With `--picture`, the program saves a picture and ends.

use std::process::ExitCode;
use std::time::Duration;

use bevy::asset::AssetPlugin;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use md2_bevy::{Md2, Md2Playback, Md2Plugin, PlayMd2, rotation_from_quake};

const USAGE: &str = "usage: md2-bevy [--models COUNT] [--picture FILE.png] [MODEL]";
const SEQUENCES: [&str; 8] = ["run", "stand", "wave", "salute", "taunt", "crwalk", "flip", "attack"];

#[derive(Resource, Clone, Debug)]
struct Arguments {
    models: u32,
    picture: Option<String>,
    model: String,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let mut arguments = Self { models: 1, picture: None, model: "wanderer/tris.md2".into() };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--models" => arguments.models = words.next()?.parse().ok()?,
                "--picture" => arguments.picture = Some(words.next()?),
                option if option.starts_with('-') => return None,
                _ => arguments.model = word,
            }
        }
        Some(arguments)
    }
}

fn main() -> ExitCode {
    let Some(arguments) = Arguments::parse(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets");
    let window = Window { title: arguments.model.clone(), ..default() };
    let plugins = DefaultPlugins
        .set(AssetPlugin { file_path: assets.into(), ..default() })
        .set(WindowPlugin { primary_window: Some(window), ..default() });
    let exit = App::new()
        .insert_resource(ClearColor(Color::srgb(0.13, 0.15, 0.18)))
        .insert_resource(arguments)
        .add_plugins((plugins, Md2Plugin))
        .add_systems(Startup, setup)
        .add_systems(Update, take_picture)
        .run();
    if exit.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn setup(mut commands: Commands, server: Res<AssetServer>, arguments: Res<Arguments>) {
    let model: Handle<Md2> = server.load(&arguments.model);
    let columns = (arguments.models as f32).sqrt().ceil() as u32;
    for i in 0..arguments.models {
        let place = UVec2::new(i % columns, i / columns).as_vec2() - (columns - 1) as f32 / 2.0;
        commands.spawn((
            PlayMd2 {
                model: model.clone(),
                sequence: SEQUENCES[i as usize % SEQUENCES.len()].into(),
                ahead: Duration::from_millis(u64::from(i) * 137),
            },
            Transform::from_xyz(place.x * 48.0, 0.0, place.y * 48.0).with_rotation(rotation_from_quake()),
        ));
    }
    let distance = 60.0 + 40.0 * columns as f32;
    let eye = Vec3::new(0.5, 0.45, -0.9).normalize() * distance;
    commands.spawn((
        Camera3d::default(),
        // The others need tables that would be the largest files of the program.
        Tonemapping::None,
        Projection::Perspective(PerspectiveProjection { far: 10_000.0, ..default() }),
        Transform::from_translation(eye).looking_at(Vec3::ZERO, Vec3::Y),
    ));
}

/// Takes a picture after the models have been shown for some frames, and ends the program when the picture is saved.
fn take_picture(
    mut commands: Commands,
    arguments: Res<Arguments>,
    shown: Query<(), With<Md2Playback>>,
    mut frames: Local<u32>,
) {
    *frames += u32::from(!shown.is_empty());
    // Bevy compiles shaders and uploads textures in the first frames.
    let Some(path) = arguments.picture.clone().filter(|_| *frames == 40) else { return };
    commands.spawn(Screenshot::primary_window()).observe(save_to_disk(path)).observe(
        |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
            exit.write(AppExit::Success);
        },
    );
}
