//! The association of model files with the viewer on Windows, for the current user.

use std::fmt;
use std::path::Path;

use md2_assets::MODEL_EXTENSIONS;

const FILE_TYPE: &str = "md2-viewer.model";
const CLASSES: &str = r"Software\Classes";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegistryChange {
    Set { key: String, name: &'static str, text: String },
    Remove { key: String, name: &'static str },
    RemoveKey { key: String },
}

impl fmt::Display for RegistryChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |name: &'static str| if name.is_empty() { "(Default)" } else { name };
        match self {
            Self::Set { key, name, text } => {
                write!(f, r"set HKEY_CURRENT_USER\{key}: {} = {text}", shown(name))
            }
            Self::Remove { key, name } => write!(f, r"remove HKEY_CURRENT_USER\{key}: {}", shown(name)),
            Self::RemoveKey { key } => write!(f, r"remove HKEY_CURRENT_USER\{key}"),
        }
    }
}

/// Returns the changes that associate model files with a program: its icon, and a double click. `type_of` returns the file type that an
/// extension such as `.md2` has now. Extensions with another type keep it, and the program is only added to their menu "Open with".
fn registration(program: &Path, type_of: impl Fn(&str) -> Option<String>) -> Vec<RegistryChange> {
    let set = |key: &str, name, text: &str| RegistryChange::Set {
        key: format!(r"{CLASSES}\{key}"),
        name,
        text: text.to_owned(),
    };
    let program = program.display();
    let mut changes = vec![
        set(FILE_TYPE, "", "Quake model"),
        set(&format!(r"{FILE_TYPE}\DefaultIcon"), "", &format!("\"{program}\",0")),
        set(&format!(r"{FILE_TYPE}\shell\open\command"), "", &format!("\"{program}\" \"%1\"")),
    ];
    for extension in MODEL_EXTENSIONS.map(|extension| format!(".{extension}")) {
        changes.push(set(&format!(r"{extension}\OpenWithProgids"), FILE_TYPE, ""));
        if type_of(&extension).is_none_or(|now| now.is_empty() || now == FILE_TYPE) {
            changes.push(set(&extension, "", FILE_TYPE));
        }
    }
    changes
}

fn removal(type_of: impl Fn(&str) -> Option<String>) -> Vec<RegistryChange> {
    let key = |key: &str| format!(r"{CLASSES}\{key}");
    let mut changes = vec![RegistryChange::RemoveKey { key: key(FILE_TYPE) }];
    for extension in MODEL_EXTENSIONS.map(|extension| format!(".{extension}")) {
        let open_with = key(&format!(r"{extension}\OpenWithProgids"));
        changes.push(RegistryChange::Remove { key: open_with, name: FILE_TYPE });
        if type_of(&extension).is_some_and(|now| now == FILE_TYPE) {
            changes.push(RegistryChange::Remove { key: key(&extension), name: "" });
        }
    }
    changes
}

/// Makes Windows open model files with this program, for the current user, or undoes that. Calls `print` for all changes before it makes
/// the first one. Files that have the type of another program keep it.
#[cfg(windows)]
pub fn associate(register: bool, print: impl FnMut(&RegistryChange)) -> anyhow::Result<()> {
    use anyhow::Context as _;
    use windows_registry::{CLASSES_ROOT, CURRENT_USER};

    /// The HRESULT of `ERROR_FILE_NOT_FOUND`.
    const NOT_FOUND: i32 = -0x7ff8_fffe;

    let changes = if register {
        // The `.com` file of the archive for Windows has a console; the `.exe` file beside it has none.
        let program = std::env::current_exe().context("cannot find the path of this program")?;
        // The types for this user and those for all users.
        let type_of = |extension: &str| CLASSES_ROOT.open(extension)?.get_string("");
        registration(dunce::simplified(&program.with_extension("exe")), |extension| type_of(extension).ok())
    } else {
        let type_of = |extension: &str| CURRENT_USER.open(format!(r"{CLASSES}\{extension}"))?.get_string("");
        removal(|extension| type_of(extension).ok())
    };
    changes.iter().for_each(print);
    for change in changes {
        let result = match &change {
            RegistryChange::Set { key, name, text } => {
                CURRENT_USER.create(key).and_then(|key| key.set_string(name, text))
            }
            RegistryChange::Remove { key, name } => {
                CURRENT_USER.options().write().open(key).and_then(|key| key.remove_value(name))
            }
            RegistryChange::RemoveKey { key } => CURRENT_USER.remove_tree(key),
        };
        match result {
            // Nothing has to be removed.
            Err(error) if error.code().0 == NOT_FOUND && !register => {}
            result => result.with_context(|| format!("cannot {change}"))?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(changes: &[RegistryChange]) -> Vec<String> {
        changes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn registration_keeps_the_types_of_other_programs() {
        let type_of = |extension: &str| (extension == ".mdl").then(|| String::from("Simulink.Model"));
        let changes = texts(&registration(Path::new(r"C:\My games\md2-viewer.exe"), type_of));
        let command = r#"set HKEY_CURRENT_USER\Software\Classes\md2-viewer.model\shell\open\command: (Default) = "C:\My games\md2-viewer.exe" "%1""#;
        assert!(changes.iter().any(|change| change == command), "{changes:#?}");
        let has_type = |extension: &str| {
            let change =
                format!(r"set HKEY_CURRENT_USER\Software\Classes\.{extension}: (Default) = md2-viewer.model");
            changes.contains(&change)
        };
        assert_eq!(MODEL_EXTENSIONS.map(has_type), [true, false, true]);
        assert_eq!(
            changes.iter().filter(|change| change.contains("OpenWithProgids")).count(),
            MODEL_EXTENSIONS.len()
        );
    }

    #[test]
    fn removal_undoes_each_change_of_the_registration() {
        let set = registration(Path::new("v.exe"), |_| None);
        let removed = removal(|_| Some(FILE_TYPE.to_owned()));
        for change in &set {
            let RegistryChange::Set { key, name, .. } = change else { panic!("{change}") };
            let is_undone = removed.iter().any(|undo| match undo {
                RegistryChange::RemoveKey { key: whole } => key.starts_with(whole),
                RegistryChange::Remove { key: in_key, name: of } => in_key == key && of == name,
                RegistryChange::Set { .. } => false,
            });
            assert!(is_undone, "{change}");
        }
        let others = removal(|_| Some(String::from("Simulink.Model")));
        assert!(!texts(&others).iter().any(|change| change.ends_with("(Default)")), "{others:?}");
    }
}
