//! A folder with a model and what belongs to it, and what can happen to them.

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

/// Changes to files of any kind.
const MUTANTS: Mutants<'_> = Mutants {
    header_word: |_, random| 4 * random.below(27),
    values: &[0, 1, -1, 2, 40, 64, 255, 4096, 65_535, 1 << 20, i32::MAX, i32::MIN, 0x7f80_0000],
    tail_bytes: 120,
};

/// The figure with its skins, its weapon and its texts.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    /// The names of files that belong together, and their sound contents.
    sound: Vec<(String, Vec<u8>)>,
    /// Other contents that any of the files may take: small models of every format.
    other: Vec<Seed>,
}

impl Files {
    /// Makes the folder, with sound files.
    pub(super) fn lay_out(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder)?;
        let mut sound = Vec::new();
        for entry in fs::read_dir(root().join("assets/wanderer"))? {
            let path = entry?.path();
            let name =
                path.file_name().and_then(OsStr::to_str).ok_or("the project's files have plain names")?;
            sound.push((name.to_owned(), fs::read(&path)?));
        }
        let script = b"// name first last fps\nstand 0 39 10\nrun 40 45 10\nattack 46 53 12\n";
        sound.push(("tris.anm".to_owned(), script.to_vec()));
        // In the same order everywhere, as the seed counts through them.
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
        files.set_right()?;
        Ok(files)
    }

    /// The file that the window opens.
    pub(super) fn model(&self) -> PathBuf {
        self.folder.join("tris.md2")
    }

    /// Gives every file its sound content.
    pub(super) fn set_right(&self) -> Result<(), Failure> {
        for (name, content) in &self.sound {
            let path = self.folder.join(name);
            clear(&path)?;
            fs::write(path, content)?;
        }
        Ok(())
    }

    /// Lets something happen to one of the files, half of the time to the model, and says what.
    pub(super) fn misadventure(&mut self, random: &mut Random) -> Result<String, Failure> {
        let model = self.sound.iter().position(|(name, _)| name == "tris.md2").ok_or("there is a model")?;
        let at = if random.below(2) == 0 { model } else { random.below(self.sound.len()) };
        let (name, sound) = &self.sound[at];
        let path = self.folder.join(name);
        clear(&path)?;
        let what = match random.below(16) {
            0..=2 => {
                fs::write(&path, sound)?;
                "is as it was".to_owned()
            }
            3 | 4 => {
                let (other, content) = &self.other[random.below(self.other.len())];
                fs::write(&path, content)?;
                format!("holds {other}")
            }
            5 | 6 => {
                let round = random.below(1 << 30) as u64;
                let seeds = [self.other.as_slice(), &[("itself", sound.clone())]].concat();
                fs::write(&path, MUTANTS.from_seeds(&seeds, round))?;
                format!("holds the changes of round {round}")
            }
            7 => {
                let length = random.below(sound.len() + 1);
                fs::write(&path, &sound[..length])?;
                format!("ends after {length} bytes")
            }
            8 => {
                slowly(&path, sound)?;
                "was written bit by bit".to_owned()
            }
            9 => {
                let beside = path.with_extension("new");
                fs::write(&beside, sound)?;
                fs::rename(beside, &path)?;
                "was replaced at one go".to_owned()
            }
            10 => "is gone".to_owned(),
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
                "is three gigabytes of nothing".to_owned()
            }
            _ => {
                fs::write(&path, b"")?;
                "is empty".to_owned()
            }
        };
        Ok(format!("{name} {what}"))
    }
}

/// Takes away what is at a path, whatever it is.
fn clear(path: &Path) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Ok(fs::remove_dir_all(path)?),
        Ok(_) => Ok(fs::remove_file(path)?),
        Err(_) => Ok(()),
    }
}

/// As a slow disk or network writes: the file is there long before its end.
fn slowly(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let mut file = File::create(path)?;
    for part in content.chunks(content.len() / 4 + 1) {
        file.write_all(part)?;
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
