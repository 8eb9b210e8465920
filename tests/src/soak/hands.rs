//! Hands on keyboard, mouse and window frame.

use std::time::Duration;

use md2_testdata::random::Random;

use crate::{Desktop, Failure, Key, Window};

/// The keys of the viewer, but for the one that ends it.
const KEYS: &[Key] = &[
    Key::Char(' '),
    Key::Char('['),
    Key::Char(']'),
    Key::Char('1'),
    Key::Char('s'),
    Key::Char('c'),
    Key::Char('t'),
    Key::Char('w'),
    Key::Char('g'),
    Key::Char('l'),
    Key::Char('b'),
    Key::Char('n'),
    Key::Char('y'),
    Key::Char('a'),
    Key::Char('i'),
    Key::Char('f'),
    Key::Char('o'),
    Key::Char('p'),
    Key::Char('h'),
    Key::Left,
    Key::Right,
    Key::Up,
    Key::Down,
    Key::Home,
    Key::End,
    Key::F12,
];

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
        let key = KEYS[random.below(KEYS.len())];
        let times = 1 + random.below(4);
        for _ in 0..times {
            // A window that is not there takes no keys.
            if !self.minimized {
                self.desktop.press(self.window, key)?;
            }
        }
        Ok(format!("key {key:?}, {times} times"))
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

    /// The key by the name that documents give it.
    fn key(label: &str) -> Key {
        match label {
            "Space" => Key::Char(' '),
            "Home" => Key::Home,
            "End" => Key::End,
            "F12" => Key::F12,
            "Esc" => Key::Escape,
            "←" => Key::Left,
            "→" => Key::Right,
            "↑" => Key::Up,
            "↓" => Key::Down,
            other => match other.as_bytes() {
                [one] => Key::Char(char::from(one.to_ascii_lowercase())),
                _ => panic!("there is no key \"{other}\""),
            },
        }
    }

    #[test]
    fn every_documented_key_is_pressed() {
        let path = crate::root().join("crates/md2-viewer/README.md");
        let text = std::fs::read_to_string(path).expect("the viewer has a README");
        let rows = text.lines().skip_while(|line| !line.starts_with("| key | does |")).skip(2);
        let cells =
            rows.take_while(|line| line.starts_with('|')).flat_map(|row| row.split('|').skip(1).step_by(2));
        let keys: Vec<Key> = cells.flat_map(str::split_whitespace).map(key).collect();
        assert!(keys.contains(&Key::Escape), "the table was found");
        let pressed = |key: &Key| *key == Key::Escape || KEYS.contains(key);
        let left_out: Vec<_> = keys.iter().filter(|key| !pressed(key)).collect();
        assert!(left_out.is_empty(), "{left_out:?}");
    }
}
