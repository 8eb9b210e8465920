//! Tests of `stripify`: the result contains every triangle once, with its winding, and for real files, it has no more
//! words than the commands in the file.

use std::time::{Duration, Instant};

use md2_format::Md2;
use md2_format::glcmds::GlCommands;
use md2_format::raw::{St, Triangle};
use md2_format::stripify::{Corner, stripify};
use md2_testdata::random::Random;

/// Rotates the corners so that the lowest corner is first. Equal triangles with the same winding then have the same order.
fn from_lowest([a, b, c]: [Corner; 3]) -> [Corner; 3] {
    [a, b, c].min([b, c, a]).min([c, a, b])
}

fn sorted(triangles: impl Iterator<Item = [Corner; 3]>) -> Vec<[Corner; 3]> {
    let mut sorted: Vec<_> = triangles.map(from_lowest).collect();
    sorted.sort_unstable();
    sorted
}

/// Converts triangles to runs, writes and reads the commands, and asserts that they draw the same triangles. Returns
/// the number of runs.
fn check(triangles: &[Triangle], st: &[St]) -> usize {
    const SKIN: [i32; 2] = [256, 128];
    let strips = stripify(triangles, st);
    let words = strips.to_words(SKIN);
    assert_eq!(words.len(), strips.word_count());

    let vertex_count = 1 + triangles.iter().flat_map(|triangle| triangle.xyz).max().map_or(0, usize::from);
    let commands = GlCommands::new(&words, vertex_count);
    assert_eq!(commands.defect(), None);
    let agreement = commands.compare_uvs(triangles.iter().copied(), st.iter().copied(), SKIN);
    assert!(agreement.is_exact(), "{agreement:?}");

    #[expect(clippy::cast_possible_truncation, reason = "they were written as i16 and u16")]
    let drawn = sorted(commands.triangles().map(|corners| {
        corners.map(|vertex| Corner {
            xyz: vertex.xyz as u16,
            s: (vertex.s * 256.0 - 0.5) as i16,
            t: (vertex.t * 128.0 - 0.5) as i16,
        })
    }));
    let listed = sorted(triangles.iter().map(|triangle| {
        let [xyz, index] = [triangle.xyz, triangle.st];
        [0, 1, 2].map(|i| {
            let st = st[usize::from(index[i])];
            Corner { xyz: xyz[i], s: st.s, t: st.t }
        })
    }));
    assert!(drawn == listed, "{drawn:?}\n{listed:?}");
    strips.runs().len()
}

/// Builds triangles that use the same index for the position and for the skin coordinate. All skin coordinates are
/// different.
fn plain(triangles: &[[u16; 3]]) -> (Vec<Triangle>, Vec<St>) {
    let count = triangles.iter().flatten().max().map_or(0, |&most| most + 1);
    let st = (0..count).map(|i| St::new(i.cast_signed() % 181, i.cast_signed() / 181)).collect();
    (triangles.iter().map(|&corners| Triangle::new(corners, corners)).collect(), st)
}

fn check_plain(triangles: &[[u16; 3]]) -> usize {
    let (triangles, st) = plain(triangles);
    check(&triangles, &st)
}

fn sheet(columns: u16, rows: u16) -> Vec<[u16; 3]> {
    let at = |column, row| row * (columns + 1) + column;
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let halves = squares.map(|(c, r)| {
        let [a, b, c, d] = [at(c, r), at(c + 1, r), at(c, r + 1), at(c + 1, r + 1)];
        [[a, c, b], [b, c, d]]
    });
    halves.flatten().collect()
}

#[test]
fn no_triangles_give_only_the_end() {
    assert_eq!(check(&[], &[]), 0);
    assert_eq!(stripify(&[], &[]).word_count(), 1);
}

#[test]
fn simple_shapes_take_one_run() {
    // The shapes are a triangle, a square, strips with an odd and an even number of triangles, a closed fan, and a
    // tetrahedron.
    assert_eq!(check_plain(&[[0, 1, 2]]), 1);
    assert_eq!(check_plain(&[[0, 1, 2], [2, 1, 3]]), 1);
    for length in 1..40 {
        assert_eq!(check_plain(&sheet(length, 1)), 1, "{length}");
        assert_eq!(check_plain(&sheet(length, 1)[1..]), 1, "{length}");
    }
    let fan: Vec<_> = (1..=9).map(|i| [0, i, i % 9 + 1]).collect();
    assert_eq!(check_plain(&fan), 1);
    assert_eq!(check_plain(&[[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]), 1);
}

#[test]
fn sheets_take_at_most_one_run_for_each_row() {
    for (columns, rows) in [(20, 30), (30, 20), (7, 7), (1, 12), (60, 2)] {
        assert!(check_plain(&sheet(columns, rows)) <= usize::from(rows), "{columns} x {rows}");
    }
}

#[test]
fn triangles_of_opposite_winding_are_not_joined() {
    assert_eq!(check_plain(&[[0, 1, 2], [1, 2, 3]]), 2);
}

#[test]
fn seams_split_runs_and_equal_coordinates_do_not() {
    let st = [St::new(0, 0), St::new(9, 0), St::new(0, 9), St::new(9, 9), St::new(9, 0), St::new(5, 5)];
    let quad = |second| [Triangle::new([0, 1, 2], [0, 1, 2]), Triangle::new([2, 1, 3], second)];
    assert_eq!(check(&quad([2, 1, 3]), &st), 1);
    assert_eq!(check(&quad([2, 4, 3]), &st), 1, "coordinate 4 equals coordinate 1");
    assert_eq!(check(&quad([2, 5, 3]), &st), 2);
}

#[test]
fn any_triangles_survive() {
    // With few positions, many triangles share edges in both directions.
    let mut random = Random::new(7);
    let mut runs = 0;
    let mut below = |limit: u16| u16::try_from(random.below(limit.into())).unwrap();
    for round in 0..200 {
        let positions = 1 + below(12);
        let coordinates = 1 + below(3);
        let st: Vec<_> = (0..coordinates.cast_signed()).map(|i| St::new(i % 2, 0)).collect();
        let triangles: Vec<_> = (0..below(60))
            .map(|_| Triangle::new([0; 3].map(|_| below(positions)), [0; 3].map(|_| below(coordinates))))
            .collect();
        let taken = check(&triangles, &st);
        assert!(taken <= triangles.len(), "round {round}");
        runs += taken;
    }
    // The triangles are the same in each run, so a worse search exceeds the number of runs that this one finds.
    assert!(runs <= 2607, "{runs}");
}

#[test]
fn indices_past_the_coordinates_read_as_zero() {
    let strips = stripify(&[Triangle::new([0, 1, 2], [7, 8, 9])], &[]);
    assert!(strips.runs()[0].corners.iter().all(|corner| (corner.s, corner.t) == (0, 0)));
}

#[test]
fn skins_without_a_size_give_finite_coordinates() {
    let (triangles, st) = plain(&[[0, 1, 2]]);
    for size in [0, -1, i32::MIN] {
        let words = stripify(&triangles, &st).to_words([size, size]);
        assert_eq!(GlCommands::new(&words, 3).defect(), None);
    }
}

#[test]
fn large_and_hostile_inputs_end_soon() {
    let book: Vec<_> = (0..2000).map(|page| [0, 1, 2 + page]).collect();
    let star: Vec<_> = (0..2000).map(|i| [0, i + 1, i + 2]).collect();
    let mut random = Random::new(1);
    let soup: Vec<_> = (0..2000).map(|_| [0; 3].map(|_| u16::try_from(random.below(40)).unwrap())).collect();
    for (name, triangles) in [
        ("sheet", sheet(50, 40)),
        ("one triangle over and over", vec![[0, 1, 2]; 2000]),
        ("points", vec![[0, 0, 0]; 2000]),
        ("pages of a book", book),
        ("star", star),
        ("soup", soup),
    ] {
        let start = Instant::now();
        check_plain(&triangles);
        // This takes a few seconds in a debug build; the limit detects an algorithm that is not linear.
        assert!(start.elapsed() < Duration::from_secs(30), "{name}: {:?}", start.elapsed());
    }
}

#[test]
fn real_models_take_no_more_words_than_their_own_commands() {
    let (mut ours, mut theirs) = (0, 0);
    for (path, file) in md2_testdata::corpus::files("md2") {
        let md2 = Md2::parse(&file).unwrap();
        check(&md2.triangles().to_vec(), &md2.st().to_vec());
        let commands = GlCommands::new(md2.gl_words(), md2.vertex_count());
        // The number of words can only be compared if the commands in the file draw the same triangles.
        if commands.compare_triangles(md2.triangles().iter()).is_exact() {
            let strips = stripify(&md2.triangles().to_vec(), &md2.st().to_vec());
            let runs = (strips.runs().len(), commands.iter().count());
            println!("{}: {} runs, the file has {}", path.display(), runs.0, runs.1);
            assert!(strips.word_count() <= md2.gl_words().len(), "{}", path.display());
            ours += strips.word_count();
            theirs += md2.gl_words().len();
        }
    }
    println!("{ours} words, the files have {theirs}");
    assert!(ours * 10 <= theirs * 9, "{ours} words, the files have {theirs}");
}
