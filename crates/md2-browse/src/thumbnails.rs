//! Small pictures of models and pictures, drawn by the processor in the background: only of what is seen, a few at a time.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use md2_assets::{Folders, RgbaImage, SkinFormat, Stamp, surroundings};
use md2_export::picture::{Backdrop, Direction};
use md2_scene::text::chain;
use md2_scene::{Choice, Command, Figure, Skin, Viewport, Workspace};

use crate::builtin::{self, BuiltIn};
use crate::sketch;

/// Pixels of a side, for a list at twice the usual size.
pub const SIDE: u32 = 64;
/// So much larger each side is drawn, for smooth edges.
const SUPERSAMPLE: u32 = 2;
/// What a picture is drawn in.
const LARGE: [u32; 2] = [SIDE * SUPERSAMPLE; 2];
/// Drawn at once.
const MAX_JOBS: usize = 2;
/// Formats of icons.
const ICONS: [&str; 4] = ["pcx", "tga", "png", "jpg"];
/// Pictures that stay in memory, 16 KiB each.
const MAX_KEPT: usize = 256;

/// What is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A model, a figure's folder or a picture.
    File(PathBuf),
    /// A skin: by its icon, if one lies beside its picture; else the figure wearing it, if that can be opened again. Where its
    /// picture is no file, that lies inside the model, or is not there.
    Skin { figure: Option<Origin>, picture: Option<PathBuf>, label: String },
}

impl Subject {
    /// A skin of a figure; `None` if nothing can be drawn of it.
    pub fn skin(figure: &Figure, skin: &Skin) -> Option<Self> {
        let (origin, picture) = (Origin::of(figure), skin.path().map(Path::to_owned));
        (origin.is_some() || picture.is_some()).then(|| Self::Skin {
            figure: origin,
            picture,
            label: skin.label().to_owned(),
        })
    }
}

/// Where a figure is opened from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    File(PathBuf),
    BuiltIn(BuiltIn),
}

impl Origin {
    /// That of a figure; `None` of one that can be read but once.
    pub fn of(figure: &Figure) -> Option<Self> {
        let file = figure.path().map(|path| Self::File(path.to_owned()));
        file.or_else(|| BuiltIn::of(figure).map(Self::BuiltIn))
    }

    fn open(&self) -> anyhow::Result<Figure> {
        match self {
            Self::File(path) => Ok(md2_scene::open(path)?),
            Self::BuiltIn(which) => builtin::open(*which),
        }
    }
}

/// The picture of a model or a skin, or why there is none.
pub type Thumbnail = Result<Arc<RgbaImage>, String>;

/// Pictures that were drawn, and those that are being drawn.
#[derive(Default)]
pub struct Thumbnails {
    kept: HashMap<Subject, Kept>,
    jobs: Vec<Job>,
    /// What was seen last, so that what comes into sight again is looked at again.
    seen: HashSet<Subject>,
    /// What is to be drawn, the last one first.
    wanted: Vec<Subject>,
    clock: u64,
}

struct Kept {
    look: Thumbnail,
    version: Version,
    last_seen: u64,
}

/// What a picture was drawn from. If any of it is another one, so is the picture.
#[derive(Clone, Debug, Default)]
struct Version {
    /// Files, and which version of each was read; `None` of one that is not there.
    files: Vec<(PathBuf, Option<Stamp>)>,
    /// Models, and what lay beside them.
    around: Vec<(PathBuf, Option<u64>)>,
    /// Whether there is nothing else. Of a folder it is not known what that would be.
    is_all: bool,
}

impl Version {
    /// That of one file. What has no version, such as a folder, is never known to be the same.
    fn of_file(path: &Path) -> Self {
        let files = Stamp::of(path).map(|stamp| (path.to_owned(), Some(stamp)));
        Self { is_all: files.is_some(), files: files.into_iter().collect(), around: Vec::new() }
    }

    /// That of all that is seen.
    fn of(workspace: &Workspace) -> Self {
        let mut version = Self { is_all: true, ..Self::default() };
        for actor in workspace.actors() {
            if let Some(path) = actor.document().path() {
                version.files.push((path.to_owned(), actor.document().stamp()));
                version.around.push((path.to_owned(), surroundings(path)));
            }
            let worn = actor.outfit().into_iter().flat_map(|outfit| outfit.files());
            version.files.extend(worn.map(|(path, stamp)| (path.to_owned(), Some(stamp))));
            let unreadable =
                actor.skins().enumerate().filter(|(index, _)| actor.unreadable(*index).is_some());
            let unreadable = unreadable.filter_map(|(_, skin)| skin.path());
            version.files.extend(unreadable.map(|path| (path.to_owned(), Stamp::of(path))));
        }
        version
    }

    /// Whether nothing of it has changed.
    fn is_still(&self) -> bool {
        self.is_all
            && self.files.iter().all(|(path, stamp)| Stamp::of(path) == *stamp)
            && self.around.iter().all(|(path, around)| surroundings(path) == *around)
    }

    fn has(&self, path: &Path) -> bool {
        self.files.iter().any(|(own, _)| own == path)
    }
}

struct Job {
    subject: Subject,
    drawn: Receiver<Drawn>,
}

enum Drawn {
    /// It still is what was drawn.
    Same,
    New {
        image: Result<RgbaImage, String>,
        version: Version,
    },
}

impl std::fmt::Debug for Thumbnails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thumbnails").field("kept", &self.kept.len()).field("jobs", &self.jobs.len()).finish()
    }
}

impl Thumbnails {
    /// What is known of a file's or a figure's looks.
    pub fn look(&self, subject: &Subject) -> Option<&Thumbnail> {
        self.kept.get(subject).map(|kept| &kept.look)
    }

    /// Whether something is drawn, or to be drawn.
    pub fn is_busy(&self) -> bool {
        !self.jobs.is_empty() || !self.wanted.is_empty()
    }

    /// Tells what is seen now. What has gone out of sight is not drawn any more.
    pub fn see(&mut self, seen: Vec<Subject>) {
        self.clock += 1;
        for path in &seen {
            if let Some(kept) = self.kept.get_mut(path) {
                kept.last_seen = self.clock;
            }
        }
        self.wanted.retain(|path| seen.contains(path));
        // The last one is drawn first, so the first in sight comes last.
        for path in seen.iter().rev().filter(|path| !self.seen.contains(*path)) {
            let known = self.wanted.contains(path) || self.jobs.iter().any(|job| job.subject == *path);
            if !known {
                self.wanted.push(path.clone());
            }
        }
        self.seen = seen.into_iter().collect();
    }

    /// Looks again at the files of what is seen, with the next picture of the window.
    pub fn look_again(&mut self) {
        self.seen.clear();
    }

    /// Takes what is drawn and begins what is wanted. Never waits. Returns whether there is something new to show.
    pub fn poll(&mut self) -> bool {
        let mut is_new = false;
        let jobs = std::mem::take(&mut self.jobs);
        for job in jobs {
            match job.drawn.try_recv() {
                Err(TryRecvError::Empty) => self.jobs.push(job),
                Ok(Drawn::Same) => {}
                Ok(Drawn::New { image, version }) => {
                    self.keep(job.subject, image, version);
                    is_new = true;
                }
                Err(TryRecvError::Disconnected) => {
                    let reason = Err(String::from("it cannot be drawn"));
                    self.keep(job.subject, reason, Version::default());
                    is_new = true;
                }
            }
        }
        while self.jobs.len() < MAX_JOBS
            && let Some(path) = self.wanted.pop()
        {
            let known = self.kept.get(&path).map(|kept| kept.version.clone());
            let (sender, drawn) = mpsc::channel();
            let of = path.clone();
            let work = move || {
                let _ = sender.send(draw(&of, known));
            };
            // One that cannot be started ends without a result.
            let _ = thread::Builder::new().name(String::from("small")).spawn(work);
            self.jobs.push(Job { subject: path, drawn });
        }
        is_new
    }

    fn keep(&mut self, path: Subject, image: Result<RgbaImage, String>, version: Version) {
        self.kept.insert(path, Kept { look: image.map(Arc::new), version, last_seen: self.clock });
        while self.kept.len() > MAX_KEPT {
            let oldest =
                self.kept.iter().min_by_key(|(_, kept)| kept.last_seen).map(|(path, _)| path.clone());
            let Some(oldest) = oldest else { return };
            self.kept.remove(&oldest);
        }
    }
}

/// Draws a model, a figure or a picture, unless it still is the known version.
fn draw(subject: &Subject, known: Option<Version>) -> Drawn {
    let (path, icon) = match subject {
        Subject::File(path) => (Some(path), None),
        Subject::Skin { picture, label, .. } => {
            (picture.as_ref(), picture.as_ref().and_then(|picture| icon_of(picture, label)))
        }
    };
    let is_known = |known: &Version| icon.as_ref().is_none_or(|icon| known.has(icon)) && known.is_still();
    if known.is_some_and(|known| is_known(&known)) {
        return Drawn::Same;
    }
    let file = icon.as_ref().or(path);
    let mut version = file.map(|file| Version::of_file(file)).unwrap_or_default();
    if let Subject::Skin { figure: Some(figure), picture, label } = subject
        && icon.is_none()
    {
        match worn(figure, picture.as_deref(), label) {
            Ok(drawn) => return drawn,
            Err(unseen) => version = unseen,
        }
    }
    let Some(path) = file else {
        return Drawn::New { image: Err(String::from("there is nothing to see")), version };
    };
    if SkinFormat::from_name(path).is_some() {
        let image = md2_assets::load_skin(path).map(|image| reduced(&image)).map_err(|error| chain(&error));
        return Drawn::New { image, version };
    }
    match md2_scene::open(path) {
        Ok(figure) => {
            let (workspace, _) = Workspace::new(figure, Viewport::whole(LARGE));
            let version = Version::of(&workspace);
            Drawn::New { image: sketched(workspace), version }
        }
        Err(error) => Drawn::New { image: Err(chain(&error)), version },
    }
}

/// A figure in one of its skins, which may share its first picture with others, without its weapon.
///
/// # Errors
/// If nothing of it can be seen: what that was found from. A figure that cannot be opened, as while it is written, is tried again.
fn worn(figure: &Origin, picture: Option<&Path>, label: &str) -> Result<Drawn, Version> {
    let figure = figure.open().map_err(|_| Version::default())?;
    let (mut workspace, _) = Workspace::new(figure, Viewport::whole(LARGE));
    let index = workspace.skins().position(|skin| skin.path() == picture && skin.label() == label);
    let dress = match (index, picture) {
        (Some(index), _) => vec![Command::WearAll(Choice::Index(index))],
        (None, Some(picture)) => workspace.wear_file(picture),
        (None, None) => return Err(Version::default()),
    };
    for command in std::iter::once(Command::Carry(None)).chain(dress) {
        if let Err(error) = workspace.apply(command) {
            let version = picture.map(Version::of_file).unwrap_or_default();
            return Ok(Drawn::New { image: Err(chain(&error)), version });
        }
    }
    let version = Version::of(&workspace);
    match sketched(workspace) {
        Ok(image) => Ok(Drawn::New { image: Ok(image), version }),
        Err(_) => Err(version),
    }
}

/// The icon of a skin: `grunt_i.pcx` beside `grunt.pcx` in Quake II, `icon_red.tga` beside the pictures of `red` in Quake III.
fn icon_of(picture: &Path, label: &str) -> Option<PathBuf> {
    let (folder, folders) = (picture.parent()?, Folders::default());
    let stem = picture.file_stem()?.to_string_lossy().to_lowercase();
    let label = label.rsplit_once('.').map_or(label, |(stem, _)| stem).to_lowercase();
    let names = [format!("{stem}_i"), format!("icon_{label}")];
    let names = names.iter().flat_map(|name| ICONS.iter().map(move |end| format!("{name}.{end}")));
    names.into_iter().find_map(|name| folders.find(folder, &name))
}

fn sketched(mut workspace: Workspace) -> Result<RgbaImage, String> {
    sketch::pose(&mut workspace);
    sketch::draw(&workspace, Direction::default(), LARGE, Backdrop::Clear)
        .map(|image| reduced(&image))
        .ok_or_else(|| String::from("there is nothing to see"))
}

/// A picture no larger than [`SIDE`], of its own shape.
pub fn reduced(image: &RgbaImage) -> RgbaImage {
    let [width, height] = image.size();
    let longest = width.max(height).max(1);
    if longest <= SIDE {
        return image.clone();
    }
    let side = |side: u32| (u64::from(side) * u64::from(SIDE) / u64::from(longest)).max(1);
    let [to_width, to_height] = [width, height].map(|one| u32::try_from(side(one)).unwrap_or(1));
    match image::RgbaImage::from_raw(width, height, image.rgba().to_vec()) {
        Some(whole) => {
            let small = image::imageops::thumbnail(&whole, to_width, to_height);
            RgbaImage::new(to_width, to_height, small.into_raw()).unwrap_or_else(|_| image.clone())
        }
        None => image.clone(),
    }
}
