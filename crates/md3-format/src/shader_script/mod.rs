//! Shader scripts (`scripts/*.shader`), which describe how surfaces are drawn.
//!
//! A script is a list of shaders. Each shader has a name and, in braces, keywords and stages. The stages have braces
//! of their own, and are drawn on top of each other:
//!
//! ```text
//! models/weapons2/machinegun/f_machinegun2
//! {
//!     cull disable
//!     {
//!         clampMap models/weapons2/machinegun/f_machinegun2.tga
//!         blendFunc add
//!     }
//! }
//! ```
//!
//! Of about a hundred keywords, this module reads the keywords that affect the image of a model: `surfaceparm
//! nodraw`, and in a stage `map`, `clampMap`, `animMap`, `blendFunc`, `alphaFunc`, `tcGen environment` and `rgbGen`. It skips all
//! other keywords. One of these is `tcMod`, so images are neither scaled nor moved on the surface.
//!
//! # From a name to an image
//!
//! The name of a shader in a skin file or a model is a path from the folder that contains `models/`, with or without
//! the extension of an image. A viewer should search in this order, which works best with the skins of OpenArena:
//! first an image with this path and any extension; then the [`image`](ShaderDefinition::image) of a shader with this
//! name; then an image with the same file name in the model's folder. The game searches the shaders first. In most
//! shaders, the first image is the image with this path; in others, it is a reflection on top of that image.

mod stage;

pub use stage::{AlphaTest, Blend, Stage};

use crate::names::{same_path, without_image_extension};
use crate::words::{Word, Words};

/// A script that borrows its bytes. All bytes are accepted as a script: unknown and invalid parts are skipped. No memory is allocated.
///
/// ```
/// use md3_format::shader_script::{Blend, ShaderScript};
///
/// let script = ShaderScript::new(b"
/// models/test/flash
/// {
///     cull disable
///     {
///         clampMap models/test/flash.tga
///         blendFunc GL_ONE GL_ONE
///     }
/// }");
/// let flash = script.find(b"Models/Test/Flash.tga").unwrap();
/// assert_eq!(flash.image(), Some(&b"models/test/flash.tga"[..]));
/// assert_eq!(flash.blend(), Blend::Add);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ShaderScript<'a> {
    text: &'a [u8],
}

impl<'a> ShaderScript<'a> {
    /// Creates a script from its text.
    pub const fn new(text: &'a [u8]) -> Self {
        Self { text }
    }

    /// Returns the shaders, in the order of the script.
    pub fn shaders(&self) -> impl Iterator<Item = ShaderDefinition<'a>> + Clone + use<'a> {
        let mut words = Words::new(self.text, b"{}");
        core::iter::from_fn(move || {
            loop {
                let name = words.next()?;
                if name.is_mark(b'{') {
                    // The content of braces without a name does not contain shader names.
                    skip_braced(&mut words);
                } else if !name.is_mark(b'}') {
                    let mut body = words;
                    if body.next().is_some_and(|word| word.is_mark(b'{')) {
                        words = body;
                        skip_braced(&mut words);
                        return Some(ShaderDefinition { name: name.text, line: name.line, body });
                    }
                }
            }
        })
    }

    /// Returns the first shader with this name. Case and the extension of an image are ignored, and backslashes are
    /// treated like slashes.
    pub fn find(&self, name: &[u8]) -> Option<ShaderDefinition<'a>> {
        self.shaders().find(|shader| shader.is_named(name))
    }
}

/// A shader of a [`ShaderScript`].
#[derive(Clone, Copy, Debug)]
pub struct ShaderDefinition<'a> {
    name: &'a [u8],
    line: usize,
    body: Words<'a>,
}

impl<'a> ShaderDefinition<'a> {
    /// The name, as the script stores it. In most scripts it is a path without extension.
    pub fn name(&self) -> &'a [u8] {
        self.name
    }

    /// Line of the name, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    pub(crate) fn is_named(&self, name: &[u8]) -> bool {
        same_path(without_image_extension(self.name), without_image_extension(name))
    }

    /// Returns the stages, in the order in which they are drawn.
    pub fn stages(&self) -> impl Iterator<Item = Stage<'a>> + Clone + use<'a> {
        self.statements().filter_map(|statement| match statement {
            Statement::Stage(stage) => Some(stage),
            Statement::Keyword(..) => None,
        })
    }

    /// Whether the surface is not drawn, because of `surfaceparm nodraw`.
    pub fn nodraw(&self) -> bool {
        self.statements().any(|statement| match statement {
            Statement::Keyword(keyword, Some(argument)) => keyword.is("surfaceparm") && argument.is("nodraw"),
            _ => false,
        })
    }

    /// Returns the stage whose image is the main image of the surface.
    ///
    /// This is the first stage with an image that is not a reflection, or else the first stage with a reflection.
    /// Images that the game generates, such as white or a light map, do not count.
    pub fn image_stage(&self) -> Option<Stage<'a>> {
        let mut own = self.stages().filter(|stage| stage.image().is_some());
        own.clone().find(|stage| !stage.environment).or_else(|| own.next())
    }

    /// Returns the name of the surface's main image, with or without extension; `None` if no stage has an image.
    pub fn image(&self) -> Option<&'a [u8]> {
        self.image_stage()?.image()
    }

    /// Returns the blending of the surface, which is the blending of its first stage.
    pub fn blend(&self) -> Blend {
        self.stages().next().map_or(Blend::Replace, |stage| stage.blend)
    }

    /// Returns the alpha test of the surface, which is the alpha test of its first stage; `None` if all texels are
    /// drawn.
    pub fn alpha_test(&self) -> Option<AlphaTest> {
        self.stages().next()?.alpha_test
    }

    fn statements(&self) -> impl Iterator<Item = Statement<'a>> + Clone + use<'a> {
        let mut words = Some(self.body);
        core::iter::from_fn(move || {
            let rest = words.as_mut()?;
            let word = rest.next()?;
            if word.is_mark(b'}') {
                words = None;
                return None;
            }
            if word.is_mark(b'{') {
                return Some(Statement::Stage(Stage::read(rest, word.line)));
            }
            let argument = argument(rest, word.line);
            skip_arguments(rest, word.line);
            Some(Statement::Keyword(word, argument))
        })
    }
}

/// Skips the content of braces and the closing brace, if any. `words` starts after the opening brace.
fn skip_braced(words: &mut Words<'_>) {
    let mut depth = 1_usize;
    for word in words {
        if word.is_mark(b'{') {
            depth = depth.saturating_add(1);
        } else if word.is_mark(b'}') {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return;
            }
        }
    }
}

enum Statement<'a> {
    /// A keyword and its first argument, which is the next word on the same line, if any.
    Keyword(Word<'a>, Option<Word<'a>>),
    Stage(Stage<'a>),
}

fn argument<'a>(words: &mut Words<'a>, line: usize) -> Option<Word<'a>> {
    let mut ahead = *words;
    let word = ahead.next_on(line).filter(|word| !word.is_mark(b'{') && !word.is_mark(b'}'))?;
    *words = ahead;
    Some(word)
}

fn skip_arguments(words: &mut Words<'_>, line: usize) {
    while argument(words, line).is_some() {}
}
