//! Reading settings when the window opens, and writing them when something has changed, whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::{ReadAs, ReadError};
use serde_json::{Map, Value};

use super::Settings;
use md2_browse::RecentFiles;
use md2_task::{LostResult, Task};
use md2_tool::output::{self, Overwrite};

/// How often it is looked whether something has changed, while anything happens.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How long it rests after a change before it is written.
const PAUSE: Duration = Duration::from_secs(2);

/// Keeps settings in a file, or nowhere.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    path: Option<PathBuf>,
    /// What was opened before this window.
    recent: Vec<PathBuf>,
    /// What the window showed when it opened, or when it was written last. What is like that is not written: it may come from an
    /// argument, and what another window has changed stays.
    before: Option<Value>,
    /// What it showed when it was looked at last.
    seen: Value,
    looked: Option<Instant>,
    /// When the last change was seen that is not written.
    changed: Option<Instant>,
    /// Whether anything has happened since it was looked at.
    stirred: bool,
    /// The task that writes the file, and the value of `before` if it fails.
    writer: Option<(Task<Result<(), String>>, Value)>,
}

impl Keeper {
    /// Reads what is kept in a file; what is wrong with it is told besides, and it is taken for empty.
    pub(crate) fn open(path: Option<PathBuf>) -> (Self, Settings, Option<String>) {
        let read = path.as_deref().map_or(Ok(None), read);
        let (value, warning) = match read {
            Ok(value) => (value.unwrap_or_default(), None),
            Err(unread) => (Map::new(), Some(unread.warning())),
        };
        let settings = Settings::of(&Value::Object(value));
        (Self { path, recent: settings.recent.clone(), ..Self::default() }, settings, warning)
    }

    /// Notes that something has happened, which may have changed what is kept.
    pub(crate) fn stir(&mut self) {
        self.stirred = true;
    }

    /// Starts to write changed settings after a pause. Returns the time at which to look again, and the reason of a failure.
    pub(crate) fn poll(
        &mut self,
        now: Instant,
        settings: impl FnOnce() -> Settings,
    ) -> (Option<Instant>, Option<String>) {
        if self.path.is_none() {
            return (None, None);
        }
        let ended = self.writer.as_mut().and_then(|(task, _)| task.poll());
        let failure = ended.and_then(|result| self.end(result));
        (self.look(now, settings), failure)
    }

    fn look(&mut self, now: Instant, settings: impl FnOnce() -> Settings) -> Option<Instant> {
        if !self.stirred && self.changed.is_none() {
            return None;
        }
        let next = self.looked.map_or(now, |looked| looked + LOOK_INTERVAL);
        if now < next {
            return Some(next);
        }
        self.looked = Some(now);
        self.stirred = false;
        let settings = settings();
        let seen = settings.to_value();
        // Also what an argument has opened was opened.
        let at_first = || Settings { recent: std::mem::take(&mut self.recent), ..settings }.to_value();
        let before = self.before.get_or_insert_with(at_first);
        if seen != self.seen {
            self.changed = Some(now);
            self.seen = seen;
        }
        if self.seen == *before {
            self.changed = None;
        }
        if self.writer.is_none() && self.changed.is_some_and(|at| now >= at + PAUSE) {
            self.changed = None;
            self.start_writing();
        }
        self.changed.is_some().then(|| now + LOOK_INTERVAL)
    }

    fn start_writing(&mut self) {
        let (Some(path), Some(before)) = (self.path.clone(), self.before.clone()) else { return };
        let (seen, old) = (self.seen.clone(), before.clone());
        self.before = Some(seen.clone());
        self.writer = Some((Task::start(move |_| write(&path, &before, &seen)), old));
    }

    /// Ends the task. Returns the reason if it failed; the next change, and the end of the window, try again.
    fn end(&mut self, result: Result<Result<(), String>, LostResult>) -> Option<String> {
        let (_, before) = self.writer.take()?;
        let reason = result.unwrap_or_else(|lost| Err(lost.to_string())).err()?;
        self.before = Some(before);
        Some(reason)
    }

    /// Writes what has changed, when the window closes.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub(crate) fn close(&mut self, settings: impl FnOnce() -> Settings) -> Result<(), String> {
        let ended = self.writer.as_mut().and_then(|(task, _)| task.wait(None));
        // A failure is tried again here.
        let _ = ended.and_then(|result| self.end(result));
        let (Some(path), Some(before)) = (&self.path, &self.before) else { return Ok(()) };
        let seen = settings().to_value();
        if seen == *before { Ok(()) } else { write(path, before, &seen) }
    }
}

/// Why nothing is taken from a file.
#[derive(Debug)]
enum Unread {
    /// It was read, and says nothing.
    Broken(String),
    /// It cannot be read now, and may be sound.
    Failed(String),
}

impl Unread {
    fn warning(self) -> String {
        match self {
            Self::Broken(reason) => format!(
                "What was kept of the last window is ignored: {reason}. It is put aside when something new is kept"
            ),
            Self::Failed(reason) => format!("What was kept of the last window cannot be read: {reason}"),
        }
    }
}

/// What is in the file; `None` if there is none.
fn read(path: &Path) -> Result<Option<Map<String, Value>>, Unread> {
    let content = match md2_assets::read_file(path, ReadAs::Text) {
        Ok(content) => content,
        Err(ReadError::NotFound { .. }) => return Ok(None),
        Err(error) => return Err(Unread::Failed(format!("{:#}", anyhow::Error::from(error)))),
    };
    match serde_json::from_slice(&content.bytes) {
        Ok(Value::Object(settings)) => Ok(Some(settings)),
        Ok(_) => Err(Unread::Broken(format!("\"{}\" is no object of JSON", path.display()))),
        Err(error) => Err(Unread::Broken(format!("\"{}\" is no JSON: {error}", path.display()))),
    }
}

/// Writes what is not as before into what is there.
fn write(path: &Path, before: &Value, now: &Value) -> Result<(), String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .map_err(|error| format!("the folder \"{}\" cannot be made: {error}", folder.display()))?;
    let there = match read(path) {
        Ok(there) => there.unwrap_or_default(),
        Err(Unread::Broken(_)) => {
            fs::rename(path, aside(path)).map_err(|error| told(&error))?;
            Map::new()
        }
        Err(Unread::Failed(reason)) => return Err(reason),
    };
    let recent = recent(there.get("recent"), before.get("recent"), now.get("recent"));
    let mut merged = Value::Object(there);
    merge(&mut merged, before, now);
    if before.get("recent") != now.get("recent") {
        merged["recent"] = Value::from(recent);
    }
    let mut text = serde_json::to_string_pretty(&merged).map_err(|error| told(&error))?;
    text.push('\n');
    output::write(path, text.as_bytes(), Overwrite { force: true }).map_err(|error| told(&error))
}

/// Where a broken file goes: beside those that went before.
fn aside(path: &Path) -> PathBuf {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { String::from(".bad") } else { format!(".bad-{number}") });
        PathBuf::from(name)
    };
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    (1..).map(named).find(is_free).unwrap_or_else(|| named(1))
}

/// What was opened last, here and in other windows: first what was opened here since `before`, then what is there, which others may
/// have written.
fn recent(there: Option<&Value>, before: Option<&Value>, now: Option<&Value>) -> Vec<String> {
    fn paths(value: Option<&Value>) -> Vec<&str> {
        value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
    }
    let (before, now) = (paths(before), paths(now));
    // What is opened comes first, and the others stay in their order.
    let stayed = |from: usize| {
        let mut before = before.iter();
        now[from..].iter().all(|path| before.any(|other| other == path))
    };
    let opened = (0..now.len()).find(|from| stayed(*from)).unwrap_or(now.len());
    let (opened, stayed) = now.split_at(opened);
    let all = opened.iter().copied().chain(paths(there)).chain(stayed.iter().copied());
    let recent = RecentFiles::load(all.map(PathBuf::from));
    recent.paths().iter().filter_map(|path| path.to_str()).map(String::from).collect()
}

/// Puts into `there` what is not as before, part by part.
fn merge(there: &mut Value, before: &Value, now: &Value) {
    if before == now {
        return;
    }
    let Value::Object(now) = now else {
        *there = now.clone();
        return;
    };
    if !there.is_object() {
        *there = Value::Object(Map::new());
    }
    let Some(there) = there.as_object_mut() else { return };
    for (name, now) in now {
        let before = before.get(name).unwrap_or(&Value::Null);
        if before == now {
            continue;
        }
        if now.is_null() {
            there.remove(name);
        } else {
            merge(there.entry(name.as_str()).or_insert(Value::Null), before, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use md2_scene::{FloorKind, Look};

    use super::*;
    use crate::settings::{WindowSettings, kept_look};

    fn with_floor(floor: bool) -> Settings {
        let floor = if floor { FloorKind::Stone } else { FloorKind::None };
        Settings { look: kept_look(Look { floor, ..Look::default() }), ..Settings::default() }
    }

    /// Looks every half second, so long. Returns whether it wants to be looked at again, and what went wrong.
    fn pass(
        keeper: &mut Keeper,
        start: Instant,
        seconds: [u64; 2],
        settings: &Settings,
    ) -> (bool, Vec<String>) {
        let mut wants = false;
        let mut failures = Vec::new();
        for half in seconds[0] * 2..seconds[1] * 2 {
            let now = start + Duration::from_millis(500 * half);
            let (next, failure) = keeper.poll(now, || settings.clone());
            failures.extend(failure);
            wants = next.is_some();
            let ended = keeper.writer.as_mut().and_then(|(task, _)| task.wait(None));
            failures.extend(ended.and_then(|result| keeper.end(result)));
        }
        (wants, failures)
    }

    #[test]
    fn a_change_is_written_after_a_pause_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.json");
        let (mut keeper, settings, warning) = Keeper::open(Some(path.clone()));
        assert_eq!((settings, warning), (Settings::default(), None));
        let start = Instant::now();
        keeper.stir();
        let (wants, _) = pass(&mut keeper, start, [0, 9], &with_floor(true));
        assert!(!wants && !path.exists(), "nothing has changed, and it rests");
        keeper.stir();
        let (wants, _) = pass(&mut keeper, start, [9, 11], &with_floor(false));
        assert!(wants && !path.exists(), "the pause");
        let (wants, failures) = pass(&mut keeper, start, [11, 20], &with_floor(false));
        assert!(!wants && failures.is_empty());
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\n  \"look\": {\n    \"floor\": \"none\"\n  }\n}\n");
        fs::remove_file(&path).unwrap();
        keeper.stir();
        pass(&mut keeper, start, [20, 30], &with_floor(false));
        keeper.close(|| with_floor(false)).unwrap();
        assert!(!path.exists(), "not while it is unchanged");
        keeper.close(|| with_floor(true)).unwrap();
        let (_, settings, _) = Keeper::open(Some(path));
        assert_eq!(settings.look.get("floor"), Some(&Value::from("stone")));
    }

    #[test]
    fn what_is_not_known_and_what_others_changed_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        fs::write(&path, r#"{"moon": [1], "look": {"fog": 3, "floor": "stone"}, "window": {"width": 700}}"#)
            .unwrap();
        let (mut keeper, settings, _) = Keeper::open(Some(path.clone()));
        assert_eq!(settings.window.width, Some(700.0));
        // As with an argument: the window opens otherwise than what is kept.
        keeper.stir();
        pass(&mut keeper, Instant::now(), [0, 1], &with_floor(false));
        fs::write(&path, r#"{"moon": [1], "look": {"fog": 4, "floor": "stone"}, "window": {"width": 800}}"#)
            .unwrap();
        let window = WindowSettings { height: Some(500.0), ..WindowSettings::default() };
        keeper.close(|| Settings { window, ..with_floor(false) }).unwrap();
        let there: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let expected = serde_json::json!({
            "moon": [1], "look": { "fog": 4, "floor": "stone" }, "window": { "width": 800, "height": 500.0 }
        });
        assert_eq!(there, expected);
    }

    #[test]
    fn two_windows_keep_what_both_have_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let of = |names: &[&str]| {
            let recent: Vec<String> = names.iter().map(|name| at(name)).collect();
            serde_json::json!({ "recent": recent })
        };
        let there = || Settings::of(&serde_json::from_slice(&fs::read(&path).unwrap()).unwrap()).to_value();
        let expect = |names: &[&str]| assert_eq!(there()["recent"], of(names)["recent"]);
        write(&path, &Value::Null, &of(&["a", "b"])).unwrap();
        write(&path, &of(&["a", "b"]), &of(&["c", "a", "b"])).unwrap();
        expect(&["c", "a", "b"]);
        write(&path, &of(&["a", "b"]), &of(&["b", "d", "a"])).unwrap();
        expect(&["b", "d", "c", "a"]);
        let many: Vec<String> = (0..12).map(|number| number.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        write(&path, &of(&many), &of(&[&["e"], &many[..11]].concat())).unwrap();
        expect(&["e", "b", "d", "c", "a", "0", "1", "2", "3", "4", "5", "6"]);
    }

    #[test]
    fn a_broken_file_is_told_and_kept_beside() {
        for broken in [&b"{\"look\": "[..], b"[]", b"\xff", b""] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("settings.json");
            fs::write(&path, broken).unwrap();
            let (mut keeper, settings, warning) = Keeper::open(Some(path.clone()));
            assert_eq!(settings, Settings::default());
            assert!(warning.is_some_and(|warning| warning.contains("settings.json")));
            keeper.stir();
            pass(&mut keeper, Instant::now(), [0, 5], &with_floor(true));
            keeper.close(|| with_floor(true)).unwrap();
            assert_eq!(fs::read(&path).unwrap(), broken, "nothing has changed");
            keeper.close(|| with_floor(false)).unwrap();
            assert_eq!(fs::read(folder.path().join("settings.json.bad")).unwrap(), broken);
            assert!(Keeper::open(Some(path.clone())).2.is_none());
            fs::write(&path, "again").unwrap();
            write(&path, &Value::Null, &serde_json::json!({ "samples": 4 })).unwrap();
            assert_eq!(fs::read(folder.path().join("settings.json.bad")).unwrap(), broken);
            assert_eq!(fs::read(folder.path().join("settings.json.bad-2")).unwrap(), b"again");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let large = vec![b' '; 1 << 20];
        fs::write(&path, &large).unwrap();
        let (_, _, warning) = Keeper::open(Some(path.clone()));
        assert!(warning.is_some_and(|warning| warning.contains("cannot be read")));
        assert!(write(&path, &Value::Null, &serde_json::json!({ "samples": 4 })).is_err());
        assert!(fs::read(&path).unwrap() == large);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is put aside");
    }

    #[test]
    fn where_nothing_can_be_kept_it_is_said_and_nothing_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let (mut keeper, ..) = Keeper::open(Some(folder.path().join("file/settings.json")));
        let start = Instant::now();
        keeper.stir();
        pass(&mut keeper, start, [0, 2], &with_floor(true));
        keeper.stir();
        let (wants, failures) = pass(&mut keeper, start, [2, 12], &with_floor(false));
        assert!(!wants, "it is not tried again and again");
        assert_eq!(failures.len(), 1, "{failures:?}");
        assert!(keeper.close(|| with_floor(false)).is_err());
        let (mut nowhere, ..) = Keeper::open(None);
        nowhere.stir();
        assert_eq!(nowhere.poll(start, Settings::default), (None, None));
        assert_eq!(nowhere.close(|| with_floor(false)), Ok(()));
    }
}
