//! Playback of an actor: its lists of sequences, the current one, the position in it, and the floor's motion.

mod game;

use std::collections::BTreeMap;
use std::time::Duration;

use md2_anim::game::{GameRules, SequenceBehavior};
use md2_anim::{Easing, LoopMode, Playback, Pose, Rates, Sequence, find_sequence};

use crate::document::Document;
use crate::ranges::{RangeSet, is_in, visible_frames};

pub const MAX_SPEED: f32 = 10.0;

/// Playback of one model. There is always a current sequence, even if it has only one frame.
///
/// The workspace decides whether time advances, and sets the same speed for all players.
#[derive(Clone, Debug)]
pub struct Player {
    sets: Vec<RangeSet>,
    set: usize,
    sequence: usize,
    /// The sequence that the user chose last. The rules of the game may have started another sequence since.
    chosen: usize,
    pub rates: Rates,
    /// The easing that the user chose; `None` if each sequence uses its own.
    easing: Option<Easing>,
    modes: BTreeMap<(String, String), LoopMode>,
    pub reversed: bool,
    playback: Playback,
    speed: f32,
    rules: GameRules,
    game: Option<Box<game::GameState>>,
    before: usize,
    /// The speed with which the floor moves when the playback speed is 1, in units per second.
    ground_speed: f32,
    pub travelled: f64,
}

impl Player {
    pub(crate) fn new(sets: Vec<RangeSet>, rules: GameRules) -> Self {
        assert!(sets.iter().all(|set| !set.sequences.is_empty()), "each set needs a sequence");
        let playback = Playback::for_sequence(&sets[0].sequences[0]);
        let mut player = Self {
            sets,
            set: 0,
            sequence: 0,
            chosen: 0,
            rates: Rates::default(),
            easing: None,
            modes: BTreeMap::new(),
            reversed: false,
            playback,
            speed: 1.0,
            rules,
            game: None,
            before: 0,
            ground_speed: 0.0,
            travelled: 0.0,
        };
        player.before = player.opening();
        player.choose(player.before);
        player
    }

    pub(crate) fn from_document(document: &Document) -> Self {
        let mut player = Self::new(document.range_sets().to_vec(), document.format().rules());
        player.choose(document.default_sequence);
        let Sequence { first, last, .. } = *player.sequence();
        // Some models hide an object by moving all its vertices to one point. If the sequence begins with such a frame,
        // playback starts at the first visible frame.
        let is_visible = visible_frames(document.mesh());
        if let Some(key) = (first..=last).position(|frame| is_in(&is_visible, frame)) {
            player.playback.seek(key as f32);
        }
        player
    }

    pub fn range_sets(&self) -> &[RangeSet] {
        &self.sets
    }

    pub fn range_set_index(&self) -> usize {
        self.set
    }

    pub fn range_set(&self) -> &RangeSet {
        &self.sets[self.set]
    }

    pub fn sequences(&self) -> &[Sequence] {
        &self.range_set().sequences
    }

    pub fn sequence_index(&self) -> usize {
        self.sequence
    }

    pub fn sequence(&self) -> &Sequence {
        &self.sequences()[self.sequence]
    }

    pub(crate) fn opening(&self) -> usize {
        self.range_set().opening
    }

    pub fn pose(&self) -> Pose {
        let pose = self.playback.pose();
        self.game.as_ref().map_or(pose, |state| self.pose_in_game(state, pose))
    }

    /// Keyframes per second at normal speed; the average rate if the keyframes have individual times.
    pub fn fps(&self) -> f32 {
        self.playback.fps()
    }

    pub fn mode(&self) -> LoopMode {
        self.playback.mode()
    }

    pub fn easing(&self) -> Easing {
        self.playback.easing()
    }

    pub(crate) fn chosen_index(&self) -> usize {
        self.chosen
    }

    pub(crate) fn chosen_easing(&self) -> Option<Easing> {
        self.easing
    }

    pub fn is_finished(&self) -> bool {
        self.playback.is_finished() && self.game.as_ref().is_none_or(|state| state.holds_last_frame())
    }

    pub(crate) fn can_play_again(&self) -> bool {
        self.is_finished() && self.key_count() > 1
    }

    pub fn key_count(&self) -> u32 {
        self.playback.key_count()
    }

    pub fn position_in_keys(&self) -> f32 {
        let key = self.playback.position_in_keys();
        if self.is_in_game() { self.position_in_game(key) } else { key }
    }

    pub fn find(&self, name_or_number: &str) -> Option<usize> {
        let number = || {
            let index = name_or_number.parse().ok()?;
            (index < self.sequences().len()).then_some(index)
        };
        self.position_by_name(name_or_number).or_else(number)
    }

    /// The first and the last frame of those in which a figure may touch the ground: the frames of the sequence, or
    /// only its final frame (returned twice) if the sequence plays once.
    pub(crate) fn ground_frames(&self) -> (u32, u32) {
        let sequence = self.sequence();
        let rests = match &self.game {
            Some(state) => state.holds_last_frame(),
            None => sequence.mode == LoopMode::Once,
        };
        if rests {
            let rest = sequence.frame_at(u32::MAX);
            (rest, rest)
        } else {
            (sequence.first, sequence.last)
        }
    }

    pub(crate) fn exact_position(&self, name: &str) -> Option<usize> {
        self.sequences().iter().position(|sequence| sequence.name.eq_ignore_ascii_case(name))
    }

    /// The index of the sequence with this name after a prefix for a part of a player: `run` finds `LEGS_RUN`.
    pub(crate) fn position_without_part(&self, name: &str) -> Option<usize> {
        let same = |sequence: &Sequence| {
            sequence.name.split_once('_').is_some_and(|(_, own)| own.eq_ignore_ascii_case(name))
        };
        self.sequences().iter().position(same)
    }

    pub(crate) fn set_ground_speed(&mut self, units_per_second: f32) {
        self.ground_speed = units_per_second;
    }

    pub(crate) fn advance(&mut self, time: Duration) -> bool {
        if self.is_in_game() {
            return self.advance_in_game(time);
        }
        self.advance_playback(time);
        false
    }

    fn advance_playback(&mut self, time: Duration) {
        if !self.playback.is_finished() {
            self.playback.advance(time);
            let forward = if self.reversed { -1.0 } else { 1.0 };
            self.move_floor(forward * time.as_secs_f64() * f64::from(self.speed));
        }
    }

    pub(crate) fn restart(&mut self) {
        self.playback.seek_seconds(0.0);
        self.restart_game_state();
    }

    pub(crate) fn step(&mut self, forward: bool) {
        if self.is_in_game() {
            // Steps start at the keyframe that is shown.
            self.playback.seek(self.position_in_keys());
        }
        let seconds = self.playback.step(if forward { 1 } else { -1 });
        self.move_floor(seconds);
        self.restart_game_state();
    }

    pub(crate) fn step_tenth(&mut self, forward: bool) {
        let tenths = (self.position_in_keys() * 10.0).round() + if forward { 1.0 } else { -1.0 };
        let repeats = self.mode() == LoopMode::Loop;
        let last = if repeats { self.key_count() } else { self.key_count() - 1 } as f32 * 10.0;
        let tenths = if repeats { tenths.rem_euclid(last) } else { tenths.clamp(0.0, last) };
        self.seek(tenths / 10.0);
    }

    pub(crate) fn seek(&mut self, key: f32) {
        let before = self.playback.elapsed_seconds();
        self.playback.seek(key);
        self.move_floor(self.playback.elapsed_seconds() - before);
        self.restart_game_state();
    }

    pub(crate) fn seek_time(&mut self, seconds: f32) {
        self.travelled = 0.0;
        if self.is_in_game() && seconds >= 0.0 {
            self.restart();
            self.advance_in_game(Duration::try_from_secs_f32(seconds).unwrap_or_default());
            return;
        }
        let seconds = f64::from(seconds);
        self.playback.seek_seconds(seconds);
        self.move_floor(seconds * f64::from(self.speed));
    }

    pub(crate) fn set_speed(&mut self, speed: f32) {
        self.speed = speed;
        self.playback.set_speed(speed);
    }

    pub(crate) fn set_rates(&mut self, rates: Rates) {
        self.rates = rates;
        self.sets.iter_mut().for_each(|set| set.set_rates(rates));
        self.playback.set_rate_from(&self.sets[self.set].sequences[self.sequence]);
        if self.is_in_game() {
            self.start_game_state();
        }
    }

    pub(crate) fn set_mode(&mut self, mode: LoopMode) {
        let set = &mut self.sets[self.set];
        let sequence = &mut set.sequences[self.sequence];
        sequence.mode = mode;
        self.modes.insert((set.label.clone(), sequence.name.clone()), mode);
        self.playback.set_mode(mode);
    }

    pub(crate) fn set_easing(&mut self, easing: Option<Easing>) {
        self.easing = easing;
        let own = if self.sequence().bounces() { Easing::Out } else { Easing::Linear };
        self.playback.set_easing(easing.unwrap_or(own));
    }

    pub(crate) fn set_reversed(&mut self, reversed: bool) {
        self.reversed = reversed;
        self.playback.set_reversed(reversed);
    }

    pub(crate) fn choose(&mut self, index: usize) {
        if index < self.sequences().len() {
            if self.rules.behavior(self.sequence()) == SequenceBehavior::Repeats {
                self.before = self.sequence;
            }
            self.chosen = index;
            self.start(index);
            if self.is_in_game() {
                self.start_chosen();
            }
        }
    }

    fn start(&mut self, index: usize) {
        self.sequence = index;
        self.playback = Playback::for_sequence(self.sequence());
        self.set_easing(self.easing);
        self.playback.set_reversed(self.reversed);
        self.playback.set_speed(self.speed);
        if self.is_in_game() {
            self.start_game_state();
        }
        self.playback.seek_seconds(0.0);
    }

    fn restart_game_state(&mut self) {
        if let Some(state) = &mut self.game {
            state.restart();
        }
    }

    /// Switches to another list of sequences. Starts the sequence of the same name, or else one that contains the current
    /// frame, or else the opening sequence.
    pub(crate) fn choose_set(&mut self, index: usize) {
        if index >= self.sets.len() {
            return;
        }
        let name = self.sequence().name.clone();
        let frame = self.pose().frame_a;
        self.set = index;
        self.sequence = self.opening();
        self.before = self.sequence;
        let same = self.position_by_name(&name);
        let holding = || self.sequences().iter().position(|s| s.contains(frame));
        self.choose(same.or_else(holding).unwrap_or(self.sequence));
    }

    /// Continues at the time of `current`, a player of the same model with other settings. If the settings are also equal, copies the
    /// whole state of `current`. If the players play different sequences, changes nothing.
    pub(crate) fn resume(&mut self, current: &Self) {
        let settings = |player: &Self| {
            (player.set, player.chosen, player.rates, player.easing, player.reversed, player.is_in_game())
        };
        // The sets differ if the model was edited.
        let is_same = self.modes == current.modes && self.sets == current.sets;
        if is_same && settings(self) == settings(current) {
            self.clone_from(current);
        } else if (self.set, self.sequence) == (current.set, current.sequence) {
            self.seek(current.position_in_keys());
            self.travelled = current.travelled;
        }
    }

    pub(crate) fn continuing(mut self, old: &Self) -> Self {
        let default = self.sequence;
        let set = |other: &RangeSet| self.sets.iter().position(|own| own.label == other.label);
        self.set = set(old.range_set()).unwrap_or(0);
        let opening = if self.set == 0 { default } else { self.opening() };
        self.sequence = opening;
        (self.speed, self.easing, self.reversed) = (old.speed, old.easing, old.reversed);
        self.modes.clone_from(&old.modes);
        for ((label, name), mode) in &old.modes {
            let sets = self.sets.iter_mut().filter(|set| set.label == *label);
            let named = sets.flat_map(|set| &mut set.sequences).filter(|sequence| sequence.name == *name);
            named.for_each(|sequence| sequence.mode = *mode);
        }
        self.set_rates(old.rates);
        let same = |index: usize| self.position_of(&old.sequences()[index]);
        (self.before, self.chosen) =
            (same(old.before).unwrap_or(opening), same(old.chosen).unwrap_or(opening));
        match self.position_of(old.sequence()) {
            Some(index) => {
                self.start(index);
                self.set_game(old.is_in_game());
                self.seek(old.playback.position_in_keys());
            }
            None => {
                self.start(opening);
                self.set_game(old.is_in_game());
            }
        }
        self.travelled = old.travelled;
        self
    }

    /// The index of the sequence that corresponds to a sequence of another version of the model: it has the same name, or else the same
    /// frames, or else contains them, because both were joined.
    fn position_of(&self, other: &Sequence) -> Option<usize> {
        let has_same_frames = |own: &Sequence| (own.first, own.last) == (other.first, other.last);
        let has_its_frames = |own: &Sequence| own.first <= other.first && other.last <= own.last;
        let position = |is_alike: &dyn Fn(&Sequence) -> bool| self.sequences().iter().position(is_alike);
        self.position_by_name(&other.name)
            .or_else(|| position(&has_same_frames))
            .or_else(|| position(&has_its_frames))
    }

    pub(crate) fn position_by_name(&self, name: &str) -> Option<usize> {
        let found = find_sequence(self.sequences(), name)?;
        self.sequences().iter().position(|s| std::ptr::eq(s, found))
    }

    fn move_floor(&mut self, seconds: f64) {
        self.travelled += f64::from(self.ground_speed) * seconds;
    }
}

#[cfg(test)]
mod tests;
