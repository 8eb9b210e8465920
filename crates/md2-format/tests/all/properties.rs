//! Property tests of reading and writing with generated files.

use md2_format::model::{Layout, Model};
use md2_format::raw::{FrameName, SkinName, St};
use md2_format::{Md2, check, salvage};
use proptest::array::{uniform2, uniform3, uniform4, uniform5, uniform16, uniform32};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// A file that parses, with any layout. `to_bytes` writes it without the crate's writer.
#[derive(Clone, Debug)]
struct AnyFile {
    skin_size: [i32; 2],
    skins: Vec<[[u8; 32]; 2]>,
    st: Vec<[i16; 2]>,
    /// Indices of vertices and of skin coordinates, before reduction to the valid range.
    triangles: Vec<[[Index; 3]; 2]>,
    vertices: usize,
    frames: Vec<AnyFrame>,
    gl_words: Vec<u32>,
    /// Difference between `num_glcmds` and the number of words.
    gl_claim: i32,
    /// Sort keys that determine the order of the sections.
    order: [u8; 5],
    /// Bytes before each section and after the last.
    gaps: Vec<Vec<u8>>,
    padding: Vec<u8>,
    empty_offsets: [i32; 5],
    ofs_end: Option<i32>,
    /// Whether the first two sections in `order` share their offset.
    shared: bool,
}

#[derive(Clone, Debug)]
struct AnyFrame {
    scale: [f32; 3],
    translate: [f32; 3],
    name: [u8; 16],
    vertices: Vec<[u8; 4]>,
}

impl AnyFile {
    fn to_bytes(&self) -> Vec<u8> {
        let pick =
            |indices: [Index; 3], count: usize| indices.map(|i| u16::try_from(i.index(count)).unwrap());
        let triangles = || {
            let some = self.vertices > 0 && !self.st.is_empty();
            self.triangles.iter().filter(move |_| some)
        };
        let mut sections = [const { Vec::new() }; 5];
        sections[0].extend(self.skins.iter().flatten().flatten());
        sections[1].extend(self.st.iter().flatten().flat_map(|c| c.to_le_bytes()));
        for [xyz, st] in triangles() {
            let indices = [pick(*xyz, self.vertices), pick(*st, self.st.len())];
            sections[2].extend(indices.into_iter().flatten().flat_map(u16::to_le_bytes));
        }
        for frame in &self.frames {
            sections[3]
                .extend([frame.scale, frame.translate].into_iter().flatten().flat_map(f32::to_le_bytes));
            sections[3].extend(frame.name);
            sections[3].extend(frame.vertices.iter().flatten());
            sections[3].extend(&self.padding);
        }
        sections[4].extend(self.gl_words.iter().flat_map(|word| word.to_le_bytes()));

        let mut offsets = self.empty_offsets;
        let mut order = [0, 1, 2, 3, 4];
        order.sort_by_key(|&section| self.order[section]);
        let mut file = vec![0; 68];
        for (section, gap) in order.into_iter().zip(&self.gaps) {
            if !sections[section].is_empty() {
                file.extend(gap);
                offsets[section] = i32::try_from(file.len()).unwrap();
                file.extend(&sections[section]);
            }
        }
        file.extend(&self.gaps[5]);
        if self.shared && !self.skins.is_empty() && self.st.len() <= 16 * self.skins.len() {
            offsets[1] = offsets[0];
        }
        let count = |n: usize| i32::try_from(n).unwrap();
        let header = [
            i32::from_le_bytes(*b"IDP2"),
            8,
            self.skin_size[0],
            self.skin_size[1],
            count(40 + 4 * self.vertices + self.padding.len()),
            count(self.skins.len()),
            count(self.vertices),
            count(self.st.len()),
            count(triangles().count()),
            count(self.gl_words.len()) + self.gl_claim,
            count(self.frames.len()),
            offsets[0],
            offsets[1],
            offsets[2],
            offsets[3],
            offsets[4],
            self.ofs_end.unwrap_or(count(file.len())),
        ];
        for (field, value) in file.chunks_exact_mut(4).zip(header) {
            field.copy_from_slice(&value.to_le_bytes());
        }
        file
    }
}

/// Returns a strategy for a gap, which is usually empty and sometimes has a few bytes.
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
    ) -> AnyFrame {
        AnyFrame { scale, translate, name, vertices }
    }
}

fn any_file() -> impl Strategy<Value = AnyFile> {
    let sizes =
        prop_oneof![9 => (0_usize..6, 0_usize..5, 0_usize..4), 1 => (1_usize..40, 1_usize..40, 0_usize..20)];
    sizes.prop_flat_map(|(vertices, st, triangles)| {
        let content = (
            uniform2(any::<i32>()),
            vec(uniform2(uniform32(any::<u8>())), 0..3),
            vec(uniform2(any::<i16>()), st),
            vec(uniform2(uniform3(any::<Index>())), triangles),
            vec(any_frame(vertices), 0..4),
            vec(any::<u32>(), 0..6),
        );
        let layout = (
            prop_oneof![9 => Just(0), 1 => 0..20],
            prop_oneof![Just([0, 1, 2, 3, 4]), uniform5(any::<u8>())],
            vec(gap(), 6),
            gap(),
            uniform5(any::<i32>()),
            proptest::option::of(any::<i32>()),
            proptest::bool::weighted(0.1),
        );
        (content, layout).prop_map(move |(content, layout)| {
            let (skin_size, skins, st, triangles, frames, gl_words) = content;
            let (gl_claim, order, gaps, padding, empty_offsets, ofs_end, shared) = layout;
            AnyFile {
                skin_size,
                skins,
                st,
                triangles,
                vertices,
                frames,
                gl_words,
                gl_claim,
                order,
                gaps,
                padding,
                empty_offsets,
                ofs_end,
                shared,
            }
        })
    })
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
        prop_assert_eq!(md2.frame_count(), file.frames.len());
        for (found, wanted) in md2.frames().zip(&file.frames) {
            prop_assert_eq!(found.scale().map(f32::to_bits), wanted.scale.map(f32::to_bits));
            prop_assert_eq!(found.vertex_bytes(), wanted.vertices.concat());
        }
        let model = md2.to_model();
        prop_assert_eq!(model.to_bytes().unwrap(), &bytes[..]);
        prop_assert!(!check(&bytes).has_errors());
        let salvaged = salvage(&bytes).unwrap();
        // Random scales and equal offsets look like damage, so `damage` may report these files.
        let is_unchanged = salvaged.repairs.is_empty() && salvaged.model == model;
        prop_assert!(is_unchanged || md2.damage().is_some());

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
    fn a_renamed_frame_changes_nothing_else(file in any_file(), frame in any::<Index>(), name in uniform16(any::<u8>())) {
        prop_assume!(!file.frames.is_empty() && !file.shared && file.gl_claim == 0);
        let mut file = file;
        let mut model = Md2::parse(&file.to_bytes()).unwrap().to_model();
        let frame = frame.index(file.frames.len());
        model.frames[frame].name = FrameName::from_raw(name);
        file.frames[frame].name = name;
        prop_assert_eq!(model.to_bytes().unwrap(), file.to_bytes());
    }

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
