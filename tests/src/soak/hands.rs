//! A simulated user who performs random actions with the keyboard, the mouse and the window frame.

use std::fs;
use std::time::Duration;

use md2_testdata::random::Random;

use crate::desktop::{Desktop, Key, Modifier, Window};
use crate::failure::Failure;
use crate::workspace::root;

type KeyStroke = (Option<Modifier>, Key);

fn documented_keys() -> Result<Vec<KeyStroke>, Failure> {
    let text = fs::read_to_string(root().join("crates/md2-viewer/README.md"))?;
    let rows = text.lines().skip_while(|line| !line.starts_with("| topic | key | action |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|') && !line.starts_with("| Mouse |"));
    let mut keys = Vec::new();
    for label in rows.filter_map(|row| row.split('|').nth(2)).map(str::trim) {
        let (held, names) = match label.split_once('+') {
            Some(("Shift", names)) => (Some(Modifier::Shift), names),
            Some(("Ctrl", names)) => (Some(Modifier::Control), names),
            _ => (None, label),
        };
        for name in names.replace("Page ", "Page").split_whitespace() {
            // The keyboard of the virtual display has these characters only together with Shift.
            let (held, name) = match name {
                "<" => (Some(Modifier::Shift), ","),
                ">" => (Some(Modifier::Shift), "."),
                name => (held, name),
            };
            keys.push((held, key(name).ok_or_else(|| format!("unknown key \"{name}\""))?));
        }
    }
    keys.retain(|key| !is_excluded(*key));
    Ok(keys)
}

fn key(name: &str) -> Option<Key> {
    Some(match name {
        "Space" => Key::Char(' '),
        "Home" => Key::Home,
        "PageUp" => Key::PageUp,
        "PageDown" => Key::PageDown,
        "F12" => Key::Function(12),
        "Esc" => Key::Escape,
        "←" => Key::Left,
        "→" => Key::Right,
        "↑" => Key::Up,
        "↓" => Key::Down,
        // The key that produces the character together with Shift.
        "+" => Key::Char('='),
        "−" => Key::Char('-'),
        other => match other.as_bytes() {
            [one] => Key::Char(char::from(one.to_ascii_lowercase())),
            [b'F', digit @ b'1'..=b'9'] => Key::Function(digit - b'0'),
            _ => return None,
        },
    })
}

/// Whether the simulated user avoids a key, because the key quits the viewer, starts a text input, or exists only on
/// special keyboards.
fn is_excluded((held, key): KeyStroke) -> bool {
    match held {
        Some(Modifier::Control) => ['f', 'o', 'e', 'q'].map(Key::Char).contains(&key),
        Some(Modifier::Shift) => false,
        None => key == Key::Char('?'),
    }
}

#[derive(Debug)]
pub(super) struct RandomUser<'a> {
    desktop: &'a Desktop,
    window: Window,
    keys: Vec<KeyStroke>,
    held: Option<u8>,
    minimized: bool,
    waves: i16,
}

impl<'a> RandomUser<'a> {
    pub(super) fn new(desktop: &'a Desktop, window: Window) -> Result<Self, Failure> {
        Ok(Self { desktop, window, keys: documented_keys()?, held: None, minimized: false, waves: 0 })
    }

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

    /// The number of documented keys.
    pub(super) fn key_count(&self) -> usize {
        self.keys.len()
    }

    /// Presses the documented key with this index.
    pub(super) fn press_key(&mut self, index: usize) -> Result<(), Failure> {
        let (held, key) = self.keys[index];
        self.desktop.press_with(self.window, held, key)
    }

    pub(super) fn release(&mut self) -> Result<(), Failure> {
        if let Some(held) = self.held.take() {
            self.desktop.button(held, false)?;
        }
        self.show()
    }

    pub(super) fn show(&mut self) -> Result<(), Failure> {
        if std::mem::take(&mut self.minimized) {
            self.desktop.restore(self.window)?;
        }
        Ok(())
    }

    /// Moves the pointer slightly near the upper left corner of the screen, which a window of any size covers.
    pub(super) fn nudge(&mut self) -> Result<(), Failure> {
        self.waves = (self.waves + 1) % 4;
        self.desktop.point(self.waves, self.waves)
    }

    fn press(&mut self, random: &mut Random) -> Result<String, Failure> {
        let (held, key) = self.keys[random.below(self.keys.len())];
        let times = 1 + random.below(4);
        for _ in 0..times {
            // A minimized window receives no keys.
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
        // The window gets several sizes in a row, as when a user drags its corner. Sometimes it gets the smallest size.
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

    #[test]
    fn the_readme_lists_keys_to_press() {
        let keys = documented_keys().expect("all keys are known");
        assert!(keys.len() > 60 && keys.contains(&(Some(Modifier::Shift), Key::Left)), "{keys:?}");
    }
}
