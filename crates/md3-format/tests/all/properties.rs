//! Properties of reading, over generated files.

use md3_format::{Md3, check};
use proptest::array::{uniform2, uniform3};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// A file that parses, in any arrangement.
#[derive(Clone, Debug)]
struct AnyFile {
    header_name: Vec<u8>,
    flags: [i32; 2],
    frames: Vec<AnyFrame>,
    tag_count: usize,
    /// As many as frames and tags ask for are taken, from the start again if there are too few.
    tags: Vec<AnyTag>,
    surfaces: Vec<AnySurface>,
    /// Bytes before frames, tags, surfaces, and behind all.
    gaps: [Vec<u8>; 4],
    tags_first: bool,
    /// Offsets of what is empty, and the end.
    nowhere: i32,
    end: Option<i32>,
}

#[derive(Clone, Debug)]
struct AnyFrame {
    numbers: [u32; 10],
    name: [u8; 16],
}

#[derive(Clone, Debug)]
struct AnyTag {
    name: Vec<u8>,
    rows: [[f32; 3]; 4],
}

#[derive(Clone, Debug)]
struct AnySurface {
    ident: [u8; 4],
    name: Vec<u8>,
    flags: i32,
    shaders: Vec<(Vec<u8>, i32)>,
    /// Indices yet to be taken modulo the number of vertices.
    triangles: Vec<[Index; 3]>,
    st: Vec<[f32; 2]>,
    /// As many as frames and coordinates ask for are taken, from the start again if there are too few.
    vertices: Vec<([i16; 3], [u8; 2])>,
    /// The order of the lists, by sorting, and bytes before each and behind the last.
    order: [u8; 4],
    gaps: [Vec<u8>; 5],
}

impl AnySurface {
    fn triangles(&self) -> impl Iterator<Item = [u32; 3]> {
        let count = self.st.len();
        let some = self.triangles.iter().filter(move |_| count > 0);
        some.map(move |corners| corners.map(|index| u32::try_from(index.index(count)).unwrap()))
    }

    fn vertices(&self, frames: usize) -> impl Iterator<Item = ([i16; 3], [u8; 2])> {
        self.vertices.iter().copied().cycle().take(frames * self.st.len())
    }

    fn push(&self, file: &mut Vec<u8>, frames: usize, nowhere: i32, is_last: bool) {
        let mut lists = [const { Vec::new() }; 4];
        lists[0].extend(self.triangles().flatten().flat_map(u32::to_le_bytes));
        for (name, index) in &self.shaders {
            lists[1].extend(field::<64>(name));
            lists[1].extend(index.to_le_bytes());
        }
        lists[2].extend(self.st.iter().flatten().flat_map(|value| value.to_le_bytes()));
        for (xyz, angles) in self.vertices(frames) {
            lists[3].extend(xyz.into_iter().flat_map(i16::to_le_bytes));
            lists[3].extend(angles);
        }
        let mut offsets = [nowhere; 4];
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|&list| self.order[list]);
        let start = file.len();
        let mut body = Vec::<u8>::new();
        for (list, gap) in order.into_iter().zip(&self.gaps) {
            if !lists[list].is_empty() {
                body.extend(gap);
                offsets[list] = int(108 + body.len());
                body.extend(&lists[list]);
            }
        }
        body.extend(&self.gaps[4]);
        let end = if is_last { nowhere } else { int(108 + body.len()) };
        let numbers = [
            self.flags,
            int(frames),
            int(self.shaders.len()),
            int(self.st.len()),
            int(self.triangles().count()),
            offsets[0],
            offsets[1],
            offsets[2],
            offsets[3],
            end,
        ];
        file.extend(self.ident);
        file.extend(field::<64>(&self.name));
        file.extend(numbers.into_iter().flat_map(i32::to_le_bytes));
        assert_eq!(file.len() - start, 108);
        file.extend(body);
    }
}

impl AnyFile {
    fn tags(&self) -> Vec<&AnyTag> {
        self.tags.iter().cycle().take(self.frames.len() * self.tag_count).collect()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut frames = Vec::new();
        for frame in &self.frames {
            frames.extend(frame.numbers.into_iter().flat_map(u32::to_le_bytes));
            frames.extend(frame.name);
        }
        let mut tags = Vec::new();
        for tag in self.tags() {
            tags.extend(field::<64>(&tag.name));
            tags.extend(tag.rows.iter().flatten().flat_map(|value| value.to_le_bytes()));
        }
        let mut file = vec![0; 108];
        let mut offsets = [self.nowhere; 3];
        let mut lists = [(0, frames), (1, tags)];
        if self.tags_first {
            lists.reverse();
        }
        for (list, bytes) in lists.into_iter().filter(|(_, bytes)| !bytes.is_empty()) {
            file.extend(&self.gaps[list]);
            offsets[list] = int(file.len());
            file.extend(bytes);
        }
        file.extend(&self.gaps[2]);
        if !self.surfaces.is_empty() {
            offsets[2] = int(file.len());
        }
        for (i, surface) in self.surfaces.iter().enumerate() {
            surface.push(&mut file, self.frames.len(), self.nowhere, i + 1 == self.surfaces.len());
        }
        file.extend(&self.gaps[3]);
        let numbers = [
            self.flags[0],
            int(self.frames.len()),
            int(self.tag_count),
            int(self.surfaces.len()),
            self.flags[1],
            offsets[0],
            offsets[1],
            offsets[2],
            self.end.unwrap_or(int(file.len())),
        ];
        let header = [&b"IDP3\x0f\0\0\0"[..], &field::<64>(&self.header_name)].concat();
        let header = header.into_iter().chain(numbers.into_iter().flat_map(i32::to_le_bytes));
        file.splice(..108, header);
        file
    }
}

fn int(n: usize) -> i32 {
    i32::try_from(n).unwrap()
}

fn field<const N: usize>(name: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| name.get(i).copied().unwrap_or(0))
}

/// Mostly nothing, sometimes a few bytes.
fn gap() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![3 => Just(vec![]), 1 => vec(any::<u8>(), 0..6)]
}

fn name() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![3 => "[a-zA-Z_]{0,12}".prop_map(String::into_bytes), 1 => vec(any::<u8>(), 0..=64)]
}

fn finite() -> impl Strategy<Value = f32> {
    use proptest::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO
}

fn any_surface() -> impl Strategy<Value = AnySurface> {
    let ident = prop_oneof![Just(*b"IDP3"), any::<[u8; 4]>()];
    let gaps = [gap(), gap(), gap(), gap(), gap()];
    (
        (ident, name(), any::<i32>(), vec((name(), any::<i32>()), 0..3)),
        (vec(any::<[Index; 3]>(), 0..6), vec(uniform2(finite()), 0..6)),
        (vec(any::<([i16; 3], [u8; 2])>(), 1..20), any::<[u8; 4]>(), gaps),
    )
        .prop_map(|((ident, name, flags, shaders), (triangles, st), (vertices, order, gaps))| {
            AnySurface { ident, name, flags, shaders, triangles, st, vertices, order, gaps }
        })
}

fn any_file() -> impl Strategy<Value = AnyFile> {
    let frame = any::<([u32; 10], [u8; 16])>().prop_map(|(numbers, name)| AnyFrame { numbers, name });
    let rows = [uniform3(finite()), uniform3(finite()), uniform3(finite()), uniform3(finite())];
    let tag = (name(), rows).prop_map(|(name, rows)| AnyTag { name, rows });
    (
        (name(), any::<[i32; 2]>(), vec(frame, 0..5), 0..4_usize, vec(tag, 1..8)),
        (vec(any_surface(), 0..4), [gap(), gap(), gap(), gap()], any::<bool>()),
        (any::<i32>(), any::<Option<i32>>()),
    )
        .prop_map(
            |(
                (header_name, flags, frames, tag_count, tags),
                (surfaces, gaps, tags_first),
                (nowhere, end),
            )| {
                AnyFile {
                    header_name,
                    flags,
                    frames,
                    tag_count,
                    tags,
                    surfaces,
                    gaps,
                    tags_first,
                    nowhere,
                    end,
                }
            },
        )
}

/// A name up to its NUL.
fn trimmed(name: &[u8]) -> &[u8] {
    name.split(|&byte| byte == 0).next().unwrap_or_default()
}

proptest! {
    /// Whatever was put into a file is found in it, wherever it lies.
    #[test]
    fn a_view_gives_back_what_the_file_was_made_of(any in any_file()) {
        let file = any.to_bytes();
        let md3 = Md3::parse(&file).unwrap();
        prop_assert_eq!(md3.name(), trimmed(&any.header_name));
        prop_assert_eq!((md3.header().flags, md3.header().num_skins), (any.flags[0], any.flags[1]));

        prop_assert_eq!(md3.frame_count(), any.frames.len());
        for (frame, expected) in md3.frames().zip(&any.frames) {
            let numbers = [frame.min(), frame.max(), frame.local_origin()].concat();
            let bits: Vec<u32> = numbers.into_iter().chain([frame.radius()]).map(f32::to_bits).collect();
            prop_assert_eq!((&bits[..], frame.name()), (&expected.numbers[..], trimmed(&expected.name)));
        }

        prop_assert_eq!(md3.tag_count(), if any.frames.is_empty() { 0 } else { any.tag_count });
        let tags = (0..md3.frame_count()).flat_map(|frame| md3.tags(frame));
        for (tag, expected) in tags.zip(any.tags()) {
            let [origin, forward, left, up] = expected.rows;
            prop_assert_eq!((tag.name(), tag.origin(), tag.axes()), (trimmed(&expected.name), origin, [forward, left, up]));
        }

        prop_assert_eq!(md3.surfaces().len(), any.surfaces.len());
        for (surface, expected) in md3.surfaces().iter().zip(&any.surfaces) {
            prop_assert_eq!((surface.name(), surface.header().flags), (trimmed(&expected.name), expected.flags));
            let shaders: Vec<_> = surface.shaders().iter().map(|shader| (shader.name(), shader.index())).collect();
            let names: Vec<_> = expected.shaders.iter().map(|(name, index)| (trimmed(name), *index)).collect();
            prop_assert_eq!(shaders, names);
            let triangles: Vec<_> = surface.triangles().iter().map(|triangle| triangle.indices()).collect();
            prop_assert_eq!(triangles, expected.triangles().collect::<Vec<_>>());
            let st: Vec<_> = surface.st().iter().map(|st| [st.s(), st.t()]).collect();
            prop_assert_eq!(&st, &expected.st);
            let vertices = (0..md3.frame_count()).flat_map(|frame| surface.vertices(frame));
            let vertices: Vec<_> = vertices.map(|vertex| (vertex.packed(), [vertex.zenith, vertex.azimuth])).collect();
            prop_assert_eq!(vertices, expected.vertices(any.frames.len()).collect::<Vec<_>>());
        }
        prop_assert!(!check(&file).has_errors());
    }

    /// An index beyond the vertices is found, and told where it is.
    #[test]
    fn a_wrong_index_is_refused(
        any in any_file(),
        corner in any::<Index>(),
        beyond in prop_oneof![0..3_i32, Just(i32::MAX), i32::MIN..0],
    ) {
        let file = any.to_bytes();
        let md3 = Md3::parse(&file).unwrap();
        let with_triangles = || any.surfaces.iter().enumerate().filter(|(_, surface)| surface.triangles().count() > 0);
        prop_assume!(with_triangles().count() > 0);
        let (index, surface) = with_triangles().nth(corner.index(with_triangles().count())).unwrap();
        let lists = md3.surfaces()[index].triangles();
        let corners = 3 * lists.len();
        let nth = corner.index(corners);
        // Where the list lies is where its first bytes are.
        let start = lists.as_ptr().addr() - file.as_ptr().addr();
        let found = if (0..3).contains(&beyond) { int(surface.st.len()) + beyond } else { beyond };
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
