//! What plays: the lists of sequences, the one chosen, where it stands, and how far the floor has
//! passed under it.

use std::time::Duration;

use md2_anim::{LoopMode, Playback, Pose, Rates, Sequence, find_sequence};

use crate::ranges::RangeSet;

/// Slowest and fastest speed.
pub(crate) const SPEEDS: (f32, f32) = (0.0, 10.0);
/// Factor of one press of the speed keys.
const SPEED_STEP: f32 = 1.25;

/// Playback of one model. There is always a sequence, if only of one frame.
#[derive(Debug)]
pub(crate) struct Player {
    sets: Vec<RangeSet>,
    set: usize,
    sequence: usize,
    rates: Rates,
    playback: Playback,
    playing: bool,
    /// Whether time stands still because the user holds a place on the timeline.
    held: bool,
    speed: f32,
    /// Units the floor passes each second at normal speed.
    ground_speed: f32,
    /// Units the floor has passed.
    travelled: f64,
}

impl Player {
    /// Starts the first sequence of the first set.
    ///
    /// # Panics
    /// If there is no set, or one without sequences.
    pub(crate) fn new(sets: Vec<RangeSet>) -> Self {
        assert!(sets.iter().all(|set| !set.sequences.is_empty()), "each set needs a sequence");
        let playback = Playback::for_sequence(&sets[0].sequences[0]);
        Self {
            sets,
            set: 0,
            sequence: 0,
            rates: Rates::default(),
            playback,
            playing: true,
            held: false,
            speed: 1.0,
            ground_speed: 0.0,
            travelled: 0.0,
        }
    }

    pub(crate) fn range_sets(&self) -> &[RangeSet] {
        &self.sets
    }

    pub(crate) fn range_set_index(&self) -> usize {
        self.set
    }

    pub(crate) fn range_set(&self) -> &RangeSet {
        &self.sets[self.set]
    }

    pub(crate) fn sequences(&self) -> &[Sequence] {
        &self.range_set().sequences
    }

    pub(crate) fn sequence_index(&self) -> usize {
        self.sequence
    }

    pub(crate) fn sequence(&self) -> &Sequence {
        &self.sequences()[self.sequence]
    }

    pub(crate) fn pose(&self) -> Pose {
        self.playback.pose()
    }

    pub(crate) fn mode(&self) -> LoopMode {
        self.playback.mode()
    }

    pub(crate) fn speed(&self) -> f32 {
        self.speed
    }

    /// Whether the picture changes by itself.
    pub(crate) fn is_playing(&self) -> bool {
        self.playing && !self.playback.is_finished()
    }

    /// Number of keys in the sequence.
    pub(crate) fn key_count(&self) -> u32 {
        self.playback.last() - self.playback.first() + 1
    }

    /// Place in the sequence: 2.5 is halfway between its third key and its fourth, or, where the
    /// last one blends into the first, between those.
    pub(crate) fn position_in_keys(&self) -> f32 {
        let pose = self.pose();
        let first = self.playback.first();
        let (from, mut to) = ((pose.frame_a - first) as f32, (pose.frame_b - first) as f32);
        if self.mode() == LoopMode::Loop && pose.frame_a == self.playback.last() && to == 0.0 {
            to = from + 1.0;
        }
        from + (to - from) * pose.blend
    }

    /// Units the floor has passed under the model, towards its back.
    pub(crate) fn travelled(&self) -> f64 {
        self.travelled
    }

    /// Sets how fast the floor passes under the current sequence.
    pub(crate) fn set_ground_speed(&mut self, units_per_second: f32) {
        self.ground_speed = units_per_second;
    }

    /// Holds the picture where it is, or lets it go on, without pausing it.
    pub(crate) fn hold(&mut self, held: bool) {
        self.held = held;
    }

    /// Lets time pass, unless paused or held.
    pub(crate) fn advance(&mut self, time: Duration) {
        if self.is_playing() && !self.held {
            self.playback.advance(time);
            self.travel(time.as_secs_f64() * f64::from(self.speed));
        }
    }

    /// Pauses or goes on. A sequence that has ended starts again.
    pub(crate) fn toggle_pause(&mut self) {
        if self.playback.is_finished() && self.key_count() > 1 {
            self.playback.restart();
            self.playing = true;
        } else {
            self.playing = !self.playing;
        }
    }

    /// Pauses, and goes to the next key or the one before.
    pub(crate) fn step(&mut self, keys: i8) {
        self.playing = false;
        let before = self.position_in_keys();
        self.playback.step(i64::from(keys));
        let after = self.position_in_keys();
        // Around the end of a loop the floor moves on by the step itself.
        let moved = if (after > before) == (keys > 0) { after - before } else { f32::from(keys) };
        self.travel_keys(moved);
    }

    /// Goes to a place, counted as by [`Self::position_in_keys`].
    pub(crate) fn seek(&mut self, key: f32) {
        let before = self.position_in_keys();
        self.playback.seek(key);
        self.travel_keys(self.position_in_keys() - before);
    }

    /// Goes to the last key.
    pub(crate) fn seek_last(&mut self) {
        self.seek((self.key_count() - 1) as f32);
    }

    /// Goes to a moment after the sequence's start, at normal speed, and before it for a negative
    /// time in a loop.
    pub(crate) fn seek_time(&mut self, seconds: f32) {
        let seconds = f64::from(seconds);
        let period = self.playback.period().map(|period| period.as_secs_f64());
        let wrapped = match period {
            Some(period) if seconds < 0.0 => seconds.rem_euclid(period),
            _ => seconds.max(0.0),
        };
        let time = Duration::try_from_secs_f64(wrapped).unwrap_or(Duration::MAX);
        self.playback.seek_time(time);
        self.travelled = f64::from(self.ground_speed) * seconds;
    }

    pub(crate) fn set_speed(&mut self, speed: f32) {
        self.speed = speed.clamp(SPEEDS.0, SPEEDS.1);
        self.playback.set_speed(self.speed);
    }

    /// Faster by one press of a key, or slower.
    pub(crate) fn change_speed(&mut self, faster: bool) {
        let factor = if faster { SPEED_STEP } else { 1.0 / SPEED_STEP };
        let speed = self.speed.max(0.05) * factor;
        // Back at normal speed it should be exactly that, whatever was rounded on the way.
        let exact = if (speed - 1.0).abs() < 0.01 { 1.0 } else { speed };
        self.set_speed(exact);
    }

    pub(crate) fn rates(&self) -> Rates {
        self.rates
    }

    /// Takes the frames a second of all sequences from a table, but for those that a script tells.
    pub(crate) fn set_rates(&mut self, rates: Rates) {
        self.rates = rates;
        for set in self.sets.iter_mut().filter(|set| !set.has_rates) {
            for sequence in &mut set.sequences {
                sequence.fps = rates.fps(&sequence.name);
            }
        }
        self.playback.set_fps(self.sequence().fps);
    }

    /// Sets what happens at the end of the current sequence, as long as the model is open.
    pub(crate) fn set_mode(&mut self, mode: LoopMode) {
        self.sets[self.set].sequences[self.sequence].mode = mode;
        self.playback.set_mode(mode);
    }

    /// Starts a sequence of the current set.
    pub(crate) fn choose(&mut self, index: usize) {
        if index < self.sequences().len() {
            self.sequence = index;
            self.playback = Playback::for_sequence(self.sequence());
            self.playback.set_speed(self.speed);
        }
    }

    /// Starts the next sequence or the one before, around the ends of the list.
    pub(crate) fn choose_neighbor(&mut self, forward: bool) {
        let count = self.sequences().len();
        let step = if forward { 1 } else { count - 1 };
        self.choose((self.sequence + step) % count);
    }

    /// Splits the frames another way, and starts the sequence of the same name, or else the one
    /// that holds the frame at hand.
    pub(crate) fn choose_set(&mut self, index: usize) {
        if index >= self.sets.len() {
            return;
        }
        let name = self.sequence().name.clone();
        let frame = self.pose().frame_a;
        self.set = index;
        let same = self.position_of(&name);
        let holding = || self.sequences().iter().position(|s| s.contains(frame));
        self.choose(same.or_else(holding).unwrap_or(0));
    }

    /// The sequence called so, or the one of this number.
    pub(crate) fn find(&self, name_or_number: &str) -> Option<usize> {
        let number = || {
            let index = name_or_number.parse().ok()?;
            (index < self.sequences().len()).then_some(index)
        };
        self.position_of(name_or_number).or_else(number)
    }

    /// This player, newly made for another version of a model, at what `old` shows of the first one.
    pub(crate) fn continuing(mut self, old: &Self) -> Self {
        let set = |other: &RangeSet| self.sets.iter().position(|own| own.label == other.label);
        self.set = set(old.range_set()).unwrap_or(0);
        self.speed = old.speed;
        self.playing = old.playing;
        self.set_rates(old.rates);
        match self.position_of(&old.sequence().name) {
            Some(index) => {
                self.choose(index);
                self.set_mode(old.mode());
                self.seek(old.position_in_keys());
            }
            None => self.choose(0),
        }
        self.travelled = old.travelled;
        self
    }

    fn position_of(&self, name: &str) -> Option<usize> {
        let found = find_sequence(self.sequences(), name)?;
        self.sequences().iter().position(|s| std::ptr::eq(s, found))
    }

    fn travel(&mut self, seconds: f64) {
        self.travelled += f64::from(self.ground_speed) * seconds;
    }

    fn travel_keys(&mut self, keys: f32) {
        let fps = self.playback.fps();
        if fps > 0.0 {
            self.travel(f64::from(keys / fps));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player() -> Player {
        let set = |label: &str, sequences| RangeSet {
            label: label.to_owned(),
            evidence: String::new(),
            has_rates: false,
            sequences,
        };
        let sequence = |name: &str, first, last, mode| Sequence { mode, ..Sequence::new(name, first, last) };
        Player::new(vec![
            set(
                "names",
                vec![
                    sequence("stand", 0, 39, LoopMode::Loop),
                    sequence("run", 40, 45, LoopMode::Loop),
                    sequence("death1", 46, 51, LoopMode::Once),
                ],
            ),
            set("all", vec![sequence("all", 0, 51, LoopMode::Loop)]),
        ])
    }

    const KEY: Duration = Duration::from_millis(100);

    #[test]
    fn plays_pauses_and_steps() {
        let mut player = player();
        player.choose(1);
        player.advance(KEY / 2);
        assert_eq!(player.position_in_keys(), 0.5);
        player.toggle_pause();
        player.advance(KEY);
        assert_eq!(player.position_in_keys(), 0.5, "paused");
        player.step(1);
        assert_eq!((player.pose().frame_a, player.pose().blend), (41, 0.0));
        player.step(-1);
        player.step(-1);
        assert_eq!((player.pose().frame_a, player.pose().blend), (45, 0.0), "around the loop");
        assert!(!player.is_playing());
    }

    #[test]
    fn the_last_key_of_a_loop_leads_past_the_end_of_the_track() {
        let mut player = player();
        player.choose(1);
        player.advance(KEY * 11 / 2);
        assert_eq!((player.pose().frame_a, player.pose().frame_b), (45, 40));
        assert_eq!(player.position_in_keys(), 5.5);
        player.seek(2.25);
        assert_eq!(player.position_in_keys(), 2.25);
        player.hold(true);
        player.advance(KEY);
        assert_eq!(player.position_in_keys(), 2.25, "held");
        assert!(player.is_playing(), "but not paused");
    }

    #[test]
    fn the_way_back_of_a_ping_pong_moves_backwards() {
        let mut player = player();
        player.choose(1);
        player.set_mode(LoopMode::PingPong);
        player.advance(KEY * 13 / 2);
        assert_eq!(player.position_in_keys(), 3.5);
    }

    #[test]
    fn a_finished_sequence_starts_again() {
        let mut player = player();
        player.choose(2);
        player.advance(KEY * 20);
        assert!(!player.is_playing());
        assert_eq!(player.pose().frame_a, 51);
        player.toggle_pause();
        assert!(player.is_playing());
        assert_eq!(player.position_in_keys(), 0.0);
    }

    #[test]
    fn rates_come_from_a_table_unless_a_script_tells_them() {
        let mut player = player();
        player.sets[1].has_rates = true;
        player.set_rates(Rates::Tutorial);
        assert_eq!(player.sequence().fps, Rates::Tutorial.fps("stand"));
        player.choose_set(1);
        assert_eq!(player.sequence().fps, 10.0);
    }

    #[test]
    fn sequences_are_chosen_by_name_number_and_neighborhood() {
        let mut player = player();
        assert_eq!(player.find("death"), Some(2));
        assert_eq!(player.find("1"), Some(1));
        assert_eq!(player.find("3"), None);
        assert_eq!(player.find("swim"), None);
        player.choose_neighbor(false);
        assert_eq!(player.sequence().name, "death1");
        player.choose_neighbor(true);
        assert_eq!(player.sequence().name, "stand");
    }

    #[test]
    fn another_set_goes_on_at_the_frame_at_hand() {
        let mut player = player();
        player.choose(1);
        player.choose_set(1);
        assert_eq!(player.sequence().name, "all");
        player.seek(47.0);
        player.choose_set(0);
        assert_eq!(player.sequence().name, "death1");
    }

    #[test]
    fn the_floor_keeps_pace() {
        let mut player = player();
        player.choose(1);
        player.set_ground_speed(50.0);
        player.advance(KEY);
        assert!((player.travelled() - 5.0).abs() < 1e-6);
        player.set_speed(2.0);
        player.advance(KEY);
        assert!((player.travelled() - 15.0).abs() < 1e-6);
        player.seek(1.0);
        assert!((player.travelled() - 5.0).abs() < 1e-4);
        player.step(-1);
        player.step(-1);
        assert!((player.travelled() + 5.0).abs() < 1e-4, "around the loop");
    }

    #[test]
    fn a_moment_is_found_in_and_before_a_loop() {
        let mut player = player();
        player.choose(1);
        player.seek_time(0.35);
        assert!((player.position_in_keys() - 3.5).abs() < 1e-4);
        player.seek_time(-0.1);
        assert!((player.position_in_keys() - 5.0).abs() < 1e-4);
        player.seek_time(f32::MAX);
        assert!(player.position_in_keys().is_finite());
    }

    #[test]
    fn a_new_version_goes_on_where_the_old_one_was() {
        let mut old = player();
        old.choose(1);
        old.set_speed(0.5);
        old.seek(2.5);
        let new = player().continuing(&old);
        assert_eq!((new.sequence().name.as_str(), new.speed()), ("run", 0.5));
        assert_eq!(new.position_in_keys(), 2.5);

        let renamed = RangeSet {
            label: String::from("other"),
            evidence: String::new(),
            has_rates: false,
            sequences: vec![Sequence::new("swim", 0, 3)],
        };
        let new = Player::new(vec![renamed]).continuing(&old);
        assert_eq!(new.sequence().name, "swim");
    }

    #[test]
    fn speed_keys_come_back_to_normal() {
        let mut player = player();
        for _ in 0..7 {
            player.change_speed(true);
        }
        for _ in 0..7 {
            player.change_speed(false);
        }
        assert_eq!(player.speed(), 1.0);
        for _ in 0..99 {
            player.change_speed(true);
        }
        assert_eq!(player.speed(), SPEEDS.1);
        player.set_speed(0.0);
        player.change_speed(true);
        assert!(player.speed() > 0.0, "a stopped player can be sped up");
    }
}
