//! Paths that the user types: home folder, environment variables, drives and quotes.

use std::env;
use std::path::PathBuf;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathRules {
    Unix,
    Windows,
}

impl PathRules {
    pub const CURRENT: Self = if cfg!(windows) { Self::Windows } else { Self::Unix };

    /// Returns the path for a typed text: `~` at the beginning is the home folder. On Windows, `%NAME%` is the value of an environment
    /// variable, and quotes around the path are removed, since the Explorer copies paths with quotes.
    pub fn parse(self, text: &str) -> PathBuf {
        self.expand(text, env::home_dir(), |name| env::var(name).ok())
    }

    pub fn unquoted(self, text: &str) -> &str {
        let text = text.trim();
        if self == Self::Windows { text.trim_matches('"') } else { text }
    }

    pub fn is_anchored(self, text: &str) -> bool {
        let text = self.unquoted(text);
        let below_home =
            text.strip_prefix('~').is_some_and(|rest| rest.starts_with(|c| self.is_separator(c)));
        let has_drive = || matches!(text.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic());
        let is_windows_path = || has_drive() || text.starts_with('%') && text.matches('%').count() > 1;
        text.starts_with(|c| self.is_separator(c)) || below_home || self == Self::Windows && is_windows_path()
    }

    fn is_separator(self, c: char) -> bool {
        c == '/' || self == Self::Windows && c == '\\'
    }

    fn expand(self, text: &str, home: Option<PathBuf>, variable: impl Fn(&str) -> Option<String>) -> PathBuf {
        let text = self.unquoted(text);
        if self == Self::Windows && text.contains('%') {
            return PathBuf::from(expand_variables(text, variable));
        }
        match (text.strip_prefix('~'), home) {
            (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with(|c| self.is_separator(c)) => {
                home.join(rest.trim_start_matches(|c| self.is_separator(c)))
            }
            _ => PathBuf::from(text),
        }
    }
}

fn expand_variables(text: &str, variable: impl Fn(&str) -> Option<String>) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some((before, name, after)) = rest
        .split_once('%')
        .and_then(|(before, after)| after.split_once('%').map(|(name, after)| (before, name, after)))
    {
        expanded += before;
        match variable(name) {
            Some(value) => {
                expanded += &value;
                rest = after;
            }
            None => {
                expanded.extend(["%", name]);
                // The second percent sign may begin the next name.
                rest = &rest[before.len() + 1 + name.len()..];
            }
        }
    }
    expanded + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drives_homes_and_variables_begin_an_absolute_path_on_windows() {
        let absolute = r#"C:\q2 d:/q2 C: \q2 \\server\share ~\q2 ~/q2 /q2 %TEMP%\a "C:\q2""#;
        for text in absolute.split(' ') {
            assert!(PathRules::Windows.is_anchored(text), "{text}");
        }
        for text in ["q2", "~q2", "ab:c", "100%", ""] {
            assert!(!PathRules::Windows.is_anchored(text), "{text}");
        }
        for text in ["/q2", "~/q2"] {
            assert!(PathRules::Unix.is_anchored(text), "{text}");
        }
        for text in [r"C:\q2", r"\q2", r"~\q2", "%TEMP%/a", "\"/q2\"", "~q2"] {
            assert!(!PathRules::Unix.is_anchored(text), "{text}");
        }
    }

    #[test]
    fn expands_the_home_folder_and_variables() {
        let check = |rules: PathRules, text: &str, expected: &str| {
            let variable = |name: &str| (name == "USERPROFILE").then(|| String::from(r"C:\Users\ann"));
            let found = rules.expand(text, Some(PathBuf::from("/home/ann")), variable);
            assert_eq!(found, PathBuf::from(expected), "{text}");
        };
        check(PathRules::Windows, r"~\q2", "/home/ann/q2");
        check(PathRules::Windows, "~", "/home/ann");
        check(PathRules::Windows, r"%USERPROFILE%\q2", r"C:\Users\ann\q2");
        check(PathRules::Windows, r"100%%USERPROFILE%", r"100%C:\Users\ann");
        check(PathRules::Windows, r"%NONE%\a 5%", r"%NONE%\a 5%");
        check(PathRules::Windows, "\"C:\\q 2\\a.md2\" ", r"C:\q 2\a.md2");
        check(PathRules::Unix, "~/q2", "/home/ann/q2");
        check(PathRules::Unix, r"~\%USERPROFILE%", r"~\%USERPROFILE%");
        check(PathRules::Unix, "a/~b", "a/~b");
    }
}
