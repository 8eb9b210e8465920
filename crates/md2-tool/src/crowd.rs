//! The arguments `--crowd COUNT [FILE…]`, which show a crowd of models in the window or in a picture.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use md2_scene::{Command, CrowdPlan, Figure, Outcome, Workspace};

use crate::args::SceneArgs;
use crate::failure::Failure;
use crate::inputs::{self, SearchArgs};
use crate::{open, scene_setup};
use md2_scene::text;

/// The arguments of a crowd.
#[derive(Clone, Debug, Default, Args)]
pub struct CrowdArgs {
    /// Show a crowd of COUNT models: copies of all FILEs, or of the built-in model. Each copy plays a different sequence,
    /// and starts at a different time.
    #[arg(
        long,
        value_name = "COUNT",
        value_parser = count,
        conflicts_with_all = ["sequence", "skin", "weapon", "flash"],
    )]
    pub crowd: Option<usize>,
}

fn count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=CrowdPlan::MAX_COUNT) => Ok(count),
        _ => Err(format!("must be 1 to {}", CrowdPlan::MAX_COUNT)),
    }
}

pub fn open_workspace(
    file: Option<&Path>,
    more: &[PathBuf],
    crowd: &CrowdArgs,
    scene: &SceneArgs,
    shown: impl FnOnce(Figure) -> (Workspace, Outcome),
    texts: fn(Outcome) -> Vec<String>,
) -> Result<(Workspace, Vec<String>), Failure> {
    let Some(count) = crowd.crowd else { return open::show_figure(open::figure(file)?, scene, shown, texts) };
    let files: Vec<PathBuf> = file.map(Path::to_path_buf).into_iter().chain(more.iter().cloned()).collect();
    let (figures, mut warnings) = open_figures(&files)?;
    let plan = CrowdPlan::new(&figures, count).map_err(|error| Failure::Usage(error.to_string()))?;
    // The warnings of the first figure are dropped here, since opening the crowd returns them again.
    let (mut workspace, _) = shown(figures[0].clone());
    let outcome = workspace.apply(Command::OpenCrowd(plan))?;
    warnings.extend(texts(outcome));
    let elapsed = Duration::try_from_secs_f32(scene.time.unwrap_or_default()).unwrap_or(Duration::MAX);
    let _outcome = workspace.apply(Command::SetAutoOrbit(false))?;
    workspace.advance(elapsed);
    let _outcome = workspace.apply(Command::SetAutoOrbit(true))?;
    // `time` is already applied: all members of the crowd were advanced by it.
    let rest = SceneArgs { time: None, ..scene.clone() };
    warnings.extend(scene_setup::apply_args(&mut workspace, &rest)?);
    Ok((workspace, warnings))
}

fn open_figures(files: &[PathBuf]) -> Result<(Vec<Figure>, Vec<String>), Failure> {
    if files.is_empty() {
        return Ok((vec![open::figure(None)?], Vec::new()));
    }
    let (mut figures, mut failures) = (Vec::new(), Vec::new());
    for input in inputs::gather(files, SearchArgs::default()) {
        let figure = input.and_then(|input| input.figure()).and_then(|figure| {
            // Each figure is checked on its own, so that the crowd is shown without an unsuitable figure.
            CrowdPlan::new(std::slice::from_ref(&figure), 1)
                .map(|_| figure)
                .map_err(|error| Failure::Usage(error.to_string()))
        });
        match figure {
            Ok(figure) => figures.push(figure),
            Err(failure) => failures.push(failure),
        }
    }
    match failures.first() {
        Some(_) if figures.is_empty() => Err(failures.swap_remove(0)),
        _ => {
            let warnings = failures.iter().map(|failure| text::message(&failure.to_string()).to_string());
            Ok((figures, warnings.collect()))
        }
    }
}
