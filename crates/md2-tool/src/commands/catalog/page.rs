//! The HTML page of a catalog. It is a single file that contains all pictures and the script, and loads no other files.

use std::io::{self, Write};

use super::entry::{CatalogLine, json};

const TEMPLATE: &str = include_str!("page.html");
const MODELS: &str = "MODELS";
/// The maximum total size, in bytes, of the pictures on a page, since browsers cannot open arbitrarily large pages.
/// Once the pictures exceed this size, further models are listed without a picture.
const MAX_PICTURE_BYTES: usize = 384 << 20;

pub(super) struct Page<'a> {
    out: &'a mut dyn Write,
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

    pub(super) fn add(&mut self, line: &CatalogLine) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.is_first) { "" } else { "," };
        let picture = line.picture.as_deref().unwrap_or_default();
        self.picture_bytes += picture.len();
        let picture = if self.picture_bytes <= MAX_PICTURE_BYTES { picture } else { "" };
        // The characters `<`, `>` and `&` could end the script element. In JSON, they occur only in strings, where they
        // can be escaped.
        let model = json(&(&line.entry, picture)).replace('<', "\\u003c").replace('>', "\\u003e");
        writeln!(self.out, "{comma}{}", model.replace('&', "\\u0026"))
    }

    pub(super) fn end(self) -> io::Result<()> {
        self.out.write_all(self.rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_contains_hostile_names_only_as_text() {
        let mut out = Vec::new();
        let name = "</script><script>alert(1)</script>&<!--";
        let mut page = Page::begin(&mut out).unwrap();
        let line = CatalogLine::new(String::from(name));
        page.add(&CatalogLine { picture: Some(String::from("\"</script>")), ..line }).unwrap();
        page.add(&CatalogLine::new(String::new())).unwrap();
        page.end().unwrap();
        let page = String::from_utf8(out).unwrap();
        assert!(!page.contains("alert(1)</script>") && page.matches("</script>").count() == 2, "{page}");
        let start = page.find("type=\"application/json\">").unwrap() + "type=\"application/json\">".len();
        let end = start + page[start..].find("</script>").unwrap();
        let models: serde_json::Value = serde_json::from_str(&page[start..end]).unwrap();
        assert_eq!(
            (&models[0][0]["file"], &models[0][1], models[1][1].as_str()),
            (&name.into(), &"\"</script>".into(), Some(""))
        );
    }

    #[test]
    fn a_page_loads_nothing_from_the_network() {
        assert_eq!(TEMPLATE.matches(MODELS).count(), 1);
        for outside in ["http:", "https:", "src=\"/", "@import", "url("] {
            assert!(!TEMPLATE.contains(outside), "{outside}");
        }
        assert!(TEMPLATE.contains("default-src 'none'") && !TEMPLATE.contains("innerHTML"));
    }
}
