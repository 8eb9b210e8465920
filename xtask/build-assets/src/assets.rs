//! Generates, writes and compares the files under `assets/`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::body::{self, SkinnedMesh};
use crate::clips::{self, GROUND_SPEEDS, NamedPose};
use crate::export::{self, Error, FloatFrame};
use crate::paint::{self, pcx, png};
use crate::{floor, props, turn};

#[derive(Clone, Debug)]
pub struct Asset {
    pub path: String,
    pub bytes: Vec<u8>,
}

impl Asset {
    fn new(path: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { path: path.into(), bytes }
    }

    fn file(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(&self.path)
    }

    pub fn is_current(&self) -> bool {
        fs::read(self.file()).is_ok_and(|bytes| bytes == self.bytes)
    }

    pub fn write(&self) -> Result<(), Error> {
        let file = self.file();
        fs::create_dir_all(file.parent().unwrap_or(&file))?;
        Ok(fs::write(&file, &self.bytes).map_err(|error| format!("{}: {error}", file.display()))?)
    }
}

pub fn all() -> Result<Vec<Asset>, Error> {
    let mut assets = Vec::new();
    let mesh = body::build();
    let mut skins = Vec::new();
    for (name, image) in paint::skins(&mesh) {
        skins.push(format!("players/wanderer/{name}.pcx"));
        assets.push(Asset::new(format!("wanderer/{name}.pcx"), pcx::encode(&image)));
        assets.push(Asset::new(format!("wanderer/{name}.png"), png::encode(&image)?));
        let icon = paint::icon(&image);
        assets.push(Asset::new(format!("wanderer/{name}_i.pcx"), pcx::encode(&icon)));
    }
    let poses = clips::all_frames();
    assets.push(Asset::new("wanderer/tris.md2", export::model_file(&mesh, &skins, &frames(&mesh, &poses))?));
    let (weapon, ball) = (props::weapon(), props::ball());
    assets.extend(prop("wanderer/weapon", "players", &weapon, &frames(&weapon, &poses))?);
    assets.extend(prop("ball/ball", "models", &ball, &props::bounce(&ball))?);
    assets.push(Asset::new("wanderer/ground-speed.txt", ground_speeds().into_bytes()));
    assets.push(Asset::new("ball/ball.anm", BALL_SCRIPT.as_bytes().to_vec()));
    let head = body::build_head();
    assets.extend(prop("turn/turn", "models", &head, &turn::frames(&head))?);
    assets.push(Asset::new("turn/turn.anm", turn::SCRIPT.as_bytes().to_vec()));
    assets.push(Asset::new("floor/floor.png", png::encode(&floor::paint())?));
    Ok(assets)
}

/// Returns three files of the weapon, the ball or the head: the model, its skin, and a PNG copy of the skin. `path` is their path
/// without extension. The model names its skin by a path that starts with `folder`, where the game looks for it.
fn prop(path: &str, folder: &str, mesh: &SkinnedMesh, frames: &[FloatFrame]) -> Result<[Asset; 3], Error> {
    let image = paint::prop(mesh);
    let model = export::model_file(mesh, &[format!("{folder}/{path}.pcx")], frames)?;
    Ok([
        Asset::new(format!("{path}.md2"), model),
        Asset::new(format!("{path}.pcx"), pcx::encode(&image)),
        Asset::new(format!("{path}.png"), png::encode(&image)?),
    ])
}

/// The script of the ball, which sets the frame rate of its sequence. The model's file cannot store a rate.
const BALL_SCRIPT: &str = "// name first last fps: 300 ms a key\nbounce 0 1 3.333333\n";

fn frames(mesh: &SkinnedMesh, poses: &[NamedPose]) -> Vec<FloatFrame> {
    let frame = |named: &NamedPose| FloatFrame::new(&named.name, mesh, mesh.posed(&named.pose));
    poses.iter().map(frame).collect()
}

fn ground_speeds() -> String {
    let mut text = String::from(
        "# How fast the floor must pass under the figure so that its feet do not slide.\n\
         # Sequence, then Quake units per second at ten frames a second.\n",
    );
    for (sequence, speed) in GROUND_SPEEDS {
        writeln!(text, "{sequence} {speed:.3}").expect("writing to a string does not fail");
    }
    text
}
