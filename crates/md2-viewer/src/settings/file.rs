//! The settings file, which is read when the window opens, and replaced after changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::{ReadAs, ReadError};
use serde_json::{Map, Value};

use super::Settings;
use md2_browse::RecentFiles;
use md2_task::{LostResult, Task};
use md2_tool::output::{self, Overwrite};

const CHECK_INTERVAL: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(crate) struct SettingsFile {
    path: Option<PathBuf>,
    recent: Vec<PathBuf>,
    /// The settings when the window opened, or when they were last written. Only settings that have changed since then are written, because
    /// another window may have changed the others in the file, or they come from arguments.
    baseline: Option<Value>,
    latest: Value,
    last_check: Option<Instant>,
    changed: Option<Instant>,
    writer: Option<(Task<Result<(), String>>, Value)>,
}

impl SettingsFile {
    pub(crate) fn load(path: Option<PathBuf>) -> (Self, Settings, Option<String>) {
        let (value, warning) = match path.as_deref().map_or(Ok(None), read) {
            Ok(value) => (value.unwrap_or_default(), None),
            Err(failure) => (Map::new(), Some(failure.warning())),
        };
        let settings = Settings::from_value(&Value::Object(value));
        (Self { path, recent: settings.recent.clone(), ..Self::default() }, settings, warning)
    }

    pub(crate) fn poll(
        &mut self,
        now: Instant,
        settings: impl FnOnce() -> Settings,
    ) -> (Option<Instant>, Option<String>) {
        if self.path.is_none() {
            return (None, None);
        }
        let finished = self.writer.as_mut().and_then(|(task, _)| task.poll());
        let failure = finished.and_then(|result| self.finish_writing(result));
        let next = self.last_check.map_or(now, |last| last + CHECK_INTERVAL);
        if now < next {
            return (Some(next), failure);
        }
        self.last_check = Some(now);
        let settings = settings();
        let current = settings.to_value();
        // The first baseline has the recent files of the file, so that a file that an argument opened counts as a change.
        let first = || Settings { recent: std::mem::take(&mut self.recent), ..settings }.to_value();
        let baseline = self.baseline.get_or_insert_with(first);
        if current != self.latest {
            self.changed = Some(now);
            self.latest = current;
        }
        if self.latest == *baseline {
            self.changed = None;
        }
        if self.writer.is_none() && self.changed.is_some_and(|time| now >= time + PAUSE) {
            self.changed = None;
            self.start_writing();
        }
        (self.changed.map(|_| now + CHECK_INTERVAL), failure)
    }

    fn start_writing(&mut self) {
        let (Some(path), Some(baseline)) = (self.path.clone(), self.baseline.clone()) else { return };
        let (current, old) = (self.latest.clone(), baseline.clone());
        self.baseline = Some(current.clone());
        self.writer = Some((Task::start(move |_| write(&path, &baseline, &current)), old));
    }

    fn finish_writing(&mut self, result: Result<Result<(), String>, LostResult>) -> Option<String> {
        let (_, baseline) = self.writer.take()?;
        let reason = result.unwrap_or_else(|lost| Err(lost.to_string())).err()?;
        self.baseline = Some(baseline);
        Some(reason)
    }

    pub(crate) fn close(&mut self, settings: impl FnOnce() -> Settings) -> Result<(), String> {
        let finished = self.writer.as_mut().and_then(|(task, _)| task.wait(None));
        // If the task failed, its changes are written here.
        let _ = finished.and_then(|result| self.finish_writing(result));
        let (Some(path), Some(baseline)) = (&self.path, &self.baseline) else { return Ok(()) };
        let current = settings().to_value();
        if current == *baseline { Ok(()) } else { write(path, baseline, &current) }
    }
}

#[derive(Debug)]
enum ReadFailure {
    Invalid(String),
    Unreadable(String),
}

impl ReadFailure {
    fn warning(self) -> String {
        let (reason, end) = match self {
            Self::Invalid(reason) => (reason, ". Saving will rename the file"),
            Self::Unreadable(reason) => (reason, ""),
        };
        format!("Saved settings could not be read; using defaults: {reason}{end}")
    }
}

fn read(path: &Path) -> Result<Option<Map<String, Value>>, ReadFailure> {
    let content = match md2_assets::read_file(path, ReadAs::Text) {
        Ok(content) => content,
        Err(ReadError::NotFound(_)) => return Ok(None),
        Err(error) => return Err(ReadFailure::Unreadable(format!("{:#}", anyhow::Error::from(error)))),
    };
    match serde_json::from_slice(&content.bytes) {
        Ok(Value::Object(settings)) => Ok(Some(settings)),
        Ok(_) => Err(ReadFailure::Invalid(format!("\"{}\" is not a JSON object", path.display()))),
        Err(error) => Err(ReadFailure::Invalid(format!("\"{}\" is not valid JSON: {error}", path.display()))),
    }
}

fn write(path: &Path, baseline: &Value, current: &Value) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot create the folder \"{}\": {error}", folder.display()))?;
    let stored = match read(path) {
        Ok(stored) => stored.unwrap_or_default(),
        Err(ReadFailure::Invalid(_)) => {
            fs::rename(path, backup_path(path)).map_err(|error| error.to_string())?;
            Map::new()
        }
        Err(ReadFailure::Unreadable(reason)) => return Err(reason),
    };
    let recent = merge_recent(current.get("recent"), stored.get("recent"));
    let mut merged = Value::Object(stored);
    merge(&mut merged, baseline, current);
    if baseline.get("recent") != current.get("recent") {
        merged["recent"] = Value::from(recent);
    }
    let mut text = serde_json::to_string_pretty(&merged).map_err(|error| error.to_string())?;
    text.push('\n');
    output::write(path, text.as_bytes(), Overwrite { force: true }).map_err(|error| error.to_string())
}

fn backup_path(path: &Path) -> PathBuf {
    let numbered = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { String::from(".bad") } else { format!(".bad-{number}") });
        PathBuf::from(name)
    };
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    (1..).map(numbered).find(is_free).unwrap_or_else(|| numbered(1))
}

fn merge_recent(current: Option<&Value>, stored: Option<&Value>) -> Vec<String> {
    let paths = [current, stored].into_iter().flatten().filter_map(Value::as_array).flatten();
    let recent = RecentFiles::load(paths.filter_map(Value::as_str).map(PathBuf::from));
    recent.paths().iter().filter_map(|path| path.to_str()).map(String::from).collect()
}

fn merge(stored: &mut Value, baseline: &Value, current: &Value) {
    if baseline == current {
        return;
    }
    let Value::Object(current) = current else {
        *stored = current.clone();
        return;
    };
    if !stored.is_object() {
        *stored = Value::Object(Map::new());
    }
    let Some(stored) = stored.as_object_mut() else { return };
    for (name, current) in current {
        let baseline = baseline.get(name).unwrap_or(&Value::Null);
        if baseline == current {
            continue;
        }
        if current.is_null() {
            stored.remove(name);
        } else {
            merge(stored.entry(name.as_str()).or_insert(Value::Null), baseline, current);
        }
    }
}

#[cfg(test)]
mod tests {
    use md2_scene::{FloorKind, Look};

    use super::*;
    use crate::settings::{WindowSettings, save_look};

    fn with_floor(floor: bool) -> Settings {
        let floor = if floor { FloorKind::Stone } else { FloorKind::None };
        Settings { look: save_look(Look { floor, ..Look::default() }), ..Settings::default() }
    }

    fn poll_for(
        file: &mut SettingsFile,
        start: Instant,
        seconds: std::ops::Range<u64>,
        settings: &Settings,
    ) -> (bool, Vec<String>) {
        let mut is_pending = false;
        let mut failures = Vec::new();
        for second in seconds {
            let (next, failure) = file.poll(start + Duration::from_secs(second), || settings.clone());
            failures.extend(failure);
            is_pending = next.is_some();
            let finished = file.writer.as_mut().and_then(|(task, _)| task.wait(None));
            failures.extend(finished.and_then(|result| file.finish_writing(result)));
        }
        (is_pending, failures)
    }

    #[test]
    fn writes_only_changes_after_a_pause() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.json");
        let (mut file, settings, warning) = SettingsFile::load(Some(path.clone()));
        assert_eq!((settings, warning), (Settings::default(), None));
        let start = Instant::now();
        let (is_pending, _) = poll_for(&mut file, start, 0..9, &with_floor(true));
        assert!(!is_pending && !path.exists(), "nothing has changed");
        let (is_pending, _) = poll_for(&mut file, start, 9..11, &with_floor(false));
        assert!(is_pending && !path.exists(), "the pause");
        let (is_pending, failures) = poll_for(&mut file, start, 11..20, &with_floor(false));
        assert!(!is_pending && failures.is_empty());
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\n  \"look\": {\n    \"floor\": \"none\"\n  }\n}\n");
        fs::remove_file(&path).unwrap();
        poll_for(&mut file, start, 20..30, &with_floor(false));
        file.close(|| with_floor(false)).unwrap();
        assert!(!path.exists(), "nothing has changed since the last write");
        file.close(|| with_floor(true)).unwrap();
        let (_, settings, _) = SettingsFile::load(Some(path));
        assert_eq!(settings.look.get("floor"), Some(&Value::from("stone")));
    }

    #[test]
    fn keeps_unknown_values_and_changes_of_other_windows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        fs::write(&path, r#"{"moon": [1], "look": {"fog": 3, "floor": "stone"}, "window": {"width": 700}}"#)
            .unwrap();
        let (mut file, settings, _) = SettingsFile::load(Some(path.clone()));
        assert_eq!(settings.window.width, Some(700.0));
        // An argument may override a saved value.
        poll_for(&mut file, Instant::now(), 0..1, &with_floor(false));
        fs::write(&path, r#"{"moon": [1], "look": {"fog": 4, "floor": "stone"}, "window": {"width": 800}}"#)
            .unwrap();
        let window = WindowSettings { height: Some(500.0), ..WindowSettings::default() };
        file.close(|| Settings { window, ..with_floor(false) }).unwrap();
        let there: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let expected = serde_json::json!({
            "moon": [1], "look": { "fog": 4, "floor": "stone" }, "window": { "width": 800, "height": 500.0 }
        });
        assert_eq!(there, expected);
    }

    #[test]
    fn merges_the_recent_files_of_two_windows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let recent_files = |names: &[&str]| {
            let recent: Vec<String> = names.iter().map(|name| at(name)).collect();
            serde_json::json!({ "recent": recent })
        };
        let stored =
            || Settings::from_value(&serde_json::from_slice(&fs::read(&path).unwrap()).unwrap()).to_value();
        let expect = |names: &[&str]| assert_eq!(stored()["recent"], recent_files(names)["recent"]);
        write(&path, &Value::Null, &recent_files(&["a", "b"])).unwrap();
        write(&path, &recent_files(&["a", "b"]), &recent_files(&["c", "a", "b"])).unwrap();
        expect(&["c", "a", "b"]);
        write(&path, &recent_files(&["a", "b"]), &recent_files(&["b", "d", "a"])).unwrap();
        expect(&["b", "d", "a", "c"]);
    }

    #[test]
    fn renames_an_invalid_file() {
        for broken in [&b"{\"look\": "[..], b"[]", b"\xff", b""] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("settings.json");
            fs::write(&path, broken).unwrap();
            let (mut file, settings, warning) = SettingsFile::load(Some(path.clone()));
            assert_eq!(settings, Settings::default());
            assert!(warning.is_some_and(|warning| warning.contains("settings.json")));
            poll_for(&mut file, Instant::now(), 0..5, &with_floor(true));
            file.close(|| with_floor(true)).unwrap();
            assert_eq!(fs::read(&path).unwrap(), broken, "nothing has changed");
            file.close(|| with_floor(false)).unwrap();
            assert_eq!(fs::read(folder.path().join("settings.json.bad")).unwrap(), broken);
            assert!(SettingsFile::load(Some(path.clone())).2.is_none());
            fs::write(&path, "again").unwrap();
            write(&path, &Value::Null, &serde_json::json!({ "samples": 4 })).unwrap();
            assert_eq!(fs::read(folder.path().join("settings.json.bad")).unwrap(), broken);
            assert_eq!(fs::read(folder.path().join("settings.json.bad-2")).unwrap(), b"again");
        }
    }

    #[test]
    fn leaves_an_unreadable_file_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let large = vec![b' '; 1 << 20];
        fs::write(&path, &large).unwrap();
        let (_, _, warning) = SettingsFile::load(Some(path.clone()));
        assert!(warning.is_some_and(|warning| warning.contains("could not be read")));
        assert!(write(&path, &Value::Null, &serde_json::json!({ "samples": 4 })).is_err());
        assert!(fs::read(&path).unwrap() == large);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the file is not renamed");
    }
}
