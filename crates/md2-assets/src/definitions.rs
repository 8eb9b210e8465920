//! The content of a mod's `MODELDEF` scripts.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use md3_format::modeldef::Block;

/// The `MODELDEF` scripts of a mod.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// The root folder or archive of the mod.
    pub root: PathBuf,
    /// The blocks of all scripts.
    pub blocks: Vec<DefinedBlock>,
    /// The invalid parts of the scripts.
    pub problems: Vec<DefinitionProblem>,
    /// For each model file, in lower case and without extension: indices of blocks, and the numbers of the model in them.
    pub(crate) by_model: HashMap<String, Vec<(usize, usize)>>,
    /// Images that the engine finds by their names alone, in lower case and without extension.
    pub(crate) textures: HashMap<String, PathBuf>,
}

/// A block of a `MODELDEF` script.
#[derive(Clone, Debug)]
pub struct DefinedBlock {
    /// The script that contains the block.
    pub script: Rc<Path>,
    /// The content of the block.
    pub block: Block,
}

/// An invalid part of a `MODELDEF` script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionProblem {
    /// The script.
    pub script: PathBuf,
    /// Line, counted from 1.
    pub line: usize,
    /// The problem, as a text for users.
    pub text: String,
    /// Whether the problem is a word that engines skip.
    pub is_word: bool,
}
