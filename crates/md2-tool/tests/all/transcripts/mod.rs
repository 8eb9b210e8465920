//! Replays the transcripts in the folder `transcripts`: commands with everything that they print.
//!
//! A line `## …` begins a case in a new folder with the files of [`fixtures`]. A line `$ …` is a command; the lines after it are what it prints to
//! standard output, then to standard error (with `! `), and its exit code (`= 1`) unless it is 0. Besides `md2` there are `cat FILE`, `cmp A B`,
//! and `ls`, which lists the files that are new or changed in the case. `< FILE` and `> FILE` redirect standard input and output.
//! `MD2_BLESS=1 cargo test -p md2-tool transcripts` writes the transcripts again: read the change before you commit it.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use md2_export::gltf::glb;
use md2_testdata::archive::{ZipFile, pak, zip};
use md2_testdata::mdl::MdlSpec;
use md2_testdata::png::{png, zeros};
use md2_testdata::{
    Md2Spec, TaggedBytes, TriangleSpec, block, md3, mdl, one_triangle, seamed_quad, with_frames,
};
use serde_json::Value;

use crate::common::{TempFolder, code, content, md2, stderr, stdout, triangle};
use crate::import::{armed_glb, obj, triangle_glb};
use crate::json::validate;

/// The frames of `m_player.h` in Quake II, which the game selects by number.
const PLAYER: [(&str, u32); 20] = [
    ("stand", 40),
    ("run", 6),
    ("attack", 8),
    ("pain1", 4),
    ("pain2", 4),
    ("pain3", 4),
    ("jump", 6),
    ("flip", 12),
    ("salute", 11),
    ("taunt", 17),
    ("wave", 11),
    ("point", 12),
    ("crstnd", 19),
    ("crwalk", 6),
    ("crattak", 9),
    ("crpain", 4),
    ("crdeath", 5),
    ("death1", 6),
    ("death2", 6),
    ("death3", 8),
];
/// Frames with the names of rows of `animation.cfg`.
const ROWS: [&str; 7] =
    ["BOTH_DEATH11", "BOTH_DEAD11", "BOTH_DEAD12", "LEGS_RUN1", "LEGS_BACK1", "LEGS_BACK2", "LEGS_IDLE1"];
const FIVE: [&str; 5] = ["stand1", "stand2", "run1", "run2", "run3"];
/// Two triangles with the corners (0, 0, 0), (1, 0, 0) and (0, 1, 0), in meters with Y up.
const BOX: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0},{"attributes":{"POSITION":0},"material":1}]}],
"materials":[{"name":"Red Paint","pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}},
{"name":"tag_blue","pbrMetallicRoughness":{"baseColorFactor":[0,0,1,1]}}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,
"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#;
const LETTER: &[u8] = b"This is not a model, but a letter to the one who opens it.";

fn changed(edit: fn(&mut TaggedBytes) -> &mut TaggedBytes) -> Vec<u8> {
    let mut file = one_triangle().build();
    edit(&mut file);
    file.into_bytes()
}

fn fixtures() -> Vec<(&'static str, Vec<u8>)> {
    [md2_models(), other_models(), other_files(), faulty_mods(), damaged_models(), imported_files()].concat()
}

fn md2_models() -> Vec<(&'static str, Vec<u8>)> {
    let player = PLAYER.iter().flat_map(|&(name, count)| (1..=count).map(move |at| format!("{name}{at:02}")));
    vec![
        ("one.md2", triangle()),
        ("same.md2", triangle()),
        ("longer.md2", [triangle(), vec![0]].concat()),
        ("run.md2", with_frames(["run1", "run2", "death1"]).build().into_bytes()),
        ("runs.md2", with_frames(["run1", "run2", "run3"]).build().into_bytes()),
        ("rates.md2", with_frames(["crdeath1", "crdeath2", "spin1", "spin2"]).build().into_bytes()),
        ("player.md2", with_frames(player).build().into_bytes()),
        ("skins.md2", Md2Spec { skins: vec![b"a.pcx".to_vec(); 32], ..one_triangle() }.build().into_bytes()),
        ("bare.md2", {
            let (triangles, gl_words) = (Vec::new(), Vec::new());
            Md2Spec { triangles, gl_words, ..one_triangle() }.build().into_bytes()
        }),
        ("block.md2", block(false).build().into_bytes()),
        ("quad.md2", seamed_quad().build().into_bytes()),
        ("flipped.md2", changed(|file| file.set_u16("tri[0].xyz[0]", 1).set_u16("tri[0].xyz[1]", 0))),
        ("moved.md2", changed(|file| file.set_f32("frame[1].translate[2]", 7.0))),
        ("wide.md2", changed(|file| file.set_i32("skinwidth", 128))),
        ("normal.md2", changed(|file| file.set_u8("frame[1].vertex[2].normal", 5))),
        ("many.md2", with_frames((1..=300).map(|number| format!("run{number}"))).build().into_bytes()),
        ("dense.md2", {
            let mut dense = Md2Spec { vertices: 2100, ..one_triangle() };
            dense.frames.iter_mut().for_each(|frame| frame.vertices.resize(2100, frame.vertices[0]));
            dense.build().into_bytes()
        }),
        ("tall.md2", changed(|file| file.set_i32("skinheight", 960))),
        ("flat.md2", {
            let mut flat = one_triangle();
            flat.triangles.push(TriangleSpec { xyz: [0, 1, 1], ..flat.triangles[0] });
            flat.build().into_bytes()
        }),
        ("long.md2", with_frames((0..1025).map(|number| format!("walk{number}"))).build().into_bytes()),
        ("five.md2", with_frames(FIVE).build().into_bytes()),
        ("rest.md2", {
            let mut rest = with_frames(["rest1", "rest2", "rest3"]);
            let translate = rest.frames[0].translate;
            rest.frames.iter_mut().for_each(|frame| frame.translate = translate);
            rest.build().into_bytes()
        }),
    ]
}

fn other_models() -> Vec<(&'static str, Vec<u8>)> {
    let torch = mdl::skin_group().build();
    let mut painted = torch.bytes().to_vec();
    painted[torch.offset_of("skin[1].pixels[1]") + 5] ^= 1;
    let mut head = md3::player_head();
    let mut bare = head.surfaces[0].clone();
    (bare.name, bare.triangles) = (b"h_empty".to_vec(), Vec::new());
    head.surfaces.push(bare);
    vec![
        ("torch.mdl", torch.into_bytes()),
        ("painted.mdl", painted),
        ("lamp.mdl", mdl::frame_group().build().into_bytes()),
        ("quad.mdl", mdl::seamed_quad().build().into_bytes()),
        ("head.md3", head.build().into_bytes()),
        ("head_default.skin", b"h_head,gone.tga\nh_empty,gone.tga\n".to_vec()),
        ("lower.md3", md3::player_lower().build().into_bytes()),
        ("five.mdl", mdl::with_frames(FIVE).build().into_bytes()),
        ("bright.mdl", mdl::fullbright().build().into_bytes()),
        ("rows.mdl", mdl::with_frames(ROWS).build().into_bytes()),
        ("wizard.mdl", mdl::with_frames((0..54).map(|number| format!("f{number}"))).build().into_bytes()),
        ("equal/wizard.mdl", mdl::with_frames(["f"; 54]).build().into_bytes()),
        ("large.mdl", MdlSpec { scale: [4.0; 3], ..mdl::one_triangle() }.build().into_bytes()),
        ("hexen2.mdl", {
            let built = mdl::one_triangle().build();
            let (triangles, frames) = (built.offset_of("tri[0].front"), built.offset_of("frame[0].type"));
            let indices = [1_u16, 0, 0, 1, 2, 2, 1, 0].map(u16::to_le_bytes).concat();
            let header = [&b"RAPO\x32\0\0\0"[..], &built.bytes()[8..84], &3_i32.to_le_bytes()].concat();
            [&header, &built.bytes()[84..triangles], &indices, &built.bytes()[frames..]].concat()
        }),
        ("flags.mdl", {
            let skins = mdl::skin_group().skins;
            MdlSpec { skins, flags: 9, sync_type: 1, ..mdl::frame_group() }.build().into_bytes()
        }),
    ]
}

fn other_files() -> Vec<(&'static str, Vec<u8>)> {
    let mut odd = md3::player_head().build();
    odd.set_i32("flags", 8);
    // The header of a TGA with 20,000 x 20,000 pixels, which is too large.
    let huge = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0x4e, 0x20, 0x4e, 32, 0x28].to_vec();
    let pixel = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 32, 0x28, 9, 9, 9, 255].to_vec();
    vec![
        ("pak0.pak", pak(&[(b"m/a.md2", &triangle())])),
        ("evil.pk3", zip(&["a/a.png", "A/A.PNG", "../../b.txt"].map(|name| ZipFile::stored(name, LETTER)))),
        ("encrypted.pk3", {
            let encrypted = ZipFile { flags: 1, ..ZipFile::stored("a.md2", b"secret") };
            zip(&[encrypted, ZipFile::stored("b.md2", &triangle())])
        }),
        ("empty/x.txt", Vec::new()),
        ("near.obj", b"v 0 0 0\nv 8 0 0\nv 0 8 0\nf 1 2 3\n".to_vec()),
        ("far.obj", b"v 0 0 0\nv 8 0 0\nv 0 513 0\nf 1 2 3\n".to_vec()),
        ("strip.obj", {
            let vertices: String = (0..1000).map(|i| format!("v {i} {} 0\n", i % 2)).collect();
            let faces: String = (1..=998).map(|i| format!("f {i} {} {}\n", i + 1, i + 2)).collect();
            (vertices + &faces).into_bytes()
        }),
        ("there.glb", b"mine".to_vec()),
        ("red.png", png([8; 2], &[], &zeros(99))),
        ("darkplaces/knight.mdl", md3::one_triangle().build().into_bytes()),
        ("same/x.md2", triangle()),
        ("same/x.md3", md3::one_triangle().build().into_bytes()),
        // Both models contain the name of this image.
        ("m/skin.pcx", Vec::new()),
        ("m/sound.md2", triangle()),
        ("m/normal.md2", changed(|file| file.set_u8("frame[1].vertex[2].normal", 200))),
        ("m/odd.md3", odd.into_bytes()),
        ("skin/m.md2", triangle()),
        ("skin/skin.tga", huge),
        ("skin/other.tga", pixel),
        ("stretched/m.md2", triangle()),
        ("stretched/skin.png", png([128, 32], &[], &zeros(99))),
        ("two/m.md2", {
            let skins = ["two/first.pcx", "two/default.pcx"].map(|path| path.as_bytes().to_vec()).to_vec();
            Md2Spec { skins, ..one_triangle() }.build().into_bytes()
        }),
        ("two/first.png", png([8; 2], &[], &zeros(99))),
        ("two/default.png", png([4; 2], &[], &zeros(99))),
        ("p/lower.md3", md3::player_lower().build().into_bytes()),
        ("p/lower_default.skin", b"l_legs,p/legs.png\n".to_vec()),
        ("p/lower_blue.skin", b"l_legs,p/blue.png\n".to_vec()),
        ("p/lower_red.skin", b"l_legs,p/gone.png\n".to_vec()),
        ("p/legs.png", png([8; 2], &[], &zeros(99))),
        ("p/blue.png", png([8; 2], &[], &zeros(99))),
        ("image/blade.md3", md3::one_triangle().build().into_bytes()),
        ("wads/modeldef.txt", {
            let lines = [
                "#include none.txt\nModel A {\nPath models\nModel 0 one.md2\nSkin 0 red.png\nModel 1 gone.md3",
                "SurfaceSkin 0 3 ../../out.png\nFrameIndex ONEA A 0 1\nFrameIndex ONEA A 0 2\nFrame ONEA B 0 fly\nFrameIndx ONEA C 0 0\nFrameIndex ONEB A 4 0\n} {",
            ];
            lines.join("\n").into_bytes()
        }),
        ("wads/zscript.zs", b"class A : Actor { States { Spawn: ONEB A 1; } }".to_vec()),
        ("wads/models/one.md2", triangle()),
        ("wads/models/two.md2", triangle()),
        ("wads/models/Red.png", png([8; 2], &[], &zeros(99))),
        ("wads/models/old.png", png([8; 2], &[], &zeros(99))),
        ("quake2/players/ann/tris.md2", triangle()),
        ("quake2/players/joe/tris.md2", triangle()),
        ("quake2/players/joe/grunt.pcx", Vec::new()),
        ("quake2/players/joe/grunt_i.pcx", Vec::new()),
    ]
}

/// A folder with another name than the models contain, a player without a tag, and scripts that the engine does not read.
fn faulty_mods() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("moved/models/test/one.md2", triangle()),
        ("moved/models/test/skin.png", png([8; 2], &[], &zeros(99))),
        ("moved/models/tost/blade.md3", md3::one_triangle().build().into_bytes()),
        ("moved/models/tost/blade.png", png([8; 2], &[], &zeros(99))),
        ("moved/models/players/ann/animation.cfg", b"0 1 0 10".to_vec()),
        ("moved/models/players/ann/lower.md3", md3::one_triangle().build().into_bytes()),
        ("moved/models/players/ann/lower_default.skin", {
            b"blade,models/players/anne/long/long/long/long/long/long/long/a.png".to_vec()
        }),
        ("moved/models/players/ann/lower_red.skin", b"\nblade,models/players/ann/gone.png".to_vec()),
        ("moved/models/players/ann/a.png", png([8; 2], &[], &zeros(99))),
        ("moved/models/players/dot/lower.md3", md3::player_lower().build().into_bytes()),
        ("moved/models/players/dot/animation.cfg", format!("{0}9 1 0 10 {0}", "0 1 0 10 ".repeat(13)).into()),
        ("moved/models/players/cid/lower.md3", md3::player_lower().build().into_bytes()),
        ("moved/models/players/cid/lower_1.md3", md3::player_lower().build().into_bytes()),
        ("moved/players/bea/tris.md2", triangle()),
        ("moved/players/bea/weapon.md2", with_frames(["a1"]).build().into_bytes()),
        ("moved/players/bea/red.png", png([8; 2], &[], &zeros(99))),
        ("moved/players/bea/red_i.pcx", png([8; 2], &[], &zeros(99))),
        ("moved/players/bea/Blue.PCX", png([8, 481], &[], &zeros(5000))),
        ("placed/modeldef.a", b"Model A { Path models Model 0 a.md2 Scale 2 2 1 Offset 0 0 48 }".to_vec()),
        ("placed/models/a.md2", triangle()),
        ("doom/modeldef.a", b"Model A { Path models Model 0 tris.md2 FrameIndex ONEA A 0 0 }".to_vec()),
        ("doom/modldef.b", b"Model B { Path models Model 0 tris.md2 FrameIndex ONEA A 0 0 }".to_vec()),
        ("doom/zscript.a", {
            b"class A : Actor { States {\nSpawn: ONEA AB 1;\nONEA A 1\ngoto Spwan; } }\nclass Bead : A {}\nclass C : Bad {}".to_vec()
        }),
        ("doom/zscript.b", b"// class A\nclass A : Actor {}".to_vec()),
        ("doom/mapinfo.a", b"DoomEdNums { 21005 = Bead 21006 = Bend }".to_vec()),
        ("doom/zscript/sound.zs", {
            b"/* class A : Actor {} */\nmixin class M { States { Idle: ONEA A 1; goto See; } }\nclass D : Actor {
            States { Spawn: ONEA A 1; goto See; }\nvoid Hit(Actor other) {}\nStates { See: ONEA A 1; goto DieFromSpawn; } }
            class E : Actor { mixin M; States { Spawn: ONEA A 1; goto Idle; } }"
                .to_vec()
        }),
        ("doom/zscrpt.c", b"class C : Actor {}".to_vec()),
        ("doom/models/tris.md2", triangle()),
        ("doom/models/weapon.md2", triangle()),
        ("doom/models/red.pcx", Vec::new()),
    ]
}

fn damaged_models() -> Vec<(&'static str, Vec<u8>)> {
    let three = with_frames(["run1", "run2", "run3"]).build();
    vec![
        ("bad/cut.md2", triangle()[..200].to_vec()),
        ("bad/short.md2", triangle()[..triangle().len() / 3].to_vec()),
        ("bad/empty.md2", Vec::new()),
        ("bad/text.md2", LETTER.to_vec()),
        ("bad/ident.md2", changed(|file| file.set("ident", b"XYZ2"))),
        ("bad/other.md2", changed(|file| file.set("ident", b"IDP3"))),
        ("bad/version.md2", changed(|file| file.set_i32("version", 9))),
        ("bad/skins.md2", changed(|file| file.set_i32("num_skins", 661))),
        ("bad/frames.md2", three.bytes()[..three.offset_of("frame[2].name")].to_vec()),
        // The reader accepts an invalid normal, so the version is damaged as well.
        ("bad/both.md2", changed(|file| file.set_i32("version", 7).set_u8("frame[1].vertex[2].normal", 200))),
        // The second frame is about 10^22 times as large as the first, so it does not fit the model.
        ("bad/scale.md2", changed(|file| file.set_f32("frame[1].scale[0]", 1e21))),
    ]
}

fn imported_files() -> Vec<(&'static str, Vec<u8>)> {
    let glb = triangle_glb();
    let container = glb::read(&glb).unwrap();
    let with_image = r#"{"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
        "textures":[{"source":0}],"images":[{"uri":"mine.png"}],"#;
    let json = String::from_utf8(container.json.to_vec()).unwrap().replacen('{', with_image, 1);
    let json = json.replace("\"POSITION\":0}", "\"POSITION\":0},\"material\":0");
    vec![
        ("obj/run_1.obj", obj(8.0).into_bytes()),
        ("obj/run_2.obj", obj(13.7).into_bytes()),
        ("obj/run_10.obj", obj(21.3).into_bytes()),
        ("obj/die_1.obj", obj(2.0).into_bytes()),
        ("lost.obj", [b"mtllib lost.mtl\nusemtl skin\n", obj(8.0).as_bytes()].concat()),
        ("lost.mtl", b"newmtl skin\nmap_Kd gone.png\n".to_vec()),
        ("hop.bin", glb.clone()),
        ("glb.md2", glb.clone()),
        ("cut.glb", glb[..glb.len() - 30].to_vec()),
        ("box.gltf", BOX.as_bytes().to_vec()),
        ("mine/image.glb", glb::write(json.as_bytes(), container.bin.unwrap()).unwrap()),
        ("mine/mine.png", b"mine".to_vec()),
        ("armed.glb", armed_glb()),
        ("table.txt", b"attack = Running_*".to_vec()),
        ("wrong.txt", b"# mine\nfly = Running_*".to_vec()),
        ("players/knight/x.txt", Vec::new()),
    ]
}

pub(crate) struct Case {
    pub(crate) folder: TempFolder,
    before: Vec<(std::path::PathBuf, Vec<u8>)>,
}

impl Case {
    pub(crate) fn new() -> Self {
        let folder = TempFolder::new();
        fixtures().iter().for_each(|(name, bytes)| folder.write(name, bytes));
        for place in ["bob/", "hurt/", "ann/"] {
            md3::write_player(&folder, place);
        }
        folder.write("ann/lower_default.skin", b"tag_torso,\n L_Legs ,models/players/ann/a.png\n");
        folder.write("ann/upper_default.skin", b"l_legs,models/players/ann/a.png\r\nu_torso,nodraw\n");
        let mut upper = md3::player_upper().build();
        upper.set_i32("version", 9);
        folder.write("hurt/upper.md3", upper.bytes());
        let before = content(&folder);
        Self { folder, before }
    }

    fn run(&self, line: &str) -> String {
        let words: Vec<&str> = line.split(' ').map(|word| word.trim_matches('\'')).collect();
        match words[..] {
            ["md2", ref words @ ..] => self.run_md2(words),
            ["ls"] => {
                let now = content(&self.folder).into_iter().filter(|file| !self.before.contains(file));
                let name = |(path, _): (std::path::PathBuf, _)| self.folder.name_of(&path) + "\n";
                now.map(name).collect()
            }
            ["cat", name] => fs::read_to_string(self.folder.join(name)).unwrap(),
            ["cmp", a, b] => {
                let [a, b] = [a, b].map(|name| fs::read(self.folder.join(name)).unwrap());
                String::from(if a == b { "same\n" } else { "different\n" })
            }
            _ => panic!("unknown command: {line}"),
        }
    }

    fn run_md2(&self, words: &[&str]) -> String {
        let mut command = md2();
        command.current_dir(&self.folder).stdin(Stdio::null());
        let (mut words, mut to) = (words.iter(), None);
        while let Some(&word) = words.next() {
            match word {
                "<" => {
                    let file = fs::File::open(self.folder.join(words.next().unwrap())).unwrap();
                    command.stdin(file);
                }
                ">" => to = words.next(),
                word => {
                    command.arg(word);
                }
            }
        }
        let output = command.output().unwrap();
        if let Some(to) = to {
            fs::write(self.folder.join(to), &output.stdout).unwrap();
        }
        let mut text = if to.is_some() { String::new() } else { stdout(&output) };
        stderr(&output).lines().for_each(|line| text += &format!("{}\n", format!("! {line}").trim_end()));
        if code(&output) != 0 {
            text += &format!("= {}\n", code(&output));
        }
        let text = text.replace(&self.folder.display().to_string(), "FOLDER");
        let text = text.replace(concat!('"', env!("CARGO_PKG_VERSION"), '"'), "\"VERSION\"");
        if !cfg!(windows) {
            return text;
        }
        // JSON escapes the backslashes of paths.
        text.replace(r"\\", "/").replace('\\', "/").replace("md2.exe", "md2")
    }
}

/// Runs the commands of a transcript. Returns it with the outputs of this run, and each command with its output.
fn replay(transcript: &str) -> (String, Vec<(&str, String)>) {
    let (mut text, mut runs) = (String::new(), Vec::new());
    let mut case = Case::new();
    for line in transcript.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            let output = case.run(command);
            text += &format!("{line}\n{output}");
            runs.push((command, output));
        } else if line.starts_with("## ") {
            case = Case::new();
            text += &format!("{}{line}\n", if text.is_empty() { "" } else { "\n" });
        }
    }
    (text, runs)
}

/// Replays the transcript of a command, and validates the JSON in it.
#[track_caller]
fn replay_file(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/all/transcripts/{name}.txt"));
    let expected = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let (found, runs) = replay(&expected);
    if std::env::var_os("MD2_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
        return;
    }
    let lines = expected.lines().zip(found.lines()).find(|(expected, found)| expected != found);
    assert!(expected == found, "{}: {lines:?}\n{found}", path.display());
    // `convert` prints the objects of `export` and `import`.
    let commands = [format!("md2 {name} "), String::from("md2 convert ")];
    let reports = |other: Option<&str>| -> Vec<Value> {
        let own = runs.iter().filter(|(line, _)| {
            let has = |option: &str| line.contains(option);
            let is_wanted = other.map_or(!has(" --brief") && !has(" --list"), has);
            commands.iter().any(|command| line.starts_with(command)) && has(" --json") && is_wanted
        });
        let objects = own.flat_map(|(_, output)| output.lines().filter(|line| line.starts_with('{')));
        objects.map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    match name {
        "info" => validate("info-brief", &reports(Some(" --brief"))),
        "import" => validate("import-list", &reports(Some(" --list"))),
        _ => {}
    }
    if !["convert", "errors", "mods"].contains(&name) {
        validate(name, &reports(None));
    }
}

/// Declares a test for each transcript, with its name.
macro_rules! transcripts {
    ($($name:ident)*) => { $(#[test] fn $name() { replay_file(stringify!($name)); })* };
}

transcripts! { check convert diff edit enhance errors export import info mods repair }
