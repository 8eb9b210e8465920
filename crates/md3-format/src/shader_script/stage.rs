//! One stage of a shader.

use super::{argument, skip_arguments, skip_braced};
use crate::words::{Word, Words};

/// A stage of a [`ShaderDefinition`](super::ShaderDefinition): a picture, and how it is laid over those before it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stage<'a> {
    /// Line of the brace that opens the stage, counted from 1.
    pub line: usize,
    /// What follows `map` or `clampMap`, or the first picture of `animMap`. Names that begin with `$` or `*` are no
    /// images: `$lightmap`, `$whiteimage`.
    pub map: Option<&'a [u8]>,
    /// All pictures of an `animMap`, which are shown one after the other.
    pub animation: Option<AnimatedMap<'a>>,
    /// Whether the picture ends at its edges instead of repeating (`clampMap`).
    pub clamped: bool,
    /// How the stage is laid over what is there.
    pub blend: Blend,
    /// Which texels are drawn at all; `None` for all.
    pub alpha_test: Option<AlphaTest>,
    /// Whether the picture is a reflection of the surroundings (`tcGen environment`), for which the model's texture
    /// coordinates mean nothing.
    pub environment: bool,
}

/// How a stage is laid over what is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Blend {
    /// It covers it; alpha means nothing.
    #[default]
    Replace,
    /// It is added, so that black is invisible: `add`, or a second factor of `GL_ONE`.
    Add,
    /// It is multiplied with it, so that white is invisible: `filter`.
    Filter,
    /// By the picture's alpha: `blend`.
    Alpha,
    /// Another pair of factors.
    Other,
}

/// Which texels are drawn: `alphaFunc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlphaTest {
    /// Those whose alpha, of 255, is above 0: `GT0`.
    Above0,
    /// Those whose alpha is below 128: `LT128`.
    Below128,
    /// Those whose alpha is 128 or more: `GE128`.
    AtLeast128,
}

/// Pictures that are shown one after the other, `animMap`.
#[derive(Clone, Copy, Debug)]
pub struct AnimatedMap<'a> {
    /// Pictures a second; 0 if the script has no number there.
    pub rate: f32,
    /// Behind the rate.
    words: Words<'a>,
    line: usize,
}

impl<'a> AnimatedMap<'a> {
    /// The most pictures that the game takes.
    const MOST: usize = 8;

    /// Names of the pictures, at most eight as in the game.
    pub fn pictures(&self) -> impl Iterator<Item = &'a [u8]> + Clone + use<'a> {
        let (mut words, line) = (self.words, self.line);
        core::iter::from_fn(move || argument(&mut words, line).map(|word| word.text)).take(Self::MOST)
    }
}

/// The same rate and the same pictures.
impl PartialEq for AnimatedMap<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.rate == other.rate && self.pictures().eq(other.pictures())
    }
}

impl<'a> Stage<'a> {
    /// The name of the stage's image, with or without extension; `None` if it has none, or one that the game makes up
    /// such as white or the light of a map.
    #[must_use]
    pub(crate) fn picture(&self) -> Option<&'a [u8]> {
        self.map.filter(|name| !matches!(name.first(), None | Some(b'$' | b'*')))
    }

    /// The stage behind the brace that opens it, up to the one that closes it.
    pub(super) fn read(words: &mut Words<'a>, line: usize) -> Self {
        let mut stage = Self {
            line,
            map: None,
            animation: None,
            clamped: false,
            blend: Blend::Replace,
            alpha_test: None,
            environment: false,
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
            self.clamped = keyword.is("clampMap");
            self.animation = None;
            self.map = next().map(|word| word.text);
        } else if keyword.is("animMap") {
            let rate = next().and_then(|word| str::from_utf8(word.text).ok()?.parse().ok());
            let rate = rate.filter(|rate: &f32| rate.is_finite()).unwrap_or(0.0);
            let animation = AnimatedMap { rate, words: *words, line };
            self.map = animation.pictures().next();
            self.animation = Some(animation);
            self.clamped = false;
        } else if keyword.is("blendFunc") {
            let source = next();
            self.blend = blend(source, next());
        } else if keyword.is("alphaFunc") {
            self.alpha_test = next().and_then(|word| alpha_test(&word));
        } else if keyword.is("tcGen") || keyword.is("texGen") {
            self.environment = next().is_some_and(|word| word.is("environment"));
        }
    }
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
