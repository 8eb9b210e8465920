//! The operations, and their options on the command line.

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};

use super::parse;
use super::step::{Split, Step};

/// The operations of a command line, in their order, and the division of the result into files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operations {
    pub(super) list: Vec<Operation>,
    pub(super) split: Option<Split>,
}

/// An operation on the command line.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    /// The option as the user wrote it, such as `--rename run=walk`.
    pub(super) text: String,
    pub(super) step: Step,
}

/// The presence of a value after an option.
#[derive(Clone, Copy)]
enum OptionValue {
    None,
    /// Given as `--option=VALUE`, or omitted.
    Optional(&'static str),
    Required(&'static str),
}

use OptionValue::{None as Flag, Optional, Required};

/// An option of the command line that is an operation: its name, its value, its help, and the function that reads the value.
type Row = (&'static str, OptionValue, &'static str, fn(&str) -> Result<Step, String>);

const FRAMES: &[Row] = &[
    (
        "rename",
        Required("OLD=NEW"),
        "Rename frames: a sequence (run=walk names its frames walk1, walk2, …), a range (0..5=walk), a single frame (17=idle), or a \
         pattern ('run*=walk*' keeps the text for the star)",
        parse::rename,
    ),
    (
        "keep",
        Required("FRAMES"),
        "Keep only these frames, in the order of the file: run,stand01..stand04",
        parse::keep,
    ),
    ("delete", Required("FRAMES"), "Delete frames: 'death*' or 190..197", parse::delete),
    (
        "order",
        Required("FRAMES"),
        "Move frames to the start, in this order: run,stand; the others follow",
        parse::order,
    ),
    (
        "duplicate",
        Required("FRAMES[=NAME]"),
        "Copy frames; the copies follow the last of them: run=sprint makes a sequence of its own",
        parse::duplicate,
    ),
    (
        "reverse",
        Required("FRAMES"),
        "Reverse the order of frames; the names stay in order: run",
        parse::reverse,
    ),
    (
        "resample",
        Required("[SEQUENCE=]FPS"),
        "Interpolate frames for another rate: run=20 doubles the frames of a sequence with ten frames per second; 20 applies to all \
         sequences",
        parse::resample,
    ),
    (
        "insert",
        Required("FRAME=FILE"),
        "Insert the frames of another model with the same triangles before a frame: stand01=taunt.md2",
        parse::insert,
    ),
    ("append", Required("FILE"), "Append the frames of another model with the same triangles", parse::append),
];

const GEOMETRY: &[Row] = &[
    (
        "translate",
        Required("X,Y,Z"),
        "Move the model, in units (X forward, Y left, Z up): 0,0,-24",
        parse::translate,
    ),
    (
        "scale",
        Required("FACTOR|X,Y,Z"),
        "Scale the model around its origin: 1.5, or 1,1,2 for each axis",
        parse::scale,
    ),
    (
        "rotate",
        Required("AXIS=DEGREES"),
        "Turn the model around an axis, counterclockwise seen from its end: z=90 turns forward to left",
        parse::rotate,
    ),
    (
        "mirror",
        Required("AXIS"),
        "Mirror the model along an axis; the winding changes with it: y",
        parse::mirror,
    ),
    (
        "center",
        Optional("AXES"),
        "Move the center of the first frame to the origin, on all axes or on some: --center=xy",
        parse::center,
    ),
    (
        "floor",
        Optional("HEIGHT"),
        "Put the lowest point of the first frame at a height, 0 by default: --floor=-24 for a player",
        parse::floor,
    ),
    (
        "merge",
        Required("FILE"),
        "Add the triangles of another model with as many frames, such as a player's weapon.md2, or with a single frame",
        parse::merge,
    ),
    (
        "weld",
        Optional("UNITS"),
        "Combine vertices at the same place in every frame, or at most UNITS apart: --weld=0.01",
        parse::weld,
    ),
    ("clean", Flag, "Remove unused vertices and skin coordinates", parse::clean),
    (
        "decimate",
        Required("TRIANGLES|PERCENT"),
        "Remove triangles until this number remains, with the least change of the shape in all frames: 500, or 50%",
        parse::decimate,
    ),
    ("normals", Flag, "Compute all normals from the triangles, smooth across seams", parse::normals),
    ("commands", Flag, "MD2: compute the OpenGL commands from the triangles", parse::commands),
    ("fix-winding", Flag, "Turn the triangles around if they face inwards", parse::fix_winding),
    ("flip", Flag, "Turn all triangles around", parse::flip),
    ("fix-bounds", Flag, "MDL, MD3: compute the stored bounds and radii", parse::fix_bounds),
];

const SKINS: &[Row] = &[
    (
        "skin-path",
        Required("SKIN=PATH"),
        "Set the path of a skin, relative to the game's folder: 0=players/hero/blue.pcx in an MD2; SURFACE=PATH in an MD3",
        parse::skin_path,
    ),
    (
        "add-skin",
        Required("PATH"),
        "MDL: add an image as a skin; MD2: add the path of a skin",
        parse::add_skin,
    ),
    (
        "remove-skin",
        Required("NUMBER"),
        "Remove a skin; the following skins get lower numbers: 1",
        parse::remove_skin,
    ),
    (
        "extract-skin",
        Required("NUMBER=FILE"),
        "MDL: write a skin as PNG or PCX: 0=knight.png; 1.2=torch.png is image 2 of the group 1",
        parse::extract_skin,
    ),
    (
        "replace-skin",
        Required("NUMBER=FILE"),
        "MDL: replace a skin by an image of the same size, in the colors of the palette: 0=knight.png",
        parse::replace_skin,
    ),
    (
        "group-skins",
        Required("NUMBERS[=SECONDS]"),
        "MDL: combine skins to an animated group, with 0.1 seconds for each image or as given: 0,1,2=0.2",
        parse::group_skins,
    ),
    (
        "uv-template",
        Required("[MULTIPLE=]FILE"),
        "Write the triangles on the skin as PNG or SVG, in the size of the skin or a multiple: 4=uv.png",
        parse::uv_template,
    ),
];

const HEADER: &[Row] = &[
    (
        "flags",
        Required("FLAGS"),
        "MDL, MD3: set the effect flags: rocket,rotate, none, or a number such as 0x4000. Names: rocket, grenade, gib, rotate, tracer, \
         zombie-gib, tracer2, tracer3, holey",
        parse::effects,
    ),
    ("sync", Required("together|random"), "MDL: set the synchronization of groups", parse::sync),
    ("eye", Required("X,Y,Z"), "MDL: set the position of the eyes: 0,0,24", parse::eye),
];

const SECTIONS: [(&str, &[Row]); 4] = [
    ("Frame operations", FRAMES),
    ("Geometry operations", GEOMETRY),
    ("Skin operations", SKINS),
    ("Header operations", HEADER),
];

fn argument(&(name, value, help, read): &Row, heading: &'static str) -> Arg {
    let read = move |text: &str| {
        let step = read(text)?;
        let text = if text.is_empty() { format!("--{name}") } else { format!("--{name} {text}") };
        Ok::<Operation, String>(Operation { text, step })
    };
    let argument = Arg::new(name)
        .long(name)
        .action(ArgAction::Append)
        .value_parser(read)
        .help(help)
        .help_heading(heading);
    match value {
        // An option with an empty value instead of a flag: clap stores the positions of values on the command line, and these give the
        // order of the operations.
        Flag => argument.num_args(0).default_missing_value(""),
        Optional(name) => {
            argument.num_args(0..=1).require_equals(true).default_missing_value("").value_name(name)
        }
        Required(name) => argument.num_args(1).allow_hyphen_values(true).value_name(name),
    }
}

impl Args for Operations {
    fn augment_args(command: clap::Command) -> clap::Command {
        let rows = SECTIONS.iter().flat_map(|(heading, rows)| rows.iter().map(move |row| (heading, row)));
        let command = rows.fold(command, |command, (heading, row)| command.arg(argument(row, heading)));
        let help = "Write a file for each sequence or surface to the folder OUT, after all operations";
        command.arg(
            Arg::new("split")
                .long("split")
                .value_name("sequences|surfaces")
                .value_parser(parse::split)
                .help(help),
        )
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Operations {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut placed: Vec<(usize, Operation)> = Vec::new();
        for (name, ..) in SECTIONS.iter().flat_map(|(_, rows)| *rows) {
            let operations = matches.get_many::<Operation>(name).into_iter().flatten().cloned();
            placed.extend(matches.indices_of(name).into_iter().flatten().zip(operations));
        }
        placed.sort_by_key(|(place, _)| *place);
        let list = placed.into_iter().map(|(_, operation)| operation).collect();
        Ok(Self { list, split: matches.get_one("split").copied() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
