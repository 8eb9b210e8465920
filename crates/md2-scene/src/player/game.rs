//! Playback by the rules of the model's game: after an action, the previous sequence continues.

use std::time::Duration;

use md2_anim::game::{AIR_TIME, GameRules, SequenceBehavior, TICK, find_throw_start};
use md2_anim::{LoopMode, Pose};

use super::Player;

const EPSILON: f64 = 1e-9;

#[derive(Clone, Debug)]
pub(super) struct GameState {
    /// The behavior at the end of the sequence; `Repeats` if no other sequence can follow it.
    behavior: SequenceBehavior,
    next: Option<usize>,
    /// Remaining time of a jump until it lands, in seconds at playback speed 1.
    air_seconds: f64,
    transition: Option<Transition>,
}

#[derive(Clone, Copy, Debug)]
struct Transition {
    from: u32,
    /// Time since the transition began, in seconds at normal speed.
    passed: f64,
    duration: f64,
}

impl GameState {
    fn new(behavior: SequenceBehavior, next: Option<usize>) -> Self {
        // The third frame appears on landing; the second ends one tick earlier.
        let left_before = if behavior == SequenceBehavior::Jumps { TICK } else { Duration::ZERO };
        Self { behavior, next, air_seconds: (AIR_TIME - left_before).as_secs_f64(), transition: None }
    }

    pub(super) fn restart(&mut self) {
        *self = Self::new(self.behavior, self.next);
    }

    pub(super) fn holds_last_frame(&self) -> bool {
        self.behavior == SequenceBehavior::Holds
    }
}

impl Player {
    pub fn is_in_game(&self) -> bool {
        self.game.is_some()
    }

    pub fn blends(&self) -> bool {
        !self.is_in_game() || self.rules.blends()
    }

    /// The time from the start of an action, such as an attack, until another sequence follows, at playback speed 1.
    /// `None` for a sequence that repeats or holds its last frame, and if the model does not play as in the game.
    pub fn action_duration(&self) -> Option<Duration> {
        const STEP: Duration = Duration::from_millis(10);
        self.game.as_ref()?.next?;
        let mut copy = self.clone();
        copy.set_speed(1.0);
        copy.restart();
        let last = self.key_count() - 1;
        let most = copy.seconds_until(last) + AIR_TIME.as_secs_f64() + TICK.as_secs_f64();
        let mut passed = Duration::ZERO;
        while passed.as_secs_f64() <= most {
            passed += STEP;
            if copy.advance(STEP) {
                return Some(passed);
            }
        }
        None
    }

    pub(crate) fn set_game(&mut self, on: bool) {
        if on == self.is_in_game() {
            return;
        }
        if on {
            self.start_game_state();
            return;
        }
        self.game = None;
        if self.sequence == self.chosen {
            self.playback.set_mode(self.sequence().mode);
            self.playback.set_rate_from(&self.sets[self.set].sequences[self.sequence]);
        } else {
            self.start(self.chosen);
        }
    }

    pub(super) fn start_game_state(&mut self) {
        let sequence = self.sequence();
        let after = || self.rules.next_sequence(self.sequences(), self.sequence, self.before);
        let (behavior, next) = match self.rules.behavior(sequence) {
            behavior @ (SequenceBehavior::Repeats | SequenceBehavior::Holds) => (behavior, None),
            behavior => match after().filter(|&next| next != self.sequence) {
                Some(next) => (behavior, Some(next)),
                None => (SequenceBehavior::Repeats, None),
            },
        };
        let has_own_times = sequence.times.is_some();
        let mode = if behavior == SequenceBehavior::Repeats { LoopMode::Loop } else { LoopMode::Once };
        self.playback.set_mode(mode);
        if let Some(fps) = self.rules.fps().filter(|_| !has_own_times) {
            self.playback.set_fps(fps);
        }
        self.game = Some(Box::new(GameState::new(behavior, next)));
    }

    pub(super) fn start_chosen(&mut self) {
        self.start_game_state();
        // The game throws a grenade by playing a wave backwards from the raised arm.
        if self.reversed
            && self.rules == GameRules::Quake2
            && let Some(key) = find_throw_start(self.sequence())
        {
            self.playback.seek(key as f32);
        }
    }

    pub(super) fn advance_in_game(&mut self, time: Duration) -> bool {
        let is_plain = self
            .game
            .as_ref()
            .is_some_and(|state| state.behavior == SequenceBehavior::Repeats && state.transition.is_none());
        if is_plain || self.speed <= 0.0 {
            self.advance_playback(time);
            return false;
        }
        let mut left = time.as_secs_f64() * f64::from(self.speed);
        let mut changed = false;
        // The loop ends, because every chain of actions leads to a sequence that repeats or is held.
        while let Some(next) = self.play_once(&mut left) {
            let from = self.playback.pose().frame_a;
            self.start(next);
            self.enter_from(from);
            changed = true;
        }
        changed
    }

    /// Plays for `left` seconds at speed 1, and subtracts the used time from `left`. If the sequence ends, returns the next one.
    fn play_once(&mut self, left: &mut f64) -> Option<usize> {
        let state = self.game.as_mut()?;
        if let Some(transition) = &mut state.transition {
            transition.passed += *left;
            *left = transition.passed - transition.duration;
            if *left + EPSILON < 0.0 {
                return None;
            }
            *left = left.max(0.0);
            state.transition = None;
        }
        let (behavior, next) = (state.behavior, state.next);
        let last = self.key_count() - 1;
        let waits_at = match behavior {
            SequenceBehavior::Jumps => Some(last.min(1)),
            SequenceBehavior::LandsIn(_) => Some(last),
            _ => None,
        };
        if let Some(key) = waits_at.filter(|_| !self.reversed)
            && self.playback.position_in_keys() <= key as f32
        {
            let (until, before) = (self.seconds_until(key), *left);
            self.play_until(key, until, left);
            let state = self.game.as_mut()?;
            state.air_seconds -= before - *left;
            let wait = state.air_seconds.clamp(0.0, left.max(0.0));
            state.air_seconds -= wait;
            *left -= wait;
            if state.air_seconds > EPSILON {
                return None;
            }
        }
        let end = if self.reversed { 0 } else { last };
        let until = self.seconds_until(end);
        match next {
            Some(next) if *left + EPSILON >= until => {
                self.play_until(end, until, left);
                Some(next)
            }
            _ => {
                self.play_for(*left);
                None
            }
        }
    }

    fn seconds_until(&self, key: u32) -> f64 {
        let mut copy = self.playback.clone();
        copy.seek(key as f32);
        (copy.elapsed_seconds() - self.playback.elapsed_seconds()).abs()
    }

    fn play_for(&mut self, seconds: f64) {
        let time = Duration::try_from_secs_f64(seconds / f64::from(self.speed));
        self.advance_playback(time.unwrap_or(Duration::MAX));
    }

    fn play_until(&mut self, key: u32, until: f64, left: &mut f64) {
        if *left + EPSILON < until {
            self.play_for(*left);
            *left = 0.0;
        } else {
            let forward = if self.reversed { -1.0 } else { 1.0 };
            self.playback.seek(key as f32);
            self.move_floor(forward * until);
            *left = (*left - until).max(0.0);
        }
    }

    fn enter_from(&mut self, from: u32) {
        let fps = f64::from(self.playback.fps());
        let duration = if fps > 0.0 { 1.0 / fps } else { TICK.as_secs_f64() };
        if let Some(state) = &mut self.game {
            state.transition = Some(Transition { from, passed: 0.0, duration });
        }
    }

    pub(super) fn pose_in_game(&self, state: &GameState, pose: Pose) -> Pose {
        let blends = self.rules.blends();
        match state.transition {
            #[allow(clippy::cast_possible_truncation, reason = "a share in 0..=1")]
            Some(Transition { from, passed, duration }) if blends => {
                Pose { frame_a: from, frame_b: pose.frame_a, blend: (passed / duration) as f32 }
            }
            Some(Transition { from, .. }) => Pose::still(from),
            None if blends => pose,
            // The keyframe that was passed last.
            None if self.reversed && pose.blend > 0.0 => Pose::still(pose.frame_b),
            None => Pose::still(pose.frame_a),
        }
    }

    /// The position that the game shows for the playback's position `key`, both in keyframes. Without interpolation, it is a whole number.
    pub(super) fn position_in_game(&self, key: f32) -> f32 {
        if self.rules.blends() {
            key
        } else if self.reversed {
            key.ceil() % self.key_count() as f32
        } else {
            key.floor()
        }
    }
}
