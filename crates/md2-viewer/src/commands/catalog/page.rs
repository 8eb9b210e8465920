//! The page of a catalog: one file, with its pictures and its script, that asks nobody for anything.

use std::io::{self, Write};

/// The page, but for what is told of the models.
const TEMPLATE: &str = include_str!("page.html");
/// Where that stands.
const MODELS: &str = "MODELS";
/// How many bytes of pictures a page has: more than browsers are glad to open. The models behind them have none.
const MAX_PICTURE_BYTES: usize = 384 << 20;

/// A page that is being written.
pub(super) struct Page<'a> {
    out: &'a mut dyn Write,
    /// What follows the models.
    rest: &'static str,
    picture_bytes: usize,
    is_first: bool,
}

impl<'a> Page<'a> {
    pub(super) fn begin(out: &'a mut dyn Write) -> io::Result<Self> {
        let (start, rest) = TEMPLATE.split_once(MODELS).unwrap_or((TEMPLATE, ""));
        out.write_all(start.as_bytes())?;
        Ok(Self { out, rest, picture_bytes: 0, is_first: true })
    }

    /// Adds a model: what is told of it, a JSON object, and its picture in base 64.
    pub(super) fn add(&mut self, entry: &str, picture: &str) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.is_first) { "" } else { "," };
        self.picture_bytes += picture.len();
        let picture = if self.picture_bytes <= MAX_PICTURE_BYTES { picture } else { "" };
        // Only strings hold such signs, in which they may be written so; as they are, they could end the script.
        let entry = entry.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
        writeln!(self.out, "{comma}[{entry},\"{picture}\"]")
    }

    pub(super) fn end(self) -> io::Result<()> {
        self.out.write_all(self.rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_holds_hostile_names_as_text() {
        let mut out = Vec::new();
        let name = "</script><script>alert(1)</script>&<!--";
        let mut page = Page::begin(&mut out).unwrap();
        page.add(&serde_json::json!({ "file": name }).to_string(), "AAAA").unwrap();
        page.add("{}", "").unwrap();
        page.end().unwrap();
        let page = String::from_utf8(out).unwrap();
        assert!(!page.contains("alert(1)</script>") && page.matches("</script>").count() == 2, "{page}");
        let start = page.find("type=\"application/json\">").unwrap() + "type=\"application/json\">".len();
        let end = start + page[start..].find("</script>").unwrap();
        let models: serde_json::Value = serde_json::from_str(&page[start..end]).unwrap();
        assert_eq!(
            (&models[0][0]["file"], &models[0][1], models[1][1].as_str()),
            (&name.into(), &"AAAA".into(), Some(""))
        );
    }

    #[test]
    fn a_page_asks_nobody_for_anything() {
        assert_eq!(TEMPLATE.matches(MODELS).count(), 1);
        for outside in ["http:", "https:", "src=\"/", "@import", "url("] {
            assert!(!TEMPLATE.contains(outside), "{outside}");
        }
        assert!(TEMPLATE.contains("default-src 'none'") && !TEMPLATE.contains("innerHTML"));
    }
}
