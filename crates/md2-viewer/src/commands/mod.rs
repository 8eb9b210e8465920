//! The commands of the viewer: those of `md2`, and `render`, which needs a GPU.

pub(crate) mod render;

use clap::Subcommand;
use md2_tool::Failure;
use md2_tool::commands::help;

use render::RenderArgs;

/// A subcommand of the viewer.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Draw a model into an image or animation file, without a window.
    #[command(after_help = help(render::EXAMPLES))]
    Render(RenderArgs),
    #[command(flatten)]
    Tool(md2_tool::Command),
}

impl Command {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match self {
            Self::Render(args) => render::run(args),
            Self::Tool(command) => command.run(),
        }
    }
}
