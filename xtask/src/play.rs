//! `cargo xtask play`: shows mods that `md2 mod` writes in free engines, and examines the pictures and logs of the engines.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::{cargo, files, setup};

/// Shows a mod in an engine, whose files are below a folder.
type Show = fn(&Path) -> Result<(), Failure>;

/// The engines; each is the name of a program and of its Debian package.
const ENGINES: [(&str, Show); 2] = [("darkplaces", darkplaces), ("openarena", openarena)];
/// The player of OpenArena that a mod contains.
const PLAYER: &str = "/usr/share/games/openarena/baseoa/pak0.pk3/models/players/sarge";
/// The name of the model in each mod. A line of a log that contains it is about the mod.
const NAME: &str = "shownmodel";
/// The smallest number of pixels that a model covers in a picture of 800 x 600 pixels.
const FEWEST_PIXELS: usize = 5000;
/// The smallest change of a color by a model. Between two pictures, the light and the view of a player change a little.
const LEAST_CHANGE: u8 = 32;

/// Shows a mod in the named engines, by default in all. An engine that cannot be installed is not checked.
pub(crate) fn play(arguments: &[String]) -> Result<(), Failure> {
    for name in arguments {
        if !ENGINES.iter().any(|(known, _)| known == name) {
            let known = ENGINES.map(|(known, _)| known).join(" or ");
            return Err(format!("unknown engine \"{}\", expected {known}", name.escape_debug()));
        }
    }
    for (name, show) in ENGINES {
        if !arguments.is_empty() && !arguments.iter().any(|wanted| wanted == name) {
            continue;
        }
        if !setup::install_programs(&[("xvfb-run", "xvfb"), (name, name)]) {
            cargo::not_checked(&format!("mods in {name}"), "apt-get cannot install it with xvfb here")?;
            continue;
        }
        let folder = cargo::target_dir()?.join("play").join(name);
        let _ = fs::remove_dir_all(&folder);
        files::make_folder(&folder)?;
        show(&folder)?;
    }
    Ok(())
}

/// Shows three poses and skins of the wanderer in DarkPlaces, which reads the models of Quake (left), Quake II and Quake III. The room and a
/// recorded demo, which places the models, are the whole game.
fn darkplaces(folder: &Path) -> Result<(), Failure> {
    let game = folder.join("id1");
    let model = cargo::root().join("assets/wanderer/tris.md2");
    for (target, archive) in [("quake", "pak1.pak"), ("quake2", "pak2.pak"), ("quake3", "pak3.pk3")] {
        write_mod(target, &model, &game.join(archive))?;
    }
    write(&game.join("maps/room.obj"), room().as_bytes())?;
    write(&game.join("show.dem"), &demo())?;
    let script = "viewsize 120\nplaydemo show\ndefer 4 \"screenshot with.tga; r_drawentities 0\"\n\
                  defer 5 \"screenshot without.tga\"\ndefer 6 quit\n";
    write(&game.join("quake.rc"), script.as_bytes())?;
    let place = |name: &str| folder.join(name).display().to_string();
    let arguments = ["-basedir", &place(""), "-userdir", &place("user"), "-nosound", "-window"];
    let size = ["-width", "800", "-height", "600"];
    run("darkplaces", &[&arguments[..], &size].concat(), folder)?;
    compare(&folder.join("user/id1"))
}

/// Shows a copy of a player, and a single model as a player, in OpenArena, seen from the front.
fn openarena(folder: &Path) -> Result<(), Failure> {
    let single = cargo::root().join("assets/wanderer/tris.md2");
    for (game, model) in [("quake3", Path::new(PLAYER)), ("quake3 --player", &single)] {
        let folder = folder.join(game);
        write_mod(game, model, &folder.join("baseoa/zz-mod.pk3"))?;
        let home = folder.display().to_string();
        let options = format!(
            "+set com_homepath . +set s_initsound 0 +set r_fullscreen 0 +set r_mode 4 \
             +set developer 1 +set model {NAME} +set headmodel {NAME} +devmap oa_dm1 +wait 100 +cg_draw2D 0 \
             +cg_thirdPerson 1 +cg_thirdPersonRange 80 +cg_thirdPersonAngle 160 +wait 50 +screenshot with +wait 20 \
             +r_drawentities 0 +wait 20 +screenshot without +wait 20 +quit"
        );
        let options = ["+set", "fs_homepath", &home].into_iter().chain(options.split(' '));
        run("openarena", &options.collect::<Vec<_>>(), &folder)?;
        compare(&folder.join("baseoa/screenshots"))?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::make_folder(path.parent().unwrap_or(path))?;
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn write_mod(game: &str, model: &Path, output: &Path) -> Result<(), Failure> {
    files::make_folder(output.parent().unwrap_or(output))?;
    let mut command = cargo::cargo();
    command.args(["run", "--quiet", "--package", "md2-tool", "--", "mod"]).args(game.split(' ')).arg(model);
    cargo::run(command.args(["--name", NAME, "--output"]).arg(output).stdout(Stdio::null()))
}

/// Runs an engine on a virtual display. The lines of its log about the model are an error.
fn run(engine: &str, arguments: &[&str], folder: &Path) -> Result<(), Failure> {
    let log = folder.join("log.txt");
    let file = fs::File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
    let errors = file.try_clone().map_err(|error| format!("{}: {error}", log.display()))?;
    let mut command = Command::new("timeout");
    command.args(["120", "xvfb-run", "--auto-servernum", "--server-args", "-screen 0 800x600x24"]);
    command.arg(setup::game_program(engine).unwrap_or_else(|| PathBuf::from(engine))).args(arguments);
    cargo::run(command.stdin(Stdio::null()).stdout(file).stderr(errors))?;
    let text = fs::read(&log).map_err(|error| format!("{}: {error}", log.display()))?;
    let text = String::from_utf8_lossy(&text);
    // Quake III prints the settings of a player.
    let is_about = |line: &&str| line.contains(NAME) && !line.contains("userinfo");
    let about: Vec<&str> = text.lines().filter(is_about).collect();
    if about.is_empty() { Ok(()) } else { Err(format!("{engine} says:\n{}", about.join("\n"))) }
}

/// Compares the pictures with and without models, which must differ where the models are.
fn compare(folder: &Path) -> Result<(), Failure> {
    let pixels = |name: &str| -> Result<Vec<u8>, Failure> {
        let path = folder.join(name);
        let file = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        // Both engines write TGA files without compression, with three bytes for each pixel.
        file.get(18..).map(<[u8]>::to_vec).ok_or_else(|| format!("{}: no picture", path.display()))
    };
    let (with, without) = (pixels("with.tga")?, pixels("without.tga")?);
    let differs = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > LEAST_CHANGE);
    let count = with.chunks(3).zip(without.chunks(3)).filter(differs).count();
    let picture = folder.join("with.tga");
    println!("play: {}: the models cover {count} pixels", picture.display());
    if count < FEWEST_PIXELS {
        return Err(format!("{}: shows no model, expected {FEWEST_PIXELS} pixels of it", picture.display()));
    }
    Ok(())
}

/// Returns a room as an OBJ, which DarkPlaces reads as a map.
fn room() -> String {
    let corner = |at: usize, bit: usize| if at >> bit & 1 == 0 { -200 } else { 200 };
    let mut text = String::new();
    for at in 0..8 {
        text += &format!("v {} {} {}\n", corner(at, 0), if at & 2 == 0 { -24 } else { 200 }, corner(at, 2));
    }
    text += "vt 0 0\nvt 4 0\nvt 4 4\nvt 0 4\nvn 0 1 0\nusemtl wall\n";
    for face in [[1, 2, 6, 5], [2, 4, 8, 6], [1, 3, 7, 5], [1, 3, 4, 2], [5, 7, 8, 6]] {
        // Both sides are visible.
        for order in [[0, 1, 2, 3], [3, 2, 1, 0]] {
            let words = order.map(|at| format!("{}/{}/1", face[at], at + 1));
            text += &format!("f {}\n", words.join(" "));
        }
    }
    text
}

/// Returns a demo in which three models stand in the room. It contains the messages of a server with the protocol 15.
fn demo() -> Vec<u8> {
    let entity = |model: u8, frame: u8, skin: u8, place: [i16; 3], yaw: u8| {
        let [x, y, z] = place.map(|side| (side * 8).to_le_bytes());
        [&[model, frame, 0, skin][..], &x, &[0], &y, &[yaw], &z, &[0]].concat()
    };
    let names = format!(
        "room\0maps/room.obj\0progs/{NAME}.mdl\0models/{NAME}/tris.md2\0models/mapobjects/{NAME}/{NAME}.md3\0\0\0"
    );
    // The server's description, the camera's entity, and the three steps of a connection.
    let start = [&[11, 15, 0, 0, 0, 1, 0][..], names.as_bytes(), &[32, 0, 0, 5, 1, 0, 25, 1]].concat();
    let mut models = [&[22, 1, 0][..], &entity(0, 0, 0, [-150, 0, 0], 0)].concat();
    for (skin, (frame, y)) in (0..).zip([(0, 60), (42, 0), (60, -60)]) {
        models.extend([&[20][..], &entity(2 + skin, frame, skin, [-20, y, 0], 128)].concat());
    }
    models.extend([25, 2]);
    let mut messages = vec![start, models, vec![25, 3]];
    for tenth in 10..200_u16 {
        let time = (f32::from(tenth) / 10.0).to_le_bytes();
        // The state of the client: no items, and full health. Then the camera's entity without a change.
        messages.push([&[7][..], &time, &[15, 0, 2, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0x80, 1]].concat());
    }
    let mut file = b"-1\n".to_vec();
    for message in messages {
        file.extend(u32::try_from(message.len()).unwrap_or(0).to_le_bytes());
        file.extend([0; 12]);
        file.extend(message);
    }
    file
}
