//! A parsed glTF file whose accessors can be read.

use md2_export::gltf::glb;
use md2_export::gltf::schema::{Accessor, AccessorKind, Animation, ComponentType, Gltf, Primitive};

pub(crate) struct GltfFile {
    pub(crate) gltf: Gltf,
    pub(crate) bin: Vec<u8>,
}

impl GltfFile {
    pub(crate) fn read(file: &[u8]) -> Self {
        let glb = glb::read(file).unwrap();
        let gltf: Gltf = serde_json::from_slice(glb.json).unwrap();
        let bin = glb.bin.unwrap_or_default().to_vec();
        assert_eq!(gltf.buffers.len(), 1);
        assert!((0..4).contains(&(bin.len() as u64 - gltf.buffers[0].byte_length)));
        Self { gltf, bin }
    }

    fn elements(&self, accessor: &Accessor) -> Vec<&[u8]> {
        let view = &self.gltf.buffer_views[accessor.buffer_view.unwrap()];
        let size = accessor.component_type.bytes() * accessor.kind.components();
        let stride = view.byte_stride.unwrap_or(size as u64);
        (0..accessor.count)
            .map(|i| {
                let at = accessor.byte_offset + i * stride;
                assert!(at + size as u64 <= view.byte_length, "{accessor:?} ends past {view:?}");
                let at = usize::try_from(view.byte_offset + at).unwrap();
                &self.bin[at..][..size]
            })
            .collect()
    }

    pub(crate) fn floats<const N: usize>(&self, accessor: usize) -> Vec<[f32; N]> {
        let accessor = &self.gltf.accessors[accessor];
        assert_eq!(accessor.component_type, ComponentType::F32);
        assert_eq!(accessor.kind.components(), N);
        let number = |bytes: &[u8], i: usize| f32::from_le_bytes(bytes[4 * i..][..4].try_into().unwrap());
        let elements: Vec<[f32; N]> = self
            .elements(accessor)
            .into_iter()
            .map(|bytes| std::array::from_fn(|i| number(bytes, i)))
            .collect();
        for i in 0..N {
            let of = |pick: fn(f32, f32) -> f32| elements.iter().map(|e| e[i]).reduce(pick).unwrap();
            assert!(accessor.min.is_empty() || accessor.min[i] == of(f32::min));
            assert!(accessor.max.is_empty() || accessor.max[i] == of(f32::max));
        }
        elements
    }

    pub(crate) fn indices(&self, accessor: usize) -> Vec<u32> {
        let accessor = &self.gltf.accessors[accessor];
        assert_eq!(accessor.kind, AccessorKind::Scalar);
        let number = |bytes: &[u8]| match accessor.component_type {
            ComponentType::U16 => u32::from(u16::from_le_bytes(bytes.try_into().unwrap())),
            ComponentType::U32 => u32::from_le_bytes(bytes.try_into().unwrap()),
            other => panic!("{other:?} as indices"),
        };
        self.elements(accessor).into_iter().map(number).collect()
    }

    pub(crate) fn vectors(&self, primitive: &Primitive, name: &str) -> (Vec<[f32; 3]>, Vec<Vec<[f32; 3]>>) {
        let targets = primitive.targets.iter().map(|target| self.floats(target[name])).collect();
        (self.floats(primitive.attributes[name]), targets)
    }

    pub(crate) fn animation(&self, name: &str) -> &Animation {
        let is_it = |animation: &&Animation| animation.name.as_deref() == Some(name);
        self.gltf.animations.iter().find(is_it).unwrap_or_else(|| panic!("there is no animation {name:?}"))
    }

    pub(crate) fn keys(
        &self,
        animation: &Animation,
        node: usize,
        path: &str,
    ) -> Option<(Vec<f32>, Vec<f32>)> {
        let is_it = |target: &md2_export::gltf::schema::ChannelTarget| {
            target.node == Some(node) && target.path == path
        };
        let channel = animation.channels.iter().find(|channel| is_it(&channel.target))?;
        let sampler = &animation.samplers[channel.sampler];
        let times = self.floats::<1>(sampler.input).concat();
        assert!(times[0] == 0.0 && times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
        let numbers = match self.gltf.accessors[sampler.output].kind {
            AccessorKind::Scalar => self.floats::<1>(sampler.output).concat(),
            AccessorKind::Vec3 => self.floats::<3>(sampler.output).concat(),
            AccessorKind::Vec4 => self.floats::<4>(sampler.output).concat(),
            other => panic!("{other:?} as keys"),
        };
        assert_eq!(numbers.len() % times.len(), 0);
        Some((times, numbers))
    }

    pub(crate) fn weights(&self, animation: &Animation, node: usize, time_s: f32) -> Vec<f32> {
        let Some((times, weights)) = self.keys(animation, node, "weights") else { return Vec::new() };
        let count = weights.len() / times.len();
        let next = times.partition_point(|time| *time <= time_s).clamp(1, times.len() - 1);
        let part = ((time_s - times[next - 1]) / (times[next] - times[next - 1])).clamp(0.0, 1.0);
        let at = |key: usize, i: usize| weights[key * count + i];
        (0..count).map(|i| at(next - 1, i) * (1.0 - part) + at(next, i) * part).collect()
    }
}
