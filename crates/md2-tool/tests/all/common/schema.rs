//! Validation of JSON by the schemas in `docs/json`.
//!
//! The validator supports the part of JSON Schema 2020-12 that these schemas use, and panics on other keywords. It is stricter than the
//! standard: an object may contain only keys that its schema names, so that no key is undocumented.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

pub(crate) struct Schema {
    root: Value,
    /// The JSON pointers of the documented keys that no validated value has contained so far.
    unseen: BTreeSet<String>,
}

impl Schema {
    pub(crate) fn read(name: &str) -> Self {
        let path = format!("{}/docs/json/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(Path::new(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        Self::new(serde_json::from_str(&text).unwrap())
    }

    pub(crate) fn new(root: Value) -> Self {
        let mut unseen = BTreeSet::new();
        add_keys(&root, "", &mut unseen);
        Self { root, unseen }
    }

    /// The JSON pointers of the documented keys that no validated value has contained so far.
    pub(crate) fn unseen(&self) -> impl Iterator<Item = &str> {
        self.unseen.iter().map(String::as_str)
    }

    /// Validates a value. The error contains the place in the value and the reason.
    pub(crate) fn validate(&mut self, value: &Value) -> Result<(), String> {
        let mut seen = BTreeSet::new();
        self.check_whole("", value, &mut seen)?;
        self.unseen.retain(|key| !seen.contains(key));
        Ok(())
    }

    /// Validates a value and the names of its keys by the schema at the JSON pointer `at`.
    fn check_whole(&self, at: &str, value: &Value, seen: &mut BTreeSet<String>) -> Result<(), String> {
        let known = self.check(at, value, seen)?;
        let mut keys = value.as_object().into_iter().flat_map(Map::keys);
        match keys.find(|key| !known.contains(*key)) {
            Some(key) => Err(format!("{at}: the key {key:?} is not documented")),
            None => Ok(()),
        }
    }

    /// Validates a value, and returns the keys of the object that the schema names.
    fn check(
        &self,
        at: &str,
        value: &Value,
        seen: &mut BTreeSet<String>,
    ) -> Result<BTreeSet<String>, String> {
        let mut known = BTreeSet::new();
        let failed = |reason: String| Err(format!("{at}: {reason}: {value}"));
        let schema = self.root.pointer(at).and_then(Value::as_object).expect("a schema is an object");
        for (keyword, rule) in schema {
            match &**keyword {
                "$schema" | "$defs" | "title" | "description" => {}
                "$ref" => {
                    let target = rule.as_str().unwrap().strip_prefix('#').expect("a reference in the file");
                    known.extend(self.check(target, value, seen)?);
                }
                "type" if !types(rule).any(|kind| has_type(value, kind)) => {
                    return failed(format!("not {rule}"));
                }
                "const" if value != rule => return failed(format!("not {rule}")),
                "enum" if !list(rule).contains(value) => return failed(format!("not one of {rule}")),
                "minimum" if value.is_number() && value.as_f64() < rule.as_f64() => {
                    return failed(format!("below {rule}"));
                }
                "minItems" if value.as_array().is_some_and(|all| all.len() < index(rule)) => {
                    return failed(format!("fewer than {rule}"));
                }
                "maxItems" if value.as_array().is_some_and(|all| all.len() > index(rule)) => {
                    return failed(format!("more than {rule}"));
                }
                "type" | "const" | "enum" | "minimum" | "minItems" | "maxItems" => {}
                "required" => {
                    let missing = list(rule).iter().find(|key| value.get(key.as_str().unwrap()).is_none());
                    if let Some(missing) = missing.filter(|_| value.is_object()) {
                        return failed(format!("{missing} is missing"));
                    }
                }
                "properties" => {
                    for key in rule.as_object().unwrap().keys() {
                        let place = format!("{at}/properties/{key}");
                        if let Some(value) = value.get(key) {
                            self.check_whole(&place, value, seen)?;
                            seen.insert(place);
                            known.insert(key.clone());
                        }
                    }
                }
                "additionalProperties" => {
                    for (key, value) in value.as_object().into_iter().flatten() {
                        self.check_whole(&format!("{at}/additionalProperties"), value, seen)?;
                        known.insert(key.clone());
                    }
                }
                "items" => {
                    for value in value.as_array().into_iter().flatten() {
                        self.check_whole(&format!("{at}/items"), value, seen)?;
                    }
                }
                "allOf" => {
                    for number in 0..list(rule).len() {
                        known.extend(self.check(&format!("{at}/allOf/{number}"), value, seen)?);
                    }
                }
                "anyOf" => known.extend(self.check_any(at, list(rule).len(), value, seen)?),
                other => panic!("{at}: the keyword {other} is not supported"),
            }
        }
        Ok(known)
    }

    fn check_any(
        &self,
        at: &str,
        count: usize,
        value: &Value,
        seen: &mut BTreeSet<String>,
    ) -> Result<BTreeSet<String>, String> {
        let mut reasons = Vec::new();
        for number in 0..count {
            let mut own = seen.clone();
            match self.check(&format!("{at}/anyOf/{number}"), value, &mut own) {
                Ok(known) => {
                    *seen = own;
                    return Ok(known);
                }
                Err(reason) => reasons.push(reason),
            }
        }
        Err(reasons.join("\nor "))
    }
}

fn add_keys(schema: &Value, at: &str, keys: &mut BTreeSet<String>) {
    let children: Vec<(String, &Value)> = match schema {
        Value::Object(all) => all.iter().map(|(key, child)| (format!("{at}/{key}"), child)).collect(),
        Value::Array(all) => all.iter().enumerate().map(|(i, child)| (format!("{at}/{i}"), child)).collect(),
        _ => return,
    };
    for (place, child) in children {
        if at.ends_with("/properties") {
            keys.insert(place.clone());
        }
        add_keys(child, &place, keys);
    }
}

fn list(rule: &Value) -> &[Value] {
    rule.as_array().expect("the rule is a list")
}

fn index(rule: &Value) -> usize {
    usize::try_from(rule.as_u64().expect("the rule is a count")).unwrap()
}

fn types(rule: &Value) -> impl Iterator<Item = &str> {
    rule.as_array().map_or(std::slice::from_ref(rule), Vec::as_slice).iter().filter_map(Value::as_str)
}

fn has_type(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("there is no type {other}"),
    }
}
