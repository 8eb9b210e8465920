//! Compiles the renderer's GLSL to the committed SPIR-V.
//!
//! `build-shaders` writes `crates/md2-render/shaders/spirv/NAME.STAGE.spv` for every row of
//! `crates/md2-render/shaders/variants.txt`. A row contains the name, a source `FILE.STAGE.glsl` and macros. Files named
//! `FILE.glsl` are not compiled alone, but included by other files. `build-shaders --check` writes nothing, and fails if a
//! committed file differs from the compiled shader.

#![forbid(unsafe_code)]

mod compile;
mod variants;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use compile::compile;
use variants::Variant;

type Failure = String;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let check = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--check"] => true,
        _ => {
            eprintln!("usage: build-shaders [--check]");
            return ExitCode::from(2);
        }
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/md2-render/shaders");
    match run(&folder, check) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(failures) => {
            for failure in failures {
                eprintln!("{failure}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(folder: &Path, check: bool) -> Result<String, Vec<Failure>> {
    let variants = variants::read(folder).map_err(|failure| vec![failure])?;
    let output = folder.join("spirv");
    let mut failures = Vec::new();
    let mut expected = Vec::new();
    for variant in &variants {
        match compile(variant) {
            Ok(spirv) => expected.push((output_path(&output, variant), spirv)),
            Err(failure) => failures.push(failure),
        }
    }
    if !failures.is_empty() {
        return Err(failures);
    }
    for path in stale_outputs(&output, &expected) {
        if check {
            failures.push(format!("{}: no row of {} produces this file", path.display(), variants::TABLE));
        } else if let Err(error) = fs::remove_file(&path) {
            failures.push(format!("{}: {error}", path.display()));
        }
    }
    for (path, spirv) in &expected {
        let up_to_date = fs::read(path).is_ok_and(|committed| committed == *spirv);
        if check && !up_to_date {
            failures.push(format!("{}: differs from the compiled shader", path.display()));
        } else if !up_to_date {
            failures.extend(write(path, spirv).err());
        }
        if !check {
            failures.extend(validate(path).err());
        }
    }
    match (failures.is_empty(), check) {
        (true, true) => Ok(format!("{} shaders are up to date", expected.len())),
        (true, false) => Ok(format!("compiled {} shaders to {}", expected.len(), output.display())),
        (false, true) => {
            failures.push("run `cargo xtask build-shaders` and commit the result".to_owned());
            Err(failures)
        }
        (false, false) => Err(failures),
    }
}

/// Returns the output file of a variant: `spirv/alias16.vert.spv` for `alias16.vert`.
fn output_path(output: &Path, variant: &Variant) -> PathBuf {
    output.join(&variant.name).with_added_extension("spv")
}

/// Returns the SPIR-V files in the output folder that no row of the table produces.
fn stale_outputs(output: &Path, expected: &[(PathBuf, Vec<u8>)]) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(output) else { return Vec::new() };
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension() == Some(OsStr::new("spv")))
        .filter(|path| !expected.iter().any(|(wanted, _)| wanted == path))
        .collect()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn validate(path: &Path) -> Result<(), Failure> {
    let Ok(output) = Command::new("spirv-val").args(["--target-env", "vulkan1.1"]).arg(path).output() else {
        return Ok(());
    };
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}: spirv-val: {}", path.display(), String::from_utf8_lossy(&output.stderr).trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::TABLE;

    const VERTEX: &str = "#version 450\n#extension GL_GOOGLE_include_directive : require\n\
        #include \"shared.glsl\"\nvoid main() { gl_Position = vec4(HALF); }\n";

    struct Shaders(PathBuf);

    impl Shaders {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let folder = env::temp_dir().join(format!("build-shaders-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("temporary folder");
            let shaders = Self(folder);
            files.iter().for_each(|(name, text)| shaders.put(name, text));
            shaders
        }

        fn put(&self, name: &str, text: &str) {
            fs::write(self.0.join(name), text).expect("temporary file");
        }
    }

    impl Drop for Shaders {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn check_detects_a_missing_output_a_changed_include_and_a_removed_source() {
        let shared = "#ifdef LARGE\nconst float HALF = 4.5;\n#else\nconst float HALF = 0.5;\n#endif\n";
        let table = "# Two of one source.\na.vert  a.vert.glsl\nb.vert  a.vert.glsl  LARGE\n";
        let shaders =
            Shaders::new("stale", &[("shared.glsl", shared), ("a.vert.glsl", VERTEX), (TABLE, table)]);
        assert!(run(&shaders.0, true).is_err(), "no output exists");
        run(&shaders.0, false).expect("the shader is valid");
        let spirv = |name| fs::read(shaders.0.join("spirv").join(name)).expect("written");
        assert_eq!(spirv("a.vert.spv")[..4], 0x0723_0203_u32.to_le_bytes(), "the SPIR-V magic number");
        assert_ne!(spirv("a.vert.spv"), spirv("b.vert.spv"), "only one defines the macro");
        run(&shaders.0, true).expect("just written");
        shaders.put("shared.glsl", "const float HALF = 0.25;\n");
        let failures = run(&shaders.0, true).expect_err("the include changed");
        assert!(failures[0].contains("a.vert.spv: differs"), "{failures:?}");

        shaders.put("c.vert.glsl", VERTEX);
        shaders.put(TABLE, "c.vert c.vert.glsl");
        fs::remove_file(shaders.0.join("a.vert.glsl")).expect("removable");
        run(&shaders.0, false).expect("the other shader is valid");
        assert!(!shaders.0.join("spirv/a.vert.spv").exists(), "its source was removed");
    }

    #[test]
    fn rejects_a_bad_row_and_a_shader_without_a_row() {
        let shaders =
            Shaders::new("table", &[("shared.glsl", "const float HALF = 0.5;\n"), ("a.vert.glsl", VERTEX)]);
        let check = |table: &str, expected: &str| {
            shaders.put(TABLE, table);
            let failures = run(&shaders.0, true).expect_err("the table is wrong");
            assert!(failures[0].contains(expected), "{failures:?}");
        };
        check("# Empty.\n", "a.vert.glsl: no row");
        for row in ["a.vert", "a.frag a.vert.glsl", "a a.vert.glsl", "a.vert a.glsl"] {
            check(&format!("b.vert a.vert.glsl\n{row}\n"), "variants.txt:2: expected");
        }
        check("a.vert a.vert.glsl\na.vert a.vert.glsl LARGE\n", "variants.txt:2: expected a new");
    }

    #[test]
    fn an_error_names_file_and_line() {
        let shaders = Shaders::new(
            "broken",
            &[
                ("bad.frag.glsl", "#version 450\nvoid main() {\n  x = 1;\n}\n"),
                (TABLE, "bad.frag bad.frag.glsl A B"),
            ],
        );
        let failures = run(&shaders.0, false).expect_err("x is undeclared");
        assert!(failures[0].contains("bad.frag.glsl:3"), "{failures:?}");
    }
}
