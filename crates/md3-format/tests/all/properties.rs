//! Property tests of reading and writing with generated files.

use md2_testdata::md3::{Md3FrameSpec, Md3Spec, SurfaceSpec, TagSpec, VertexSpec};
use md3_format::model::{Layout, Model};
use md3_format::{Md3, check, decode_normal};
use proptest::array::{uniform2, uniform3};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;

/// A valid file whose lists are in any order, with gaps between them.
#[derive(Clone, Debug)]
struct AnyFile {
    spec: Md3Spec,
    /// Values of fields that parsing ignores: `num_skins`, the index of every shader, and the first four bytes of every surface.
    ignored: (i32, i32, [u8; 4]),
    /// Sort keys that determine the order of the lists in the file. If there are fewer keys than lists, the keys repeat.
    order: Vec<u8>,
    /// For each list, the bytes to insert before the list when it is moved to the end of the file, or `None` if it is
    /// not moved. If there are fewer elements than lists, the elements repeat.
    gaps: Vec<Option<Vec<u8>>>,
    /// The value of all offsets that parsing ignores: the offsets of empty lists, and the end of the last surface.
    nowhere: i32,
    end: Option<i32>,
    trailing: Vec<u8>,
}

impl AnyFile {
    fn to_bytes(&self) -> Vec<u8> {
        let (num_skins, shader_index, ident) = self.ignored;
        let mut file = self.spec.build();
        let mut lists = Vec::new();
        for (s, surface) in self.spec.surfaces.iter().enumerate() {
            let tag = |field: &str| format!("surface[{s}].{field}");
            let start = file.offset_of(&tag("ident"));
            file.set(&tag("ident"), &ident);
            for shader in 0..surface.shaders.len() {
                file.set_i32(&tag(&format!("shader[{shader}].index")), shader_index);
            }
            let vertices = surface.vertices.concat().len();
            let sizes = [
                ("ofs_triangles", 12 * surface.triangles.len()),
                ("ofs_shaders", 68 * surface.shaders.len()),
                ("ofs_st", 8 * surface.st.len()),
                ("ofs_xyznormal", 8 * vertices),
            ];
            lists.extend(sizes.map(|(field, size)| (tag(field), start, size)));
        }
        match self.spec.surfaces.len().checked_sub(1) {
            Some(last) => file.set_i32(&format!("surface[{last}].ofs_end"), self.nowhere),
            None => file.set_i32("ofs_surfaces", self.nowhere),
        };
        file.set_i32("num_skins", num_skins);
        if let Some(end) = self.end {
            file.set_i32("ofs_end", end);
        }
        lists.push(("ofs_tags".to_owned(), 0, 112 * self.spec.tags.concat().len()));
        let mut shuffled: Vec<_> = self.order.iter().cycle().zip(lists).collect();
        shuffled.sort_by_key(|(key, _)| **key);
        let mut lists: Vec<_> = shuffled.into_iter().map(|(_, list)| list).collect();
        // The frames are last. Otherwise another list after them could make them look like frames of 104 bytes.
        lists.push(("ofs_frames".to_owned(), 0, 56 * self.spec.frames.len()));
        let mut moved = Vec::new();
        for ((field, base, size), gap) in lists.into_iter().zip(self.gaps.iter().cycle()) {
            if size == 0 {
                file.set_i32(&field, self.nowhere);
            } else if let Some(gap) = gap {
                let start = base + usize::try_from(file.get_i32(&field)).unwrap();
                let list = file.bytes()[start..start + size].to_vec();
                file.push(format!("gap before {field}"), gap);
                let offset = int(file.len() - base);
                file.set_i32(&field, offset).push(format!("list of {field}"), &list);
                moved.push(start..start + size);
            }
        }
        let mut bytes = file.into_bytes();
        moved.into_iter().for_each(|range| bytes[range].fill(0xee));
        bytes.extend(&self.trailing);
        bytes
    }
}

fn int(n: usize) -> i32 {
    i32::try_from(n).unwrap()
}

fn name(size: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![3 => "[a-zA-Z_]{0,12}".prop_map(String::into_bytes), 1 => vec(any::<u8>(), 0..=size)]
}

fn finite() -> impl Strategy<Value = f32> {
    use proptest::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO
}

prop_compose! {
    fn any_frame()(numbers in any::<[u32; 10]>(), name in name(16)) -> Md3FrameSpec {
        let numbers = numbers.map(f32::from_bits);
        let vector = |first: usize| [numbers[first], numbers[first + 1], numbers[first + 2]];
        Md3FrameSpec { min: vector(0), max: vector(3), origin: vector(6), radius: numbers[9], name }
    }
}

prop_compose! {
    fn any_tag()(name in name(64), origin in uniform3(finite()), axes in uniform3(uniform3(finite()))) -> TagSpec {
        TagSpec { name, origin, axes }
    }
}

prop_compose! {
    fn any_surface(frames: usize, st: Vec<[f32; 2]>)(
        name in name(64),
        flags in any::<i32>(),
        shaders in vec(name(64), 0..3),
        corners in vec(any::<[Index; 3]>(), if st.is_empty() { 0..1 } else { 0..6 }),
        vertices in vec(vec(any::<([i16; 3], u8, u8)>(), st.len()), frames),
        st in Just(st),
    ) -> SurfaceSpec {
        let vertex = |(xyz, zenith, azimuth)| VertexSpec { xyz, zenith, azimuth };
        SurfaceSpec {
            name,
            flags,
            shaders,
            triangles: corners.iter().map(|corners| corners.map(|corner| int(corner.index(st.len())))).collect(),
            vertices: vertices.into_iter().map(|frame| frame.into_iter().map(vertex).collect()).collect(),
            st,
        }
    }
}

prop_compose! {
    fn any_spec()(frames in 0..5_usize, tags in 0..4_usize)(
        name in name(64),
        flags in any::<i32>(),
        frames in vec(any_frame(), frames),
        tags in vec(vec(any_tag(), tags), frames),
        surfaces in vec(
            vec(uniform2(finite()), 0..6).prop_flat_map(move |st| any_surface(frames, st)),
            0..4,
        ),
    ) -> Md3Spec {
        Md3Spec { name, flags, frames, tags, surfaces }
    }
}

prop_compose! {
    fn any_file()(
        spec in any_spec(),
        ignored in any::<(i32, i32, [u8; 4])>(),
        order in vec(any::<u8>(), 1..12),
        gaps in vec(option::of(vec(any::<u8>(), 0..6)), 1..12),
        nowhere in any::<i32>(),
        end in any::<Option<i32>>(),
        trailing in vec(any::<u8>(), 0..3),
    ) -> AnyFile {
        AnyFile { spec, ignored, order, gaps, nowhere, end, trailing }
    }
}

fn trimmed(name: &[u8]) -> &[u8] {
    name.split(|&byte| byte == 0).next().unwrap_or_default()
}

proptest! {
    #[test]
    fn a_view_returns_the_content_of_the_file(any in any_file()) {
        let file = any.to_bytes();
        let md3 = Md3::parse(&file).unwrap();
        let AnyFile { spec, ignored: (num_skins, shader_index, _), .. } = &any;
        prop_assert_eq!(md3.header().name.as_bytes(), trimmed(&spec.name));
        prop_assert_eq!((md3.header().flags, md3.header().num_skins), (spec.flags, *num_skins));

        prop_assert_eq!(md3.frame_count(), spec.frames.len());
        let bits = |vectors: [[f32; 3]; 3], radius: f32| (vectors.map(|vector| vector.map(f32::to_bits)), radius.to_bits());
        for (frame, expected) in md3.frames().zip(&spec.frames) {
            let found = bits([frame.min, frame.max, frame.local_origin], frame.radius);
            prop_assert_eq!(found, bits([expected.min, expected.max, expected.origin], expected.radius));
            prop_assert_eq!(frame.name.as_bytes(), trimmed(&expected.name));
        }

        prop_assert_eq!(md3.tag_count(), spec.tags.first().map_or(0, Vec::len));
        let tags = (0..md3.frame_count()).flat_map(|frame| md3.tags(frame).iter());
        for (tag, expected) in tags.zip(spec.tags.iter().flatten()) {
            prop_assert_eq!((tag.name.as_bytes(), tag.origin, tag.axes), (trimmed(&expected.name), expected.origin, expected.axes));
        }

        prop_assert_eq!(md3.surfaces().len(), spec.surfaces.len());
        for (surface, expected) in md3.surfaces().iter().zip(&spec.surfaces) {
            prop_assert_eq!((surface.header().name.as_bytes(), surface.header().flags), (trimmed(&expected.name), expected.flags));
            let shaders: Vec<_> = surface.shaders().iter().map(|shader| (shader.name.as_bytes().to_vec(), shader.index)).collect();
            let names: Vec<_> = expected.shaders.iter().map(|name| (trimmed(name).to_vec(), *shader_index)).collect();
            prop_assert_eq!(shaders, names);
            let triangles: Vec<_> = surface.triangles().iter().map(|t| t.indices.map(u32::cast_signed)).collect();
            prop_assert_eq!(&triangles, &expected.triangles);
            let st: Vec<_> = surface.st().iter().map(|st| [st.s, st.t]).collect();
            prop_assert_eq!(&st, &expected.st);
            let vertices: Vec<_> = surface.all_vertices().iter().map(|v| (v.xyz, v.zenith, v.azimuth)).collect();
            let wanted: Vec<_> = expected.vertices.iter().flatten().map(|v| (v.xyz, v.zenith, v.azimuth)).collect();
            prop_assert_eq!(vertices, wanted);
            for vertex in surface.all_vertices().iter() {
                prop_assert_eq!(vertex.position(), vertex.xyz.map(|steps| f32::from(steps) / 64.0));
                prop_assert_eq!(vertex.normal(), decode_normal([vertex.zenith, vertex.azimuth]));
            }
        }
        prop_assert!(!check(&file).has_errors());
    }

    #[test]
    fn an_unedited_model_is_written_as_its_file(any in any_file()) {
        let file = any.to_bytes();
        let written = Md3::parse(&file).unwrap().to_model().to_bytes().unwrap();
        prop_assert_eq!(written, file);
    }

    #[test]
    fn another_layout_changes_no_content(any in any_file()) {
        let file = any.to_bytes();
        let model = Md3::parse(&file).unwrap().to_model();
        let canonical = Model { layout: Layout::default(), ..model }.to_bytes().unwrap();
        let mut expected = any.spec.build();
        for (s, surface) in any.spec.surfaces.iter().enumerate() {
            for shader in 0..surface.shaders.len() {
                expected.set_i32(&format!("surface[{s}].shader[{shader}].index"), any.ignored.1);
            }
        }
        prop_assert_eq!(canonical, expected.into_bytes());
    }

    #[test]
    fn a_wrong_index_is_rejected(
        any in any_file(),
        corner in any::<Index>(),
        beyond in prop_oneof![0..3_i32, Just(i32::MAX), i32::MIN..0],
    ) {
        let file = any.to_bytes();
        let md3 = Md3::parse(&file).unwrap();
        let surfaces: Vec<_> = md3.surfaces().iter().filter(|surface| !surface.triangles().is_empty()).collect();
        prop_assume!(!surfaces.is_empty());
        let surface = corner.get(&surfaces);
        let nth = corner.index(3 * surface.triangles().len());
        // The address of the list gives its offset.
        let start = surface.triangles().as_bytes().as_ptr().addr() - file.as_ptr().addr();
        let found = if (0..3).contains(&beyond) { int(surface.st().len()) + beyond } else { beyond };
        let mut wrong = file.clone();
        wrong[start + 4 * nth..start + 4 * nth + 4].copy_from_slice(&found.to_le_bytes());
        let error = Md3::parse(&wrong).unwrap_err();
        prop_assert_eq!(error.offset, start + 4 * nth, "{}", error);
        let text = format!("triangle {}, corner {}: vertex index {found}, expected below", nth / 3, nth % 3);
        prop_assert!(error.to_string().contains(&text), "{}", error);
        let report = check(&wrong);
        prop_assert_eq!(report.findings[0].offset, error.offset);
    }
}
