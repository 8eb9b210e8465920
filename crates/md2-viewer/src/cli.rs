//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::commands::Command;
use md2_tool::args::SceneArgs;
use md2_tool::crowd::CrowdArgs;
use md2_tool::failure::exit_codes;

/// Viewer for models of Quake (MDL), Quake II (MD2) and Quake III Arena (MD3).
///
/// Opens a window with a model, or with a player of several models. Without arguments, opens the built-in model.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    after_help = exit_codes()
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Models, folders and archives (PAK, PK3, ZIP) to open. Shows the first model that can be opened.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Print the duration of each step of the startup and of opening a model.
    #[arg(long)]
    pub(crate) timings: bool,

    #[command(flatten)]
    pub(crate) crowd: CrowdArgs,

    /// Do not load or save settings: window size, panels, look.
    #[arg(long)]
    pub(crate) no_settings: bool,

    /// Make Windows open models with this program, for the current user. Prints each change of the registry first.
    #[cfg(windows)]
    #[arg(long, exclusive = true)]
    pub(crate) register: bool,

    /// Undo `--register`.
    #[cfg(windows)]
    #[arg(long, exclusive = true)]
    pub(crate) unregister: bool,

    #[command(flatten)]
    pub(crate) scene: SceneArgs,
}

#[cfg(test)]
mod tests {

    use super::*;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(std::iter::once("md2-viewer").chain(line.split_whitespace()))
    }

    #[test]
    fn crowds_and_windows_take_several_files() {
        let cli = parse("--crowd 1000 a.md2 b.mdl c.md2 --time 1").unwrap();
        assert_eq!(cli.crowd.crowd, Some(1000));
        assert_eq!(cli.files, ["a.md2", "b.mdl", "c.md2"].map(PathBuf::from));
        assert_eq!(parse("a.md2 models/ pak0.pak").unwrap().files.len(), 3);
        let cli = parse("render --crowd 5 -o out.png").unwrap();
        let Some(Command::Render(args)) = cli.command else { panic!("not render") };
        assert_eq!((args.crowd.crowd, args.file), (Some(5), None));
    }

    #[test]
    fn rejects_invalid_arguments() {
        use clap::error::ErrorKind::*;
        for (kind, lines) in [
            (MissingRequiredArgument, "a.md2;a.md2 b.md2 -o x.png"),
            (
                ValueValidation,
                "-o x.jpg;-o x.png --size 0x10;-o x.png --size 10;-o x.png --size 9999x10;-o x.png --time nan;\
                 -o x.png --time -1;-o x.png --distance -1;-o x.png --alpha yes;-o x.png --light sun;--crowd 0;\
                 --crowd 100001;--crowd many",
            ),
            (
                ArgumentConflict,
                "-o x.png --light game --no-light;-o x.png --weapon-view --yaw 3;-o x.png --crowd 9 --weapon none",
            ),
            (UnknownArgument, "-o x.png --frobnicate"),
        ] {
            for line in lines.split(';') {
                assert_eq!(parse(&format!("render {line}")).unwrap_err().kind(), kind, "{line}");
            }
        }
    }
}
