//! `cargo xtask fuzz`: builds and runs the fuzz targets, which are separate packages in `crates/*/fuzz`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo;
use crate::failure::Failure;
use crate::files::{entries, make_folder, name};

/// The compiler flags for coverage, with which the fuzzer sees the code that an input reaches. They work with the stable compiler, unlike
/// the address sanitizer that `cargo fuzz` adds.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Copt-level=1 --cfg fuzzing";

/// Builds the fuzz targets of all crates, or of the crates in the arguments, and runs each target from its seeds. The first argument is
/// the total time in seconds. The default is ten minutes.
pub(crate) fn fuzz(arguments: &[String]) -> Result<(), Failure> {
    let (seconds, wanted) = match arguments {
        [] => (600, arguments),
        [seconds, wanted @ ..] => {
            (seconds.parse().map_err(|_| format!("\"{seconds}\" is not a number of seconds"))?, wanted)
        }
    };
    let libraries = libraries()?;
    if let Some(unknown) = wanted.iter().find(|name| !libraries.contains(name)) {
        return Err(format!("{unknown} has no fuzz targets; these have: {}", libraries.join(", ")));
    }
    let wanted = libraries.iter().filter(|name| wanted.is_empty() || wanted.contains(name));
    let folders = wanted.map(|library| {
        let folder = cargo::root().join("crates").join(library).join("fuzz");
        Ok((library, targets(&folder)?, folder))
    });
    let folders: Vec<_> = folders.collect::<Result<_, Failure>>()?;
    let count: usize = folders.iter().map(|(_, names, _)| names.len()).sum();
    let each = u64::div_ceil(seconds, count.max(1) as u64);
    // Targets of different libraries have the same names and are built in the same folder, so each library's targets run before the
    // next library is built.
    for (library, names, folder) in folders {
        println!("fuzz: building {} of {library}", names.join(", "));
        build(&folder, &names)?;
        for name in names {
            println!("fuzz: {name} of {library} for {each} s");
            run(&folder, &name, each)?;
        }
    }
    Ok(())
}

fn targets(folder: &Path) -> Result<Vec<String>, Failure> {
    let stem = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok(entries(&folder.join("fuzz_targets"))?.iter().filter_map(stem).collect())
}

fn build(folder: &Path, names: &[String]) -> Result<(), Failure> {
    let cargo = |arguments: &[&str]| {
        let mut command = cargo::cargo();
        command.current_dir(folder).args(arguments).args(["--quiet", "--locked"]);
        command
    };
    let target_dir = cargo::target_dir()?;
    let seeds = ["--example", "seeds", "--"].into_iter().chain(names.iter().map(String::as_str));
    cargo::run(cargo(&["run"]).arg("--target-dir").arg(target_dir.join("fuzz")).args(seeds))?;
    // With an explicit `--target`, cargo does not apply the flags to build scripts and macros.
    cargo::run(
        cargo(&["build", "--bins", "--target", &cargo::host()?])
            .arg("--target-dir")
            .arg(target_dir.join("fuzz-coverage"))
            .env("RUSTFLAGS", COVERAGE),
    )
}

/// Runs a target on its corpus, and adds new inputs to the corpus. Inputs that fail are saved in `artifacts`.
fn run(folder: &Path, name: &str, seconds: u64) -> Result<(), Failure> {
    let artifacts = folder.join("artifacts").join(name);
    make_folder(&artifacts)?;
    let program = cargo::target_dir()?.join("fuzz-coverage").join(cargo::host()?).join("debug").join(name);
    cargo::run(
        Command::new(program)
            .current_dir(folder)
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-artifact_prefix=artifacts/{name}/"))
            .args([
                "-max_len=4096",
                "-timeout=10",
                "-rss_limit_mb=2048",
                "-verbosity=0",
                "-print_final_stats=1",
            ])
            .arg(format!("corpus/{name}")),
    )
}

/// Type-checks all fuzz targets, which is faster than building and running them with [`fuzz`].
pub(crate) fn check_targets() -> Result<(), Failure> {
    for library in libraries()? {
        println!("check: fuzz targets of {library}");
        cargo::run(
            cargo::cargo()
                .args(["check", "--quiet", "--locked", "--all-targets"])
                .args(["--manifest-path", &format!("crates/{library}/fuzz/Cargo.toml")])
                // All targets use the same build folder, so that common dependencies are built once.
                .arg("--target-dir")
                .arg(cargo::target_dir()?.join("fuzz"))
                .env("RUSTFLAGS", "--deny warnings"),
        )?;
    }
    Ok(())
}

fn libraries() -> Result<Vec<String>, Failure> {
    let crates = entries(&cargo::root().join("crates"))?;
    Ok(crates.iter().filter(|path| path.join("fuzz/Cargo.toml").is_file()).map(|path| name(path)).collect())
}
