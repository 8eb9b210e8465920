//! A catalog of thousands of models, some of them broken: whole, whatever happens on the way.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::common::{Folder, code, names, stderr, triangle, viewer};
use md2_testdata::archive::{ZipFile, zip};
use md2_testdata::random::Random;
use md2_testdata::{block, seamed_quad, with_frames};
use serde_json::Value;

/// Kilobytes of address space that a run may take: what the program itself takes, and some models at a time.
const MAX_KILOBYTES: u32 = 600_000;

/// `count` models of several kinds, one in ten with bytes changed, cut off or added at random.
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

fn written(folder: &Folder, models: &[(String, Vec<u8>)]) -> PathBuf {
    for (name, bytes) in models {
        folder.file(&format!("in/{name}"), bytes);
    }
    folder.0.join("in")
}

fn command(inputs: &Path, output: &Path, arguments: &[&str]) -> Command {
    let mut command = viewer();
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

/// List and page without the name of what they are of.
fn both(output: &Path, input: &Path) -> [String; 2] {
    let input = input.display().to_string();
    ["catalog.jsonl", "index.html"]
        .map(|name| fs::read_to_string(output.join(name)).unwrap().replace(&input, "IN"))
}

#[test]
fn two_thousand_models_have_a_line_each_in_a_folder_and_in_an_archive() {
    let folder = Folder::new("catalog-many");
    let models = models(2000);
    let inputs = written(&folder, &models);
    let packed: Vec<_> = models.iter().map(|(name, bytes)| ZipFile::deflated(name, bytes)).collect();
    let archive = folder.file("in.pk3", &zip(&packed));
    let mut told = Vec::new();
    for (input, output) in [(&inputs, folder.0.join("a")), (&archive, folder.0.join("b"))] {
        // The shell sets the limit, which holds from the first model to the last.
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
        assert_eq!(lines.len(), 2000);
        let failed = lines.iter().filter(|line| line["error"].is_string()).count();
        assert!((30..=200).contains(&failed), "{failed} of about 200 damaged files are refused");
        assert_eq!(
            errors.lines().filter(|line| line.starts_with("md2-viewer: ")).count(),
            failed,
            "{errors}"
        );
        assert!(lines.iter().all(|line| line["sha256"].as_str().is_some_and(|hash| hash.len() == 64)));
        assert!(
            lines.iter().any(|line| line["damage"].is_string()) && lines[0]["copies"].as_u64() > Some(100)
        );
        // In the order in which people count.
        assert!(lines[7]["file"].as_str().unwrap().ends_with("models/0/m7.md2"), "{}", lines[7]);
        told.push(both(&output, input));
    }
    assert!(told[0] == told[1], "folder and archive differ");
}

#[test]
fn a_run_that_was_killed_goes_on_and_ends_with_the_same_page() {
    let folder = Folder::new("catalog-killed");
    let inputs = written(&folder, &models(800));
    let [whole, killed] = ["whole", "killed"].map(|name| folder.0.join(name));
    assert_eq!(code(&catalog(&inputs, &whole, &[])), 1);
    let journal = killed.join("shard-1-of-1.journal");
    let known = || fs::read(&journal).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count());
    // Twice, at different places; by what nothing can be done about, and by Ctrl-C.
    for (wanted, signal) in [(20, "KILL"), (120, "INT")] {
        let child =
            command(&inputs, &killed, &["--jobs", "1"]).stderr(std::process::Stdio::piped()).spawn().unwrap();
        let start = Instant::now();
        while known() < wanted && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let id = child.id().to_string();
        assert!(Command::new("sh").arg("-c").arg(format!("kill -{signal} {id}")).status().unwrap().success());
        let told = stderr(&child.wait_with_output().unwrap());
        let goes_on = "interrupted; started again it goes on where it was";
        assert_eq!(told.contains(goes_on), signal == "INT", "{told}");
        assert!((wanted..800).contains(&known()), "killed at {} of 800", known());
        assert_eq!(
            names(&killed),
            ["shard-1-of-1.journal"],
            "neither list nor page is there before it is whole"
        );
    }
    // The last line is cut, as a crash of the system may do; and what is known is not looked at again.
    let before = fs::read(&journal).unwrap();
    fs::write(&journal, &before[..before.len() - 5]).unwrap();
    let last = catalog(&inputs, &killed, &[]);
    assert_eq!(code(&last), 1, "also if all that failed was known: {}", stderr(&last));
    assert!(both(&whole, &inputs) == both(&killed, &inputs), "the pages differ");
}

#[test]
fn a_file_that_changed_is_looked_at_again() {
    let folder = Folder::new("catalog-changed");
    let inputs = written(&folder, &models(3));
    let output = folder.0.join("out");
    // The journal of a shard stays.
    assert_eq!(code(&catalog(&inputs, &output, &["--shard", "1/1"])), 0);
    let journal = output.join("shard-1-of-1.journal");
    let before = fs::read_to_string(&journal).unwrap();
    assert_eq!(code(&catalog(&inputs, &output, &["--shard", "1/1"])), 0);
    assert_eq!(fs::read_to_string(&journal).unwrap(), before, "all of it was known");
    let mut larger = viewer();
    larger.args(["catalog", "--size", "32", "--shard", "1/1", "-o"]).args([&output, &inputs]);
    let refused = larger.output().unwrap();
    assert!(code(&refused) == 1 && stderr(&refused).contains("--force"), "{}", stderr(&refused));
    assert_eq!(fs::read_to_string(&journal).unwrap(), before, "the work of another run stays");
    folder.file("in/models/0/m1.md2", b"IDP2 no more");
    assert_eq!(code(&catalog(&inputs, &output, &["--shard", "1/1"])), 1);
    let after = fs::read_to_string(&journal).unwrap();
    assert_eq!(before.lines().nth(1), after.lines().nth(1), "the one in front of it stays");
    assert!(after.lines().nth(2).unwrap().contains("\tfailed\t"));
}

#[test]
fn shards_make_together_what_one_run_makes() {
    let folder = Folder::new("catalog-shards");
    let inputs = written(&folder, &models(40));
    let [whole, shards] = ["whole", "shards"].map(|name| folder.0.join(name));
    assert_eq!(code(&catalog(&inputs, &whole, &[])), 1);
    let join = || viewer().args(["catalog", "--join", "-o"]).arg(&shards).output().unwrap();
    for number in [2, 3] {
        catalog(&inputs, &shards, &["--shard", &format!("{number}/3")]);
    }
    let missing = join();
    assert!(code(&missing) == 1 && stderr(&missing).contains("shard 1/3 is missing"), "{}", stderr(&missing));
    catalog(&inputs, &shards, &["--shard", "1/3"]);
    let journal = shards.join("shard-1-of-3.journal");
    let complete = fs::read(&journal).unwrap();
    fs::write(&journal, &complete[..complete.len() - 7]).unwrap();
    let cut = join();
    assert!(code(&cut) == 1 && stderr(&cut).contains("not complete"), "{}", stderr(&cut));
    // One of another question, and one that got another's name.
    let other = viewer()
        .args(["catalog", "--size", "32", "--shard", "1/3", "--force", "-o"])
        .args([&shards, &inputs])
        .output()
        .unwrap();
    assert_eq!(code(&other), 0, "{}", stderr(&other));
    let unlike = join();
    assert!(code(&unlike) == 1 && stderr(&unlike).contains("another --size"), "{}", stderr(&unlike));
    fs::copy(shards.join("shard-2-of-3.journal"), &journal).unwrap();
    let misnamed = join();
    assert!(
        code(&misnamed) == 1 && stderr(&misnamed).contains("of shard 2/3, not 1/3"),
        "{}",
        stderr(&misnamed)
    );
    fs::write(&journal, complete).unwrap();
    let joined = join();
    assert_eq!(code(&joined), 1, "a model could not be read: {}", stderr(&joined));
    assert!(both(&whole, &inputs) == both(&shards, &inputs), "the pages differ");
}

#[test]
fn no_name_acts_on_a_terminal_or_in_the_page() {
    let folder = Folder::new("catalog-names");
    let evil = "in/a\u{1b}]0;t\u{7}\u{202e}\n<img src=x onerror=alert(1)>&amp;.md2";
    folder.file(evil, &triangle());
    folder.file(&evil.replace(".md2", "2.md2"), b"IDP2");
    let output = folder.0.join("out");
    let run = catalog(&folder.0.join("in"), &output, &[]);
    assert_eq!(code(&run), 1);
    let told = [run.stdout, run.stderr].concat();
    let files = ["catalog.jsonl", "index.html"].map(|name| fs::read(output.join(name)).unwrap());
    for bytes in [&told, &files[0], &files[1]] {
        let text = str::from_utf8(bytes).unwrap();
        assert!(!text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'), "{text}");
    }
    assert!(!String::from_utf8_lossy(&files[1]).contains("<img"));
    assert!(lines(&output)[0]["file"].as_str().unwrap().ends_with(&evil[3..]));
}

#[test]
fn nothing_is_overwritten_or_begun_in_vain() {
    let folder = Folder::new("catalog-refused");
    let input = folder.file("in/a.md2", &triangle());
    let output = folder.0.join("out");
    folder.file("out/index.html", b"mine");
    let refused = catalog(&input, &output, &[]);
    assert!(code(&refused) == 1 && stderr(&refused).contains("--force"), "{}", stderr(&refused));
    assert_eq!(names(&output), ["index.html"]);
    assert_eq!(fs::read(output.join("index.html")).unwrap(), b"mine");
    assert_eq!(code(&catalog(&input, &output, &["--force"])), 0);
    assert_eq!(names(&output), ["catalog.jsonl", "index.html"]);
    assert_eq!(code(&catalog(Path::new("-"), &folder.0.join("o"), &[])), 2);
    assert_eq!(code(&catalog(&input, &folder.0.join("o"), &["--shard", "3/2"])), 2);
    let in_a_file = catalog(&input, &input.join("out"), &[]);
    assert!(code(&in_a_file) == 1 && stderr(&in_a_file).contains("cannot write"), "{}", stderr(&in_a_file));
    let nothing = catalog(&folder.0.join("none"), &folder.0.join("o"), &[]);
    assert_eq!((code(&nothing), lines(&folder.0.join("o")).len()), (1, 1));
}
