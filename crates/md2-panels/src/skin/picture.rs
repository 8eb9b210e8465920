//! The picture of a skin as the interface shows it: one at a time, made on a thread if it is large.

use std::collections::HashSet;
use std::fmt;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use egui::{ColorImage, Context, TextureFilter, TextureHandle, TextureOptions};
use md2_scene::Outfit;

/// Pixels that are made into a texture at once.
const AT_ONCE: usize = 512 * 512;
/// The longest side that is shown; of larger pictures every second texel is left away, or more.
const MAX_SIDE: usize = 4096;
/// How often it is looked whether a picture is made.
const INTERVAL: Duration = Duration::from_millis(20);
/// The colors of a palette.
const PALETTE: usize = 256;

/// A picture that is worn.
#[derive(Debug, Default)]
pub(super) struct Painting {
    /// Which: of this outfit, by its number there.
    of: Option<(Weak<Outfit>, usize)>,
    made: Option<Made>,
    job: Option<Receiver<(ColorImage, Option<usize>)>>,
}

/// A picture on the GPU.
pub(super) struct Made {
    pub(super) texture: TextureHandle,
    /// How many colors it has, unless they are more than a palette holds.
    pub(super) colors: Option<usize>,
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Made").field("texture", &self.texture.id()).field("colors", &self.colors).finish()
    }
}

impl Painting {
    /// The picture, unless it is still being made.
    pub(super) fn of(&mut self, context: &Context, outfit: &Arc<Outfit>, image: usize) -> Option<&Made> {
        let is_same = self
            .of
            .as_ref()
            .is_some_and(|(of, number)| std::ptr::eq(of.as_ptr(), Arc::as_ptr(outfit)) && *number == image);
        if !is_same {
            *self = Self { of: Some((Arc::downgrade(outfit), image)), ..Self::default() };
            let [width, height] = outfit.images().get(image)?.color.size();
            if width as usize * height as usize <= AT_ONCE {
                let (picture, colors) = make(outfit, image)?;
                self.made = Some(upload(context, picture, colors));
            } else {
                let (sender, made) = mpsc::channel();
                let outfit = Arc::clone(outfit);
                let work = move || make(&outfit, image).is_none_or(|made| sender.send(made).is_ok());
                let started = thread::Builder::new().name(String::from("painting")).spawn(work);
                self.job = started.ok().map(|_| made);
            }
        }
        if let Some(job) = &self.job {
            match job.try_recv() {
                Ok((picture, colors)) => {
                    self.made = Some(upload(context, picture, colors));
                    self.job = None;
                }
                Err(TryRecvError::Empty) => context.request_repaint_after(INTERVAL),
                Err(TryRecvError::Disconnected) => self.job = None,
            }
        }
        self.made.as_ref()
    }

    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}

fn upload(context: &Context, picture: ColorImage, colors: Option<usize>) -> Made {
    // Texels are squares when they are large.
    let options = TextureOptions {
        magnification: TextureFilter::Nearest,
        minification: TextureFilter::Linear,
        ..TextureOptions::default()
    };
    Made { texture: context.load_texture("skin", picture, options), colors }
}

fn make(outfit: &Outfit, image: usize) -> Option<(ColorImage, Option<usize>)> {
    let color = &outfit.images().get(image)?.color;
    let [width, height] = color.size().map(|side| side as usize);
    let step = width.max(height).div_ceil(MAX_SIDE).max(1);
    let mut colors: HashSet<[u8; 4]> = HashSet::new();
    for pixel in color.rgba().chunks_exact(4) {
        if colors.len() > PALETTE {
            break;
        }
        colors.extend(pixel.first_chunk());
    }
    let colors = Some(colors.len()).filter(|&count| count <= PALETTE);
    if step == 1 {
        return Some((ColorImage::from_rgba_unmultiplied([width, height], color.rgba()), colors));
    }
    let size = [width.div_ceil(step), height.div_ceil(step)];
    let rows = color.rgba().chunks_exact(4 * width).step_by(step);
    let texels = rows.flat_map(|row| row.chunks_exact(4).step_by(step)).flatten().copied();
    Some((ColorImage::from_rgba_unmultiplied(size, &texels.collect::<Vec<u8>>()), colors))
}
