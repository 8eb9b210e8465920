//! The report of a file header.

use std::fmt;

use md2_load::{HeaderField, HeaderValue};
use serde::{Serialize, Serializer};

use md2_scene::text::shown;

const LINE: usize = 100;

/// The fields of a header. In JSON, they become an object with a number, a list of numbers or a string for each field, in the order of
/// the file.
#[derive(Debug)]
pub(super) struct Header(pub(super) Vec<HeaderField>);

impl Serialize for Header {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|HeaderField { name, value }| (name, Value(value))))
    }
}

struct Value<'a>(&'a HeaderValue);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            HeaderValue::Int(value) => serializer.serialize_i32(*value),
            HeaderValue::Floats(values) => match &**values {
                [value] => serializer.serialize_f32(*value),
                values => serializer.collect_seq(values),
            },
            HeaderValue::Name(name) => serializer.serialize_str(&String::from_utf8_lossy(name)),
            _ => serializer.serialize_none(),
        }
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            HeaderValue::Name(name) => write!(f, "\"{}\"", shown(&String::from_utf8_lossy(name))),
            other => other.fmt(f),
        }
    }
}

impl fmt::Display for Header {
    /// Writes the fields in lines of at most [`LINE`] characters. The field "ident" is skipped, since it repeats the format.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::new();
        let mut label = "header";
        for HeaderField { name, value } in self.0.iter().filter(|field| field.name != "ident") {
            let field = format!("{name} {}", Value(value));
            if !line.is_empty() && line.chars().count() + field.chars().count() > LINE {
                writeln!(f, "  {label:9}  {line}")?;
                (line, label) = (String::new(), "");
            }
            line += if line.is_empty() { "" } else { ", " };
            line += &field;
        }
        if line.is_empty() { Ok(()) } else { writeln!(f, "  {label:9}  {line}") }
    }
}
