//! The image of the current skin as a texture. A task prepares large images.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Weak};

use egui::{ColorImage, Context, TextureFilter, TextureHandle, TextureOptions};
use md2_scene::Outfit;
use md2_task::Task;

const AT_ONCE: usize = 512 * 512;
/// The maximum width and height of a texture. A larger image is reduced to every second texel, or fewer.
const MAX_SIDE: usize = 4096;
const MAX_COLORS: usize = 256;

type Texels = (ColorImage, Option<usize>);

#[derive(Debug, Default)]
pub(crate) struct SkinImage {
    /// The outfit (the decoded images of a skin), and the index of the image in the outfit.
    pub(super) source: Option<(Weak<Outfit>, usize)>,
    texture: Option<SkinTexture>,
    task: Option<Task<Option<Texels>>>,
    prepared: Option<Texels>,
}

pub(crate) struct SkinTexture {
    pub(crate) texture: TextureHandle,
    pub(crate) colors: Option<usize>,
}

impl fmt::Debug for SkinTexture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkinTexture")
            .field("texture", &self.texture.id())
            .field("colors", &self.colors)
            .finish()
    }
}

impl SkinImage {
    pub(crate) fn texture(
        &mut self,
        context: &Context,
        outfit: &Arc<Outfit>,
        image: usize,
    ) -> Option<&SkinTexture> {
        let is_same = self.source.as_ref().is_some_and(|(source, index)| {
            std::ptr::eq(source.as_ptr(), Arc::as_ptr(outfit)) && *index == image
        });
        if !is_same {
            *self = Self { source: Some((Arc::downgrade(outfit), image)), ..Self::default() };
            let [width, height] = outfit.images().get(image)?.color.size();
            if width as usize * height as usize <= AT_ONCE {
                self.prepared = prepare(outfit, image);
            } else {
                let outfit = Arc::clone(outfit);
                self.task = Some(Task::start(move |_| prepare(&outfit, image)));
            }
        }
        self.poll();
        if let Some(texels) = self.prepared.take() {
            self.texture = Some(upload(context, texels));
        }
        self.texture.as_ref()
    }

    pub(crate) fn poll(&mut self) -> bool {
        let Some(finished) = Task::take_finished(&mut self.task) else { return false };
        self.prepared = finished.ok().flatten();
        self.prepared.is_some()
    }
}

fn upload(context: &Context, (image, colors): Texels) -> SkinTexture {
    // The filter is `Nearest`, so that magnified texels are sharp squares.
    let options = TextureOptions {
        magnification: TextureFilter::Nearest,
        minification: TextureFilter::Linear,
        ..TextureOptions::default()
    };
    SkinTexture { texture: context.load_texture("skin", image, options), colors }
}

fn prepare(outfit: &Outfit, image: usize) -> Option<Texels> {
    let color = outfit.images().get(image)?.in_full_light();
    let [width, height] = color.size().map(|side| side as usize);
    let step = width.max(height).div_ceil(MAX_SIDE).max(1);
    let mut colors: HashSet<[u8; 4]> = HashSet::new();
    for pixel in color.rgba().chunks_exact(4) {
        if colors.len() > MAX_COLORS {
            break;
        }
        colors.extend(pixel.first_chunk());
    }
    let colors = Some(colors.len()).filter(|&count| count <= MAX_COLORS);
    if step == 1 {
        return Some((ColorImage::from_rgba_unmultiplied([width, height], color.rgba()), colors));
    }
    let size = [width.div_ceil(step), height.div_ceil(step)];
    let rows = color.rgba().chunks_exact(4 * width).step_by(step);
    let texels = rows.flat_map(|row| row.chunks_exact(4).step_by(step)).flatten().copied();
    Some((ColorImage::from_rgba_unmultiplied(size, &texels.collect::<Vec<u8>>()), colors))
}
