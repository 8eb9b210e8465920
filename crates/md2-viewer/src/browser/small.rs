//! Small pictures of models and pictures, drawn by the processor in the background: only of what is seen, a few at a time.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use md2_assets::{Folders, RgbaImage, SkinFormat, Stamp};
use md2_export::picture::{Backdrop, Direction};
use md2_scene::{Figure, Viewport, Workspace};

use crate::sketch;

/// Pixels of a side, for a list at twice the usual size.
pub(crate) const SIDE: u32 = 64;
/// So much larger each side is drawn, for smooth edges.
const SUPERSAMPLE: u32 = 2;
/// Drawn at once.
const MAX_JOBS: usize = 2;
/// Formats of icons.
const ICONS: [&str; 4] = ["pcx", "tga", "png", "jpg"];
/// Kept, 16 KiB each on the GPU.
const MAX_KEPT: usize = 256;

/// What is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    /// A model, a figure's folder or a picture.
    File(PathBuf),
    /// A skin: by its icon, if one lies beside its picture.
    Skin { picture: PathBuf, label: String },
}

/// What a model looks like, or why that cannot be told.
pub(crate) type Look = Result<TextureHandle, String>;

/// Pictures that were drawn, and those that are.
#[derive(Default)]
pub(crate) struct Small {
    kept: HashMap<Subject, Kept>,
    jobs: Vec<Job>,
    /// What was seen last, so that what comes into sight again is looked at again.
    seen: HashSet<Subject>,
    /// What is to be drawn, the last one first.
    wanted: Vec<Subject>,
    clock: u64,
}

struct Kept {
    look: Look,
    /// The file that it was made of, and which version.
    version: Option<(PathBuf, Stamp)>,
    last_seen: u64,
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
        version: Option<(PathBuf, Stamp)>,
    },
}

impl std::fmt::Debug for Small {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Small").field("kept", &self.kept.len()).field("jobs", &self.jobs.len()).finish()
    }
}

impl Small {
    /// What is known of a file's or a figure's looks.
    pub(crate) fn look(&self, subject: &Subject) -> Option<&Look> {
        self.kept.get(subject).map(|kept| &kept.look)
    }

    /// Whether something is drawn, or to be drawn.
    pub(crate) fn is_busy(&self) -> bool {
        !self.jobs.is_empty() || !self.wanted.is_empty()
    }

    /// Tells what is seen now. What has gone out of sight is not drawn any more.
    pub(crate) fn see(&mut self, seen: Vec<Subject>) {
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

    /// Takes what is drawn and begins what is wanted. Never waits. Returns whether there is something new to show.
    pub(crate) fn tend(&mut self, context: &Context) -> bool {
        let mut is_new = false;
        let jobs = std::mem::take(&mut self.jobs);
        for job in jobs {
            match job.drawn.try_recv() {
                Err(TryRecvError::Empty) => self.jobs.push(job),
                Ok(Drawn::Same) => {}
                Ok(Drawn::New { image, version }) => {
                    self.keep(context, job.subject, image, version);
                    is_new = true;
                }
                Err(TryRecvError::Disconnected) => {
                    let reason = Err(String::from("it cannot be drawn"));
                    self.keep(context, job.subject, reason, None);
                    is_new = true;
                }
            }
        }
        while self.jobs.len() < MAX_JOBS
            && let Some(path) = self.wanted.pop()
        {
            let known = self.kept.get(&path).and_then(|kept| kept.version.clone());
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

    fn keep(
        &mut self,
        context: &Context,
        path: Subject,
        image: Result<RgbaImage, String>,
        version: Option<(PathBuf, Stamp)>,
    ) {
        let look = image.map(|image| {
            let size = image.size().map(|side| usize::try_from(side).unwrap_or(0));
            let image = ColorImage::from_rgba_unmultiplied(size, image.rgba());
            context.load_texture("small", image, TextureOptions::LINEAR)
        });
        self.kept.insert(path, Kept { look, version, last_seen: self.clock });
        while self.kept.len() > MAX_KEPT {
            let oldest =
                self.kept.iter().min_by_key(|(_, kept)| kept.last_seen).map(|(path, _)| path.clone());
            let Some(oldest) = oldest else { return };
            self.kept.remove(&oldest);
        }
    }
}

/// Draws a model, a figure or a picture, unless it still is the known version.
fn draw(subject: &Subject, known: Option<(PathBuf, Stamp)>) -> Drawn {
    if let Some((source, stamp)) = &known
        && Stamp::of(source) == Some(*stamp)
    {
        return Drawn::Same;
    }
    let icon;
    let path = match subject {
        Subject::File(path) => path,
        Subject::Skin { picture, label } => {
            icon = icon_of(picture, label);
            icon.as_ref().unwrap_or(picture)
        }
    };
    if SkinFormat::from_name(path).is_some() {
        let version = Stamp::of(path).map(|stamp| (path.to_owned(), stamp));
        let image = md2_assets::load_skin(path).map(|image| reduced(&image)).map_err(|error| chain(&error));
        return Drawn::New { image, version };
    }
    match md2_scene::open(path) {
        Ok(figure) => {
            let document = &figure.parts()[0].document;
            let version = document.path().map(Path::to_owned).zip(document.stamp());
            Drawn::New { image: sketched(figure), version }
        }
        Err(error) => {
            let version = Stamp::of(path).map(|stamp| (path.to_owned(), stamp));
            Drawn::New { image: Err(chain(&error)), version }
        }
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

fn sketched(figure: Figure) -> Result<RgbaImage, String> {
    let size = [SIDE * SUPERSAMPLE; 2];
    let (workspace, _) = Workspace::new(figure, Viewport::whole(size));
    sketch::draw(&workspace, Direction::default(), size, Backdrop::Clear)
        .map(|image| reduced(&image))
        .ok_or_else(|| String::from("there is nothing to see"))
}

/// A picture no larger than [`SIDE`], of its own shape.
pub(crate) fn reduced(image: &RgbaImage) -> RgbaImage {
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

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
