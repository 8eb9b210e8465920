//! The formats that an import writes, and the options that apply to each.

use std::path::Path;

use super::ImportArgs;
use crate::failure::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImportFormat {
    Md2,
    Mdl,
    Md3,
}

impl ImportFormat {
    pub(super) fn from_path(path: &Path) -> Self {
        let has = |known: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(known));
        if has("mdl") {
            Self::Mdl
        } else if has("md3") {
            Self::Md3
        } else {
            Self::Md2
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Md2 => "MD2",
            Self::Mdl => "MDL",
            Self::Md3 => "MD3",
        }
    }
}

pub(super) fn check_options(args: &ImportArgs) -> Result<(), Failure> {
    use ImportFormat::{Md2, Md3, Mdl};
    let mut options = vec![
        ("--pcx", args.pcx, &[Md2][..]),
        ("--skin-name", args.skin_name.is_some(), &[Md2]),
        ("--game-path", args.game_path.is_some(), &[Md2, Md3]),
        ("--packing", args.packing.is_some(), &[Md2]),
        ("--weapon", !args.weapon.is_empty(), &[Md2]),
        ("--palette", args.palette.is_some(), &[Md2, Mdl]),
        ("--skin-size", args.skin_size.is_some(), &[Md2, Mdl]),
        ("--engine", args.mdl.engine.is_some(), &[Mdl, Md3]),
        ("--animation-cfg", args.md3.animation_cfg, &[Md3]),
    ];
    options.extend(args.mdl.given().map(|(option, is_given)| (option, is_given, &[Mdl][..])));
    let own = ImportFormat::from_path(args.output());
    match options.into_iter().find(|(_, is_given, formats)| *is_given && !formats.contains(&own)) {
        Some((option, _, formats)) => {
            let names: Vec<_> = formats.iter().map(|format| format.name()).collect();
            Err(Failure::Usage(format!("{option} applies to {} only", names.join(" and "))))
        }
        None => Ok(()),
    }
}
