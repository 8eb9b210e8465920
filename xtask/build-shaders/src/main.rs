//! Compiles the renderer's GLSL to the SPIR-V that is committed beside it.
//!
//! `build-shaders` writes `crates/md2-render/shaders/spirv/NAME.STAGE.spv` for every `NAME.STAGE.glsl` in
//! `crates/md2-render/shaders/`; a plain `NAME.glsl` is only ever included. `build-shaders --check` writes nothing
//! and fails when a committed file is not what its source compiles to.

#![forbid(unsafe_code)]

mod compile;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use compile::{Stage, compile};

/// What went wrong, ready to be shown.
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

/// Compiles every shader of `folder`, then writes the results or compares them with what is there.
fn run(folder: &Path, check: bool) -> Result<String, Vec<Failure>> {
    let sources = shader_sources(folder).map_err(|failure| vec![failure])?;
    let output = folder.join("spirv");
    let mut failures = Vec::new();
    let mut expected = Vec::new();
    for (source, stage) in &sources {
        match compile(source, *stage) {
            Ok(spirv) => expected.push((output_path(&output, source), spirv)),
            Err(failure) => failures.push(failure),
        }
    }
    if !failures.is_empty() {
        return Err(failures);
    }
    for path in stale_outputs(&output, &expected) {
        if check {
            failures.push(format!("{}: no shader compiles to this file", path.display()));
        } else if let Err(error) = fs::remove_file(&path) {
            failures.push(format!("{}: {error}", path.display()));
        }
    }
    for (path, spirv) in &expected {
        let up_to_date = fs::read(path).is_ok_and(|committed| committed == *spirv);
        if check && !up_to_date {
            failures.push(format!("{}: differs from what its source compiles to", path.display()));
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

/// The shaders of a folder with their stages, sorted by name so that reports are stable.
fn shader_sources(folder: &Path) -> Result<Vec<(PathBuf, Stage)>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sources: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension() == Some(OsStr::new("glsl")))
        .filter_map(|path| {
            let stage = Stage::of_file(&path)?;
            Some((path, stage))
        })
        .collect();
    sources.sort();
    if sources.is_empty() {
        return Err(format!("{}: no shader in this folder", folder.display()));
    }
    Ok(sources)
}

/// `shaders/alias.vert.glsl` compiles to `shaders/spirv/alias.vert.spv`.
fn output_path(output: &Path, source: &Path) -> PathBuf {
    output.join(source.file_stem().unwrap_or_default()).with_added_extension("spv")
}

/// SPIR-V files whose source is gone.
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

/// Runs `spirv-val` where it is installed. It is a second opinion, so its absence is no failure.
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

    const VERTEX: &str = "#version 450\n#extension GL_GOOGLE_include_directive : require\n\
        #include \"shared.glsl\"\nvoid main() { gl_Position = vec4(HALF); }\n";

    /// A folder of shaders that is removed with the value.
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
    fn compiles_includes_and_then_finds_everything_up_to_date() {
        let shaders =
            Shaders::new("fresh", &[("shared.glsl", "const float HALF = 0.5;\n"), ("a.vert.glsl", VERTEX)]);
        assert!(run(&shaders.0, true).is_err(), "nothing is compiled yet");
        run(&shaders.0, false).expect("the shader is sound");
        let spirv = fs::read(shaders.0.join("spirv/a.vert.spv")).expect("written");
        assert_eq!(spirv[..4], 0x0723_0203_u32.to_le_bytes(), "the SPIR-V magic number");
        run(&shaders.0, true).expect("just written");
    }

    #[test]
    fn check_sees_a_changed_include_and_a_removed_source() {
        let shaders =
            Shaders::new("stale", &[("shared.glsl", "const float HALF = 0.5;\n"), ("a.vert.glsl", VERTEX)]);
        run(&shaders.0, false).expect("the shader is sound");
        shaders.put("shared.glsl", "const float HALF = 0.25;\n");
        let failures = run(&shaders.0, true).expect_err("the include changed");
        assert!(failures[0].contains("a.vert.spv: differs"), "{failures:?}");
        assert!(failures[1].contains("cargo xtask build-shaders"), "{failures:?}");

        shaders.put("b.vert.glsl", VERTEX);
        fs::remove_file(shaders.0.join("a.vert.glsl")).expect("removable");
        run(&shaders.0, false).expect("the other shader is sound");
        assert!(!shaders.0.join("spirv/a.vert.spv").exists(), "its source is gone");
    }

    #[test]
    fn an_error_names_file_and_line() {
        let shaders =
            Shaders::new("broken", &[("bad.frag.glsl", "#version 450\nvoid main() {\n  x = 1;\n}\n")]);
        let failures = run(&shaders.0, false).expect_err("x is undeclared");
        assert!(failures[0].contains("bad.frag.glsl:3"), "{failures:?}");
    }
}
