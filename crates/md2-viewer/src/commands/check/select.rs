//! Which findings concern an engine.

use md2_load::{Format, Report, engines};

/// The engine whose findings are kept; `None` for those of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Engine(Option<String>);

/// What a finding concerns that no program can do anything sensible with.
const FORMAT: &str = "format";

const FORMATS: [Format; 3] = [Format::Md2, Format::Mdl, Format::Md3];

/// Reads the name of an engine, in any case.
///
/// # Errors
/// Lists the names.
pub(super) fn engine(name: &str) -> Result<Engine, String> {
    if name.eq_ignore_ascii_case("all") {
        return Ok(Engine(None));
    }
    let known: Vec<String> = FORMATS.into_iter().flat_map(engines).map(|name| name.to_lowercase()).collect();
    let mut listed = known.clone();
    listed.sort();
    listed.dedup();
    match known.into_iter().find(|known| known.eq_ignore_ascii_case(name)) {
        Some(engine) => Ok(Engine(Some(engine))),
        None => Err(format!("must be all, {}", listed.join(", "))),
    }
}

/// Drops what does not concern the engine, if it reads the format.
pub(super) fn keep(report: &mut Report, engine: &Engine) {
    let Engine(Some(engine)) = engine else { return };
    let reads = |format| engines(format).iter().any(|known| known.eq_ignore_ascii_case(engine));
    if !report.format.is_none_or(reads) {
        return;
    }
    let concerns = |all: &[String]| all.iter().any(|one| one.eq_ignore_ascii_case(engine) || one == FORMAT);
    report.findings.retain(|finding| concerns(&finding.engines));
    report.omitted.retain(|omitted| concerns(&omitted.engines));
}

#[cfg(test)]
mod tests {
    use md2_load::{CheckOptions, check};

    use super::*;

    fn codes(file: &[u8], name: &str) -> Vec<&'static str> {
        let mut report = check(file, &CheckOptions::default());
        keep(&mut report, &engine(name).unwrap());
        report.findings.iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn an_engine_sees_what_concerns_it_and_the_format() {
        let mut file = md2_testdata::one_triangle().build();
        file.set_i32("skinheight", 512).set_i32("num_frames", 900);
        let file = file.into_bytes();
        let all = codes(&file, "all");
        assert!(all.contains(&"MD2-W104"), "{all:?}");
        assert!(codes(&file, "Vanilla").contains(&"MD2-W104"));
        let q2pro = codes(&file, "q2pro");
        assert!(
            !q2pro.contains(&"MD2-W104") && q2pro.iter().any(|code| code.starts_with("MD2-E")),
            "{q2pro:?}"
        );
        assert_eq!(codes(&file, "darkplaces"), all, "it reads no MD2");
        assert_eq!(codes(b"no model", "vanilla"), ["MD2-E001"], "what is no model concerns everybody");
        assert!(engine("doom").unwrap_err().starts_with("must be all, darkplaces, "));
    }
}
