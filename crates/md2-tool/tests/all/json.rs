//! Tests that the JSON of the commands matches its schemas in `docs/json`. The [transcripts](crate::transcripts) test other commands.

use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::common::schema::Schema;
use crate::common::{code, md2, stdout};
use crate::transcripts::Case;

fn run(arguments: &[&str], folder: &Path) -> Output {
    md2().args(arguments).current_dir(folder).output().unwrap()
}

/// Validates all lines of outputs, and asserts that they contain every documented key and at least one failure.
#[track_caller]
pub(crate) fn validate(name: &str, lines: &[Value]) {
    let mut schema = Schema::read(name);
    for line in lines {
        schema.validate(line).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert_eq!(schema.unseen().collect::<Vec<_>>(), [""; 0], "{name}: documented keys that no line contains");
    assert!(lines.iter().any(|line| line["error"].is_string()), "{name}: no failure");
}

#[test]
fn a_catalog_matches_its_schema() {
    let Case { folder, .. } = Case::new();
    let output = run(&["catalog", ".", "--size", "16", "-o", "catalog"], &folder);
    assert_eq!(code(&output), 1, "some models cannot be read: {}", stdout(&output));
    let text = std::fs::read_to_string(folder.join("catalog/catalog.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    validate("catalog", &lines);
}

#[test]
fn every_command_with_json_has_a_schema() {
    let help = |arguments: &[&str]| stdout(&run(&[arguments, &["--help"]].concat(), Path::new(".")));
    let text = help(&[]);
    let listed =
        text.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<&str> = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let with_json: Vec<_> = commands.into_iter().filter(|name| help(&[name]).contains("  --json")).collect();
    assert!(with_json.len() >= 6, "{with_json:?}");
    for command in with_json {
        let _ = Schema::read(command);
    }
}

#[test]
fn the_validator_finds_deviations() {
    let mut schema = Schema::new(json!({
        "$defs": { "named": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } } },
        "allOf": [{ "$ref": "#/$defs/named" }],
        "type": "object",
        "required": ["sizes"],
        "properties": {
            "sizes": { "type": ["array", "null"], "items": { "type": "integer", "minimum": 0 }, "maxItems": 2 },
            "kind": { "enum": ["a", "b"] },
        },
    }));
    assert_eq!(schema.validate(&json!({ "name": "x", "sizes": [1] })), Ok(()));
    assert_eq!(schema.unseen().collect::<Vec<_>>(), ["/properties/kind"]);
    for (value, expected) in [
        (json!({ "name": "x" }), "\"sizes\" is missing"),
        (json!({ "sizes": null }), "\"name\" is missing"),
        (json!({ "name": 1, "sizes": null }), "not \"string\""),
        (json!({ "name": "x", "sizes": ["1"] }), "not \"integer\""),
        (json!({ "name": "x", "sizes": [-1] }), "below 0"),
        (json!({ "name": "x", "sizes": [1, 2, 3] }), "more than 2"),
        (json!({ "name": "x", "sizes": [1.5] }), "not \"integer\""),
        (json!({ "name": "x", "sizes": null, "kind": "c" }), "not one of"),
        (json!({ "name": "x", "sizes": null, "more": 1 }), "\"more\" is not documented"),
        (json!([]), "not \"object\""),
    ] {
        let error = schema.validate(&value).unwrap_err();
        assert!(error.contains(expected), "{value}: {error}");
    }
}
