//! Hands on keyboard, mouse and window frame.

use std::time::Duration;

use md2_testdata::random::Random;

use crate::desktop::{Desktop, Held, Key, Window};
use crate::failure::Failure;

/// The keys of the viewer, but for the one that ends it, and those behind which letters are text.
const KEYS: &[(Option<Held>, Key)] = &[
    (None, Key::Char(' ')),
    (None, Key::Char('[')),
    (None, Key::Char(']')),
    (None, Key::Char('1')),
    (None, Key::Char('s')),
    (None, Key::Char('c')),
    (None, Key::Char('t')),
    (None, Key::Char('m')),
    (None, Key::Char('r')),
    (None, Key::Char('e')),
    (None, Key::Char('j')),
    (None, Key::Char('x')),
    (None, Key::Char('f')),
    (None, Key::Char('v')),
    (None, Key::Char('0')),
    (None, Key::Char('2')),
    (None, Key::Char('3')),
    (None, Key::Char('4')),
    (None, Key::Char('5')),
    (None, Key::Char('6')),
    (None, Key::Char('7')),
    (None, Key::Char('o')),
    (None, Key::Char('w')),
    (None, Key::Char('g')),
    (None, Key::Char('8')),
    (None, Key::Char('9')),
    (None, Key::Char('l')),
    (None, Key::Char('b')),
    (None, Key::Char('n')),
    (None, Key::Char('y')),
    (None, Key::Char('a')),
    (None, Key::Char('i')),
    (None, Key::Char('q')),
    (None, Key::Char('d')),
    (None, Key::Char('z')),
    (None, Key::Char('k')),
    (None, Key::Char('u')),
    (None, Key::Char('p')),
    (None, Key::Char('h')),
    (None, Key::Char(',')),
    (None, Key::Char('.')),
    (None, Key::Char('=')),
    (None, Key::Char('-')),
    (None, Key::Left),
    (None, Key::Right),
    (None, Key::Up),
    (None, Key::Down),
    (None, Key::Home),
    (None, Key::PageUp),
    (None, Key::PageDown),
    (None, Key::Function(1)),
    (None, Key::Function(2)),
    (None, Key::Function(3)),
    (None, Key::Function(4)),
    (None, Key::Function(5)),
    (None, Key::Function(6)),
    (None, Key::Function(7)),
    (None, Key::F12),
    (Some(Held::Shift), Key::Char('g')),
    (Some(Held::Shift), Key::Char('b')),
    (Some(Held::Shift), Key::Char('s')),
    (Some(Held::Shift), Key::Char('u')),
    (Some(Held::Shift), Key::Home),
    (Some(Held::Shift), Key::Left),
    (Some(Held::Shift), Key::Right),
    (Some(Held::Shift), Key::Up),
    (Some(Held::Shift), Key::Down),
    (Some(Held::Control), Key::Left),
    (Some(Held::Control), Key::Right),
    (Some(Held::Control), Key::Up),
    (Some(Held::Control), Key::Down),
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
        let (held, key) = KEYS[random.below(KEYS.len())];
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
    fn keys(label: &str) -> Vec<(Option<Held>, Key)> {
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
        let rows = text.lines().skip_while(|line| !line.starts_with("| about | key | does |")).skip(2);
        let rows = rows.take_while(|line| line.starts_with('|') && !line.starts_with("| Mouse |"));
        let cells = rows.filter_map(|row| row.split('|').nth(2)).map(str::trim);
        let keys: Vec<_> = cells.flat_map(keys).collect();
        assert!(keys.contains(&(None, Key::Escape)), "the table was found");
        let pressed = |key: &(Option<Held>, Key)| is_left_out(*key) || KEYS.contains(key);
        let left_out: Vec<_> = keys.iter().filter(|key| !pressed(key)).collect();
        assert!(left_out.is_empty(), "{left_out:?}");
    }
}
