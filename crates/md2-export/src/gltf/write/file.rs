//! A finished glTF, which can be stored as `.glb` or `.gltf`.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use md2_gltf::glb;
use md2_gltf::schema::{Accessor, AccessorKind, Buffer, BufferView, Gltf};

use super::options::GltfError;

/// A finished glTF: the JSON and the buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct GltfFile {
    gltf: Gltf,
    pieces: Vec<Vec<u8>>,
}

impl GltfFile {
    pub(super) fn new(gltf: Gltf, pieces: Vec<Vec<u8>>) -> Self {
        Self { gltf, pieces }
    }

    /// Adds two numbers for each vertex of the mesh as the vertex attribute `name`. The file must have no morph targets, so that the positions
    /// of all vertices form one array.
    pub(crate) fn add_vertex_attribute(&mut self, name: &str, values: &[[f32; 2]]) {
        let Some(buffer) = self.gltf.buffers.first_mut() else { return };
        let bytes: Vec<u8> = values.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
        let byte_length = bytes.len() as u64;
        let (byte_offset, target) = (buffer.byte_length, Some(BufferView::VERTICES));
        buffer.byte_length += byte_length;
        self.pieces.push(bytes);
        let buffer_view = Some(self.gltf.buffer_views.len());
        self.gltf.buffer_views.push(BufferView {
            buffer: 0,
            byte_offset,
            byte_length,
            byte_stride: Some(8),
            target,
        });
        for primitive in self.gltf.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
            let Some(&positions) = primitive.attributes.get("POSITION") else { continue };
            let Accessor { byte_offset, count, .. } = self.gltf.accessors[positions];
            // A position has three numbers.
            let byte_offset = byte_offset / 12 * 8;
            let kind = AccessorKind::Vec2;
            primitive.attributes.insert(name.to_owned(), self.gltf.accessors.len());
            self.gltf.accessors.push(Accessor {
                buffer_view,
                byte_offset,
                count,
                kind,
                ..Accessor::default()
            });
        }
    }

    /// Returns the JSON, without the URI of the buffer.
    pub fn gltf(&self) -> &Gltf {
        &self.gltf
    }

    /// Returns the bytes of the buffer.
    pub fn buffer(&self) -> Vec<u8> {
        self.pieces.concat()
    }

    /// Returns a single `.glb` file.
    ///
    /// # Errors
    /// If the file would exceed 4 GiB.
    pub fn to_glb(&self) -> Result<Vec<u8>, GltfError> {
        let pieces: Vec<&[u8]> = self.pieces.iter().map(Vec::as_slice).collect();
        Ok(glb::write_pieces(&self.gltf.to_json(), &pieces)?)
    }

    /// Returns a `.gltf` file. The caller must store the [`buffer`](Self::buffer) in a separate file named `buffer_name`.
    pub fn to_gltf_with_buffer(&self, buffer_name: &str) -> Vec<u8> {
        self.with_uri(escaped(buffer_name))
    }

    /// Returns a single `.gltf` file that contains the buffer as base64. It is a third larger than a `.glb`.
    pub fn to_gltf_embedded(&self) -> Vec<u8> {
        self.with_uri(format!(
            "data:application/octet-stream;base64,{}",
            BASE64_STANDARD.encode(self.buffer())
        ))
    }

    fn with_uri(&self, uri: String) -> Vec<u8> {
        let byte_length = self.gltf.buffers.first().map_or(0, |buffer| buffer.byte_length);
        let buffers = vec![Buffer { uri: Some(uri), byte_length }];
        Gltf { buffers, ..self.gltf.clone() }.to_json_pretty()
    }
}

pub(crate) fn escaped(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string never fails.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
