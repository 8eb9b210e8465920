//! Tests `catalog` with many models, of which some are damaged, and with interruptions.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::common::{TempFolder, code, md2, stderr, stdout};
use md2_testdata::archive::{ZipFile, zip};
use md2_testdata::names;
use md2_testdata::program::with_short_files;
use md2_testdata::random::Random;
use md2_testdata::{block, seamed_quad, with_frames};
use serde_json::Value;

/// The memory (address space) limit of a run in kilobytes. It suffices for the program itself and a few models at a time.
const MAX_KILOBYTES: u32 = 600_000;

fn models(count: usize) -> Vec<(String, Vec<u8>)> {
    let mut random = Random::new(13);
    let frames: Vec<String> = (0..40).map(|number| format!("run{number}")).collect();
    let kinds = [md2_testdata::one_triangle(), seamed_quad(), block(false), with_frames(&frames)];
    let kinds = kinds.map(|kind| kind.build().bytes().to_vec());
    let mdl = md2_testdata::mdl::one_triangle().build().bytes().to_vec();
    let model = |number: usize| {
        let (mut bytes, end) = match number % 7 {
            6 => (mdl.clone(), "mdl"),
            kind => (kinds[kind % 4].clone(), "md2"),
        };
        if number % 10 == 3 {
            match random.below(3) {
                0 => bytes.truncate(random.below(bytes.len())),
                1 => bytes.extend((0..random.below(99)).map(|_| 7)),
                _ => {}
            }
            for _ in 0..random.below(20) {
                let at = random.below(bytes.len().max(1));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.byte();
                }
            }
        }
        (format!("models/{}/m{number}.{end}", number / 100), bytes)
    };
    (0..count).map(model).collect()
}

fn written(folder: &TempFolder, models: &[(String, Vec<u8>)]) -> PathBuf {
    for (name, bytes) in models {
        folder.file(&format!("in/{name}"), bytes);
    }
    folder.join("in")
}

fn command(inputs: &Path, output: &Path, arguments: &[&str]) -> Command {
    let mut command = md2();
    command.args(["catalog", "--size", "24", "-o"]).arg(output).args(arguments).arg(inputs);
    command
}

fn catalog(inputs: &Path, output: &Path, arguments: &[&str]) -> Output {
    command(inputs, output, arguments).output().unwrap()
}

fn lines(output: &Path) -> Vec<Value> {
    let text = fs::read_to_string(output.join("catalog.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the contents of `catalog.jsonl` and `index.html`, with the path of the input replaced by `IN`.
fn both(output: &Path, input: &Path) -> [String; 2] {
    let input = input.display().to_string();
    ["catalog.jsonl", "index.html"]
        .map(|name| fs::read_to_string(output.join(name)).unwrap().replace(&input, "IN"))
}

#[test]
fn lists_the_models_of_a_folder_and_of_an_archive() {
    let folder = TempFolder::new();
    let models = models(150);
    let inputs = written(&folder, &models);
    let packed: Vec<_> = models.iter().map(|(name, bytes)| ZipFile::deflated(name, bytes)).collect();
    let archive = folder.file("in.pk3", &zip(&packed));
    let mut results = Vec::new();
    for (input, output) in [(&inputs, folder.join("a")), (&archive, folder.join("b"))] {
        let run = command(input, &output, &["--jobs", "2"]);
        let mut limited = Command::new("sh");
        limited
            .arg("-c")
            .arg(format!("ulimit -v {MAX_KILOBYTES}; exec \"$0\" \"$@\""))
            .arg(run.get_program());
        let result = limited.args(run.get_args()).output().unwrap();
        let errors = stderr(&result);
        assert_eq!(code(&result), 1, "{errors}");
        assert!(!errors.contains("panicked") && !errors.contains("allocation"), "{errors}");
        assert_eq!(names(&output), ["catalog.jsonl", "index.html"]);
        let lines = lines(&output);
        assert_eq!(lines.len(), 150);
        let failed = lines.iter().filter(|line| line["error"].is_string()).count();
        assert!((3..=15).contains(&failed), "{failed} of about 15 damaged files are rejected");
        assert_eq!(errors.lines().filter(|line| line.starts_with("md2: ")).count(), failed, "{errors}");
        assert!(lines.iter().all(|line| line["sha256"].as_str().is_some_and(|hash| hash.len() == 64)));
        let damaged = lines.iter().filter(|line| line["damage"].is_string()).count();
        let counts = format!("150 models, {damaged} damaged, {failed} unreadable, ");
        assert!(damaged > 0 && stdout(&result).contains(&counts), "{counts}: {}", stdout(&result));
        assert!(lines[0]["copies"].as_u64() > Some(10));
        // Natural order: m7 comes before m10.
        assert!(lines[7]["file"].as_str().unwrap().ends_with("models/0/m7.md2"), "{}", lines[7]);
        results.push(both(&output, input));
    }
    assert!(results[0] == results[1], "folder and archive differ");
}

fn partial(output: &Path) -> Option<PathBuf> {
    let mut entries = fs::read_dir(output).ok()?.map(|entry| entry.unwrap().path());
    entries.find(|path| path.extension().is_some_and(|extension| extension == "part"))
}

/// Starts a run and sends it a signal as soon as it has written `count` lines. Returns the messages of the run.
fn interrupted(inputs: &Path, output: &Path, count: usize, signal: &str) -> String {
    let mut command = command(inputs, output, &["--jobs", "1"]);
    let child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let written = || {
        let bytes = partial(output).and_then(|path| fs::read(path).ok()).unwrap_or_default();
        bytes.iter().filter(|byte| **byte == b'\n').count()
    };
    let start = Instant::now();
    while written() < count && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let kill = format!("kill -{signal} {}", child.id());
    assert!(Command::new("sh").arg("-c").arg(kill).status().unwrap().success());
    let messages = stderr(&child.wait_with_output().unwrap());
    assert!((count..120).contains(&written()), "killed at {} of 120", written());
    messages
}

#[test]
fn an_interrupted_run_continues_and_writes_the_same_page() {
    let folder = TempFolder::new();
    let inputs = written(&folder, &models(120));
    let [whole, killed] = ["whole", "killed"].map(|name| folder.join(name));
    assert_eq!(code(&catalog(&inputs, &whole, &[])), 1);
    for (count, signal) in [(10, "KILL"), (40, "INT")] {
        let messages = interrupted(&inputs, &killed, count, signal);
        let continues = "interrupted; run the same command again to continue";
        assert_eq!(messages.contains(continues), signal == "INT", "{messages}");
        assert_eq!(names(&killed).len(), 1, "list and page do not exist before they are complete");
    }
    // Truncates the last line, as a system crash might.
    let path = partial(&killed).unwrap();
    let before = fs::read(&path).unwrap();
    fs::write(&path, &before[..before.len() - 5]).unwrap();
    let last = catalog(&inputs, &killed, &[]);
    assert_eq!(code(&last), 1, "failures of the earlier run count, too: {}", stderr(&last));
    let failed = lines(&killed).iter().filter(|line| line["error"].is_string()).count();
    let examined = stderr(&last).lines().filter(|line| line.starts_with("md2: ")).count();
    assert!(examined < failed, "{examined} of {failed} are examined again");
    assert_eq!(names(&killed), ["catalog.jsonl", "index.html"]);
    assert!(both(&whole, &inputs) == both(&killed, &inputs), "the pages differ");
}

#[test]
fn a_run_without_space_for_its_list_can_continue() {
    let folder = TempFolder::new();
    let inputs = written(&folder, &models(20));
    let output = folder.join("out");
    let limited = with_short_files(&command(&inputs, &output, &[]), 8).output().unwrap();
    assert_eq!(code(&limited), 1);
    let text = stderr(&limited);
    let expected = "the file would be larger than the system allows; run the same command again to continue";
    assert!(text.contains(expected), "{text}");
    assert_eq!(names(&output).len(), 1, "the finished lines remain");
    catalog(&inputs, &output, &[]);
    assert_eq!(names(&output), ["catalog.jsonl", "index.html"]);
}

#[test]
fn a_changed_file_is_examined_again_and_lines_of_other_runs_remain() {
    let folder = TempFolder::new();
    let inputs = written(&folder, &models(120));
    let output = folder.join("out");
    interrupted(&inputs, &output, 10, "KILL");
    let before = partial(&output).unwrap();
    let content = fs::read(&before).unwrap();
    let larger = md2()
        .args(["catalog", "--size", "32", "-o"])
        .args([&output, &inputs.join("models/1")])
        .output()
        .unwrap();
    assert!(code(&larger) <= 1, "{}", stderr(&larger));
    assert_eq!(fs::read(&before).unwrap(), content, "the lines of another run are unchanged");
    folder.file("in/models/0/m1.md2", b"IDP2 no more");
    assert_eq!(code(&catalog(&inputs, &output, &["--force"])), 1);
    assert_eq!(names(&output), ["catalog.jsonl", "index.html"]);
    let lines = lines(&output);
    assert!(lines.len() == 120 && lines[0]["error"].is_null() && lines[1]["error"].is_string());
}

#[test]
fn joins_the_lists_of_several_runs_without_their_models() {
    let folder = TempFolder::new();
    let models = models(60);
    let inputs = written(&folder, &models);
    let [whole, parts, joined] = ["whole", "parts", "joined"].map(|name| folder.join(name));
    assert_eq!(code(&catalog(&inputs, &whole, &[])), 1);
    // Distributes the files in an arbitrary order, as a job scheduler might.
    let mut all = Vec::new();
    for part in [2, 0, 1] {
        let files = models.iter().skip(part).step_by(3).map(|(name, _)| inputs.join(name));
        let output = parts.join(part.to_string());
        let run = md2().args(["catalog", "--size", "24", "-o"]).arg(&output).args(files).output().unwrap();
        assert!(code(&run) <= 1, "{}", stderr(&run));
        all.extend(fs::read(output.join("catalog.jsonl")).unwrap());
    }
    let list = folder.file("all.jsonl", &all);
    fs::rename(&inputs, folder.join("away")).unwrap();
    let join = |lists: &[&Path]| md2().args(["catalog", "-o"]).arg(&joined).args(lists).output().unwrap();
    let run = join(&[&list]);
    assert_eq!(code(&run), 1, "a model cannot be read: {}", stderr(&run));
    assert!(both(&whole, &inputs) == both(&joined, &inputs), "the pages differ");
    fs::remove_dir_all(&joined).unwrap();
    let [first, second, third] = [0, 1, 2].map(|part| parts.join(format!("{part}/catalog.jsonl")));
    assert_eq!(code(&join(&[&first, &second, &third])), 1);
    assert!(both(&whole, &inputs) == both(&joined, &inputs), "the pages differ");
    fs::remove_dir_all(&joined).unwrap();
    fs::write(&list, &all[..all.len() - 7]).unwrap();
    let cut = join(&[&list]);
    assert!(code(&cut) == 1 && stderr(&cut).contains("line 60 is not a line"), "{}", stderr(&cut));
}
