//! A builder for small glTF files.

use std::collections::BTreeMap;

use md2_export::gltf::glb;
use md2_export::gltf::schema::{
    Accessor, AccessorKind, Animation, AnimationSampler, Asset, Buffer, BufferView, Channel, ChannelTarget,
    ComponentType, Gltf, Interpolation, Mesh, Node, Primitive, Scene, Skin, Sparse, SparseIndices,
    SparseValues,
};

pub(crate) struct Builder {
    pub(crate) gltf: Gltf,
    pub(crate) bin: Vec<u8>,
}

impl Builder {
    pub(crate) fn new() -> Self {
        let asset = Asset { version: String::from("2.0"), ..Asset::default() };
        Self { gltf: Gltf { asset, ..Gltf::default() }, bin: Vec::new() }
    }

    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        let view = BufferView {
            byte_offset: self.bin.len() as u64,
            byte_length: bytes.len() as u64,
            ..BufferView::default()
        };
        self.bin.extend_from_slice(bytes);
        self.gltf.buffer_views.push(view);
        self.gltf.buffer_views.len() - 1
    }

    pub(crate) fn array(&mut self, bytes: &[u8], component_type: ComponentType, kind: AccessorKind) -> usize {
        let view = self.view(bytes);
        self.gltf.accessors.push(Accessor {
            buffer_view: Some(view),
            component_type,
            count: (bytes.len() / (component_type.bytes() * kind.components())) as u64,
            kind,
            ..Accessor::default()
        });
        self.gltf.accessors.len() - 1
    }

    pub(crate) fn floats(&mut self, numbers: &[f32], kind: AccessorKind) -> usize {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.array(&bytes, ComponentType::F32, kind)
    }

    pub(crate) fn sparse(&mut self, indices: &[u8], values: &[u8]) -> Sparse {
        let (buffer_view, component_type) = (self.view(indices), ComponentType::U8);
        Sparse {
            count: indices.len() as u64,
            indices: SparseIndices { buffer_view, component_type, ..SparseIndices::default() },
            values: SparseValues { buffer_view: self.view(values), ..SparseValues::default() },
        }
    }

    pub(crate) fn vectors(&mut self, vectors: &[[f32; 3]]) -> usize {
        self.floats(vectors.as_flattened(), AccessorKind::Vec3)
    }

    pub(crate) fn indices(&mut self, triangles: &[[u16; 3]]) -> usize {
        let bytes: Vec<u8> = triangles.as_flattened().iter().flat_map(|index| index.to_le_bytes()).collect();
        self.array(&bytes, ComponentType::U16, AccessorKind::Scalar)
    }

    pub(crate) fn mesh(&mut self, primitive: Primitive) -> usize {
        self.gltf.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
        self.gltf.meshes.len() - 1
    }

    pub(crate) fn node(&mut self, node: Node) -> usize {
        self.gltf.nodes.push(node);
        self.gltf.nodes.len() - 1
    }

    pub(crate) fn scene(&mut self, nodes: &[usize]) {
        self.gltf.scenes.push(Scene { nodes: nodes.to_vec() });
        self.gltf.scene = Some(0);
    }

    pub(crate) fn skin(&mut self, joints: &[usize], inverse_bind: &[[f32; 16]]) -> usize {
        let inverse_bind_matrices = Some(self.floats(inverse_bind.as_flattened(), AccessorKind::Mat4));
        self.gltf.skins.push(Skin { joints: joints.to_vec(), inverse_bind_matrices });
        self.gltf.skins.len() - 1
    }

    pub(crate) fn curve(
        &mut self,
        animation: &str,
        (node, path): (usize, &str),
        interpolation: Interpolation,
        times: &[f32],
        values: &[f32],
    ) {
        let kind = match path {
            "rotation" => AccessorKind::Vec4,
            "weights" => AccessorKind::Scalar,
            _ => AccessorKind::Vec3,
        };
        let (input, output) = (self.floats(times, AccessorKind::Scalar), self.floats(values, kind));
        let known = self.gltf.animations.iter().position(|known| known.name.as_deref() == Some(animation));
        let index = known.unwrap_or_else(|| {
            self.gltf.animations.push(Animation { name: Some(animation.to_owned()), ..Animation::default() });
            self.gltf.animations.len() - 1
        });
        let animation = &mut self.gltf.animations[index];
        animation.samplers.push(AnimationSampler { input, output, interpolation: Some(interpolation) });
        let target = ChannelTarget { node: Some(node), path: path.to_owned() };
        animation.channels.push(Channel { sampler: animation.samplers.len() - 1, target });
    }

    pub(crate) fn json(&self) -> String {
        let mut gltf = self.gltf.clone();
        gltf.buffers = vec![Buffer { uri: None, byte_length: self.bin.len() as u64 }];
        serde_json::to_string(&gltf).expect("valid JSON")
    }

    pub(crate) fn glb(&self) -> Vec<u8> {
        glb::write(self.json().as_bytes(), &self.bin).expect("a small file")
    }
}

pub(crate) fn attributes<const N: usize>(named: [(&str, usize); N]) -> BTreeMap<String, usize> {
    named.into_iter().map(|(name, index)| (name.to_owned(), index)).collect()
}

/// The corners of a tetrahedron. Its sides are counterclockwise seen from outside.
pub(crate) const CORNERS: [[f32; 3]; 4] =
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
pub(crate) const SIDES: [[u16; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

/// Builds a file with a tetrahedron at one node. Accessor 0 contains the positions, accessor 1 the indices.
pub(crate) fn tetrahedron() -> Builder {
    let mut file = Builder::new();
    let (positions, indices) = (file.vectors(&CORNERS), file.indices(&SIDES));
    let uvs = file.floats(&[0.1, 0.1, 0.9, 0.1, 0.1, 0.9, 0.9, 0.9], AccessorKind::Vec2);
    let mesh = file.mesh(Primitive {
        attributes: attributes([("POSITION", positions), ("TEXCOORD_0", uvs)]),
        indices: Some(indices),
        ..Primitive::default()
    });
    let node = file.node(Node { mesh: Some(mesh), ..Node::default() });
    file.scene(&[node]);
    file
}

/// The number of rings of the tube model (`RINGS`), and the number of corners of each ring (`AROUND`).
pub(crate) const RINGS: u16 = 11;
pub(crate) const AROUND: u16 = 12;
/// The length of the tube, and the height at which its second bone begins (`ELBOW`), in meters.
pub(crate) const LENGTH: f32 = 2.0;
pub(crate) const ELBOW: f32 = 1.0;

/// Returns the position of a vertex of the tube model in the bind pose. Vertices are numbered ring by ring. The last vertex of each ring
/// repeats the first vertex, for the seam.
pub(crate) fn tube_vertex(vertex: u16) -> [f32; 3] {
    let (ring, corner) = (vertex / (AROUND + 1), vertex % (AROUND + 1) % AROUND);
    let (sin, cos) = (f32::from(corner) / f32::from(AROUND) * std::f32::consts::TAU).sin_cos();
    [0.15 * sin, f32::from(ring) / f32::from(RINGS - 1) * LENGTH, 0.15 * cos]
}

pub(crate) fn tube_weight(vertex: u16) -> f32 {
    ((tube_vertex(vertex)[1] - ELBOW) / 0.5 + 0.5).clamp(0.0, 1.0)
}

pub(crate) fn tube_triangles() -> Vec<[u16; 3]> {
    let square = |ring: u16, corner: u16| {
        let [a, b] = [0, 1].map(|up| (ring + up) * (AROUND + 1) + corner);
        [[a, a + 1, b + 1], [a, b + 1, b]]
    };
    (0..RINGS - 1).flat_map(|ring| (0..AROUND).flat_map(move |corner| square(ring, corner))).collect()
}

/// Builds a tube with two bones. In the animation "bend", the tube bends to and fro for a second. In "death1", it falls
/// over for half a second.
pub(crate) fn tube() -> Builder {
    let count = RINGS * (AROUND + 1);
    let mut file = Builder::new();
    let positions: Vec<[f32; 3]> = (0..count).map(tube_vertex).collect();
    let normals: Vec<[f32; 3]> = positions.iter().map(|p| [p[0] / 0.15, 0.0, p[2] / 0.15]).collect();
    let uv = |vertex: u16| {
        [
            f32::from(vertex % (AROUND + 1)) / f32::from(AROUND),
            f32::from(vertex / (AROUND + 1)) / f32::from(RINGS - 1),
        ]
    };
    let uvs: Vec<[f32; 2]> = (0..count).map(uv).collect();
    let joints: Vec<u8> = (0..count).flat_map(|_| [0, 1, 0, 0]).collect();
    let weights: Vec<f32> =
        (0..count).flat_map(|v| [1.0 - tube_weight(v), tube_weight(v), 0.0, 0.0]).collect();
    let attributes = attributes([
        ("POSITION", file.vectors(&positions)),
        ("NORMAL", file.vectors(&normals)),
        ("TEXCOORD_0", file.floats(uvs.as_flattened(), AccessorKind::Vec2)),
        ("JOINTS_0", file.array(&joints, ComponentType::U8, AccessorKind::Vec4)),
        ("WEIGHTS_0", file.floats(&weights, AccessorKind::Vec4)),
    ]);
    let indices = Some(file.indices(&tube_triangles()));
    let mesh = file.mesh(Primitive { attributes, indices, ..Primitive::default() });
    let upper = file.node(Node { translation: Some([0.0, ELBOW, 0.0]), ..Node::default() });
    let lower = file.node(Node { children: vec![upper], ..Node::default() });
    let identity = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let mut bind = identity;
    bind[13] = -ELBOW;
    let skin = file.skin(&[lower, upper], &[identity, bind]);
    // The transform of a node with a skinned mesh has no effect.
    let node = file.node(Node {
        mesh: Some(mesh),
        skin: Some(skin),
        translation: Some([7.0, 8.0, 9.0]),
        ..Node::default()
    });
    file.scene(&[lower, node]);
    let half = |degrees: f32| {
        let (sin, cos) = (degrees.to_radians() / 2.0).sin_cos();
        [0.0, 0.0, sin, cos]
    };
    let bend = [half(0.0), half(80.0), half(0.0)];
    file.curve("bend", (upper, "rotation"), Interpolation::Linear, &[0.0, 0.5, 1.0], bend.as_flattened());
    let fall = [half(0.0), half(-90.0)];
    file.curve("death1", (lower, "rotation"), Interpolation::Linear, &[0.0, 0.5], fall.as_flattened());
    file
}
