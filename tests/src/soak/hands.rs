//! Hands on keyboard, mouse and window frame.

use std::time::Duration;

use md2_testdata::random::Random;

use crate::desktop::{Desktop, Held, Key, Window};
use crate::failure::Failure;

/// Keys that are characters, but for those behind which letters are text.
const CHARACTERS: &str = " []1sctmrejxfv0234567owg89lbnyaiqdzkuph,.=-";

/// The keys of the viewer, but for the one that ends it, and those behind which letters are text.
fn keys() -> Vec<(Option<Held>, Key)> {
    let arrows = [Key::Left, Key::Right, Key::Up, Key::Down];
    let others = [Key::Home, Key::PageUp, Key::PageDown, Key::F12];
    let plain =
        CHARACTERS.chars().map(Key::Char).chain((1..=7).map(Key::Function)).chain(arrows).chain(others);
    let shifted = ['g', 'b', 's', 'u'].map(Key::Char).into_iter().chain([Key::Home]).chain(arrows);
    let all = plain.map(|key| (None, key)).chain(shifted.map(|key| (Some(Held::Shift), key)));
    all.chain(arrows.map(|key| (Some(Held::Control), key))).collect()
}

/// Somebody who plays with a window.
#[derive(Debug)]
pub(super) struct Hands<'a> {
    desktop: &'a Desktop,
    window: Window,
    /// The button that is held down.
    held: Option<u8>,
    minimized: bool,
    waves: i16,
}

impl<'a> Hands<'a> {
    pub(super) fn new(desktop: &'a Desktop, window: Window) -> Self {
        Self { desktop, window, held: None, minimized: false, waves: 0 }
    }

    /// Does one thing, and says which.
    pub(super) fn act(&mut self, random: &mut Random) -> Result<String, Failure> {
        match random.below(20) {
            0..=7 => self.press(random),
            8..=10 => self.point(random),
            11..=13 => self.button(random),
            14 => {
                let wheel = if random.below(2) == 0 { 4 } else { 5 };
                self.click(wheel)?;
                Ok(format!("wheel {wheel}"))
            }
            15..=18 => self.resize(random),
            _ => self.minimize(),
        }
    }

    /// Lets go of everything, so that the window is seen and free.
    pub(super) fn let_go(&mut self) -> Result<(), Failure> {
        if let Some(held) = self.held.take() {
            self.desktop.button(held, false)?;
        }
        self.show()
    }

    /// Brings a minimized window back.
    pub(super) fn show(&mut self) -> Result<(), Failure> {
        if std::mem::take(&mut self.minimized) {
            self.desktop.restore(self.window)?;
        }
        Ok(())
    }

    /// Moves the pointer a little in the corner that every window has.
    pub(super) fn wave(&mut self) -> Result<(), Failure> {
        self.waves = (self.waves + 1) % 4;
        self.desktop.point(self.waves, self.waves)
    }

    fn press(&mut self, random: &mut Random) -> Result<String, Failure> {
        let keys = keys();
        let (held, key) = keys[random.below(keys.len())];
        let times = 1 + random.below(4);
        for _ in 0..times {
            // A window that is not there takes no keys.
            if !self.minimized {
                self.desktop.press_with(self.window, held, key)?;
            }
        }
        let with = held.map(|held| format!("{held:?}+")).unwrap_or_default();
        Ok(format!("key {with}{key:?}, {times} times"))
    }

    fn point(&mut self, random: &mut Random) -> Result<String, Failure> {
        let (x, y) = (place(random, 1280)?, place(random, 800)?);
        self.desktop.point(x, y)?;
        Ok(format!("pointer to {x}, {y}"))
    }

    fn button(&mut self, random: &mut Random) -> Result<String, Failure> {
        if let Some(held) = self.held.take() {
            self.desktop.button(held, false)?;
            return Ok(format!("button {held} released"));
        }
        let button = [1, 1, 2, 3][random.below(4)];
        self.desktop.button(button, true)?;
        self.held = Some(button);
        Ok(format!("button {button} pressed"))
    }

    fn click(&mut self, button: u8) -> Result<(), Failure> {
        self.desktop.button(button, true)?;
        self.desktop.button(button, false)
    }

    fn resize(&mut self, random: &mut Random) -> Result<String, Failure> {
        // Several at once, as when a corner is dragged; now and then the smallest there is.
        let mut size = [0; 2];
        for _ in 0..1 + random.below(5) {
            size =
                if random.below(10) == 0 { [1, 1] } else { [1 + random.below(1270), 1 + random.below(790)] };
            self.desktop.resize(self.window, u32::try_from(size[0])?, u32::try_from(size[1])?)?;
            std::thread::sleep(Duration::from_millis(random.below(20) as u64));
        }
        Ok(format!("size {} x {}", size[0], size[1]))
    }

    fn minimize(&mut self) -> Result<String, Failure> {
        if self.minimized {
            self.show()?;
            return Ok("restored".to_owned());
        }
        self.desktop.minimize(self.window)?;
        self.minimized = true;
        Ok("minimized".to_owned())
    }
}

fn place(random: &mut Random, side: usize) -> Result<i16, Failure> {
    Ok(i16::try_from(random.below(side))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys by the name that documents give them; none for what is done with the pointer.
    fn named(label: &str) -> Vec<(Option<Held>, Key)> {
        let (held, names) = match label.split_once('+') {
            Some(("Shift", names)) => (Some(Held::Shift), names),
            Some(("Ctrl", names)) => (Some(Held::Control), names),
            _ => (None, label),
        };
        let names = match names {
            "Page Up" => vec!["PageUp"],
            "Page Down" => vec!["PageDown"],
            names => names.split_whitespace().collect(),
        };
        names.into_iter().map(|name| (held, key(name))).collect()
    }

    fn key(name: &str) -> Key {
        match name {
            "Space" => Key::Char(' '),
            "Home" => Key::Home,
            "PageUp" => Key::PageUp,
            "PageDown" => Key::PageDown,
            "F12" => Key::F12,
            "Esc" => Key::Escape,
            "←" => Key::Left,
            "→" => Key::Right,
            "↑" => Key::Up,
            "↓" => Key::Down,
            // On the key that needs no Shift for them.
            "+" => Key::Char('='),
            "−" => Key::Char('-'),
            other => match other.as_bytes() {
                [one] => Key::Char(char::from(one.to_ascii_lowercase())),
                [b'F', digit @ b'1'..=b'9'] => Key::Function(digit - b'0'),
                _ => panic!("there is no key \"{other}\""),
            },
        }
    }

    /// Whether letters are text behind it, or it needs a key of some keyboards only.
    fn is_left_out((held, key): (Option<Held>, Key)) -> bool {
        match held {
            Some(Held::Control) => ['f', 'o', 'e'].map(Key::Char).contains(&key),
            Some(Held::Shift) => false,
            None => [Key::Escape, Key::Char('?')].contains(&key),
        }
    }

    #[test]
    fn every_documented_key_is_pressed() {
        let path = crate::root().join("crates/md2-viewer/README.md");
        let text = std::fs::read_to_string(path).expect("the viewer has a README");
        let rows = text.lines().skip_while(|line| !line.starts_with("| topic | key | action |")).skip(2);
        let rows = rows.take_while(|line| line.starts_with('|') && !line.starts_with("| Mouse |"));
        let cells = rows.filter_map(|row| row.split('|').nth(2)).map(str::trim);
        let keys: Vec<_> = cells.flat_map(named).collect();
        assert!(keys.contains(&(None, Key::Escape)), "the table was found");
        let all = super::keys();
        let pressed = |key: &(Option<Held>, Key)| is_left_out(*key) || all.contains(key);
        let left_out: Vec<_> = keys.iter().filter(|key| !pressed(key)).collect();
        assert!(left_out.is_empty(), "{left_out:?}");
    }
}
