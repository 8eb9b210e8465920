//! Seed inputs of the fuzzers.

use md2_testdata::fuzz::Seed;

pub(crate) fn names() -> Vec<Seed> {
    let run = |word: &str, numbers: std::ops::RangeInclusive<u32>, width: usize| -> String {
        numbers.map(|number| format!("{word}{number:0width$}\n")).collect()
    };
    let lists = [
        ("monster", run("stand", 1..=30, 0) + &run("run", 1..=6, 0) + &run("pain1", 1..=4, 2)),
        (
            "player",
            run("stand", 1..=40, 2)
                + &run("run", 1..=6, 0)
                + &run("attack", 1..=8, 0)
                + &run("pain1", 1..=4, 2),
        ),
        ("weapon", run("active", 1..=5, 2) + &run("pow", 1..=4, 0) + &run("idle", 1..=20, 2)),
        ("counted", run("frame", 1..=30, 0)),
        ("one_name", "w_gun\n".repeat(20)),
        ("codes", "WA001F\nWA002F\nKA003F\nKA004F\nSD_1\nSD_2\n".repeat(4)),
        ("quoted", "\"run\"_1\nrun_a\nrun_b\na/b1\nb/b2\n\u{e4}1\n\u{e4}-x\n".to_owned()),
        ("nul", "run1\0junk\nrun2\0\0\nrun\0\n\0run4\n".to_owned()),
        ("digits", "1\n2\n10\n007\n99999999999999999999\n1_1_1\n4294967295\n".to_owned()),
        ("empty", "\n\n\n".to_owned()),
        ("blank", String::new()),
    ];
    lists.map(|(name, text)| (name, text.into_bytes())).to_vec()
}

pub(crate) fn scripts() -> Vec<Seed> {
    let texts: [(&str, &[u8]); 6] = [
        ("anm", b"// name first last fps\nwalk0 0 32 50\nrun0\t33\t50 30.5 // fast\n\ndeath1 56 83 22\r\n"),
        ("counts", b"0 33 33 15 // WALK\n56 28 0 22 // DEATH1\n84 1 0 0\n 85 -6 2 1e9\n"),
        ("mark", b"\xef\xbb\xbfstand 0 4294967295 0.001\n"),
        ("bytes", b"\xff\xfe 0 1 2\n\xe4 3 4 5"),
        ("wrong", b"walk 5 1 10\nwalk 1 x 10\nwalk 1 2 inf nan\nwalk"),
        ("cube", b"md3load a.md3; md3anim \"idle\" 0 10 12.5\nmd3anim attack1 11 22 -3 4\nmd3anim dying 7\n"),
    ];
    texts.map(|(name, text)| (name, text.to_vec())).to_vec()
}

pub(crate) fn configs() -> Vec<Seed> {
    let row = |at: u32| format!("{} {} {} 15\t\t// ROW {at}\n", at * 10, 10 + at % 3, at % 4);
    let rows = |count: u32| (0..count).map(row).collect::<String>();
    let settings = "// a comment\nsex f\nheadoffset 1 -2.5 0\nfootsteps energy\nfixedlegs\n\n";
    let texts = [
        ("player", settings.to_owned() + &rows(25)),
        ("team", rows(33)),
        ("backwards", "0 -10 0 20\n5 1 -1 0\n 0 0 0 0\n".to_owned() + &rows(25)),
        ("huge", "4294967295 2147483647 2147483647 2147483647\n".repeat(25)),
        ("few", rows(3)),
        ("comments", "/* sex m */ \"0\" 1 1 1 // \n/* open".to_owned()),
    ];
    texts.map(|(name, text)| (name, text.into_bytes())).to_vec()
}
