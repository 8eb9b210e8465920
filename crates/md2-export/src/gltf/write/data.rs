//! The binary data of a glTF file. The buffer has a section for each kind of array, such as positions or indices.

use md2_gltf::schema::{Accessor, AccessorKind, BufferView, ComponentType};

/// A section of the buffer. Positions, normals and texture coordinates have separate sections, since each has its own stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Section(usize);

impl Section {
    pub(super) const POSITIONS: Self = Self(0);
    pub(super) const NORMALS: Self = Self(1);
    pub(super) const UVS: Self = Self(2);
    pub(super) const INDICES: Self = Self(3);
    pub(super) const KEYS: Self = Self(4);
}

#[derive(Debug)]
struct SectionBytes {
    bytes: Vec<u8>,
    stride: Option<u64>,
    target: Option<u32>,
}

#[derive(Debug)]
pub(super) struct Data {
    sections: [SectionBytes; 5],
    accessors: Vec<Accessor>,
}

impl Default for Data {
    fn default() -> Self {
        let section = |stride, target| SectionBytes { bytes: Vec::new(), stride, target };
        let vertices = |stride| section(Some(stride), Some(BufferView::VERTICES));
        let indices = section(None, Some(BufferView::INDICES));
        let sections = [vertices(12), vertices(12), vertices(8), indices, section(None, None)];
        Self { sections, accessors: Vec::new() }
    }
}

impl Data {
    pub(super) fn bytes(&self, section: Section) -> &[u8] {
        &self.sections[section.0].bytes
    }

    pub(super) fn bytes_mut(&mut self, section: Section) -> &mut Vec<u8> {
        &mut self.sections[section.0].bytes
    }

    pub(super) fn append<const N: usize>(&mut self, section: Section, elements: &[[f32; N]]) -> usize {
        let bytes = self.bytes_mut(section);
        let start = bytes.len();
        bytes.resize(start + 4 * N * elements.len(), 0);
        let to = bytes[start..].as_chunks_mut::<4>().0;
        for (to, number) in to.iter_mut().zip(elements.as_flattened()) {
            *to = number.to_le_bytes();
        }
        start
    }

    /// Adds an accessor for `count` elements from byte `offset` of a section, and returns its index. `bounds` are the
    /// minimum and the maximum of each component, which glTF requires for some arrays.
    pub(super) fn accessor(
        &mut self,
        section: Section,
        offset: usize,
        kind: AccessorKind,
        count: usize,
        bounds: Option<(&[f32], &[f32])>,
    ) -> usize {
        let (min, max) = bounds.map_or_else(Default::default, |(min, max)| (min.to_vec(), max.to_vec()));
        self.accessors.push(Accessor {
            buffer_view: Some(section.0),
            byte_offset: offset as u64,
            count: count as u64,
            kind,
            min,
            max,
            ..Accessor::default()
        });
        self.accessors.len() - 1
    }

    pub(super) fn keys<const N: usize>(
        &mut self,
        keys: &[[f32; N]],
        kind: AccessorKind,
        bounds: Option<(&[f32], &[f32])>,
    ) -> usize {
        let offset = self.append(Section::KEYS, keys);
        self.accessor(Section::KEYS, offset, kind, keys.len(), bounds)
    }

    /// Adds an array of vertex indices and returns the index of its accessor. The indices have 16 bits if all are below
    /// 65,535, which glTF reserves.
    pub(super) fn indices(&mut self, indices: &[u32], vertex_count: usize) -> usize {
        let section = self.bytes_mut(Section::INDICES);
        // Arrays are aligned to 4 bytes, the largest number size.
        section.resize(section.len().next_multiple_of(4), 0);
        let offset = section.len();
        let is_short = vertex_count <= usize::from(u16::MAX);
        for &index in indices {
            match u16::try_from(index) {
                Ok(short) if is_short => section.extend_from_slice(&short.to_le_bytes()),
                _ => section.extend_from_slice(&index.to_le_bytes()),
            }
        }
        let accessor = self.accessor(Section::INDICES, offset, AccessorKind::Scalar, indices.len(), None);
        self.accessors[accessor].component_type =
            if is_short { ComponentType::U16 } else { ComponentType::U32 };
        accessor
    }

    pub(super) fn finish(self) -> FinishedData {
        let mut finished = FinishedData::default();
        let mut view = |SectionBytes { bytes, stride, target }| {
            (!bytes.is_empty()).then(|| finished.add_view(bytes, stride, target))
        };
        let views = self.sections.map(&mut view);
        finished.accessors = self.accessors;
        for accessor in &mut finished.accessors {
            accessor.buffer_view = accessor.buffer_view.and_then(|section| views[section]);
        }
        finished
    }
}

#[derive(Debug, Default)]
pub(super) struct FinishedData {
    pub(super) views: Vec<BufferView>,
    /// The bytes of each buffer view, padded to a multiple of 4.
    pub(super) pieces: Vec<Vec<u8>>,
    pub(super) accessors: Vec<Accessor>,
    pub(super) byte_length: u64,
}

impl FinishedData {
    pub(super) fn add_view(
        &mut self,
        mut bytes: Vec<u8>,
        byte_stride: Option<u64>,
        target: Option<u32>,
    ) -> usize {
        let (byte_offset, byte_length) = (self.byte_length, bytes.len() as u64);
        self.views.push(BufferView { buffer: 0, byte_offset, byte_length, byte_stride, target });
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        self.byte_length += bytes.len() as u64;
        self.pieces.push(bytes);
        self.views.len() - 1
    }
}
