//! Property tests of reading and writing with generated files.

use md2_format::model::{Layout, Model};
use md2_format::raw::{SkinName, St};
use md2_format::{Md2, check};
use md2_testdata::{FrameSpec, GlWord, Md2Spec, TriangleSpec};
use proptest::array::{uniform2, uniform3, uniform4, uniform5, uniform16};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// A generated file with any layout that parsing accepts. `to_bytes` writes it without the crate's writer.
#[derive(Clone, Debug)]
struct AnyFile {
    spec: Md2Spec,
    /// Difference between `num_glcmds` and the number of words in the file.
    gl_claim: i32,
    order: [u8; 5],
    gaps: Vec<Vec<u8>>,
    padding: Vec<u8>,
    empty_offsets: [i32; 5],
    ofs_end: Option<i32>,
    /// Whether the first two sections in `order` share their offset.
    shared: bool,
}

impl AnyFile {
    fn to_bytes(&self) -> Vec<u8> {
        const OFFSETS: [&str; 6] = ["ofs_skins", "ofs_st", "ofs_tris", "ofs_frames", "ofs_glcmds", "ofs_end"];
        let mut built = self.spec.build();
        let starts = OFFSETS.map(|field| usize::try_from(built.get_i32(field)).unwrap());
        let mut sections: Vec<_> =
            starts.windows(2).map(|range| built.bytes()[range[0]..range[1]].to_vec()).collect();
        let frames = sections[3].chunks(40 + 4 * self.spec.vertices);
        sections[3] = frames.flat_map(|frame| [frame, &self.padding].concat()).collect();
        let mut order = [0, 1, 2, 3, 4];
        order.sort_by_key(|&section| self.order[section]);
        let mut file = vec![0; 68];
        for (section, gap) in order.into_iter().zip(&self.gaps) {
            let mut offset = self.empty_offsets[section];
            if !sections[section].is_empty() {
                file.extend(gap);
                offset = i32::try_from(file.len()).unwrap();
                file.extend(&sections[section]);
            }
            built.set_i32(OFFSETS[section], offset);
        }
        file.extend(&self.gaps[5]);
        let Md2Spec { skins, st, .. } = &self.spec;
        let ofs_skins = built.get_i32("ofs_skins");
        if self.shared && !skins.is_empty() && st.len() <= 16 * skins.len() {
            built.set_i32("ofs_st", ofs_skins);
        }
        let framesize = built.get_i32("framesize") + i32::try_from(self.padding.len()).unwrap();
        let words = built.get_i32("num_glcmds") + self.gl_claim;
        let end = self.ofs_end.unwrap_or(i32::try_from(file.len()).unwrap());
        built.set_i32("framesize", framesize).set_i32("num_glcmds", words).set_i32("ofs_end", end);
        file[..68].copy_from_slice(&built.bytes()[..68]);
        file
    }
}

fn gap() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![3 => Just(vec![]), 1 => vec(any::<u8>(), 0..6)]
}

fn finite() -> impl Strategy<Value = f32> {
    use proptest::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO
}

prop_compose! {
    fn any_frame(vertices: usize)(
        scale in uniform3(finite()),
        translate in uniform3(finite()),
        name in prop_oneof![Just(*b"run1\0\0\0\0\0\0\0\0\0\0\0\0"), uniform16(any::<u8>())],
        vertices in vec(uniform4(any::<u8>()), vertices),
    ) -> FrameSpec {
        FrameSpec { name: name.to_vec(), scale, translate, vertices }
    }
}

prop_compose! {
    fn any_spec(vertices: usize, st: usize, triangles: usize)(
        skin_size in uniform2(any::<i32>()),
        skins in vec(vec(any::<u8>(), 64), 0..3),
        st in vec(uniform2(any::<i16>()), st),
        triangles in vec(uniform2(uniform3(any::<Index>())), triangles),
        frames in vec(any_frame(vertices), 0..4),
        gl_words in vec(any::<i32>().prop_map(GlWord::I), 0..6),
    ) -> Md2Spec {
        let pick = |indices: [Index; 3], count: usize| indices.map(|i| u16::try_from(i.index(count)).unwrap());
        let usable = triangles.iter().filter(|_| vertices > 0 && !st.is_empty());
        let triangles =
            usable.map(|[xyz, corners]| TriangleSpec { xyz: pick(*xyz, vertices), st: pick(*corners, st.len()) });
        Md2Spec { skin_size, skins, triangles: triangles.collect(), st: st.clone(), vertices, frames, gl_words }
    }
}

prop_compose! {
    fn any_file()(
        sizes in prop_oneof![9 => (0_usize..6, 0_usize..5, 0_usize..4), 1 => (1_usize..40, 1_usize..40, 0_usize..20)],
    )(
        spec in any_spec(sizes.0, sizes.1, sizes.2),
        gl_claim in prop_oneof![9 => Just(0), 1 => 0..20],
        order in prop_oneof![Just([0, 1, 2, 3, 4]), uniform5(any::<u8>())],
        gaps in vec(gap(), 6),
        padding in gap(),
        empty_offsets in uniform5(any::<i32>()),
        ofs_end in proptest::option::of(any::<i32>()),
        shared in proptest::bool::weighted(0.1),
    ) -> AnyFile {
        AnyFile { spec, gl_claim, order, gaps, padding, empty_offsets, ofs_end, shared }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn any_unedited_file_is_written_unchanged(file in any_file()) {
        let bytes = file.to_bytes();
        let md2 = match Md2::parse(&bytes) {
            Ok(md2) => md2,
            Err(error) => return Err(TestCaseError::fail(format!("{error}"))),
        };
        prop_assert_eq!(md2.frame_count(), file.spec.frames.len());
        for (found, wanted) in md2.frames().zip(&file.spec.frames) {
            prop_assert_eq!(found.scale().map(f32::to_bits), wanted.scale.map(f32::to_bits));
            prop_assert_eq!(found.vertices().as_bytes(), wanted.vertices.concat());
        }
        let model = md2.to_model();
        prop_assert_eq!(model.to_bytes().unwrap(), &bytes[..]);
        prop_assert!(!check(&bytes).has_errors());

        let canonical = Model { layout: Layout::default(), ..model };
        let written = canonical.to_bytes().unwrap();
        let read = Md2::parse(&written).unwrap().to_model();
        prop_assert!(read.layout.is_canonical());
        prop_assert_eq!(&read, &canonical);
        prop_assert_eq!(read.to_bytes().unwrap(), written);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn edits_survive_in_any_layout(file in any_file(), s in any::<i16>(), skin in any::<bool>()) {
        let mut model = Md2::parse(&file.to_bytes()).unwrap().to_model();
        model.skin_width = 17;
        if let Some(st) = model.st.first_mut() {
            *st = St::new(s, 0);
        }
        if skin {
            model.skins.push(SkinName::new("new.pcx").unwrap());
        }
        let written = model.to_bytes().unwrap();
        let read = Md2::parse(&written).unwrap().to_model();
        prop_assert_eq!(Model { layout: Layout::default(), ..read }, Model { layout: Layout::default(), ..model });
    }

    #[test]
    fn packing_loses_at_most_half_a_step(positions in vec(uniform3(-1.0e4_f32..1.0e4), 1..50)) {
        crate::quantize::packs(&positions);
    }
}
