//! What an actor plays: the lists of sequences, the one chosen, where it stands, and how far the floor has
//! passed under it.

mod game;

use std::collections::BTreeMap;
use std::time::Duration;

use md2_anim::game::{GameRules, SequenceBehavior};
use md2_anim::{Easing, LoopMode, Playback, Pose, Rates, Sequence, find_sequence, opening_sequence};

use crate::document::Document;
use crate::ranges::RangeSet;

/// The fastest speed, as a factor; the slowest is 0.
pub const MAX_SPEED: f32 = 10.0;

/// Playback of one model. There is always a sequence, if only of one frame.
///
/// Whether time passes at all is the workspace's to say, and so is the speed, the same for all players.
#[derive(Clone, Debug)]
pub struct Player {
    sets: Vec<RangeSet>,
    set: usize,
    sequence: usize,
    /// The sequence that was chosen last, from which the game may have gone on to another.
    chosen: usize,
    rates: Rates,
    /// What the user chose; otherwise each sequence has its own.
    easing: Option<Easing>,
    /// The same of what happens at the end, by the label of a set and the name of a sequence.
    modes: BTreeMap<(String, String), LoopMode>,
    reversed: bool,
    playback: Playback,
    speed: f32,
    /// The game whose model it is.
    rules: GameRules,
    /// Set while it plays as that game does.
    game: Option<Box<game::GameState>>,
    /// The sequence that repeated last before the one that plays.
    before: usize,
    /// Units the floor passes each second at normal speed.
    ground_speed: f32,
    /// Units the floor has passed.
    travelled: f64,
}

impl Player {
    /// Starts the sequence of the first set that a model of this game [opens with](opening_sequence).
    ///
    /// # Panics
    /// If there is no set, or one without sequences.
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

    /// Starts the sequence that a model starts with.
    pub(crate) fn from_document(document: &Document) -> Self {
        let mut player = Self::new(document.range_sets().to_vec(), document.format().rules());
        player.choose(document.default_sequence());
        player
    }

    /// The ways to split the frames.
    #[must_use]
    pub fn range_sets(&self) -> &[RangeSet] {
        &self.sets
    }

    /// Which of them is chosen.
    #[must_use]
    pub fn range_set_index(&self) -> usize {
        self.set
    }

    /// The one that is chosen.
    #[must_use]
    pub fn range_set(&self) -> &RangeSet {
        &self.sets[self.set]
    }

    /// The sequences of the chosen set, with the loop modes and rates the user gave them.
    #[must_use]
    pub fn sequences(&self) -> &[Sequence] {
        &self.range_set().sequences
    }

    /// Which of them plays.
    #[must_use]
    pub fn sequence_index(&self) -> usize {
        self.sequence
    }

    /// The one that plays.
    #[must_use]
    pub fn sequence(&self) -> &Sequence {
        &self.sequences()[self.sequence]
    }

    /// The sequence of the chosen set that it opens with: alive, where there is life.
    pub(crate) fn opening(&self) -> usize {
        opening_sequence(self.sequences()).unwrap_or(0)
    }

    /// The picture at this moment.
    #[must_use]
    pub fn pose(&self) -> Pose {
        let pose = self.playback.pose();
        self.game.as_ref().map_or(pose, |turn| self.pose_in_game(turn, pose))
    }

    /// Keys a second at normal speed; of keys with times of their own, on average.
    #[must_use]
    pub fn fps(&self) -> f32 {
        self.playback.fps()
    }

    /// What happens at the end of the sequence.
    #[must_use]
    pub fn mode(&self) -> LoopMode {
        self.playback.mode()
    }

    /// How the picture moves between two keys.
    #[must_use]
    pub fn easing(&self) -> Easing {
        self.playback.easing()
    }

    /// The same, as far as the user chose it.
    pub(crate) fn chosen_easing(&self) -> Option<Easing> {
        self.easing
    }

    /// Whether it runs backwards.
    #[must_use]
    pub fn is_reversed(&self) -> bool {
        self.reversed
    }

    /// Where the frames a second of sequences come from, if no script tells them.
    #[must_use]
    pub fn rates(&self) -> Rates {
        self.rates
    }

    /// Whether a sequence that plays once has arrived at its end, and stays there.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.playback.is_finished() && self.game.as_ref().is_none_or(|turn| turn.holds_last_frame())
    }

    /// Whether starting again would show anything new.
    pub(crate) fn can_play_again(&self) -> bool {
        self.is_finished() && self.key_count() > 1
    }

    /// Number of keys in the sequence, at least 1.
    #[must_use]
    pub fn key_count(&self) -> u32 {
        self.playback.key_count()
    }

    /// Position in the sequence: 2.5 is halfway between its third key and its fourth, or, where the
    /// last one blends into the first, between those.
    #[must_use]
    pub fn position_in_keys(&self) -> f32 {
        let key = self.playback.position_in_keys();
        if self.is_in_game() { self.place_in_game(key) } else { key }
    }

    /// Units the floor has passed under the model, towards its back.
    #[must_use]
    pub fn travelled(&self) -> f64 {
        self.travelled
    }

    /// The sequence called so, or the one of this number.
    #[must_use]
    pub fn find(&self, name_or_number: &str) -> Option<usize> {
        let number = || {
            let index = name_or_number.parse().ok()?;
            (index < self.sequences().len()).then_some(index)
        };
        self.position_of(name_or_number).or_else(number)
    }

    /// The frames of the sequence in which a figure may touch the ground: all of them, or, where it plays once, the one it
    /// comes to rest in.
    pub(crate) fn ground_frames(&self) -> (u32, u32) {
        let sequence = self.sequence();
        let rests = match &self.game {
            Some(turn) => turn.holds_last_frame(),
            None => sequence.mode == LoopMode::Once,
        };
        if rests {
            let rest = sequence.frame_at(u32::MAX);
            (rest, rest)
        } else {
            (sequence.first, sequence.last)
        }
    }

    /// The place of the sequence that is called exactly so, in any case.
    pub(crate) fn position_called(&self, name: &str) -> Option<usize> {
        self.sequences().iter().position(|sequence| sequence.name.eq_ignore_ascii_case(name))
    }

    /// The place of the sequence whose name ends so behind what tells the part: `LEGS_RUN` for `run`.
    pub(crate) fn position_without_part(&self, name: &str) -> Option<usize> {
        let same = |sequence: &Sequence| {
            sequence.name.split_once('_').is_some_and(|(_, own)| own.eq_ignore_ascii_case(name))
        };
        self.sequences().iter().position(same)
    }

    /// Sets how fast the floor passes under the current sequence.
    pub(crate) fn set_ground_speed(&mut self, units_per_second: f32) {
        self.ground_speed = units_per_second;
    }

    /// Lets time pass. Tells whether another sequence plays then, as only in the game.
    pub(crate) fn advance(&mut self, time: Duration) -> bool {
        if self.is_in_game() {
            return self.advance_in_game(time);
        }
        self.pass(time);
        false
    }

    /// Lets time pass for the sequence that plays.
    fn pass(&mut self, time: Duration) {
        if !self.playback.is_finished() {
            self.playback.advance(time);
            let forward = if self.reversed { -1.0 } else { 1.0 };
            self.travel(forward * time.as_secs_f64() * f64::from(self.speed));
        }
    }

    pub(crate) fn restart(&mut self) {
        self.playback.restart();
        self.restart_game_state();
    }

    /// Goes to the next key or the one before.
    pub(crate) fn step(&mut self, forward: bool) {
        if self.is_in_game() {
            // From what is seen.
            self.playback.seek(self.position_in_keys());
        }
        let seconds = self.playback.step(if forward { 1 } else { -1 });
        self.travel(seconds);
        self.restart_game_state();
    }

    /// Goes to a place, counted as by [`Self::position_in_keys`].
    pub(crate) fn seek(&mut self, key: f32) {
        let before = self.playback.elapsed_seconds();
        self.playback.seek(key);
        self.travel(self.playback.elapsed_seconds() - before);
        self.restart_game_state();
    }

    /// Goes to the last key.
    pub(crate) fn seek_last(&mut self) {
        self.seek((self.key_count() - 1) as f32);
    }

    /// Goes to a moment after the sequence's start, at the present speed, and before it for a negative
    /// time in a loop.
    pub(crate) fn seek_time(&mut self, seconds: f32) {
        self.travelled = 0.0;
        if self.is_in_game() && seconds >= 0.0 {
            self.restart();
            self.advance_in_game(Duration::try_from_secs_f32(seconds).unwrap_or_default());
            return;
        }
        let seconds = f64::from(seconds);
        self.playback.seek_seconds(seconds);
        self.travel(seconds * f64::from(self.speed));
    }

    pub(crate) fn set_speed(&mut self, speed: f32) {
        self.speed = speed;
        self.playback.set_speed(speed);
    }

    /// Takes the frames a second of all sequences from a table, but for those that a script tells.
    pub(crate) fn set_rates(&mut self, rates: Rates) {
        self.rates = rates;
        let told_by_table = self.sets.iter_mut().filter(|set| !set.has_rates);
        let sequences = told_by_table.flat_map(|set| &mut set.sequences);
        for sequence in sequences.filter(|sequence| sequence.times.is_none()) {
            sequence.fps = rates.fps(&sequence.name);
        }
        self.playback.set_rate_from(&self.sets[self.set].sequences[self.sequence]);
        if self.is_in_game() {
            self.start_game_state();
        }
    }

    /// Sets what happens at the end of the current sequence, as long as the model is open.
    pub(crate) fn set_mode(&mut self, mode: LoopMode) {
        let set = &mut self.sets[self.set];
        let sequence = &mut set.sequences[self.sequence];
        sequence.mode = mode;
        self.modes.insert((set.label.clone(), sequence.name.clone()), mode);
        self.playback.set_mode(mode);
    }

    /// Sets how pictures move between two keys, in all sequences; without a choice each moves in its own way.
    pub(crate) fn set_easing(&mut self, easing: Option<Easing>) {
        self.easing = easing;
        self.playback.set_easing(easing.unwrap_or_else(|| own_easing(self.sequence())));
    }

    /// Sets whether sequences run backwards. The picture stays.
    pub(crate) fn set_reversed(&mut self, reversed: bool) {
        self.reversed = reversed;
        self.playback.set_reversed(reversed);
    }

    /// Starts a sequence of the current set, if there is one of this number.
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

    /// Starts a sequence that is there.
    fn start(&mut self, index: usize) {
        self.sequence = index;
        self.playback = Playback::for_sequence(self.sequence());
        self.set_easing(self.easing);
        self.playback.set_reversed(self.reversed);
        self.playback.set_speed(self.speed);
        if self.is_in_game() {
            self.start_game_state();
        }
        self.playback.restart();
    }

    fn restart_game_state(&mut self) {
        if let Some(turn) = &mut self.game {
            turn.restart();
        }
    }

    /// Splits the frames another way, and starts the sequence of the same name, or else the one
    /// that holds the frame at hand, or else the one to open with.
    pub(crate) fn choose_set(&mut self, index: usize) {
        if index >= self.sets.len() {
            return;
        }
        let name = self.sequence().name.clone();
        let frame = self.pose().frame_a;
        self.set = index;
        self.sequence = self.opening();
        self.before = self.sequence;
        let same = self.position_of(&name);
        let holding = || self.sequences().iter().position(|s| s.contains(frame));
        self.choose(same.or_else(holding).unwrap_or(self.sequence));
    }

    /// This player, newly made for another version of a model, at what `old` shows of the first one.
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
        let same = |index: usize| self.position_of(&old.sequences()[index].name);
        (self.before, self.chosen) =
            (same(old.before).unwrap_or(opening), same(old.chosen).unwrap_or(opening));
        match self.position_of(&old.sequence().name) {
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

    /// The place of the sequence that is called so, is called so by people, or so and then a number.
    pub(crate) fn position_of(&self, name: &str) -> Option<usize> {
        let found = find_sequence(self.sequences(), name)?;
        self.sequences().iter().position(|s| std::ptr::eq(s, found))
    }

    /// Lets the floor pass by what it does in these seconds of normal speed.
    fn travel(&mut self, seconds: f64) {
        self.travelled += f64::from(self.ground_speed) * seconds;
    }
}

/// How a sequence moves between its keys, unless the user chooses another way: what bounces slows down on its way up.
fn own_easing(sequence: &Sequence) -> Easing {
    if sequence.bounces() { Easing::Out } else { Easing::Linear }
}

#[cfg(test)]
mod tests;
