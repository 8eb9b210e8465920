//! Tests the order of modules in every crate. Modules with the same parent depend on each other in one direction, and every path goes
//! through the module that defines the item. A module can then be understood from the modules below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use md2_tests::root;

const ITEMS: &[&str] = &["struct", "enum", "union", "trait", "type", "fn", "const", "static", "macro_rules"];

/// The names of a module and its parents, outermost first; empty for the root of a crate.
type ModulePath = Vec<String>;

type Modules = BTreeMap<ModulePath, String>;

/// The modules with the same parent to which each module refers.
type Graph<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

struct Reference<'a> {
    from: &'a ModulePath,
    /// The modules of the path, without the item at its end.
    module: ModulePath,
    item: Option<&'a str>,
}

#[test]
fn modules_with_the_same_parent_depend_on_each_other_in_one_direction() {
    for (crate_root, modules) in crates() {
        let mut graphs: BTreeMap<&[String], Graph> = BTreeMap::new();
        let references = references(&modules);
        for Reference { from, module, .. } in &references {
            let shared = from.iter().zip(module).take_while(|(a, b)| a == b).count();
            if let (Some(user), Some(used)) = (from.get(shared), module.get(shared)) {
                let graph = graphs.entry(&from[..shared]).or_default();
                graph.entry(user).or_default().insert(used);
                graph.entry(used).or_default();
            }
        }
        for (parent, mut graph) in graphs {
            // A module that refers to no remaining module is in order and is removed.
            while let Some(lowest) = graph.iter().find(|(_, named)| named.is_empty()).map(|(name, _)| *name) {
                graph.remove(lowest);
                graph.values_mut().for_each(|named| {
                    named.remove(lowest);
                });
            }
            assert!(graph.is_empty(), "{}: a cycle in {parent:?}: {graph:#?}", crate_root.display());
        }
    }
}

/// Checks that paths do not go through a re-export, which would hide the module that defines the item.
#[test]
fn an_item_is_named_by_the_module_that_defines_it() {
    for (crate_root, modules) in crates() {
        for Reference { from, module, item } in references(&modules) {
            let Some(item) = item.filter(|_| from.starts_with(&module) && *from != module) else { continue };
            assert!(
                !module.is_empty() && defines(&modules[&module], item),
                "{}: {from:?} names {item:?} of {module:?}, which is not defined there",
                crate_root.display()
            );
        }
    }
}

#[test]
fn finds_paths_inside_groups() {
    let mut found = Vec::new();
    let rest = paths("crate::a::{self, b::{C, D as E}, f};", &[], &mut found);
    assert_eq!(rest, ";");
    let found: Vec<_> = found.iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["crate::a::self", "crate::a::b::C", "crate::a::b::D", "crate::a::f"]);
}

fn crates() -> Vec<(PathBuf, Modules)> {
    let mut found = Vec::new();
    for parent in ["crates", ".", "xtask"] {
        let folders = fs::read_dir(root().join(parent)).expect("the workspace has folders").flatten();
        for folder in folders {
            for crate_root in ["lib.rs", "main.rs"] {
                let crate_root = folder.path().join("src").join(crate_root);
                if crate_root.is_file() {
                    let mut modules = Modules::new();
                    read_module(&crate_root, crate_root.with_file_name(""), Vec::new(), &mut modules);
                    found.push((crate_root, modules));
                }
            }
        }
    }
    assert!(found.len() > 12, "only {found:?}");
    found
}

fn read_module(file: &Path, children: PathBuf, path: ModulePath, modules: &mut Modules) {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let code = code(&text);
    for declared in code.lines().filter(|line| line.starts_with("mod ") || line.starts_with("pub")) {
        let Some((_, name)) = declared.strip_suffix(';').and_then(|line| line.split_once("mod ")) else {
            continue;
        };
        let folder = children.join(name);
        let flat = folder.with_extension("rs");
        let file = if flat.is_file() { flat } else { folder.join("mod.rs") };
        read_module(&file, folder, [&path[..], &[name.to_owned()]].concat(), modules);
    }
    modules.insert(path, code);
}

/// Returns the lines of `text` without comments, test items, and paths in exported macros.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let start = line.trim_start();
        if start.starts_with("#[cfg(test)]") || start.starts_with("#[cfg(all(test") {
            // The item ends at the first closing line with the same or a smaller indentation.
            let indent = line.len() - start.len();
            let at_indent = |line: &str| !line[..line.len().min(indent + 1)].ends_with(' ');
            let _ = lines.find(|line| at_indent(line) && line.ends_with([';', '}', ',']));
        } else if !start.starts_with("//") && !line.contains("$crate::") {
            code.extend([line, "\n"]);
        }
    }
    code
}

fn references(modules: &Modules) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    for (from, code) in modules {
        let starts = code.match_indices("crate::").chain(code.match_indices("super::"));
        for (start, _) in
            starts.filter(|(start, _)| !code[..*start].ends_with(|c| is_name_character(c) || c == ':'))
        {
            let mut words = Vec::new();
            paths(&code[start..], &[], &mut words);
            found.extend(words.iter().map(|words| resolve(modules, from, words)));
        }
    }
    found
}

fn resolve<'a>(modules: &Modules, from: &'a ModulePath, words: &[&'a str]) -> Reference<'a> {
    let mut module = from.clone();
    for word in words {
        match *word {
            "crate" => module.clear(),
            "super" => drop(module.pop()),
            "self" => {}
            name => {
                module.push(name.to_owned());
                if !modules.contains_key(&module) {
                    module.pop();
                    return Reference { from, module, item: Some(name) };
                }
            }
        }
    }
    Reference { from, module, item: None }
}

fn paths<'a>(text: &'a str, outer: &[&'a str], found: &mut Vec<Vec<&'a str>>) -> &'a str {
    if let Some(mut rest) = text.strip_prefix('{') {
        while !rest.trim_start().starts_with('}') {
            rest = paths(rest.trim_start(), outer, found);
            let end = rest.find([',', '}']).expect("a group ends");
            rest = rest[end..].trim_start_matches(',');
        }
        return &rest.trim_start()[1..];
    }
    let (word, rest) = text.split_at(text.find(|letter| !is_name_character(letter)).unwrap_or(text.len()));
    let path = [outer, &[word]].concat();
    match rest.strip_prefix("::") {
        Some(rest) => paths(rest, &path, found),
        None => {
            found.push(path);
            rest
        }
    }
}

fn defines(code: &str, item: &str) -> bool {
    let words: Vec<_> =
        code.split(|letter| !is_name_character(letter)).filter(|word| !word.is_empty()).collect();
    words.windows(2).any(|pair| ITEMS.contains(&pair[0]) && pair[1] == item)
}

fn is_name_character(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
