//! The OpenGL commands: the grammar, each defect, and the comparison with triangles and skin coordinates.

use md2_format::Md2;
use md2_format::check::Code;
use md2_format::glcmds::{GlCommands, GlPrimitive, TriangleAgreement, UvAgreement};
use md2_format::raw::{St, Triangle, Word};

fn int(value: i32) -> Word {
    i32::to_le_bytes(value)
}

/// Returns the words of OpenGL commands without the zero at the end. Each command is given as its count (negative for a
/// fan) and the indices of its vertices.
fn list(commands: &[(i32, &[i32])]) -> Vec<Word> {
    let mut words = Vec::new();
    for (count, indices) in commands {
        words.push(int(*count));
        for &index in *indices {
            words.extend([f32::to_le_bytes(0.25), f32::to_le_bytes(0.75), int(index)]);
        }
    }
    words
}

fn ended(commands: &[(i32, &[i32])]) -> Vec<Word> {
    let mut words = list(commands);
    words.push(int(0));
    words
}

fn drawn(words: &[Word], vertex_count: usize) -> Vec<[u32; 3]> {
    GlCommands::new(words, vertex_count).triangles().map(|corners| corners.map(|v| v.xyz)).collect()
}

#[test]
fn the_sign_of_the_count_distinguishes_strips_and_fans() {
    let words = ended(&[(3, &[0, 1, 2]), (-4, &[3, 2, 1, 0])]);
    let commands = GlCommands::new(&words, 4);
    let found: Vec<_> = commands.iter().map(|c| (c.primitive, c.vertices.len(), c.word_count())).collect();
    assert_eq!(found, [(GlPrimitive::Strip, 3, 10), (GlPrimitive::Fan, 4, 13)]);
    assert_eq!(commands.defect(), None);
    assert!(commands.is_complete());
    let vertex = commands.iter().next().unwrap().vertices.record(2);
    assert_eq!((vertex.s, vertex.t, vertex.xyz), (0.25, 0.75, 2));
}

#[test]
fn strips_swap_every_second_triangle() {
    let strip = drawn(&ended(&[(6, &[0, 1, 2, 3, 4, 5])]), 6);
    assert_eq!(strip, [[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]]);
    let fan = drawn(&ended(&[(-5, &[0, 1, 2, 3, 4])]), 5);
    assert_eq!(fan, [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
}

#[test]
fn defects_name_their_place() {
    let fan = list(&[(-3, &[0, 1, 2])]);
    let with = |tail: &[Word]| [fan.as_slice(), tail].concat();
    let check = |words: &[Word], code: Code, is_fatal: bool, expected: &str| {
        let commands = GlCommands::new(words, 3);
        let defect = commands.defect().unwrap();
        assert_eq!((defect.code, defect.to_string().as_str()), (code, expected));
        assert_eq!(commands.is_complete(), !is_fatal, "{expected}");
        assert_eq!(commands.iter().count(), 1, "{expected}");
        assert_eq!(drawn(words, 3), [[0, 1, 2]], "{expected}");
    };
    check(&fan, Code::GlUnterminated, false, "command 1: no zero at the end (word 10)");
    let longer = with(&[int(0), int(7), int(7)]);
    check(&longer, Code::GlWordsAfterEnd, false, "command 1: 2 words after the zero (word 11)");
    for index in [3, -1, i32::MAX, i32::MIN] {
        let text = format!("command 1, vertex 1: index {index}, expected 0..3 (word 16)");
        check(&with(&ended(&[(3, &[0, index, 2])])), Code::GlIndex, true, &text);
    }
    for (count, words_left) in [(3, 8), (-3, 8), (1, 0), (i32::MAX, 5), (i32::MIN, 5)] {
        let mut words = with(&[int(count)]);
        words.resize(11 + words_left, int(1));
        let text = format!("command 1: count {count}, but only {words_left} words follow (word 10)");
        check(&words, Code::GlCount, true, &text);
    }
    for (at, value, place) in [(4, f32::NAN, "vertex 1"), (8, f32::NEG_INFINITY, "vertex 2")] {
        let mut words = with(&ended(&[(3, &[0, 1, 2])]));
        words[10 + at] = f32::to_le_bytes(value);
        let word = 10 + at;
        let text = format!(
            "command 1, {place}: texture coordinate is not finite, expected a finite number (word {word})"
        );
        check(&words, Code::GlNotFinite, true, &text);
    }
}

#[test]
fn vertices_with_the_index_first_are_recognized() {
    let vertex = |index| [int(index), f32::to_le_bytes(0.5), f32::to_le_bytes(0.25)];
    let mut words = vec![int(3)];
    words.extend([0, 1, 2].into_iter().flat_map(vertex));
    for end in [vec![], vec![int(0)], vec![int(0), int(0)]] {
        let words = [words.clone(), end].concat();
        let commands = GlCommands::new(&words, 3);
        let text = "command 0: vertices are (index, s, t), expected (s, t, index) (word 0)";
        assert_eq!(commands.defect().unwrap().to_string(), text);
        assert_eq!(commands.iter().count(), 0);
    }
    // If an index is out of range in both orders, the defect is only an invalid index.
    words[1] = int(3);
    let text = GlCommands::new(&words, 3).defect().unwrap().to_string();
    assert_eq!(text, "command 0, vertex 0: index 1048576000, expected 0..3 (word 3)");
}

#[test]
fn only_finite_coordinates_are_valid() {
    for (bits, finite) in [
        (0x0000_0000, true),
        (0x8000_0000, true),
        (0x0000_0001, true),
        (0x7f7f_ffff, true),
        (0xff7f_ffff, true),
        (0x7f80_0000, false),
        (0xff80_0000, false),
        (0x7f80_0001, false),
        (0xffff_ffff, false),
    ] {
        for word in [1, 2] {
            let mut words = ended(&[(1, &[0])]);
            words[word] = f32::to_le_bytes(f32::from_bits(bits));
            assert_eq!(GlCommands::new(&words, 1).defect().is_none(), finite, "{bits:#x}");
        }
    }
}

#[test]
fn two_defects_of_a_vertex_do_not_cancel() {
    let nan = f32::NAN;
    for (s, t, index) in
        [(0.0, 0.0, i32::MIN), (nan, 0.0, -1), (0.0, nan, -1), (nan, nan, 0), (nan, 0.0, 9), (0.0, nan, 9)]
    {
        let words = [int(1), f32::to_le_bytes(s), f32::to_le_bytes(t), int(index), int(0)];
        assert!(GlCommands::new(&words, 1).defect().is_some(), "{s} {t} {index}");
    }
}

#[test]
fn triangles_are_compared_as_a_set_with_winding() {
    let triangles = [[0, 1, 2], [2, 1, 3], [5, 4, 3], [4, 4, 0]].map(|xyz| Triangle::new(xyz, [0; 3]));
    let check = |commands: &[(i32, &[i32])], expected: [usize; 4]| {
        let words = ended(commands);
        let found = GlCommands::new(&words, 6).compare_triangles(triangles);
        let [matching, flipped, missing, extra] = expected;
        assert_eq!(found, TriangleAgreement { matching, flipped, missing, extra });
        assert_eq!(found.is_exact(), matching == 3 && extra == 0);
    };
    // The numbers are matching, flipped, missing and extra triangles. The degenerate triangle of the list is not
    // counted.
    check(&[(4, &[0, 1, 2, 3]), (3, &[3, 5, 4])], [3, 0, 0, 0]);
    check(&[(4, &[0, 1, 2, 3]), (3, &[3, 4, 5])], [2, 1, 0, 0]);
    check(&[(4, &[0, 1, 2, 3])], [2, 0, 1, 0]);
    check(&[(4, &[0, 1, 2, 3]), (3, &[3, 5, 4]), (3, &[3, 5, 4])], [3, 0, 0, 1]);
    check(&[(3, &[1, 1, 2])], [0, 0, 3, 0]);
    check(&[], [0, 0, 3, 0]);
}

#[test]
fn coordinates_are_compared_texel_by_texel() {
    let st = [St::new(0, 0), St::new(10, -3), St::new(63, 31)];
    let triangles = [Triangle::new([0, 1, 2], [0, 1, 2])];
    let command = |shift: f32| {
        let mut words = vec![int(3)];
        for (index, st) in (0..).zip(st) {
            let [s, t] = [(st.s, 64.0), (st.t, 32.0)].map(|(texel, size)| (f32::from(texel) + shift) / size);
            words.extend([f32::to_le_bytes(s), f32::to_le_bytes(t), int(index)]);
        }
        words
    };
    let compare =
        |shift, skin_size| GlCommands::new(&command(shift), 3).compare_uvs(triangles, st, skin_size);
    let all = |centered, cornered, other| UvAgreement { centered, cornered, other };
    assert_eq!(compare(0.5, [64, 32]), all(3, 0, 0));
    assert!(compare(0.5, [64, 32]).is_exact());
    assert_eq!(compare(0.0, [64, 32]), all(0, 3, 0));
    assert_eq!(compare(0.25, [64, 32]), all(0, 0, 3));
    assert_eq!(compare(0.5, [128, 32]), all(0, 0, 3));
    assert_eq!(compare(0.5, [0, -1]), all(0, 0, 3));
    assert_eq!(compare(1e30, [64, 32]), all(0, 0, 3));
    assert_eq!(compare(3.4e38, [i32::MAX, i32::MIN]), all(0, 0, 3));
}

#[test]
fn the_commands_of_real_models_draw_their_triangles() {
    for (path, file) in md2_testdata::corpus::files("md2") {
        let md2 = Md2::parse(&file).unwrap();
        let commands = md2.gl_commands();
        if commands.is_empty() {
            continue;
        }
        assert_eq!(commands.defect(), None, "{}", path.display());
        let triangles = commands.compare_triangles(md2.triangles().iter());
        let uvs = commands.compare_uvs(
            md2.triangles().iter(),
            md2.st().iter(),
            [md2.skin_width(), md2.skin_height()],
        );
        println!("{}: {triangles:?}, {uvs:?}", path.display());
        // All triangles have the correct winding. In one model the commands draw one triangle with a different corner.
        let TriangleAgreement { matching, flipped, missing, extra } = triangles;
        assert!((flipped, missing) == (0, extra) && missing <= 1, "{triangles:?}");
        assert_eq!(matching + missing, md2.triangles().len());
    }
}
