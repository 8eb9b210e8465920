//! Writing of the salvaged records as a new file.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::{Piece, Plan, Repair, SalvagedFile};
use crate::location::Location;
use crate::raw::{Header, HeaderField, Record, St, VERSION};

impl Plan<'_> {
    /// Writes a new file with the salvaged records, followed by all bytes of the damaged `file` from the offset `tail`
    /// to its end. `None` if no frame or no triangle remains.
    pub(super) fn finish(mut self, file: &[u8], tail: usize) -> Option<SalvagedFile> {
        let vertices = usize::try_from(self.header.numverts).ok()?;
        self.frames.first()?;
        self.drop_triangles(vertices);
        self.triangles.first()?;
        if self.header.version != VERSION {
            let (field, found) = (HeaderField::Version, self.header.version);
            let repair = Repair::read_as(Location::Header(field), field.offset(), found, VERSION);
            self.repairs.insert(0, repair);
        }
        let mut bytes = Vec::from(file.get(..Header::BYTES)?);
        for (field, count) in [
            (HeaderField::Version, VERSION),
            (HeaderField::NumSkins, i32::try_from(self.skins.len()).ok()?),
            (HeaderField::SkinWidth, self.header.skinwidth),
            (HeaderField::SkinHeight, self.header.skinheight),
            (HeaderField::NumVerts, self.header.numverts),
            (HeaderField::NumTris, i32::try_from(self.triangles.len()).ok()?),
            (HeaderField::NumFrames, i32::try_from(self.frames.len()).ok()?),
        ] {
            bytes.get_mut(field.offset()..)?.get_mut(..4)?.copy_from_slice(&count.to_le_bytes());
        }
        let add_pieces = |bytes: &mut Vec<u8>, pieces: &[Piece<'_>]| {
            for piece in pieces {
                let start = bytes.len();
                bytes.extend_from_slice(piece.bytes);
                if let (true, Some(kind)) = (piece.is_retyped, bytes.get_mut(start..start.saturating_add(4)))
                {
                    kind.fill(0);
                }
            }
        };
        add_pieces(&mut bytes, &self.skins);
        let mut st = vec![St::default(); vertices];
        for (index, one) in self.st {
            *st.get_mut(index)? = one;
        }
        st.iter().for_each(|st| st.append_to(&mut bytes));
        self.triangles.iter().for_each(|(_, triangle)| triangle.append_to(&mut bytes));
        add_pieces(&mut bytes, &self.frames);
        bytes.extend_from_slice(file.get(tail..)?);
        Some(SalvagedFile { bytes, repairs: self.repairs })
    }

    fn drop_triangles(&mut self, vertices: usize) {
        let mut has_st = vec![false; vertices];
        self.st.iter().filter_map(|(index, _)| has_st.get_mut(*index).map(|has| *has = true)).for_each(drop);
        let before = self.triangles.len();
        let mut first = None;
        self.triangles.retain(|(index, triangle)| {
            let is_usable = |vertex: u32| has_st.get(vertex as usize) == Some(&true);
            let bad = triangle.vertices().into_iter().find(|&vertex| !is_usable(vertex));
            first = first.or(bad.map(|vertex| (*index, vertex)));
            bad.is_none()
        });
        let count = before.saturating_sub(self.triangles.len());
        if let Some((triangle, vertex)) = first {
            let done = format!("the first of {count} dropped");
            let expected = format!("below {vertices}, with a skin coordinate");
            let (location, offset) = (Location::Triangle(triangle), HeaderField::NumTris.offset());
            self.repairs.push(Repair::new(location, offset, done, format!("vertex {vertex}"), expected));
        }
    }
}
