//! Thumbnails of models and skins. Tasks draw the visible thumbnails on the processor.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use md2_assets::{FileStamp, FolderCache, ImageFormat, RgbaImage, hash_surroundings};
use md2_picture::{Backdrop, Direction};
use md2_scene::builtin::BuiltIn;
use md2_scene::text::chain;
use md2_scene::{Choice, Command, Figure, Skin, SkinImage, Viewport, Workspace, builtin, sketch};
use md2_task::Task;

use crate::icon::shrink;

/// The longer side of a thumbnail in pixels.
const SIDE: u32 = 128;
/// The size at which models are drawn. The image is then reduced to [`SIDE`], which makes edges smooth.
const DRAW_SIZE: [u32; 2] = [2 * SIDE; 2];
const MAX_TASKS: usize = 2;
const ICON_EXTENSIONS: [&str; 4] = ["pcx", "tga", "png", "jpg"];
/// The maximum number of thumbnails in memory, 64 KiB each.
const MAX_STORED: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ThumbnailSubject {
    File(PathBuf),
    /// A skin. Its thumbnail is the icon file next to its image, or else a picture of the model with this skin.
    Skin {
        /// The origin of the model; `None` if the model cannot be opened again.
        figure: Option<Origin>,
        /// The image file of the skin; `None` if the image is inside the model or missing.
        image: Option<PathBuf>,
        label: String,
    },
}

impl ThumbnailSubject {
    /// Creates the subject for a skin; `None` if neither the model nor the image of the skin can be opened again.
    pub fn skin(figure: &Figure, skin: &Skin) -> Option<Self> {
        let image = skin.path().map(Path::to_owned);
        // The file of a model with edits has the old skin.
        let is_in_file = image.is_some() || figure.unsaved().next().is_none();
        let origin = Origin::from_figure(figure).filter(|_| is_in_file);
        (origin.is_some() || image.is_some()).then(|| Self::Skin {
            figure: origin,
            image,
            label: skin.label().to_owned(),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    File(PathBuf),
    BuiltIn(BuiltIn),
}

impl Origin {
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

pub(crate) type Thumbnail = Result<Arc<RgbaImage>, String>;

#[derive(Debug, Default)]
pub(crate) struct Thumbnails {
    stored: HashMap<ThumbnailSubject, StoredThumbnail>,
    tasks: Vec<(ThumbnailSubject, Task<Option<DrawnThumbnail>>)>,
    /// The subjects whose thumbnails are visible. The files of a subject are checked for changes when it is added to this set.
    visible: HashSet<ThumbnailSubject>,
    /// The subjects to draw. Tasks draw the last subject first.
    queue: Vec<ThumbnailSubject>,
    /// The number of calls of `set_visible`, which serves as the time of `last_visible`.
    clock: u64,
}

#[derive(Debug)]
struct StoredThumbnail {
    image: Thumbnail,
    version: SourceVersion,
    last_visible: u64,
}

/// The versions (stamps and hashes) of all files from which a thumbnail was drawn. If any file changes, the thumbnail is drawn again.
#[derive(Clone, Debug, Default)]
struct SourceVersion {
    /// The files that were read, each with the stamp of its version; `None` for a file that did not exist.
    files: Vec<(PathBuf, Option<FileStamp>)>,
    /// The paths of models, each with the [`hash_surroundings`] of the files around the model.
    around: Vec<(PathBuf, Option<u64>)>,
    /// Whether all files that affect the thumbnail are known. False for the thumbnail of a folder.
    is_complete: bool,
    is_damaged: bool,
}

impl SourceVersion {
    /// Returns the version of one file. The version is incomplete if the path has no stamp, for example because it is a folder.
    fn from_file(path: &Path) -> Self {
        let files = FileStamp::read(path).map(|stamp| (path.to_owned(), Some(stamp)));
        Self { is_complete: files.is_some(), files: files.into_iter().collect(), ..Self::default() }
    }

    fn from_workspace(workspace: &Workspace) -> Self {
        let mut version = Self { is_complete: true, ..Self::default() };
        for actor in workspace.actors() {
            version.is_damaged |= actor.document().repairs().is_some();
            if let Some(path) = actor.document().path() {
                version.files.push((path.to_owned(), actor.document().stamp()));
                version.around.push((path.to_owned(), hash_surroundings(path)));
            }
            let applied = actor.outfit().into_iter().flat_map(|outfit| outfit.files());
            version.files.extend(applied.map(|(path, stamp)| (path.to_owned(), Some(stamp))));
            let unreadable =
                actor.skins().enumerate().filter(|(index, _)| actor.skin_error(*index).is_some());
            let unreadable = unreadable.filter_map(|(_, skin)| skin.path());
            version.files.extend(unreadable.map(|path| (path.to_owned(), FileStamp::read(path))));
        }
        version
    }

    fn is_current(&self) -> bool {
        self.is_complete
            && self.files.iter().all(|(path, stamp)| FileStamp::read(path) == *stamp)
            && self.around.iter().all(|(path, around)| hash_surroundings(path) == *around)
    }

    fn has(&self, path: &Path) -> bool {
        self.files.iter().any(|(own, _)| own == path)
    }
}

type DrawnThumbnail = (Result<RgbaImage, String>, SourceVersion);

impl Thumbnails {
    pub(crate) fn thumbnail(&self, subject: &ThumbnailSubject) -> Option<&Thumbnail> {
        self.stored.get(subject).map(|stored| &stored.image)
    }

    pub(crate) fn is_damaged(&self, subject: &ThumbnailSubject) -> bool {
        self.stored.get(subject).is_some_and(|stored| stored.version.is_damaged)
    }

    pub(crate) fn is_busy(&self) -> bool {
        !self.tasks.is_empty() || !self.queue.is_empty()
    }

    pub(crate) fn set_visible(&mut self, visible: Vec<ThumbnailSubject>) {
        self.clock += 1;
        for subject in &visible {
            if let Some(stored) = self.stored.get_mut(subject) {
                stored.last_visible = self.clock;
            }
        }
        self.queue.retain(|subject| visible.contains(subject));
        // The last one in the queue is drawn first.
        for subject in visible.iter().rev().filter(|subject| !self.visible.contains(*subject)) {
            if !self.queue.contains(subject) && !self.tasks.iter().any(|(other, _)| other == subject) {
                self.queue.push(subject.clone());
            }
        }
        self.visible = visible.into_iter().collect();
    }

    /// Causes the next call of `set_visible` to check the files of all visible subjects for changes.
    pub(crate) fn check_again(&mut self) {
        self.visible.clear();
    }

    pub(crate) fn poll(&mut self) -> bool {
        let mut is_new = false;
        for (subject, mut task) in std::mem::take(&mut self.tasks) {
            let Some(drawn) = task.poll() else {
                self.tasks.push((subject, task));
                continue;
            };
            let lost = || (Err(String::from("the thumbnail could not be drawn")), SourceVersion::default());
            if let Some((image, version)) = drawn.unwrap_or_else(|_| Some(lost())) {
                self.store(subject, image, version);
                is_new = true;
            }
        }
        while self.tasks.len() < MAX_TASKS
            && let Some(subject) = self.queue.pop()
        {
            let known = self.stored.get(&subject).map(|stored| stored.version.clone());
            let task = Task::start({
                let subject = subject.clone();
                move |_| draw(&subject, known)
            });
            self.tasks.push((subject, task));
        }
        is_new
    }

    fn store(&mut self, subject: ThumbnailSubject, image: Result<RgbaImage, String>, version: SourceVersion) {
        let stored = StoredThumbnail { image: image.map(Arc::new), version, last_visible: self.clock };
        self.stored.insert(subject, stored);
        while self.stored.len() > MAX_STORED
            && let Some(oldest) = self.stored.iter().min_by_key(|(_, stored)| stored.last_visible)
        {
            let oldest = oldest.0.clone();
            self.stored.remove(&oldest);
        }
    }
}

/// Draws the thumbnail of a subject. `None` if the files have not changed since the version `known`, so that the stored thumbnail is current.
fn draw(subject: &ThumbnailSubject, known: Option<SourceVersion>) -> Option<DrawnThumbnail> {
    let (path, icon) = match subject {
        ThumbnailSubject::File(path) => (Some(path), None),
        ThumbnailSubject::Skin { image, label, .. } => {
            (image.as_ref(), image.as_ref().and_then(|image| find_icon(image, label)))
        }
    };
    let is_current =
        |known: SourceVersion| icon.as_ref().is_none_or(|icon| known.has(icon)) && known.is_current();
    if known.is_some_and(is_current) {
        return None;
    }
    let file = icon.as_ref().or(path);
    let mut version = file.map(|file| SourceVersion::from_file(file)).unwrap_or_default();
    if let ThumbnailSubject::Skin { figure: Some(figure), image, label } = subject
        && icon.is_none()
    {
        match draw_skin(figure, image.as_deref(), label) {
            Ok(drawn) => return Some(drawn),
            Err(empty) => version = empty,
        }
    }
    let Some(path) = file else {
        return Some((Err(String::from("the model has no visible triangles")), version));
    };
    if ImageFormat::from_name(path).is_some() {
        let image = SkinImage::File(path.to_owned()).decode();
        let image = image.map(|layers| shrink(&layers.in_full_light(), SIDE)).map_err(|error| chain(&error));
        return Some((image, version));
    }
    Some(match md2_scene::open(path) {
        Ok(figure) => {
            let (workspace, _) = Workspace::new(figure, Viewport::whole(DRAW_SIZE));
            let version = SourceVersion::from_workspace(&workspace);
            (draw_workspace(workspace), version)
        }
        Err(error) => (Err(chain(&error)), version),
    })
}

/// Draws a model with one of its skins, without its weapon. `image` and `label` together identify the skin, because
/// several skins may have the same first image.
///
/// # Errors
/// If the model has no such skin or nothing visible, returns the version of the files that were read. This version is incomplete if
/// the model cannot be opened, for example while another program writes it, so that the next check tries again.
fn draw_skin(figure: &Origin, image: Option<&Path>, label: &str) -> Result<DrawnThumbnail, SourceVersion> {
    let figure = figure.open().map_err(|_| SourceVersion::default())?;
    let (mut workspace, _) = Workspace::new(figure, Viewport::whole(DRAW_SIZE));
    let index = workspace.skins().position(|skin| skin.path() == image && skin.label() == label);
    let commands = match (index, image) {
        (Some(index), _) => vec![Command::SelectFigureSkin(Choice::Index(index))],
        (None, Some(image)) => workspace.skin_file_commands(image),
        (None, None) => return Err(SourceVersion::default()),
    };
    for command in std::iter::once(Command::SelectWeapon(None)).chain(commands) {
        if let Err(error) = workspace.apply(command) {
            let version = image.map(SourceVersion::from_file).unwrap_or_default();
            return Ok((Err(chain(&error)), version));
        }
    }
    let version = SourceVersion::from_workspace(&workspace);
    match draw_workspace(workspace) {
        Ok(image) => Ok((Ok(image), version)),
        Err(_) => Err(version),
    }
}

/// Finds the icon of a skin: `grunt_i.pcx` next to `grunt.pcx` in Quake II, `icon_red.tga` next to the images of the skin `red` in
/// Quake III.
fn find_icon(image: &Path, label: &str) -> Option<PathBuf> {
    let (folder, folders) = (image.parent()?, FolderCache::default());
    let stem = image.file_stem()?.to_string_lossy().to_lowercase();
    let label = label.rsplit_once('.').map_or(label, |(stem, _)| stem).to_lowercase();
    let names = [format!("{stem}_i"), format!("icon_{label}")];
    let names = names.iter().flat_map(|name| ICON_EXTENSIONS.iter().map(move |end| format!("{name}.{end}")));
    names.into_iter().find_map(|name| folders.find(folder, &name))
}

fn draw_workspace(mut workspace: Workspace) -> Result<RgbaImage, String> {
    sketch::pose(&mut workspace);
    sketch::draw(&workspace, Direction::default(), DRAW_SIZE, Backdrop::Clear)
        .map(|image| shrink(&image, SIDE))
        .ok_or_else(|| String::from("the model has no visible triangles"))
}
