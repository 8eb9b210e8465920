//! A simulated user who performs random actions with the keyboard, the mouse and the window frame.

use std::time::Duration;

use md2_testdata::random::Random;

use crate::desktop::{Desktop, Key, Modifier, Window};
use crate::failure::Failure;

type KeyStroke = (Option<Modifier>, Key);

/// Returns all keys with and without a modifier, except those that quit the viewer or start a text input.
fn keys() -> Vec<KeyStroke> {
    const CHARACTERS: &str = " abcdefghijklmnopqrstuvwxyz0123456789,.[]=-";
    let characters = CHARACTERS.chars().map(Key::Char);
    let others =
        [Key::Escape, Key::PageUp, Key::PageDown, Key::Left, Key::Up, Key::Right, Key::Down, Key::Home];
    let plain: Vec<Key> = characters.chain(others).chain((1..=12).map(Key::Function)).collect();
    let mut strokes = Vec::new();
    for held in [None, Some(Modifier::Shift), Some(Modifier::Control)] {
        strokes.extend(plain.iter().map(|key| (held, *key)));
    }
    let excluded = ['f', 'o', 'e', 'q'].map(|letter| (Some(Modifier::Control), Key::Char(letter)));
    strokes.retain(|stroke| !excluded.contains(stroke));
    strokes
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
    pub(super) fn new(desktop: &'a Desktop, window: Window) -> Self {
        Self { desktop, window, keys: keys(), held: None, minimized: false, waves: 0 }
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

    pub(super) fn key_count(&self) -> usize {
        self.keys.len()
    }

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
