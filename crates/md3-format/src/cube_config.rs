//! The `md3.cfg` of Cube engines (Sauerbraten, AssaultCube), which assigns images to the surfaces of a model.
//!
//! The script also contains animations, which `md2-anim` reads, and settings that do not concern images.

use crate::names::is_slash;
use crate::words::{Word, Words};

/// A Cube script that borrows its bytes. Any bytes are accepted as a script, because unknown commands are skipped. The
/// type allocates no memory.
///
/// ```
/// use md3_format::cube_config::{CubeConfig, CubeRow, CubeSetting};
///
/// let config = CubeConfig::new(b"
/// md3load gun.md3
/// md3skin * gun.jpg masks.jpg // all surfaces
/// md3alphatest hands 0.5
/// ");
/// let rows: Vec<CubeRow> = config.rows(b"GUN.md3").collect();
/// assert_eq!(rows[0], CubeRow { surface: b"*", setting: CubeSetting::Image(b"gun.jpg") });
/// assert_eq!(rows[1], CubeRow { surface: b"hands", setting: CubeSetting::HasHoles(true) });
/// assert_eq!(config.rows(b"other.md3").count(), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CubeConfig<'a> {
    text: &'a [u8],
}

/// A setting in a [`CubeConfig`] and the surface to which it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeRow<'a> {
    /// Name of the surface, or `*` for all surfaces. Engines compare the name including its case.
    pub surface: &'a [u8],
    /// The setting with its value.
    pub setting: CubeSetting<'a>,
}

/// A setting about the image of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CubeSetting<'a> {
    /// Path of the image, relative to the folder of the script.
    Image(&'a [u8]),
    /// Whether the surface has holes where the image is transparent.
    HasHoles(bool),
}

impl<'a> CubeConfig<'a> {
    /// Creates a script from its text.
    pub const fn new(text: &'a [u8]) -> Self {
        Self { text }
    }

    /// Returns the settings for the model with this file name, or path as in [`loads`](Self::loads). If a surface has the
    /// same setting several times, engines use the last setting.
    ///
    /// The commands `md3skin` and `md3alphatest` apply to the model of the last `md3load` before them. If there is no
    /// `md3load` before them, they apply to every model, as `mdlalphatest` always does.
    pub fn rows(&self, model: &[u8]) -> impl Iterator<Item = CubeRow<'a>> {
        let mut is_other = model.contains(&b'/');
        self.commands().filter_map(move |(command, [first, second])| {
            let first = first?;
            if command.is("md3load") {
                is_other = !ends_with_path(first.text, model);
            }
            let (surface, setting) = if command.is("mdlalphatest") {
                (&b"*"[..], CubeSetting::HasHoles(is_positive(&first)?))
            } else if is_other {
                return None;
            } else if command.is("md3skin") {
                (first.text, CubeSetting::Image(second?.text))
            } else if command.is("md3alphatest") {
                (first.text, CubeSetting::HasHoles(is_positive(&second?)?))
            } else {
                return None;
            };
            Some(CubeRow { surface, setting })
        })
    }

    /// Whether the script loads the model with this path. `model` is the file name, preceded by the names of folders if the
    /// script is in a folder above the model.
    pub fn loads(&self, model: &[u8]) -> bool {
        let mut commands = self.commands();
        commands.any(|(command, [path, _])| {
            command.is("md3load") && path.is_some_and(|path| ends_with_path(path.text, model))
        })
    }

    fn commands(&self) -> impl Iterator<Item = (Word<'a>, [Option<Word<'a>>; 2])> + use<'a> {
        let mut words = Words::new(self.text, b";");
        core::iter::from_fn(move || {
            let command = words.find(|word| !word.is_mark(b';'))?;
            let mut next = || words.next_on(command.line).filter(|word| !word.is_mark(b';'));
            let first = next();
            let second = first.and_then(|_| next());
            second.inspect(|_| while next().is_some() {});
            Some((command, [first, second]))
        })
    }
}

/// Whether the last folders and the file name of `path` are `end`.
fn ends_with_path(path: &[u8], end: &[u8]) -> bool {
    let mut parts = path.rsplit(|&byte| is_slash(byte));
    end.rsplit(|&byte| is_slash(byte))
        .all(|part| parts.next().is_some_and(|own| own.eq_ignore_ascii_case(part)))
}

/// Whether an alpha cutoff is above 0, so that transparent pixels are holes. `None` if the word is not a number.
fn is_positive(cutoff: &Word<'_>) -> Option<bool> {
    Some(str::from_utf8(cutoff.text).ok()?.parse::<f32>().ok()? > 0.0)
}
