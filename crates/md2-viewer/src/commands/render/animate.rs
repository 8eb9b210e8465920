//! `render --animate`: the pictures of sequences, written into one file or many.

use std::path::{Path, PathBuf};
use std::time::Duration;

use md2_assets::VIEWER_SOFTWARE;
use md2_picture::animation::{
    AnimationEncoder, AnimationError, AnimationSpec, MIN_GIF_DELAY, PaletteBuilder, check_raw_bytes,
    numbered_file_name,
};
use md2_render::RgbaImage;
use md2_scene::Workspace;

use super::kind::AnimationKind;
use crate::startup;
use md2_stage::{Animation, AnimationOptions, Session};
use md2_task::Progress;
use md2_tool::failure::Failure;
use md2_tool::output::{self, Files, Overwrite};
use md2_tool::{picture, sources};

/// The maximum number of pictures that contribute colors to the palette of a GIF.
const PALETTE_PICTURES: u32 = 24;
const SHORTEST: Duration = Duration::from_millis(2);

#[derive(Clone, Debug)]
pub(crate) struct AnimationFile {
    pub(crate) path: PathBuf,
    pub(crate) kind: AnimationKind,
    /// The number of times that the animation plays; with 0, it repeats forever.
    pub(crate) plays: u16,
    pub(crate) overwrite: Overwrite,
}

impl AnimationFile {
    pub(crate) fn shortest(&self) -> Duration {
        if self.kind.is_gif() { MIN_GIF_DELAY } else { SHORTEST }
    }

    pub(crate) fn plan(
        &self,
        options: &AnimationOptions,
        workspace: &mut Workspace,
    ) -> Result<Animation, Failure> {
        let animation = Animation::new(options, workspace)?;
        let count = animation.count();
        let mut files = vec![self.path.clone()];
        match self.kind {
            AnimationKind::File(format) => self.spec(&animation).check(format).map_err(failure)?,
            AnimationKind::PngSequence => {
                check_raw_bytes(options.picture.size, count).map_err(failure)?;
                files = (0..count).map(|number| numbered_path(&self.path, number)).collect();
            }
        }
        files.iter().try_for_each(|file| sources::check_output(file, self.overwrite, workspace))?;
        Ok(animation)
    }

    fn spec(&self, animation: &Animation) -> AnimationSpec {
        AnimationSpec {
            size: animation.picture().size,
            count: animation.count(),
            plays: self.plays,
            has_holes: animation.picture().transparent,
            software: Some(String::from(VIEWER_SOFTWARE)),
        }
    }

    pub(crate) fn write(
        &self,
        animation: &Animation,
        session: &mut Session,
        work: &Progress,
    ) -> Result<(), Failure> {
        let (size, count) = (animation.picture().size, animation.count());
        work.begin(u64::from(count), "picture");
        let mut draw = |every: u32, add: &mut dyn FnMut(&RgbaImage, Duration) -> Result<(), Failure>| {
            animation.pictures(session, every).try_for_each(|picture| {
                let (image, duration) = picture.map_err(startup::session_failure)?;
                work.check()?;
                if every == 1 {
                    work.step();
                }
                add(&image, duration)
            })
        };
        let format = match self.kind {
            AnimationKind::File(format) => format,
            AnimationKind::PngSequence => {
                let mut files = Files::new(self.overwrite);
                let mut numbers = 0..;
                draw(1, &mut |image, _| {
                    let path = numbered_path(&self.path, numbers.next().unwrap_or(u32::MAX));
                    files.add(&path, &picture::encode(size, image.rgba()).map_err(Failure::File)?)
                })?;
                return files.commit();
            }
        };
        let mut palette = self.kind.is_gif().then(PaletteBuilder::default);
        if let Some(palette) = &mut palette {
            draw(count.div_ceil(PALETTE_PICTURES).max(2), &mut |image, _| {
                palette.add(image);
                Ok(())
            })?;
        }
        let palette = palette.map(PaletteBuilder::build);
        let mut encoder =
            AnimationEncoder::new(format, &self.spec(animation), palette.as_ref()).map_err(failure)?;
        draw(1, &mut |image, duration| encoder.add(image, duration).map_err(failure))?;
        output::write(&self.path, &encoder.finish().map_err(failure)?, self.overwrite)
    }
}

fn failure(error: AnimationError) -> Failure {
    match error {
        AnimationError::Encode { .. } => Failure::File(error.into()),
        other => Failure::Usage(other.to_string()),
    }
}

fn numbered_path(output: &Path, number: u32) -> PathBuf {
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    output.with_file_name(numbered_file_name(&stem, number))
}
