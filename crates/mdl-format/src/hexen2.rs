//! Models of the Hexen II mission pack, whose skin coordinates are in a list of their own.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use md2_common::FileKind;
use nom::Offset;

use crate::effects::{Effects, SyncType};
use crate::error::{Block, ParseError, ParseErrorKind};
use crate::frame::{Frame, Pose};
use crate::grammar::{self, Parsed, Stop};
use crate::layout::Layout;
use crate::location::{Location, Section};
use crate::model::{Model, ModelPose, ModelSkin};
use crate::options::ParseOptions;
use crate::own::{own_frame, own_skin};
use crate::palette::Palette;
use crate::parse::header_faults;
use crate::raw::{Header, HeaderField, Record, Records, St, Triangle};
use crate::skin::Skin;

/// The first four bytes of a model of the Hexen II mission pack.
const IDENT: [u8; 4] = *b"RAPO";

/// The only version of this format.
const VERSION: i32 = 50;

/// The palette index that is transparent on models with the effect *holey*.
const HOLE: u8 = 0;

md2_common::records! {
    /// A triangle, 16 bytes. Each corner has the index of a vertex and the index of a skin coordinate.
    pub struct SplitTriangle {
        facesfront: i32,
        vertindex: [u16; 3],
        stindex: [u16; 3],
    }
}

impl Model {
    /// Reads a model of the Hexen II mission pack (`RAPO`, version 50). Models of Hexen II without the mission pack are MDL files,
    /// which [`Mdl::parse`](crate::Mdl::parse) reads.
    ///
    /// In these files, triangles refer to vertices and skin coordinates separately. The model gets a vertex for each combination that
    /// a triangle uses; vertices that no triangle uses are omitted. If the effects contain [`Effects::HOLEY`], the palette indices 0 and
    /// 255 are exchanged, because Hexen II makes texels of index 0 transparent.
    ///
    /// # Errors
    /// If the file is damaged; the error describes the first fault. Also if the vertices of all poses would need more than 64 KiB and
    /// more than twice the size of the file.
    pub fn from_hexen2(file: &[u8]) -> Result<Self, ParseError> {
        let parts = SplitParts::read(file)?;
        let pairs = parts.pairs()?;
        parts.check_size(file, pairs.corners.len())?;
        Ok(parts.into_model(&pairs))
    }
}

/// The content of a file.
struct SplitParts<'a> {
    header: Header,
    skins: Vec<Skin<'a>>,
    st: Records<'a, St>,
    triangles: Records<'a, SplitTriangle>,
    /// Byte offset of the triangles.
    triangles_offset: usize,
    frames: Vec<Frame<'a>>,
    poses: Vec<Pose<'a>>,
    trailing: &'a [u8],
}

/// The combinations of a vertex and a skin coordinate that the triangles use.
#[derive(Default)]
struct Pairs {
    corners: Vec<(u16, u16)>,
    /// For each triangle, the indices of its corners in `corners`.
    triangles: Vec<[u32; 3]>,
}

impl<'a> SplitParts<'a> {
    fn read(file: &'a [u8]) -> Result<Self, ParseError> {
        let header = header(file)?;
        if let Some(fault) = header_faults(&header, &ParseOptions::FORMAT).next() {
            return Err(fault);
        }
        let count = |field| u32::try_from(header.count(field)).unwrap_or(0);
        let [skins, frames] = [HeaderField::NumSkins, HeaderField::NumFrames].map(count);
        let size = [HeaderField::SkinWidth, HeaderField::SkinHeight].map(count);
        let mut input = file.get(Header::BYTES..).unwrap_or_default();
        let st_count = take(file, &mut input, Location::Section(Section::St), |input| {
            grammar::records::<i32>(input, Block::Coordinates, 1)
        })?;
        let found = st_count.first().unwrap_or(0);
        let st_count = u64::try_from(found).map_err(|_| {
            let kind = ParseErrorKind::Negative { found };
            ParseError::new(Header::BYTES, Location::Section(Section::St), kind)
        })?;
        let mut parts = Self {
            header,
            skins: Vec::new(),
            st: Records::default(),
            triangles: Records::default(),
            triangles_offset: 0,
            frames: Vec::new(),
            poses: Vec::new(),
            trailing: &[],
        };
        for index in 0..skins as usize {
            let skin = take(file, &mut input, Location::Skin(index), |input| grammar::skin(input, size))?;
            parts.skins.push(skin);
        }
        parts.st = take(file, &mut input, Location::Section(Section::St), |input| {
            grammar::records(input, Block::Coordinates, st_count)
        })?;
        parts.triangles_offset = file.offset(input);
        let triangles = count(HeaderField::NumTris).into();
        parts.triangles = take(file, &mut input, Location::Section(Section::Triangles), |input| {
            grammar::records(input, Block::Triangles, triangles)
        })?;
        let vertices = count(HeaderField::NumVerts) as usize;
        for index in 0..frames as usize {
            take(file, &mut input, Location::Frame(index), |input| {
                grammar::frame(input, vertices, &mut parts.frames, &mut parts.poses)
            })?;
        }
        parts.trailing = input;
        Ok(parts)
    }

    fn pairs(&self) -> Result<Pairs, ParseError> {
        let vertices = usize::try_from(self.header.numverts).unwrap_or(0);
        let mut known = BTreeMap::new();
        let mut pairs = Pairs::default();
        for (number, triangle) in self.triangles.iter().enumerate() {
            let mut corners = [0; 3];
            let sources = triangle.vertindex.into_iter().zip(triangle.stindex).enumerate();
            for ((corner, (vertex, st)), index) in sources.zip(&mut corners) {
                let wrong = [(vertex, vertices), (st, self.st.len())];
                if let Some((found, count)) =
                    wrong.into_iter().find(|(index, count)| usize::from(*index) >= *count)
                {
                    let offset = number.saturating_mul(size_of::<SplitTriangle>());
                    let offset = self.triangles_offset.saturating_add(offset);
                    let kind = ParseErrorKind::VertexIndex { found: found.into(), count };
                    return Err(ParseError::new(offset, Location::Corner { triangle: number, corner }, kind));
                }
                let next = u32::try_from(pairs.corners.len()).unwrap_or(u32::MAX);
                *index = *known.entry((vertex, st)).or_insert_with(|| {
                    pairs.corners.push((vertex, st));
                    next
                });
            }
            pairs.triangles.push(corners);
        }
        Ok(pairs)
    }

    /// Rejects a file whose vertices, repeated for each combination, would need much more memory than the file.
    fn check_size(&self, file: &[u8], vertices: usize) -> Result<(), ParseError> {
        const LEAST: usize = 1 << 16;
        let allowed = file.len().saturating_mul(2).max(LEAST);
        let most = allowed.checked_div(self.poses.len().saturating_mul(4)).unwrap_or(usize::MAX);
        if vertices <= most {
            return Ok(());
        }
        let kind = ParseErrorKind::Limit { found: vertices, allowed: most };
        Err(ParseError::new(self.triangles_offset, Location::Section(Section::Triangles), kind))
    }

    fn into_model(self, pairs: &Pairs) -> Model {
        let mut poses = self.poses.iter().map(|pose| ModelPose {
            name: pose.name(),
            bounds: pose.bounds(),
            vertices: pairs
                .corners
                .iter()
                .filter_map(|(vertex, _)| pose.vertices().get((*vertex).into()))
                .collect(),
        });
        let frames = self.frames.iter().filter_map(|frame| own_frame(frame, &mut poses)).collect();
        let triangles = self.triangles.iter().zip(&pairs.triangles);
        let header = self.header;
        let mut model = Model {
            scale: header.scale,
            origin: header.scale_origin,
            bounding_radius: header.boundingradius,
            eye_position: header.eyeposition,
            skin_width: header.skinwidth.cast_unsigned(),
            skin_height: header.skinheight.cast_unsigned(),
            skins: self.skins.iter().map(own_skin).collect(),
            st: pairs.corners.iter().filter_map(|(_, st)| self.st.get((*st).into())).collect(),
            triangles: triangles
                .map(|(source, corners)| Triangle::new(source.facesfront, *corners))
                .collect(),
            frames,
            effects: Effects::from_bits(header.flags.cast_unsigned()),
            size: header.size,
            sync_type: SyncType::from_field(header.synctype),
            layout: Layout::with_trailing(self.trailing),
        };
        if model.effects.contains(Effects::HOLEY) {
            exchange_holes(&mut model.skins);
        }
        model
    }
}

fn exchange_holes(skins: &mut [ModelSkin]) {
    for texel in skins.iter_mut().flat_map(ModelSkin::images_mut).flatten() {
        match *texel {
            HOLE => *texel = Palette::HOLE,
            Palette::HOLE => *texel = HOLE,
            _ => {}
        }
    }
}

fn header(file: &[u8]) -> Result<Header, ParseError> {
    if let Some(&found) = file.first_chunk::<4>()
        && found != IDENT
    {
        let kind = ParseErrorKind::NotMdl { found, kind: FileKind::detect(file) };
        return Err(ParseError::new(0, Location::File, kind));
    }
    let Some(header) = Header::parse(file) else {
        let kind = ParseErrorKind::HeaderTruncated { length: file.len() };
        return Err(ParseError::new(file.len(), Location::File, kind));
    };
    match header.version {
        VERSION => Ok(header),
        _ => {
            let kind = ParseErrorKind::NotMdl { found: IDENT, kind: Some(FileKind::Hexen2) };
            Err(ParseError::new(HeaderField::Version.offset(), Location::Header(HeaderField::Version), kind))
        }
    }
}

/// Applies a parser to `input` and moves `input` past the parsed bytes.
fn take<'a, T>(
    file: &'a [u8],
    input: &mut &'a [u8],
    location: Location,
    parser: impl FnOnce(&'a [u8]) -> Parsed<'a, T>,
) -> Result<T, ParseError> {
    match parser(input) {
        Ok((rest, value)) => {
            *input = rest;
            Ok(value)
        }
        Err(Stop { at, kind }) => Err(ParseError::new(file.offset(at), location, kind)),
    }
}
