//! The report of a figure: the given model together with the other models of the same player.

use std::fmt;
use std::path::Path;

use md2_scene::{Figure, MountPoint};
use serde::{Serialize, Serializer};

use super::model::ModelReport;
use super::named_as;
use crate::report::column_width;
use md2_scene::text::{list, message, shown};

#[derive(Debug)]
pub(super) struct InfoReport {
    figure: FigureReport,
    weapons: Vec<String>,
    parts: Vec<ModelReport>,
    own: usize,
}

/// The report as JSON. Scripts rely on the names of the fields: see `docs/json/info.schema.json`.
#[derive(Debug, Serialize)]
struct ReportJson<'a> {
    #[serde(flatten)]
    model: &'a ModelReport,
    figure: &'a FigureReport,
    weapons: &'a [String],
    parts: &'a [ModelReport],
}

impl Serialize for InfoReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { figure, weapons, parts, own, .. } = self;
        ReportJson { model: &parts[*own], figure, weapons, parts }.serialize(serializer)
    }
}

#[derive(Debug, Serialize)]
pub(super) struct FigureReport {
    name: String,
    parts: Vec<PartReport>,
    skins: Vec<String>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct PartReport {
    role: String,
    file: String,
    /// The role of the part to which this part is attached, for example the torso for a head.
    hangs_on: Option<String>,
    tag: Option<String>,
}

impl InfoReport {
    pub(super) fn new(figure: &Figure, path: Option<&Path>) -> Self {
        let parts = figure.parts();
        let own = path.and_then(|path| parts.iter().position(|part| part.document.is_file_at(path)));
        Self {
            figure: FigureReport::new(figure, path),
            weapons: figure.weapons().iter().map(|weapon| weapon.name().to_owned()).collect(),
            parts: parts.iter().map(|part| ModelReport::new(&part.document, path)).collect(),
            own: own.unwrap_or(0),
        }
    }

    /// Returns the report of the model at the requested path, without the other models of its player.
    pub(super) fn own_model(&self) -> &ModelReport {
        &self.parts[self.own]
    }
}

impl FigureReport {
    fn new(figure: &Figure, path: Option<&Path>) -> Self {
        let parts = figure.parts();
        let part = |part: &md2_scene::Part| PartReport {
            role: part.role.clone(),
            file: named_as(&part.document, path),
            hangs_on: part.mount.as_ref().map(|(parent, _)| parts[*parent].role.clone()),
            tag: match &part.mount {
                Some((_, MountPoint::Tag(name))) => Some(name.clone()),
                _ => None,
            },
        };
        Self {
            name: figure.name().to_owned(),
            parts: parts.iter().map(part).collect(),
            skins: figure.skins().map(|skin| skin.label().to_owned()).collect(),
            notes: figure.notes().to_vec(),
        }
    }
}

impl fmt::Display for InfoReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { figure, weapons, parts, .. } = self;
        write!(f, "{}", self.own_model())?;
        // For a single model, the report of the figure would only repeat the report of this model.
        if parts.len() > 1 || !figure.notes.is_empty() {
            write!(f, "\n{figure}")?;
        }
        write_weapons(f, weapons)
    }
}

fn write_weapons(f: &mut fmt::Formatter<'_>, weapons: &[String]) -> fmt::Result {
    if weapons.is_empty() {
        Ok(())
    } else {
        writeln!(f, "\nweapons: {}", list(weapons.iter().map(String::as_str)))
    }
}

impl fmt::Display for FigureReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "figure: {}", shown(&self.name))?;
        let width = column_width(self.parts.iter().map(|part| part.role.as_str()));
        for PartReport { role, file, hangs_on, tag } in &self.parts {
            write!(f, "  {:width$}  {}", shown(role).to_string(), message(file))?;
            match (hangs_on, tag) {
                (Some(parent), Some(tag)) => writeln!(f, "  (on {} of the {})", shown(tag), shown(parent))?,
                (Some(parent), None) => writeln!(f, "  (on the {})", shown(parent))?,
                _ => writeln!(f)?,
            }
        }
        if !self.skins.is_empty() {
            writeln!(f, "  shared skins: {}", list(self.skins.iter().map(String::as_str)))?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "\nnote: {}", message(note)))
    }
}
