//! `cargo xtask python` and `cargo xtask blender`: build and test the module for Python and the extension for Blender.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::{cargo, files, setup};

/// The packages that the tests need, with the version of maturin that the wheels are built with.
const TOOLS: [&str; 3] = ["maturin>=1.9,<2", "pytest", "numpy"];
/// The versions of Blender's module in which the extension is tested, each with the Python that it needs.
const BLENDERS: [(&str, &str); 2] = [("bpy==4.2.*", "python3.11"), ("bpy==5.3.*", "python3.13")];

/// Builds the wheel, installs it in a virtual environment, and tests it there.
pub(crate) fn python(arguments: &[String]) -> Result<(), Failure> {
    if let Some(argument) = arguments.first() {
        return Err(format!("unknown argument \"{}\"", argument.escape_debug()));
    }
    let Some(wheel) = build_wheel()? else { return Ok(()) };
    let python = folder()?.join("tools/bin/python");
    install(&python, &[OsStr::new("--force-reinstall"), OsStr::new("--no-deps"), wheel.as_os_str()])?;
    run_tests(&python, &crate_folder().join("tests"))
}

/// Packs the extension with its wheel, and with `--test` runs its tests in two versions of Blender.
pub(crate) fn blender(arguments: &[String]) -> Result<(), Failure> {
    let tests = match arguments {
        [] => false,
        [option] if option == "--test" => true,
        [other, ..] => return Err(format!("unknown argument \"{}\"", other.escape_debug())),
    };
    let Some(wheel) = build_wheel()? else { return Ok(()) };
    pack(&wheel)?;
    for (package, program) in BLENDERS.into_iter().filter(|_| tests) {
        test_in(package, program, &wheel)?;
    }
    Ok(())
}

fn crate_folder() -> PathBuf {
    cargo::root().join("crates/md2-python")
}

fn folder() -> Result<PathBuf, Failure> {
    let folder = cargo::target_dir()?.join("python");
    files::make_folder(&folder)?;
    Ok(folder)
}

/// Builds the wheel. Returns `None` if its tools cannot be had.
fn build_wheel() -> Result<Option<PathBuf>, Failure> {
    let folder = folder()?;
    let tools = folder.join("tools");
    if !make_environment(&tools, "python3", &TOOLS)? {
        return Ok(None);
    }
    let wheels = folder.join("wheels");
    // An old wheel of another version must not be packed.
    let _ = fs::remove_dir_all(&wheels);
    let mut maturin = Command::new(tools.join("bin/maturin"));
    maturin.args(["build", "--release", "--locked", "--out"]).arg(&wheels).arg("--interpreter");
    maturin.arg(tools.join("bin/python")).current_dir(crate_folder()).env("CARGO_TARGET_DIR", &folder);
    cargo::run(maturin.stdin(Stdio::null()))?;
    let entries = fs::read_dir(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    let found =
        entries.flatten().map(|entry| entry.path()).find(|path| path.extension() == Some("whl".as_ref()));
    found.map(Some).ok_or_else(|| format!("{}: maturin made no wheel", wheels.display()))
}

/// Makes a virtual environment with packages. Returns whether it could be made; otherwise says why not.
fn make_environment(environment: &Path, program: &str, packages: &[&str]) -> Result<bool, Failure> {
    let Some(program) = setup::program(program) else {
        cargo::not_checked(
            &format!("the module for Python with {}", packages[0]),
            &format!("{program} is missing"),
        )?;
        return Ok(false);
    };
    let python = environment.join("bin/python");
    if !python.is_file() {
        cargo::run(Command::new(program).args(["-m", "venv"]).arg(environment).stdin(Stdio::null()))?;
    }
    let arguments: Vec<&OsStr> = packages.iter().map(OsStr::new).collect();
    if let Err(failure) = install(&python, &arguments) {
        let _ = fs::remove_dir_all(environment);
        cargo::not_checked(&format!("the module for Python with {}", packages[0]), &failure)?;
        return Ok(false);
    }
    Ok(true)
}

fn install(python: &Path, arguments: &[&OsStr]) -> Result<(), Failure> {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(arguments);
    cargo::run(pip.stdin(Stdio::null()))
}

fn run_tests(python: &Path, tests: &Path) -> Result<(), Failure> {
    let mut pytest = Command::new(python);
    pytest
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .arg(tests)
        .env("PYTHONDONTWRITEBYTECODE", "1");
    cargo::run(pytest.current_dir(tests).stdin(Stdio::null()))
}

/// Writes the extension as a zip that Blender installs from disk: the manifest lists the wheel and its platform.
fn pack(wheel: &Path) -> Result<(), Failure> {
    let source = crate_folder().join("blender");
    let staged = folder()?.join("quake_models");
    let _ = fs::remove_dir_all(&staged);
    files::make_folder(&staged.join("wheels"))?;
    let copy = |from: &Path, to: &Path| {
        fs::copy(from, to).map(|_| ()).map_err(|error| format!("{}: {error}", from.display()))
    };
    let entries = fs::read_dir(&source).map_err(|error| format!("{}: {error}", source.display()))?;
    for entry in entries.flatten().filter(|entry| entry.path().is_file()) {
        copy(&entry.path(), &staged.join(entry.file_name()))?;
    }
    let name = files::name(wheel);
    copy(wheel, &staged.join("wheels").join(&*name))?;
    let platform = if name.contains("win_amd64") {
        "windows-x64"
    } else if name.contains("macosx") {
        if name.contains("arm64") { "macos-arm64" } else { "macos-x64" }
    } else {
        "linux-x64"
    };
    let manifest = staged.join("blender_manifest.toml");
    let text = fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
    let text = text.replace("platforms = []", &format!("platforms = [\"{platform}\"]"));
    let text = text.replace("wheels = []", &format!("wheels = [\"./wheels/{name}\"]"));
    fs::write(&manifest, text).map_err(|error| format!("{}: {error}", manifest.display()))?;
    let archive = folder()?.join(format!("quake_models-{}-{platform}.zip", env!("CARGO_PKG_VERSION")));
    let mut zip = Command::new(folder()?.join("tools/bin/python"));
    zip.args(["-m", "zipfile", "-c"]).arg(&archive).arg(".").current_dir(&staged);
    cargo::run(zip.stdin(Stdio::null()))?;
    println!("blender: install {} from disk", archive.display());
    Ok(())
}

fn test_in(package: &str, program: &str, wheel: &Path) -> Result<(), Failure> {
    let environment = folder()?.join(package.replace(['=', '*'], "").trim_end_matches('.'));
    if !make_environment(&environment, program, &[package, "pytest"])? {
        return Ok(());
    }
    let python = environment.join("bin/python");
    install(&python, &[OsStr::new("--force-reinstall"), OsStr::new("--no-deps"), wheel.as_os_str()])?;
    println!("blender: testing with {package}");
    run_tests(&python, &crate_folder().join("blender/tests"))
}
