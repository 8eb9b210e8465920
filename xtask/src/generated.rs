//! Checks that generated files are current without their generators, of which one needs minutes to build.
//!
//! A list in the repository has a hash for each generator, made from its sources, its results, and the versions of the packages that
//! determine the results.

use hmac_sha256::Hash;

use crate::cargo::{self, root};
use crate::failure::Failure;
use crate::files::{files_below, name, named, read, write};

const LIST: &str = "xtask/generated.txt";

struct Generator {
    /// The name of the package and of the command.
    name: &'static str,
    /// The folders with the sources and the results.
    folders: &'static [&'static str],
    packages: &'static [&'static str],
}

const SHADERS: Generator = Generator {
    name: "build-shaders",
    folders: &["xtask/build-shaders/src", "crates/md2-render/shaders"],
    packages: &["glslang", "glslang-sys"],
};

const ASSETS: Generator = Generator {
    name: "build-assets",
    folders: &["xtask/build-assets/src", "assets/ball", "assets/floor", "assets/turn", "assets/wanderer"],
    packages: &["glam", "libm", "png"],
};

pub(crate) fn build_shaders(arguments: &[String]) -> Result<(), Failure> {
    SHADERS.run(arguments)
}

pub(crate) fn build_assets(arguments: &[String]) -> Result<(), Failure> {
    ASSETS.run(arguments)
}

/// Compares the hashes with the list.
pub(crate) fn check() -> Result<(), Failure> {
    println!("check: generated files");
    let list = read(&root().join(LIST))?;
    for generator in [SHADERS, ASSETS] {
        let line = generator.line()?;
        if !list.lines().any(|listed| listed == line) {
            let name = generator.name;
            return Err(format!(
                "sources or results of {name} changed: run `cargo xtask {name}` and commit the result"
            ));
        }
    }
    Ok(())
}

impl Generator {
    /// Runs the generator, and updates its line of the list.
    fn run(&self, arguments: &[String]) -> Result<(), Failure> {
        cargo::tool(self.name, arguments)?;
        if !arguments.is_empty() {
            return Ok(());
        }
        let path = root().join(LIST);
        let list = read(&path)?;
        let others = list.lines().filter(|line| line.split(' ').next() != Some(self.name));
        let line = self.line()?;
        let mut lines: Vec<&str> = others.chain([&*line]).collect();
        lines.sort_unstable();
        write(&path, (lines.join("\n") + "\n").as_bytes())
    }

    /// Returns the line of the list for the current files.
    fn line(&self) -> Result<String, Failure> {
        let mut hash = Hash::new();
        for folder in self.folders {
            for file in files_below(&root().join(folder))? {
                let bytes = named(&file, std::fs::read(&file))?;
                hash.update(format!("{} {}\n", name(&file), bytes.len()));
                hash.update(bytes);
            }
        }
        let lock = read(&root().join("Cargo.lock"))?;
        for package in self.packages {
            let entry = lock.split_once(&format!("name = \"{package}\"\nversion = "));
            let version = entry.and_then(|(_, rest)| rest.lines().next());
            hash.update(version.ok_or_else(|| format!("Cargo.lock has no {package}"))?);
        }
        let digits: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("{} {digits}", self.name))
    }
}
