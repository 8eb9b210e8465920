//! The options of the command line that are operations.

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};

use super::operation::OptionValue::{None as Flag, Optional, Required};
use super::operation::{Operation, Row};
use super::{frames, geometry, header, skins};

/// The operations of a command line, in their order, and the division of the result into files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operations {
    pub(super) list: Vec<Operation>,
    pub(super) split: Option<Split>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Split {
    Sequences,
    Surfaces,
}

const SECTIONS: [(&str, &[Row]); 4] = [
    ("Frame operations", frames::FRAMES),
    ("Geometry operations", geometry::GEOMETRY),
    ("Skin operations", skins::SKINS),
    ("Header operations", header::HEADER),
];

fn argument(&(name, value, help, read): &Row, heading: &'static str) -> Arg {
    let read = move |text: &str| {
        let apply = read(text)?;
        let text = if text.is_empty() { format!("--{name}") } else { format!("--{name} {text}") };
        Ok::<Operation, String>(Operation { text, apply })
    };
    let argument = Arg::new(name)
        .long(name)
        .action(ArgAction::Append)
        .value_parser(read)
        .help(help)
        .help_heading(heading);
    let argument = if name == "translate" { argument.visible_alias("move") } else { argument };
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

fn parse_split(text: &str) -> Result<Split, String> {
    match text {
        "sequences" => Ok(Split::Sequences),
        "surfaces" => Ok(Split::Surfaces),
        _ => Err(String::from("expected sequences or surfaces")),
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
                .value_parser(parse_split)
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
