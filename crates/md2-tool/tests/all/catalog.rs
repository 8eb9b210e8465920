//! Tests `catalog` with many models, of which some are damaged, and an interruption.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

#[test]
fn an_interrupted_run_writes_nothing() {
    let folder = TempFolder::new();
    let inputs = written(&folder, &models(120));
    let output = folder.join("out");
    let mut command = command(&inputs, &output, &["--jobs", "1"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    // The first damaged model has a message, which says that the run examines models.
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut text = String::new();
    errors.read_line(&mut text).unwrap();
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").arg("-c").arg(kill).status().unwrap().success());
    errors.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
    assert!(text.ends_with("md2: interrupted; no file was written\n"), "{text}");
    assert_eq!(names(&output), [""; 0]);
}

#[test]
fn a_run_without_space_for_its_list_writes_nothing() {
    let folder = TempFolder::new();
    let inputs = written(&folder, &models(20));
    let output = folder.join("out");
    let limited = with_short_files(&command(&inputs, &output, &[]), 8).output().unwrap();
    assert_eq!(code(&limited), 1);
    let text = stderr(&limited);
    assert!(text.contains("cannot store the entries in a temporary file"), "{text}");
    assert_eq!(names(&output), [""; 0]);
}
