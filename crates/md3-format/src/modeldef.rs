//! `MODELDEF` scripts of GZDoom and its relatives, which assign models, skins and frames to the actors of a game.
//!
//! A block `Model ACTOR { … }` names the models that are drawn together for an actor, their skins, and the frame that each model shows for a
//! frame of the actor's sprite. `#include "path"` reads another script. Keywords have any case; `//`, `;` and `/* */` are comments.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::combinator::{all_consuming, value};
use nom::{IResult, Parser};

use crate::words::{Word, Words};

/// The maximum number of problems that [`ModelDef::parse`] lists. Further problems are only counted.
const MAX_PROBLEMS: usize = 64;
/// Properties that engines know, and that this module does not read.
const OTHER_PROPERTIES: &str = "rotating rotation-speed rotation-vector rotation-center userotationcenter interpolatedoubledframes \
    nointerpolation pitchfrommomentum rollfrommomentum inheritactorpitch inheritactorroll useactorpitch useactorroll noperpixellighting \
    scaleweaponfov modelsareattachments correctpixelstretch forcecullbackfaces dontcullbackfaces ignoretranslation animation baseframe";

/// The content of a script. Invalid parts are skipped and reported. Bytes that are not UTF-8 become U+FFFD.
///
/// ```
/// use md3_format::modeldef::{FrameKey, ModelDef};
///
/// let script = ModelDef::parse(br#"
/// Model Ship {
///     Path "Models\Player"
///     Model 0 "ship.md3"
///     SurfaceSkin 0 1 "wing"  // the second surface
///     FrameIndex SHIP A 0 7
/// }"#);
/// let block = &script.blocks[0];
/// assert_eq!((&*block.actor, &*block.models[0].folder, &*block.surface_skins[0].1.name), ("Ship", r"Models\Player", "wing"));
/// assert_eq!((&*block.frames[0].letters, &block.frames[0].frame), ("A", &FrameKey::Number(7)));
/// assert!(script.problems.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelDef {
    /// The blocks, in the order of the script.
    pub blocks: Vec<Block>,
    /// The paths of the included scripts, from the root of the game.
    pub includes: Vec<Reference>,
    /// The invalid parts of the script, at most 64.
    pub problems: Vec<Problem>,
    /// The number of problems that are not listed.
    pub omitted_problems: usize,
}

/// The models of an actor.
///
/// The engine reads the lines in their order: a frame shows the models and skins that are named before it, and a later line for the same
/// model or surface replaces an earlier one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Name of the actor.
    pub actor: String,
    /// Line of the block's first word, counted from 1.
    pub line: usize,
    /// The models that are drawn together.
    pub models: Vec<Reference>,
    /// The skin of all surfaces of a model. It takes precedence over [`surface_skins`](Self::surface_skins).
    pub skins: Vec<Reference>,
    /// The skins of single surfaces, each with the index of its surface.
    pub surface_skins: Vec<(u32, Reference)>,
    /// Scale of each axis.
    pub scale: Option<[f32; 3]>,
    /// Offset in the units of the game; an upward offset by `ZOffset` is included.
    pub offset: Option<[f32; 3]>,
    /// Angle, pitch and roll in degrees that are added to those of the actor.
    pub rotation: Option<[f32; 3]>,
    /// The frames of sprites.
    pub frames: Vec<SpriteFrame>,
}

/// The name of a file, and the number of the model to which it belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Number of the model in its block; 0 for an include.
    pub model: u32,
    /// The folder that the last `Path` before this line names, from the root of the game; may be empty.
    pub folder: Arc<str>,
    /// Name of the file, relative to the folder.
    pub name: String,
    /// Line, counted from 1.
    pub line: usize,
    /// Byte offset of the line's keyword in the script, not counting a byte order mark.
    pub offset: usize,
}

/// The frame that a model shows for frames of a sprite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpriteFrame {
    /// Name of the sprite, four characters.
    pub sprite: String,
    /// Letters of the sprite's frames: `A` to `Z`, `[`, `\` and `]`.
    pub letters: String,
    /// Number of the model in its block.
    pub model: u32,
    /// The frame of the model.
    pub frame: FrameKey,
    /// Line, counted from 1.
    pub line: usize,
    /// Byte offset of the line's keyword in the script, not counting a byte order mark.
    pub offset: usize,
}

/// A frame of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameKey {
    /// The frame with this name, ignoring case.
    Name(String),
    /// The frame with this index. A negative index hides the model.
    Number(i32),
}

/// An invalid part of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line, counted from 1.
    pub line: usize,
    /// The kind of the problem.
    pub kind: ProblemKind,
}

/// The kind of a [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// Text outside of blocks that is neither `Model` nor `#include`.
    Outside,
    /// A brace `{` inside of a block, or missing after the name of the actor.
    Brace,
    /// A block that the end of the script cuts off.
    Open,
    /// A property without its values, or with values of the wrong kind. The text describes the expected values.
    Values(&'static str),
    /// A word that is neither a property nor a value.
    Word(String),
    /// A comment or a quote that the end of the script cuts off.
    Unclosed,
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside => f.write_str("expected \"Model ACTOR {\" or \"#include\""),
            Self::Brace => f.write_str("misplaced {"),
            Self::Open => f.write_str("the block has no closing }"),
            Self::Unclosed => f.write_str("a comment or quote that is not closed"),
            Self::Values(expected) => write!(f, "expected {expected}"),
            Self::Word(word) => write!(f, "unknown word {word}"),
        }
    }
}

/// A property of a block that this module reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Property {
    Path,
    Model,
    Skin,
    SurfaceSkin,
    Scale,
    Offset,
    ZOffset,
    Angle(usize),
    Frame,
    FrameIndex,
}

fn property(input: &[u8]) -> IResult<&[u8], Property, ()> {
    all_consuming(alt((
        value(Property::Path, tag_no_case("path")),
        value(Property::Model, tag_no_case("model")),
        value(Property::Skin, tag_no_case("skin")),
        value(Property::SurfaceSkin, tag_no_case("surfaceskin")),
        value(Property::Scale, tag_no_case("scale")),
        value(Property::Offset, tag_no_case("offset")),
        value(Property::ZOffset, tag_no_case("zoffset")),
        value(Property::Angle(0), tag_no_case("angleoffset")),
        value(Property::Angle(1), tag_no_case("pitchoffset")),
        value(Property::Angle(2), tag_no_case("rolloffset")),
        value(Property::FrameIndex, tag_no_case("frameindex")),
        value(Property::Frame, tag_no_case("frame")),
    )))
    .parse(input)
}

/// Whether a word can be the name of a property.
fn is_name(word: Word<'_>) -> bool {
    !word.quoted && word.text.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'-')
}

impl ModelDef {
    /// Reads a script. All text is accepted; the time is proportional to its length.
    pub fn parse(text: &[u8]) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut reader = Reader { words: Words::for_modeldef(text), script: Self::default() };
        while let Some(word) = reader.words.next() {
            if word.is("#include") {
                match reader.text() {
                    Some(name) => {
                        let (line, offset) = (word.line, word.start);
                        let include = Reference { model: 0, folder: Arc::default(), name, line, offset };
                        reader.script.includes.push(include);
                    }
                    None => reader.report(word.line, ProblemKind::Values("the path of a script")),
                }
            } else if word.is("model") {
                reader.block(word.line);
            } else {
                reader.report(word.line, ProblemKind::Outside);
            }
        }
        if let Some(line) = reader.words.unclosed {
            reader.report(line, ProblemKind::Unclosed);
        }
        reader.script
    }
}

struct Reader<'a> {
    words: Words<'a>,
    script: ModelDef,
}

impl Reader<'_> {
    fn report(&mut self, line: usize, kind: ProblemKind) {
        if self.script.problems.len() < MAX_PROBLEMS {
            self.script.problems.push(Problem { line, kind });
        } else {
            self.script.omitted_problems = self.script.omitted_problems.saturating_add(1);
        }
    }

    /// Reads the next word unless it is a brace.
    fn text(&mut self) -> Option<String> {
        self.read(|word| {
            let is_brace = word.is_mark(b'{') || word.is_mark(b'}');
            (!is_brace).then(|| String::from_utf8_lossy(word.text).into_owned())
        })
    }

    fn number<T: FromStr>(&mut self) -> Option<T> {
        self.read(|word| core::str::from_utf8(word.text).ok()?.parse().ok())
    }

    /// Reads the next word. Does not skip the word if `value` returns `None`.
    fn read<T>(&mut self, value: impl Fn(Word<'_>) -> Option<T>) -> Option<T> {
        let mut ahead = self.words;
        let value = value(ahead.next()?)?;
        self.words = ahead;
        Some(value)
    }

    fn decimal(&mut self) -> Option<f32> {
        self.number::<f32>().filter(|number| number.is_finite())
    }

    fn vector(&mut self) -> Option<[f32; 3]> {
        Some([self.decimal()?, self.decimal()?, self.decimal()?])
    }

    fn block(&mut self, line: usize) {
        let Some(actor) = self.text() else {
            return self.report(line, ProblemKind::Values("the name of an actor"));
        };
        if self.read(|word| word.is_mark(b'{').then_some(())).is_none() {
            return self.report(line, ProblemKind::Brace);
        }
        let mut block = Block { actor, line, ..Block::default() };
        let mut folder = Arc::default();
        loop {
            let Some(word) = self.words.next() else {
                self.report(line, ProblemKind::Open);
                break;
            };
            if word.is_mark(b'}') {
                break;
            } else if word.is_mark(b'{') {
                self.report(word.line, ProblemKind::Brace);
            } else if let Ok((_, property)) = property(word.text) {
                if let Err(expected) = self.property(property, &mut block, &mut folder, word) {
                    self.report(word.line, ProblemKind::Values(expected));
                }
            } else if is_name(word) && !OTHER_PROPERTIES.split(' ').any(|known| word.is(known)) {
                // The words after it may be its values.
                if self.script.problems.last().is_none_or(|last| last.line != word.line) {
                    let text = String::from_utf8_lossy(word.text).into_owned();
                    self.report(word.line, ProblemKind::Word(text));
                }
            }
        }
        self.script.blocks.push(block);
    }

    /// Reads the values of a property. The error describes the expected values.
    fn property(
        &mut self,
        property: Property,
        block: &mut Block,
        folder: &mut Arc<str>,
        keyword: Word<'_>,
    ) -> Result<(), &'static str> {
        const VECTOR: &str = "three numbers";
        const NUMBER: &str = "a number";
        const FILE: &str = "the number of a model and a file name";
        match property {
            Property::Path => *folder = Arc::from(self.text().ok_or("a folder")?),
            Property::Model => block.models.push(self.reference(folder, keyword).ok_or(FILE)?),
            Property::Skin => block.skins.push(self.reference(folder, keyword).ok_or(FILE)?),
            Property::SurfaceSkin => {
                let skin = self.surface_skin(folder, keyword);
                block
                    .surface_skins
                    .push(skin.ok_or("the numbers of a model and a surface, and a file name")?);
            }
            Property::Scale => block.scale = Some(self.vector().ok_or(VECTOR)?),
            Property::Offset => block.offset = Some(self.vector().ok_or(VECTOR)?),
            Property::ZOffset => {
                let [x, y, _] = block.offset.unwrap_or_default();
                block.offset = Some([x, y, self.decimal().ok_or(NUMBER)?]);
            }
            Property::Angle(axis) => {
                let angle = self.decimal().ok_or(NUMBER)?;
                let rotation = block.rotation.get_or_insert_default();
                rotation.iter_mut().skip(axis).take(1).for_each(|own| *own = angle);
            }
            Property::Frame | Property::FrameIndex => {
                let frame = self.frame(property, keyword);
                block.frames.push(frame.ok_or("a sprite, its letters, the number of a model, and a frame")?);
            }
        }
        Ok(())
    }

    fn reference(&mut self, folder: &Arc<str>, keyword: Word<'_>) -> Option<Reference> {
        let Word { line, start: offset, .. } = keyword;
        Some(Reference {
            model: self.number()?,
            folder: Arc::clone(folder),
            name: self.text()?,
            line,
            offset,
        })
    }

    fn surface_skin(&mut self, folder: &Arc<str>, keyword: Word<'_>) -> Option<(u32, Reference)> {
        let model = self.number()?;
        let surface = self.number()?;
        let Word { line, start: offset, .. } = keyword;
        Some((surface, Reference { model, folder: Arc::clone(folder), name: self.text()?, line, offset }))
    }

    fn frame(&mut self, property: Property, keyword: Word<'_>) -> Option<SpriteFrame> {
        let name = self.text()?.to_ascii_uppercase();
        let sprite: String = name.chars().take(4).collect();
        if name.chars().count() != 4 {
            // Engines compare only four letters.
            self.report(keyword.line, ProblemKind::Values("the name of a sprite, four letters"));
        }
        let letters = self.text()?.to_ascii_uppercase();
        let is_valid = letters.chars().all(|letter| ('A'..=']').contains(&letter));
        let model = self.number()?;
        let frame = match property {
            Property::Frame => FrameKey::Name(self.text()?),
            _ => FrameKey::Number(self.number()?),
        };
        let Word { line, start: offset, .. } = keyword;
        is_valid.then_some(SpriteFrame { sprite, letters, model, frame, line, offset })
    }
}

#[cfg(test)]
#[expect(clippy::indexing_slicing, reason = "a wrong index fails the test")]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn problems(text: &[u8]) -> Vec<(usize, String)> {
        ModelDef::parse(text).problems.iter().map(|found| (found.line, found.kind.to_string())).collect()
    }

    #[test]
    fn reads_blocks_in_any_case_with_changing_folders() {
        let text = br#"#INCLUDE "models/more.txt"
            model "Big Boss"{ PATH "models\boss\" MODEL 0 body.md3 path models/guns Model 1 "gun"
            skin 0 "boss.png" SURFACESKIN 1 12 "a b.tga" Rotating Rotation-Vector 0 1 0
            Scale 1 1 1.2 offset 1 -2 3 ZOffset 24; FrameIndex NONE A 0 0
            PitchOffset -90/* FrameIndex */
            Frame BOSS ] 0 "stand 01" FRAMEINDEX bos2 aB 1 -1//idle
            }
            Model Empty {}"#;
        let script = ModelDef::parse(text);
        assert_eq!((script.problems.len(), script.blocks.len()), (0, 2), "{:?}", script.problems);
        let includes: Vec<_> = script.includes.iter().map(|include| &include.name).collect();
        assert_eq!(includes, ["models/more.txt"]);
        let boss = &script.blocks[0];
        assert_eq!((&*boss.actor, boss.line), ("Big Boss", 2));
        let names = [&boss.models[1], &boss.skins[0], &boss.surface_skins[0].1];
        let names = names.map(|file| (file.model, &*file.folder, &*file.name, file.line));
        let expected = [(1, "gun", 2), (0, "boss.png", 3), (1, "a b.tga", 3)];
        assert_eq!(names, expected.map(|(model, name, line)| (model, "models/guns", name, line)));
        assert_eq!((boss.scale, boss.offset), (Some([1.0, 1.0, 1.2]), Some([1.0, -2.0, 24.0])));
        assert_eq!(boss.rotation, Some([0.0, -90.0, 0.0]));
        let [named, numbered] = &boss.frames[..] else { panic!("two frames") };
        assert_eq!((&*named.sprite, &*named.letters), ("BOSS", "]"));
        assert_eq!(named.frame, FrameKey::Name(String::from("stand 01")));
        assert_eq!(
            (&*numbered.sprite, &*numbered.letters, &numbered.frame),
            ("BOS2", "AB", &FrameKey::Number(-1))
        );
    }

    #[test]
    fn reports_the_line_of_each_problem() {
        let values = |text: &str| String::from("expected ") + text;
        assert_eq!(problems(b"\nfoo"), [(2, "expected \"Model ACTOR {\" or \"#include\"".to_string())]);
        assert_eq!(
            problems(b"Model A {\nModel x y\nSkin 0\n}"),
            [2, 3].map(|line| (line, values("the number of a model and a file name")))
        );
        assert_eq!(problems(b"Model A {\nScale 1 nan 1 }"), [(2, values("three numbers"))]);
        assert_eq!(problems(b"Model A { Path x"), [(1, "the block has no closing }".to_string())]);
        assert_eq!(
            problems(b"Model A { {"),
            [(1, "misplaced {".to_string()), (1, "the block has no closing }".to_string())]
        );
        let frames =
            problems(b"Model A {\nFrameIndx KNIG A 0 0\nFrameIndex KNIGHT A 0 0\nFrameIndex NON A 0 0}");
        let sprite = || values("the name of a sprite, four letters");
        assert_eq!(frames, [(2, "unknown word FrameIndx".to_string()), (3, sprite()), (4, sprite())]);
        let open = (2, "a comment or quote that is not closed".to_string());
        assert_eq!(problems(b"Model A { }\n/* Model B {\n}").last(), Some(&open));
        assert_eq!(problems(b"Model A {\nPath \"x\n}").last(), Some(&open));
        assert_eq!(problems(b"#include }")[0], (1, values("the path of a script")));
    }

    #[test]
    fn long_invalid_scripts_are_read_once() {
        for brace in [b'{', b'}'] {
            let script = alloc::vec![brace; 1 << 20];
            let found = ModelDef::parse(&script);
            assert_eq!((found.problems.len(), found.omitted_problems), (64, (1 << 20) - 64));
        }
        let blocks = b"Model A {{ Model 0 x }\n".repeat(10_000);
        let found = ModelDef::parse(&blocks);
        assert_eq!((found.blocks.len(), found.blocks[9_999].line), (10_000, 10_000));
        assert_eq!(found.problems[63].line, 64);
    }
}
