//! One stage of a shader.

use super::{argument, skip_arguments, skip_braced};
use crate::words::{Word, Words};

const WHITE: [u8; 3] = [255; 3];

/// A stage of a [`ShaderDefinition`](super::ShaderDefinition): an image, and its blending with the previous stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stage<'a> {
    /// Line of the brace that opens the stage, counted from 1.
    pub line: usize,
    /// The name after `map` or `clampMap`, or the first image of `animMap`. Names that begin with `$` or `*`, such as
    /// `$lightmap` and `$whiteimage`, are not images.
    pub map: Option<&'a [u8]>,
    /// The blending of the stage with the picture behind it.
    pub blend: Blend,
    /// The condition on the alpha of a texel for the texel to be drawn; `None` if all texels are drawn.
    pub alpha_test: Option<AlphaTest>,
    /// Whether the image is a reflection of the environment (`tcGen environment`), which does not use the model's
    /// texture coordinates.
    pub environment: bool,
    /// The color that is multiplied with the image: the color of `rgbGen const`, the brightest gray of `rgbGen wave`,
    /// or else white.
    pub color: [u8; 3],
    /// Whether the image is drawn without lighting: `rgbGen identity`, `identityLighting`, `const` or `wave`.
    pub is_unlit: bool,
}

/// The blending of a stage with the picture behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Blend {
    /// The image replaces the picture behind it; alpha is ignored.
    #[default]
    Replace,
    /// The image is added, so that black is invisible: `add`, or a second factor of `GL_ONE`.
    Add,
    /// The image is multiplied, so that white is invisible: `filter`.
    Filter,
    /// The image is blended by its alpha: `blend`.
    Alpha,
    /// The image is blended by its alpha, but visible where its alpha is low: `GL_ONE_MINUS_SRC_ALPHA GL_SRC_ALPHA`.
    InvertedAlpha,
    /// Any other pair of blend factors after `blendFunc`.
    Other,
}

/// The texels that the keyword `alphaFunc` selects for drawing, by their alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlphaTest {
    /// Draws texels with an alpha above 0: `GT0`.
    Above0,
    /// Draws texels with an alpha below 128 of 255: `LT128`.
    Below128,
    /// Draws texels with an alpha of 128 or more: `GE128`.
    AtLeast128,
}

impl<'a> Stage<'a> {
    /// Returns the name of the stage's image, with or without extension; `None` if the stage has no image, or an
    /// image that the game generates, such as white or a light map.
    pub fn image(&self) -> Option<&'a [u8]> {
        self.map.filter(|name| !matches!(name.first(), None | Some(b'$' | b'*')))
    }

    pub(super) fn read(words: &mut Words<'a>, line: usize) -> Self {
        let mut stage = Self {
            line,
            map: None,
            blend: Blend::Replace,
            alpha_test: None,
            environment: false,
            color: WHITE,
            is_unlit: false,
        };
        while let Some(word) = words.next() {
            if word.is_mark(b'}') {
                break;
            }
            if word.is_mark(b'{') {
                skip_braced(words);
                continue;
            }
            stage.keyword(&word, words);
            skip_arguments(words, word.line);
        }
        stage
    }

    fn keyword(&mut self, keyword: &Word<'_>, words: &mut Words<'a>) {
        let line = keyword.line;
        let mut next = || argument(words, line);
        if keyword.is("map") || keyword.is("clampMap") {
            self.map = next().map(|word| word.text);
        } else if keyword.is("animMap") {
            // The images per second precede the names of the images.
            self.map = next().and_then(|_| next()).map(|word| word.text);
        } else if keyword.is("blendFunc") {
            let source = next();
            self.blend = blend(source, next());
        } else if keyword.is("alphaFunc") {
            self.alpha_test = next().and_then(|word| alpha_test(&word));
        } else if keyword.is("tcGen") || keyword.is("texGen") {
            self.environment = next().is_some_and(|word| word.is("environment"));
        } else if keyword.is("rgbGen") {
            const UNLIT: [&str; 4] = ["identity", "identityLighting", "const", "wave"];
            let kind = next();
            self.is_unlit = kind.is_some_and(|kind| UNLIT.iter().any(|unlit| kind.is(unlit)));
            self.color = color(kind.into_iter().chain(core::iter::from_fn(next))).unwrap_or(WHITE);
        }
    }
}

/// Returns the color of `rgbGen const ( red green blue )`, or the brightest gray of `rgbGen wave FUNCTION base amplitude …`.
fn color<'a>(mut words: impl Iterator<Item = Word<'a>>) -> Option<[u8; 3]> {
    let kind = words.next()?;
    let is_wave = kind.is("wave");
    if !is_wave && !kind.is("const") {
        return None;
    }
    let number = |word: Word<'_>| {
        let text = str::from_utf8(word.text).ok()?.trim_matches(['(', ')']).parse().ok()?;
        Some(text).filter(|number: &f32| number.is_finite())
    };
    let mut numbers = words.filter_map(number);
    let mut next = || numbers.next();
    #[expect(clippy::cast_possible_truncation, reason = "from 0 to 255")]
    let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    if is_wave {
        return Some([byte(next()? + next()?.abs()); 3]);
    }
    Some([byte(next()?), byte(next()?), byte(next()?)])
}

fn blend(source: Option<Word<'_>>, destination: Option<Word<'_>>) -> Blend {
    let Some(source) = source else { return Blend::Replace };
    let by_name = [("add", Blend::Add), ("filter", Blend::Filter), ("blend", Blend::Alpha)].into_iter();
    if let Some((_, blend)) = by_name.into_iter().find(|(name, _)| source.is(name)) {
        return blend;
    }
    let Some(destination) = destination else { return Blend::Other };
    if destination.is("GL_ONE") {
        Blend::Add
    } else if source.is("GL_ONE") && destination.is("GL_ZERO") {
        Blend::Replace
    } else if source.is("GL_SRC_ALPHA") && destination.is("GL_ONE_MINUS_SRC_ALPHA") {
        Blend::Alpha
    } else if source.is("GL_ONE_MINUS_SRC_ALPHA") && destination.is("GL_SRC_ALPHA") {
        Blend::InvertedAlpha
    } else if source.is("GL_DST_COLOR") && destination.is("GL_ZERO")
        || source.is("GL_ZERO") && destination.is("GL_SRC_COLOR")
    {
        Blend::Filter
    } else {
        Blend::Other
    }
}

fn alpha_test(word: &Word<'_>) -> Option<AlphaTest> {
    let tests =
        [("GT0", AlphaTest::Above0), ("LT128", AlphaTest::Below128), ("GE128", AlphaTest::AtLeast128)];
    tests.into_iter().find(|(name, _)| word.is(name)).map(|(_, test)| test)
}
