//! Models of the Hexen II mission pack, whose skin coordinates are in a list of their own.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use md2_common::{FileKind, Vertices};

use crate::code::Code;
use crate::effects::Effects;
use crate::error::ParseError;
use crate::grammar;
use crate::location::{Location, Section};
use crate::model::{Model, ModelSkin};
use crate::own;
use crate::palette::Palette;
use crate::parse::{header_faults, header_of, in_header, vertex_fault};
use crate::parts::{Parts, negative};
use crate::raw::{Header, HeaderField, Triangle};

const IDENT: [u8; 4] = *b"RAPO";

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
        let parts = read(file)?;
        let Pairs { corners, triangles } = Pairs::new(&parts)?;
        check_size(&parts, corners.len())?;
        let st = corners.iter().filter_map(|(_, st)| parts.st.get((*st).into())).collect();
        let triangles = parts.triangles.iter().zip(triangles);
        let triangles =
            triangles.map(|(source, corners)| Triangle::new(source.facesfront, corners)).collect();
        let vertices = parts.poses.iter().map(|pose| -> Vertices {
            corners.iter().filter_map(|(vertex, _)| pose.vertices().get((*vertex).into())).collect()
        });
        let mut model = own::model(&parts, st, triangles, vertices);
        if model.effects.contains(Effects::HOLEY) {
            exchange_holes(&mut model.skins);
        }
        Ok(model)
    }
}

fn read(file: &[u8]) -> Result<Parts<'_, SplitTriangle>, ParseError> {
    let header = header_of(file, IDENT)?;
    if header.version != VERSION {
        let found = format_args!("this is {}, not MDL", FileKind::Hexen2);
        return Err(in_header(Code::NotMdl, HeaderField::Version, found, ""));
    }
    if let Some(fault) = header_faults(&header).next() {
        return Err(fault);
    }
    let mut parts = Parts::new(file, header);
    let location = Location::Section(Section::St);
    let found = parts.take(location, |input, _, _| grammar::integer(input, "the skin coordinates"))?;
    let st_count = u32::try_from(found).map_err(|_| negative(location, Header::BYTES, found))?;
    parts.sections(st_count)?;
    Ok(parts)
}

#[derive(Default)]
struct Pairs {
    corners: Vec<(u16, u16)>,
    /// For each triangle, the indices of its corners in `corners`.
    triangles: Vec<[u32; 3]>,
}

impl Pairs {
    fn new(parts: &Parts<'_, SplitTriangle>) -> Result<Self, ParseError> {
        let vertices = usize::try_from(parts.header.numverts).unwrap_or(0);
        let mut known = BTreeMap::new();
        let mut pairs = Self::default();
        for (number, triangle) in parts.triangles.iter().enumerate() {
            let mut corners = [0; 3];
            let sources = triangle.vertindex.into_iter().zip(triangle.stindex).enumerate();
            for ((corner, (vertex, st)), index) in sources.zip(&mut corners) {
                let indices = [(vertex, vertices), (st, parts.st.len())];
                if let Some((found, count)) =
                    indices.into_iter().find(|(index, count)| usize::from(*index) >= *count)
                {
                    let offset = parts.record_offset(parts.triangles, number);
                    return Err(vertex_fault(number, corner, offset, found.into(), count));
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
}

/// Rejects a file whose vertices, repeated for each combination, would need much more memory than the file.
fn check_size(parts: &Parts<'_, SplitTriangle>, vertices: usize) -> Result<(), ParseError> {
    const LEAST: usize = 1 << 16;
    let allowed = parts.file.len().saturating_mul(2).max(LEAST);
    let most = allowed.checked_div(parts.poses.len().saturating_mul(4)).unwrap_or(usize::MAX);
    if vertices <= most {
        return Ok(());
    }
    let (location, offset) = (Location::Section(Section::Triangles), parts.record_offset(parts.triangles, 0));
    Err(ParseError::new(Code::Limit, location, offset, vertices, format_args!("at most {most}")))
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
