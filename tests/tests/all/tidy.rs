//! Tests of workspace rules that no lint checks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use md2_tests::root;

/// Returns the files below `folder` with the given extension; an empty extension means all files. Build folders and the folders that the
/// fuzzer writes are skipped.
pub(crate) fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                if !["target", "corpus", "artifacts"].iter().any(|name| path.ends_with(name)) {
                    walk(&path, extension, found);
                }
            } else if extension.is_empty() || path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join(folder), extension, &mut found);
    assert!(!found.is_empty(), "no files in {folder}");
    found
}

fn sources() -> Vec<(PathBuf, String)> {
    let paths = ["crates", "xtask", "tests"].into_iter().flat_map(|folder| files(folder, "rs"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("sources are text");
        (path, text)
    };
    paths.map(read).collect()
}

#[test]
fn every_source_file_starts_with_documentation() {
    for (path, text) in sources() {
        // The first line of a fuzz target must be an attribute.
        let first = text.lines().find(|line| !line.starts_with("#![no_main]"));
        assert!(
            first.is_some_and(|line| line.starts_with("//!")),
            "{}: does not start with `//!`",
            path.display()
        );
    }
}

/// Checks where the lint of the workspace that denies unsafe code has exceptions.
#[test]
fn only_the_vulkan_module_a_callers_device_and_the_counting_allocator_may_be_unsafe() {
    const EXCEPTIONS: [&str; 4] = [
        "crates/md2-render/src/lib.rs",
        "crates/md2-render/examples/hundred_lines_gpu.rs",
        "crates/md2-render/examples/own_device.rs",
        "crates/md2-testdata/src/heap.rs",
    ];
    let lint = ["unsafe", "code"].join("_");
    let is_exception =
        |line: &str| line.contains(&lint) && !line.contains("forbid(") && !line.contains("deny(");
    let excepted = sources().into_iter().filter(|(_, text)| text.lines().any(is_exception));
    let found: BTreeSet<PathBuf> = excepted.map(|(path, _)| path).collect();
    assert_eq!(found, EXCEPTIONS.map(|path| root().join(path)).into());
}

/// Checks that each package has one test program, since each program takes long to link and much space in the build folder.
#[test]
fn the_tests_of_a_package_are_one_program_with_all_files() {
    let packages = entries(&root().join("crates")).into_iter().chain([root().join("tests")]);
    let mut modules = 0;
    for tests in packages.map(|package| package.join("tests")) {
        // proptest writes failed inputs to this folder.
        let entries = entries(&tests).into_iter().filter(|path| !path.ends_with("proptest-regressions"));
        let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
        for file in &files {
            let text = fs::read_to_string(file).expect("sources are text");
            let says_why = text.lines().any(|line| line.starts_with("//!") && line.contains("process"));
            assert!(says_why, "{}: does not say why it needs its own process", file.display());
        }
        modules += folders.iter().map(|folder| modules_in(folder, "main.rs")).sum::<usize>();
    }
    assert!(modules > 100, "only {modules} modules found");
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Returns the number of modules in a folder and its subfolders. Each folder must have a file named `list` that declares its modules.
fn modules_in(folder: &Path, list: &str) -> usize {
    let list = folder.join(list);
    let text = fs::read_to_string(&list).unwrap_or_else(|error| panic!("{}: {error}", list.display()));
    let named = text.lines().map(|line| line.strip_prefix("pub(crate) ").unwrap_or(line));
    let named: Vec<&str> = named.filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    let is_module = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|e| e == "rs");
    let modules = entries(folder).into_iter().filter(|path| *path != list && is_module(path));
    let counts = modules.map(|module| {
        let is_named = named.iter().any(|name| module.file_stem().is_some_and(|stem| stem == *name));
        assert!(is_named, "{}: not declared in {}", module.display(), list.display());
        1 + if module.is_dir() { modules_in(&module, "mod.rs") } else { 0 }
    });
    counts.sum()
}

#[test]
fn libraries_do_not_print() {
    // The viewer and the command line are applications, and the test library prints skipped tests.
    let may_print = ["md2-viewer", "md2-tool", "md2-testdata"].map(|name| root().join("crates").join(name));
    let sources = files("crates", "rs").into_iter().filter(|path| {
        let krate = path.ancestors().find(|folder| folder.join("Cargo.toml").is_file());
        krate.is_some_and(|krate| path.starts_with(krate.join("src")) && !may_print.contains(&krate.into()))
    });
    for path in sources {
        let text = fs::read_to_string(&path).expect("sources are text");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in
            code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            let prints = ["println!", "eprintln!", "print!(", "dbg!"].iter().any(|word| line.contains(word));
            assert!(!prints, "{}:{}: a library prints", path.display(), number + 1);
        }
    }
}

/// The largest numbers of lines of Rust, tests and comments included: in the repository, and in the sources of the viewer.
const MOST_LINES: [(&str, usize); 2] = [("", 158_000), ("crates/md2-viewer/src/", 4_500)];

#[test]
fn the_repository_and_the_viewer_have_no_more_lines_than_allowed() {
    let mut list = Command::new("git");
    let list = list.args(["ls-files", "*.rs"]).current_dir(root()).output().ok();
    let Some(list) = list.filter(|output| output.status.success()) else {
        return md2_testdata::skip("git does not list the files of this folder");
    };
    let names = String::from_utf8(list.stdout).expect("names are text");
    for (folder, most) in MOST_LINES {
        let files = names.lines().filter(|name| name.starts_with(folder));
        // Git lists a deleted file until the next commit.
        let texts = files.filter_map(|name| fs::read_to_string(root().join(name)).ok());
        let lines: usize = texts.map(|text| text.lines().count()).sum();
        println!("{lines} lines of Rust in \"{folder}\"");
        assert!(lines <= most, "{lines} lines of Rust in \"{folder}\", allowed {most}");
    }
}

#[test]
fn the_top_level_contains_only_the_named_entries() {
    const ENTRIES: &str = ".cargo .ci .git .github .gitignore ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md \
        Cargo.lock Cargo.toml LICENSE-APACHE LICENSE-MIT README.md SECURITY.md assets crates deny.toml docs \
        examples rustfmt.toml target tests xtask";
    for entry in entries(root()) {
        let name = entry.file_name().unwrap_or_default().to_string_lossy();
        assert!(
            ENTRIES.split_whitespace().any(|entry| entry == name),
            "{name} does not belong to the top level"
        );
    }
}

#[test]
fn every_asset_is_small_and_documented() {
    const LARGEST_BYTES: u64 = 512 * 1024;
    let notes = fs::read_to_string(root().join("assets/README.md")).expect("assets have a README");
    for path in files("assets", "").iter().filter(|path| !path.ends_with("README.md")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The README names a skin once for all its formats.
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        assert!(notes.contains(&format!("{stem}.")), "assets/README.md does not mention {name}");
        let size = path.metadata().expect("the file exists").len();
        assert!(size <= LARGEST_BYTES, "{name}: {size} bytes, allowed {LARGEST_BYTES}");
    }
}

/// Words that must not begin a documentation comment, which begins with a noun or a verb.
const QUESTION_WORDS: &str = "What Who Whose Whom Where Which How When Why Whatever Whoever Wherever Such";
/// Participles without the ending `ed`.
const PARTICIPLES: &str = "Told Worn Kept Drawn Shown Seen Held Found Left Known Given Taken Written Read Made Lost \
    Hidden Torn Chosen Broken Built Sent Said Meant Cut";
/// Nouns that end in `ed` but are not participles.
const NOUNS: &str = "Speed Seed Feed Need Bed Shed";
const LONGEST_FUNCTION: usize = 80;

fn contains_word(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|other| other == word)
}

/// Returns the name that a line of code declares with one of the keywords (such as `struct`), or `None` if it declares none.
fn declared<'a>(code: &'a str, keywords: &[&str]) -> Option<&'a str> {
    let qualifiers = ["pub", "pub(crate)", "pub(super)", "const", "async", "unsafe"];
    let mut words = code.split_whitespace().skip_while(|word| qualifiers.contains(word));
    words.next().filter(|word| keywords.contains(word))?;
    words.next()?.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|name| !name.is_empty())
}

fn violations(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_doc = |line: usize| lines.get(line).is_some_and(|line| line.trim_start().starts_with("///"));
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        if let Some(doc) = code.strip_prefix("///").map(str::trim)
            && (at == 0 || !is_doc(at - 1))
        {
            let is_item = |line: &&&str| {
                let start = line.trim_start();
                !(start.is_empty() || start.starts_with("///") || start.starts_with("#["))
            };
            let item = lines[at..].iter().find(is_item).copied().unwrap_or("");
            let first = doc.split_whitespace().next().unwrap_or("").trim_end_matches([',', '.']);
            if contains_word(QUESTION_WORDS, first) || first == "Whether" && !item.contains("bool") {
                found.push((at, format!("documentation opens with \"{first}\"")));
            }
            let items = ["fn", "struct", "enum", "trait", "type", "static", "mod", "union"];
            let is_prose = doc.starts_with(char::is_alphabetic);
            if is_prose
                && !is_doc(at + 1)
                && doc.split_whitespace().count() < 3
                && declared(item, &items).is_some()
            {
                found.push((at, format!("documentation \"{doc}\" has fewer than three words")));
            }
        }
        if let Some(name) = declared(code, &["struct", "enum", "trait", "union"]) {
            let is_one_word = name.chars().filter(|c| c.is_uppercase()).count() == 1;
            let is_participle = name.ends_with("ed") && !contains_word(NOUNS, name);
            if is_one_word && (is_participle || contains_word(PARTICIPLES, name)) {
                found.push((at, format!("the type {name} is named by a participle")));
            }
        }
        if let Some(name) = declared(code, &["fn"]) {
            let end = format!("{}}}", &line[..line.len() - code.len()]);
            let length = lines[at..].iter().position(|line| *line == end).map_or(1, |count| count + 1);
            let is_declaration = lines[at..].iter().find(|line| line.ends_with(['{', ';', '}']));
            if is_declaration.is_some_and(|line| line.ends_with('{')) && length > LONGEST_FUNCTION {
                found.push((at, format!("the function {name} has {length} lines")));
            }
        }
    }
    found
}

#[test]
fn sources_follow_the_rules_of_language() {
    let mut found = Vec::new();
    let mut types = BTreeMap::<(PathBuf, String), Vec<String>>::new();
    for (path, text) in sources() {
        let name = path.strip_prefix(root()).expect("sources are in the workspace").display().to_string();
        if name.contains("/fuzz/") {
            continue;
        }
        found.extend(violations(&text).iter().map(|(at, rule)| format!("{name}:{}: {rule}", at + 1)));
        if name.contains("tests/") || name.ends_with("tests.rs") {
            continue;
        }
        let package = path.ancestors().find(|folder| folder.join("Cargo.toml").is_file()).expect("a package");
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(declared) = declared(line.trim_start(), &["struct", "enum", "trait", "union"]) {
                let places = types.entry((package.into(), declared.to_owned())).or_default();
                places.push(format!("{name}:{number}"));
            }
        }
    }
    for ((_, name), places) in types.iter().filter(|(_, places)| places.len() > 1) {
        found.push(format!("{}: the crate has {} types named {name}", places.join(", "), places.len()));
    }
    assert!(found.is_empty(), "{} violations:\n{}", found.len(), found.join("\n"));
}

#[test]
fn violations_of_the_rules_of_language_are_found() {
    let rules = |text: &str| violations(text).into_iter().map(|(_, rule)| rule).collect::<Vec<_>>();
    assert_eq!(rules("/// Whose it is.\nfn owner() {}\n"), ["documentation opens with \"Whose\""]);
    assert_eq!(
        rules("/// Whether it ends.\nfn end() -> u32 {\n}\n"),
        ["documentation opens with \"Whether\""]
    );
    let short = "/// The owner.\npub(crate) fn owner() {}\n";
    assert_eq!(rules(short), ["documentation \"The owner.\" has fewer than three words"]);
    assert_eq!(rules("pub struct Told;\n"), ["the type Told is named by a participle"]);
    let long = format!("fn long() {{\n{}}}\n", "    work();\n".repeat(79));
    assert_eq!(rules(&long), ["the function long has 81 lines"]);
    let right =
        "/// Whether it ends.\n#[must_use]\nfn ends() -> bool {\n}\n\n/// Speed, in units.\nstruct Speed;\n";
    assert!(rules(right).is_empty());
}
