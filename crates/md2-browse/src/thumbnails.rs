//! Small pictures of models and skins, which tasks draw on the processor: only those that are seen, a few at a time.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use md2_assets::{FileStamp, FolderCache, ImageFormat, RgbaImage, hash_surroundings};
use md2_export::picture::{Backdrop, Direction};
use md2_scene::text::chain;
use md2_scene::{Choice, Command, Figure, Skin, Viewport, Workspace};
use md2_task::Task;

use crate::builtin::{self, BuiltIn};
use crate::sketch;

/// The pixels of a side, enough for a list at twice the usual size.
const SIDE: u32 = 64;
/// The factor by which each side is drawn larger, for smooth edges.
const SUPERSAMPLE: u32 = 2;
/// The size in which pictures are drawn.
const LARGE: [u32; 2] = [SIDE * SUPERSAMPLE; 2];
/// Drawing at once.
const MAX_TASKS: usize = 2;
/// Formats of icons.
const ICONS: [&str; 4] = ["pcx", "tga", "png", "jpg"];
/// The maximum number of pictures in memory, 16 KiB each.
const MAX_STORED: usize = 256;

/// The subject of a small picture.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ThumbnailSubject {
    /// A model, a figure's folder or a picture.
    File(PathBuf),
    /// A skin: its icon, if there is one beside its picture; else the figure with this skin, if it can be opened again.
    Skin {
        /// The origin of the figure; `None` if it can be read only once.
        figure: Option<Origin>,
        /// The file of the skin; `None` if it is inside the model or missing.
        picture: Option<PathBuf>,
        /// The name of the skin in lists.
        label: String,
    },
}

impl ThumbnailSubject {
    /// The subject for a skin of a figure; `None` if it cannot be drawn.
    pub fn skin(figure: &Figure, skin: &Skin) -> Option<Self> {
        let (origin, picture) = (Origin::from_figure(figure), skin.path().map(Path::to_owned));
        (origin.is_some() || picture.is_some()).then(|| Self::Skin {
            figure: origin,
            picture,
            label: skin.label().to_owned(),
        })
    }
}

/// The origin of a figure, from which it can be opened again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A file or a folder.
    File(PathBuf),
    /// The program itself.
    BuiltIn(BuiltIn),
}

impl Origin {
    /// The origin of a figure; `None` if the figure can be read only once.
    pub fn from_figure(figure: &Figure) -> Option<Self> {
        let file = figure.path().map(|path| Self::File(path.to_owned()));
        file.or_else(|| BuiltIn::from_figure(figure).map(Self::BuiltIn))
    }

    fn open(&self) -> anyhow::Result<Figure> {
        match self {
            Self::File(path) => Ok(md2_scene::open(path)?),
            Self::BuiltIn(which) => builtin::open(*which),
        }
    }
}

/// The picture of a model or a skin, or why there is none.
pub(crate) type Thumbnail = Result<Arc<RgbaImage>, String>;

/// Pictures that were drawn, and those that are being drawn.
#[derive(Default)]
pub(crate) struct Thumbnails {
    stored: HashMap<ThumbnailSubject, StoredThumbnail>,
    tasks: Vec<(ThumbnailSubject, Task<Drawing>)>,
    /// The subjects that were seen last. A subject that appears again is looked at again.
    seen: HashSet<ThumbnailSubject>,
    /// The subjects that are to be drawn, the last one first.
    wanted: Vec<ThumbnailSubject>,
    clock: u64,
}

/// A picture that was drawn, or the reason why there is none.
struct StoredThumbnail {
    look: Thumbnail,
    version: Version,
    last_seen: u64,
}

/// The versions of all files that a picture was drawn from. If one of them changes, the picture is drawn again.
#[derive(Clone, Debug, Default)]
struct Version {
    /// Files, and the version of each that was read; `None` of a file that does not exist.
    files: Vec<(PathBuf, Option<FileStamp>)>,
    /// Models, and the version of the files beside them.
    around: Vec<(PathBuf, Option<u64>)>,
    /// Whether these are all files. Those of a folder are not known.
    is_all: bool,
}

impl Version {
    /// The version of one file. A path without a stamp, such as a folder, is never known to be the same.
    fn from_file(path: &Path) -> Self {
        let files = FileStamp::read(path).map(|stamp| (path.to_owned(), Some(stamp)));
        Self { is_all: files.is_some(), files: files.into_iter().collect(), around: Vec::new() }
    }

    /// The version of all models that are seen.
    fn from_workspace(workspace: &Workspace) -> Self {
        let mut version = Self { is_all: true, ..Self::default() };
        for actor in workspace.actors() {
            if let Some(path) = actor.document().path() {
                version.files.push((path.to_owned(), actor.document().stamp()));
                version.around.push((path.to_owned(), hash_surroundings(path)));
            }
            let worn = actor.outfit().into_iter().flat_map(|outfit| outfit.files());
            version.files.extend(worn.map(|(path, stamp)| (path.to_owned(), Some(stamp))));
            let unreadable =
                actor.skins().enumerate().filter(|(index, _)| actor.skin_error(*index).is_some());
            let unreadable = unreadable.filter_map(|(_, skin)| skin.path());
            version.files.extend(unreadable.map(|path| (path.to_owned(), FileStamp::read(path))));
        }
        version
    }

    /// Whether nothing of it has changed.
    fn is_still(&self) -> bool {
        self.is_all
            && self.files.iter().all(|(path, stamp)| FileStamp::read(path) == *stamp)
            && self.around.iter().all(|(path, around)| hash_surroundings(path) == *around)
    }

    fn has(&self, path: &Path) -> bool {
        self.files.iter().any(|(own, _)| own == path)
    }
}

/// The result of drawing a subject.
enum Drawing {
    /// The stored picture is still right.
    Same,
    New {
        image: Result<RgbaImage, String>,
        version: Version,
    },
}

impl std::fmt::Debug for Thumbnails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thumbnails")
            .field("stored", &self.stored.len())
            .field("tasks", &self.tasks.len())
            .finish()
    }
}

impl Thumbnails {
    /// The picture of a subject, if it was drawn.
    pub(crate) fn thumbnail(&self, subject: &ThumbnailSubject) -> Option<&Thumbnail> {
        self.stored.get(subject).map(|stored| &stored.look)
    }

    /// Whether something is drawn, or to be drawn.
    pub(crate) fn is_busy(&self) -> bool {
        !self.tasks.is_empty() || !self.wanted.is_empty()
    }

    /// Sets the subjects that are seen now. Those out of sight are not drawn any more.
    pub(crate) fn set_visible(&mut self, seen: Vec<ThumbnailSubject>) {
        self.clock += 1;
        for path in &seen {
            if let Some(stored) = self.stored.get_mut(path) {
                stored.last_seen = self.clock;
            }
        }
        self.wanted.retain(|path| seen.contains(path));
        // The last one is drawn first, so the first in sight comes last.
        for path in seen.iter().rev().filter(|path| !self.seen.contains(*path)) {
            let known = self.wanted.contains(path) || self.tasks.iter().any(|(subject, _)| subject == path);
            if !known {
                self.wanted.push(path.clone());
            }
        }
        self.seen = seen.into_iter().collect();
    }

    /// Looks again at the files of the subjects that are seen, with the next picture of the window.
    pub(crate) fn check_again(&mut self) {
        self.seen.clear();
    }

    /// Takes finished pictures and starts to draw others. Never waits. Returns whether there is something new to show.
    pub(crate) fn poll(&mut self) -> bool {
        let mut is_new = false;
        for (subject, mut task) in std::mem::take(&mut self.tasks) {
            match task.poll() {
                None => self.tasks.push((subject, task)),
                Some(Ok(Drawing::Same)) => {}
                Some(Ok(Drawing::New { image, version })) => {
                    self.store(subject, image, version);
                    is_new = true;
                }
                Some(Err(_)) => {
                    let reason = Err(String::from("the thumbnail could not be drawn"));
                    self.store(subject, reason, Version::default());
                    is_new = true;
                }
            }
        }
        while self.tasks.len() < MAX_TASKS
            && let Some(subject) = self.wanted.pop()
        {
            let known = self.stored.get(&subject).map(|stored| stored.version.clone());
            let drawn = subject.clone();
            self.tasks.push((subject, Task::start(move |_| draw(&drawn, known))));
        }
        is_new
    }

    fn store(&mut self, path: ThumbnailSubject, image: Result<RgbaImage, String>, version: Version) {
        self.stored
            .insert(path, StoredThumbnail { look: image.map(Arc::new), version, last_seen: self.clock });
        while self.stored.len() > MAX_STORED {
            let oldest =
                self.stored.iter().min_by_key(|(_, stored)| stored.last_seen).map(|(path, _)| path.clone());
            let Some(oldest) = oldest else { return };
            self.stored.remove(&oldest);
        }
    }
}

/// Draws a model, a figure or a picture, unless it still is the known version.
fn draw(subject: &ThumbnailSubject, known: Option<Version>) -> Drawing {
    let (path, icon) = match subject {
        ThumbnailSubject::File(path) => (Some(path), None),
        ThumbnailSubject::Skin { picture, label, .. } => {
            (picture.as_ref(), picture.as_ref().and_then(|picture| icon_of(picture, label)))
        }
    };
    let is_known = |known: &Version| icon.as_ref().is_none_or(|icon| known.has(icon)) && known.is_still();
    if known.is_some_and(|known| is_known(&known)) {
        return Drawing::Same;
    }
    let file = icon.as_ref().or(path);
    let mut version = file.map(|file| Version::from_file(file)).unwrap_or_default();
    if let ThumbnailSubject::Skin { figure: Some(figure), picture, label } = subject
        && icon.is_none()
    {
        match worn(figure, picture.as_deref(), label) {
            Ok(drawn) => return drawn,
            Err(unseen) => version = unseen,
        }
    }
    let Some(path) = file else {
        return Drawing::New { image: Err(String::from("there is nothing to see")), version };
    };
    if ImageFormat::from_name(path).is_some() {
        let image = md2_assets::load_image(path).map(|image| reduced(&image)).map_err(|error| chain(&error));
        return Drawing::New { image, version };
    }
    match md2_scene::open(path) {
        Ok(figure) => {
            let (workspace, _) = Workspace::new(figure, Viewport::whole(LARGE));
            let version = Version::from_workspace(&workspace);
            Drawing::New { image: sketched(workspace), version }
        }
        Err(error) => Drawing::New { image: Err(chain(&error)), version },
    }
}

/// Draws a figure with one of its skins and without its weapon. Skins may share their first picture.
///
/// # Errors
/// The version of the files if there is nothing to see. A figure that cannot be opened, such as while it is written, is tried again.
fn worn(figure: &Origin, picture: Option<&Path>, label: &str) -> Result<Drawing, Version> {
    let figure = figure.open().map_err(|_| Version::default())?;
    let (mut workspace, _) = Workspace::new(figure, Viewport::whole(LARGE));
    let index = workspace.skins().position(|skin| skin.path() == picture && skin.label() == label);
    let dress = match (index, picture) {
        (Some(index), _) => vec![Command::SelectFigureSkin(Choice::Index(index))],
        (None, Some(picture)) => workspace.skin_file_commands(picture),
        (None, None) => return Err(Version::default()),
    };
    for command in std::iter::once(Command::SelectWeapon(None)).chain(dress) {
        if let Err(error) = workspace.apply(command) {
            let version = picture.map(Version::from_file).unwrap_or_default();
            return Ok(Drawing::New { image: Err(chain(&error)), version });
        }
    }
    let version = Version::from_workspace(&workspace);
    match sketched(workspace) {
        Ok(image) => Ok(Drawing::New { image: Ok(image), version }),
        Err(_) => Err(version),
    }
}

/// The icon of a skin: `grunt_i.pcx` beside `grunt.pcx` in Quake II, `icon_red.tga` beside the pictures of `red` in Quake III.
fn icon_of(picture: &Path, label: &str) -> Option<PathBuf> {
    let (folder, folders) = (picture.parent()?, FolderCache::default());
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

/// Reduces a picture to [`SIDE`] pixels on its longer side.
fn reduced(image: &RgbaImage) -> RgbaImage {
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
