//! A model with its skins and scripts, and random damage to these files.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use md2_testdata::fuzz::{Mutants, Seed};
use md2_testdata::random::Random;
use md2_testdata::{md3, mdl};

use crate::failure::Failure;
use crate::workspace::root;

const MUTANTS: Mutants<'_> = Mutants {
    header_word: |_, random| 4 * random.below(27),
    values: &[0, 1, -1, 2, 40, 64, 255, 4096, 65_535, 1 << 20, i32::MAX, i32::MIN, 0x7f80_0000],
    tail_bytes: 120,
};

#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    /// The names of the files and their undamaged contents.
    sound: Vec<(String, Vec<u8>)>,
    /// Small models of every format, which can replace a file.
    other: Vec<Seed>,
}

impl Files {
    pub(super) fn create(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder)?;
        let mut sound = Vec::new();
        for entry in fs::read_dir(root().join("assets/wanderer"))? {
            let path = entry?.path();
            let name = path.file_name().and_then(OsStr::to_str).ok_or("a file name is not UTF-8")?;
            sound.push((name.to_owned(), fs::read(&path)?));
        }
        let script = b"// name first last fps\nstand 0 39 10\nrun 40 45 10\nattack 46 53 12\n";
        sound.push(("tris.anm".to_owned(), script.to_vec()));
        // The seed selects files by index, so the order must be the same on every machine.
        sound.sort();
        let ball = fs::read(root().join("assets/ball/ball.md2"))?;
        let other = vec![
            ("ball", ball),
            ("triangle", md2_testdata::one_triangle().build().into_bytes()),
            ("quad", md2_testdata::seamed_quad().build().into_bytes()),
            ("skins in turns", mdl::skin_group().build().into_bytes()),
            ("frames in groups", mdl::frame_group().build().into_bytes()),
            ("surfaces", md3::two_surfaces().build().into_bytes()),
            ("tags", md3::player_upper().build().into_bytes()),
        ];
        let files = Self { folder: folder.to_owned(), sound, other };
        files.restore()?;
        Ok(files)
    }

    /// Returns the file that the window opens.
    pub(super) fn model(&self) -> PathBuf {
        self.folder.join("tris.md2")
    }

    pub(super) fn restore(&self) -> Result<(), Failure> {
        for (name, content) in &self.sound {
            let path = self.folder.join(name);
            clear(&path)?;
            fs::write(path, content)?;
        }
        Ok(())
    }

    /// Damages, replaces or restores a random file, and returns a description of the change. In half of the cases, this
    /// file is the model.
    pub(super) fn damage(&mut self, random: &mut Random) -> Result<String, Failure> {
        let model = self.sound.iter().position(|(name, _)| name == "tris.md2").ok_or("no model")?;
        let at = if random.below(2) == 0 { model } else { random.below(self.sound.len()) };
        let (name, sound) = &self.sound[at];
        let path = self.folder.join(name);
        clear(&path)?;
        let what = match random.below(16) {
            0..=2 => {
                fs::write(&path, sound)?;
                "is restored".to_owned()
            }
            3 | 4 => {
                let (other, content) = &self.other[random.below(self.other.len())];
                fs::write(&path, content)?;
                format!("has the content of {other}")
            }
            5 | 6 => {
                let round = random.below(1 << 30) as u64;
                let seeds = [self.other.as_slice(), &[("itself", sound.clone())]].concat();
                fs::write(&path, MUTANTS.from_seeds(&seeds, round))?;
                format!("has the random changes of round {round}")
            }
            7 => {
                let length = random.below(sound.len() + 1);
                fs::write(&path, &sound[..length])?;
                format!("ends after {length} bytes")
            }
            8 => {
                write_slowly(&path, sound)?;
                "was written slowly".to_owned()
            }
            9 => {
                let replacement = path.with_extension("new");
                fs::write(&replacement, sound)?;
                fs::rename(replacement, &path)?;
                "was replaced by renaming".to_owned()
            }
            10 => "is removed".to_owned(),
            11 => {
                fs::create_dir(&path)?;
                "is a folder".to_owned()
            }
            12 => {
                let made = Command::new("mkfifo").arg(&path).status()?;
                format!("is a FIFO ({made})")
            }
            13 => {
                let target = ["/dev/zero", "/dev/full", "/", "tris.md2", "nowhere"][random.below(5)];
                symlink(target, &path)?;
                format!("is a link to {target}")
            }
            14 => {
                File::create(&path)?.set_len(3 << 30)?;
                "has three gigabytes of zeros".to_owned()
            }
            _ => {
                fs::write(&path, b"")?;
                "is empty".to_owned()
            }
        };
        Ok(format!("{name} {what}"))
    }
}

fn clear(path: &Path) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Ok(fs::remove_dir_all(path)?),
        Ok(_) => Ok(fs::remove_file(path)?),
        Err(_) => Ok(()),
    }
}

/// Writes a file in parts with pauses between them, as over a slow network.
fn write_slowly(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let mut file = File::create(path)?;
    for part in content.chunks(content.len() / 4 + 1) {
        file.write_all(part)?;
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
