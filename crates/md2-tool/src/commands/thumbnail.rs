//! `md2 thumbnail`: draws a small picture of a model without Vulkan.
//!
//! File managers run the command in a sandbox that has no GPU, no display and no skin files. The file manager chooses the output name,
//! so the command accepts every name.

use std::path::PathBuf;

use clap::Args;
use md2_picture::Backdrop;
use md2_scene::{Viewport, Workspace, sketch};

use crate::args::{self, PictureSize};
use crate::failure::Failure;
use crate::output::Overwrite;
use crate::{open, picture, sources};

#[derive(Debug, Args)]
pub struct ThumbnailArgs {
    /// The model, or the folder of a player, to draw; by default the built-in model.
    pub(crate) file: Option<PathBuf>,

    /// The PNG file to write. It may have any name.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Picture size in pixels: the side of a square, or width and height.
    #[arg(long, value_name = "N|WxH", default_value = "256", value_parser = side_or_size)]
    pub(crate) size: PictureSize,

    /// Draw the viewer's background instead of a transparent one.
    #[arg(long)]
    pub(crate) backdrop: bool,

    /// Camera direction around the model in degrees: 0 is the front, 90 the model's left.
    #[arg(long, value_name = "DEGREES", value_parser = args::parse_finite::<f32>, allow_negative_numbers = true)]
    pub(crate) yaw: Option<f32>,
}

pub(crate) const EXAMPLES: &str = "\
Example:
  md2 thumbnail players/male/tris.md2 -o male.png --size 512";

pub(crate) fn run(args: &ThumbnailArgs) -> Result<(), Failure> {
    let PictureSize(size) = args.size;
    let (mut workspace, _) = Workspace::new(open::figure(args.file.as_deref())?, Viewport::whole(size));
    sketch::pose(&mut workspace);
    sources::check_output(&args.output, args.overwrite, &workspace)?;
    let backdrop = if args.backdrop { Backdrop::STUDIO } else { Backdrop::Clear };
    let image = sketch::draw(&workspace, args::direction(args.yaw), size, backdrop)
        .ok_or_else(|| Failure::File(anyhow::anyhow!("{}: nothing to draw", workspace.figure().name())))?;
    picture::write(&args.output, size, image.rgba(), args.overwrite)
}

pub(super) fn side_or_size(text: &str) -> Result<PictureSize, String> {
    let square = text.parse::<u32>().map(|side| format!("{side}x{side}"));
    square.as_deref().unwrap_or(text).parse()
}
