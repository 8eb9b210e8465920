//! `--crowd COUNT [FILE…]`: a field of figures, in the window and in a picture.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use md2_scene::{Command, CrowdPlan, Figure, Outcome, Workspace};

use crate::args::SceneArgs;
use crate::failure::Failure;
use crate::{inputs, open, scene_setup};
use md2_scene::text;

/// What is asked for of a crowd.
#[derive(Clone, Debug, Default, Args)]
pub struct CrowdArgs {
    /// Show a field of so many figures instead of one, each in a sequence of its own and at its own moment of it: of all the
    /// FILEs, mixed, or of the project's own.
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

/// A workspace with what the arguments ask for, a figure or a crowd, and what went wrong without keeping it from being shown.
///
/// # Errors
/// If nothing of it can be read, or if the arguments name what is not there.
pub fn open_workspace(
    file: Option<&Path>,
    more: &[PathBuf],
    crowd: &CrowdArgs,
    scene: &SceneArgs,
    shown: impl FnOnce(Figure) -> (Workspace, Outcome),
) -> Result<(Workspace, Vec<String>), Failure> {
    let Some(count) = crowd.crowd else { return open::open_workspace(file, scene, shown) };
    let files: Vec<PathBuf> = file.map(Path::to_path_buf).into_iter().chain(more.iter().cloned()).collect();
    let (figures, mut warned) = figures(&files)?;
    let plan = CrowdPlan::new(&figures, count).map_err(|error| Failure::Usage(error.to_string()))?;
    // What there is to say of the first is said of it in the crowd.
    let (mut workspace, _) = shown(figures[0].clone());
    let outcome = workspace.apply(Command::OpenCrowd(plan))?;
    warned.extend(md2_scene::text::warnings(outcome));
    let passed = Duration::try_from_secs_f32(scene.time.unwrap_or_default()).unwrap_or(Duration::MAX);
    let _outcome = workspace.apply(Command::SetAutoOrbit(false))?;
    workspace.advance(passed);
    let _outcome = workspace.apply(Command::SetAutoOrbit(true))?;
    // The time has passed for everybody.
    let rest = SceneArgs { time: None, ..scene.clone() };
    warned.extend(scene_setup::apply_args(&mut workspace, &rest)?);
    Ok((workspace, warned))
}

/// The figures of one model in these files, or the project's own. Returns warnings about figures that cannot join, or the failure if none can.
fn figures(files: &[PathBuf]) -> Result<(Vec<Figure>, Vec<String>), Failure> {
    if files.is_empty() {
        return Ok((vec![open::figure(None)?], Vec::new()));
    }
    let (mut figures, mut failures) = (Vec::new(), Vec::new());
    for input in inputs::gather(files) {
        let figure = input.and_then(|input| input.figure()).and_then(|figure| {
            // By itself it would be refused.
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
            let told = failures.iter().map(|failure| text::message(&failure.to_string()).to_string());
            Ok((figures, told.collect()))
        }
    }
}
