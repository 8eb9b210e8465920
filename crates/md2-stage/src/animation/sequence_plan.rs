//! The times at which an animation shows a sequence, and the duration of each picture.

use std::time::Duration;

use md2_anim::{LoopMode, Playback};
use md2_scene::Player;

const HOLD: Duration = Duration::from_secs(1);
/// The maximum duration for which a loop is repeated until the loops of other actors end at the same time.
const LONGEST_LOOP: Duration = Duration::from_secs(12);
/// Two loops count as ending together if the time between their ends is less than this fraction of the duration of the other actor's loop.
const MAX_MISMATCH: f64 = 0.01;
/// Pictures per second when the camera turns around a model without motion.
const TURN_FPS: f32 = 20.0;
const MAX_PER_KEY: f32 = 100.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PictureRate {
    PerKey(u32),
    /// Pictures per second. The number per keyframe is rounded to a whole number.
    PerSecond(f32),
}

/// The timing of an animation: the rate of its pictures, their minimum duration, and the turn of the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    pub rate: PictureRate,
    /// The minimum duration of a picture. A higher `rate` is reduced, but not below one picture per keyframe.
    pub shortest: Duration,
    /// The duration of one turn of the camera around the model, rounded to whole loops; `None` if the camera does not turn.
    pub turn: Option<Duration>,
}

/// The pictures of one sequence, at equal steps of time.
///
/// A loop of `n` keyframes with `k` pictures each has `n k` pictures. The last picture is shown as long as the others,
/// and then the first picture follows, so the loop has no visible jump. A sequence that plays once has one more
/// picture: its last pose, which is shown longer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SequencePlan {
    /// The first keyframe of the loop, after the keyframes at the start of the sequence that play only once.
    pub(super) first_key: u32,
    pub(super) span: Duration,
    steps: u32,
    pub(super) pictures: u32,
    hold: Duration,
}

impl SequencePlan {
    pub(super) fn new<'a>(lead: &Player, others: impl Iterator<Item = &'a Player>, timing: &Timing) -> Self {
        let playback = playback(lead);
        let fps = playback.fps();
        let Some(period) = playback.period().filter(|_| fps > 0.0) else { return Self::still(timing) };
        if let Some(turn) = lead.action_duration() {
            // The pictures end where another sequence follows.
            let steps = rounded((turn.as_secs_f32() * fps * per_key(timing, lead, fps)).max(1.0));
            return Self { first_key: 0, span: turn, steps, pictures: steps + 1, hold: HOLD };
        }
        let is_once = ends(&playback);
        let first_key = if is_once || lead.mode() != LoopMode::Loop { 0 } else { playback.lead() };
        let keys = period.as_secs_f32() * fps;
        let steps = rounded((keys.round() * per_key(timing, lead, fps)).max(1.0));
        let step = period / steps;
        if is_once {
            // The camera keeps turning while the last pose is shown.
            let turning = timing.turn.map_or(0, |_| rounded(HOLD.as_secs_f32() / step.as_secs_f32()));
            let hold = if timing.turn.is_some() { Duration::ZERO } else { HOLD };
            return Self { first_key, span: period, steps, pictures: steps + 1 + turning, hold };
        }
        let rounds = match timing.turn {
            Some(turn) => rounded((turn.as_secs_f32() / period.as_secs_f32()).round().max(1.0)),
            None => 1,
        };
        let rounds = rounds.saturating_mul(common_rounds(period, others));
        let steps = steps.saturating_mul(rounds);
        Self { first_key, span: period.saturating_mul(rounds), steps, pictures: steps, hold: Duration::ZERO }
    }

    fn still(timing: &Timing) -> Self {
        match timing.turn {
            None => Self { first_key: 0, span: Duration::ZERO, steps: 1, pictures: 1, hold: HOLD },
            Some(turn) => {
                let fps = match timing.rate {
                    PictureRate::PerSecond(fps) => fps,
                    PictureRate::PerKey(_) => TURN_FPS,
                };
                let fps = fps.min(1.0 / timing.shortest.as_secs_f32());
                let steps = rounded((turn.as_secs_f32() * fps).max(1.0));
                Self { first_key: 0, span: turn, steps, pictures: steps, hold: Duration::ZERO }
            }
        }
    }

    pub(super) fn time(&self, picture: u32) -> Duration {
        // Computed from the number of steps, so that rounding errors do not add up.
        let nanos = self.span.as_nanos() * u128::from(picture) / u128::from(self.steps);
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }

    pub(super) fn duration(&self, picture: u32) -> Duration {
        let hold = if picture + 1 == self.pictures { self.hold } else { Duration::ZERO };
        if hold > Duration::ZERO { hold } else { self.time(picture + 1) - self.time(picture) }
    }

    pub(super) fn closes(&self) -> bool {
        self.pictures == self.steps && self.span > Duration::ZERO
    }
}

fn playback(player: &Player) -> Playback {
    let mut sequence = player.sequence().clone();
    sequence.mode = player.mode();
    let mut playback = Playback::for_sequence(&sequence);
    if player.is_in_game() && sequence.times.is_none() {
        playback.set_fps(player.fps());
    }
    playback
}

fn ends(playback: &Playback) -> bool {
    let mut ended = playback.clone();
    ended.advance(playback.period().unwrap_or_default().saturating_mul(2));
    ended.is_finished()
}

fn per_key(timing: &Timing, lead: &Player, fps: f32) -> f32 {
    let requested = match timing.rate {
        PictureRate::PerKey(count) => count as f32,
        // Without interpolation, additional pictures would be equal, unless the camera turns.
        PictureRate::PerSecond(_) if !lead.blends() && timing.turn.is_none() => 1.0,
        PictureRate::PerSecond(rate) => (rate / fps).round(),
    };
    let max = (1.0 / (fps * timing.shortest.as_secs_f32())).floor();
    requested.min(max).clamp(1.0, MAX_PER_KEY)
}

/// Returns the number of loops of duration `period` after which the loops of all `others`, such as the torso of a
/// player, end at the same time. Returns 1 if that takes too long.
fn common_rounds<'a>(period: Duration, others: impl Iterator<Item = &'a Player>) -> u32 {
    let others: Vec<f64> = others
        .map(playback)
        .filter(|playback| !ends(playback))
        .filter_map(|playback| playback.period())
        .map(|period| period.as_secs_f64())
        .collect();
    let closes = |rounds: u32| {
        let time = (period * rounds).as_secs_f64();
        others.iter().all(|other| {
            let turns = time / other;
            turns > 0.5 && (turns - turns.round()).abs() < MAX_MISMATCH
        })
    };
    let max = rounded(LONGEST_LOOP.as_secs_f32() / period.as_secs_f32()).max(1);
    (1..=max).find(|&rounds| closes(rounds)).unwrap_or(1)
}

#[expect(clippy::cast_possible_truncation, reason = "casts of floats saturate")]
fn rounded(number: f32) -> u32 {
    (number + 0.5) as u32
}

#[cfg(test)]
mod tests {
    use md2_scene::{Command, Viewport, Workspace};

    use super::*;
    use md2_scene::builtin;

    const SHORTEST: Duration = Duration::from_millis(1);

    fn playing(sequence: &str) -> Workspace {
        let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([96, 64]));
        let _ = workspace.apply(Command::Play(sequence.to_owned())).unwrap();
        workspace
    }

    fn plan(sequence: &str, mode: Option<LoopMode>, rate: PictureRate, turn: Option<u64>) -> SequencePlan {
        let mut workspace = playing(sequence);
        if let Some(mode) = mode {
            let _ = workspace.apply(Command::SetMode { actor: workspace.lead(), mode }).unwrap();
        }
        let timing = Timing { rate, shortest: SHORTEST, turn: turn.map(Duration::from_secs) };
        SequencePlan::new(workspace.player(), std::iter::empty(), &timing)
    }

    fn total(plan: &SequencePlan) -> Duration {
        (0..plan.pictures).map(|picture| plan.duration(picture)).sum()
    }

    #[test]
    fn a_loop_has_one_picture_per_step() {
        // 16 keyframes at 10 per second.
        for (rate, pictures) in [
            (PictureRate::PerKey(1), 16),
            (PictureRate::PerKey(3), 48),
            (PictureRate::PerSecond(20.0), 32),
            (PictureRate::PerSecond(27.0), 48),
        ] {
            let plan = plan("walk", None, rate, None);
            assert_eq!(plan.pictures, pictures, "{rate:?}");
            assert!(plan.closes());
            assert_eq!(total(&plan), Duration::from_millis(1600));
            assert_eq!(plan.duration(0), Duration::from_millis(1600) / pictures);
        }
        // 15 keyframes in each direction.
        assert_eq!(plan("walk", Some(LoopMode::PingPong), PictureRate::PerKey(2), None).pictures, 60);
    }

    #[test]
    fn a_sequence_that_plays_once_holds_its_last_picture_for_a_second() {
        let plan = plan("walk", Some(LoopMode::Once), PictureRate::PerKey(2), None);
        assert_eq!((plan.pictures, plan.closes()), (31, false));
        assert_eq!(plan.time(30), Duration::from_millis(1500), "the sixteenth keyframe");
        assert_eq!(plan.duration(29), Duration::from_millis(50));
        assert_eq!(plan.duration(30), Duration::from_secs(1));
    }

    #[test]
    fn in_the_game_an_action_plays_once() {
        let plan = |sequence: &str, rate: PictureRate| {
            let mut workspace = playing("stand");
            let _ = workspace.apply(Command::SetGame(true)).unwrap();
            let _ = workspace.apply(Command::Play(sequence.to_owned())).unwrap();
            let timing = Timing { rate, shortest: SHORTEST, turn: None };
            SequencePlan::new(workspace.player(), std::iter::empty(), &timing)
        };
        let keys = |sequence: &str| playing(sequence).player().key_count();
        let tick = Duration::from_millis(100);
        // Pictures between two ticks would be equal.
        for sequence in ["pain1", "attack", "stand", "death1"] {
            let (plan, keys) = (plan(sequence, PictureRate::PerSecond(50.0)), keys(sequence));
            assert_eq!(plan.pictures, keys, "{sequence}");
            assert_eq!(plan.duration(0), tick, "{sequence}");
            let held = if sequence == "stand" { tick } else { HOLD };
            assert_eq!(plan.duration(keys - 1), held, "{sequence}");
            assert_eq!(plan.closes(), sequence == "stand", "{sequence}");
        }
        // In the air for 0.7 s before the last keyframes.
        let jump = total(&plan("jump", PictureRate::PerKey(1)));
        assert_eq!(jump, tick * (7 + keys("jump") - 3) + HOLD, "{jump:?}");
    }

    #[test]
    fn a_turn_lasts_whole_loops() {
        // Four seconds are 2.5 loops of walk, rounded to 3; three seconds are 5 loops of run.
        assert_eq!(plan("walk", None, PictureRate::PerKey(2), Some(4)).pictures, 96);
        assert_eq!(plan("run", None, PictureRate::PerKey(1), Some(3)).pictures, 30);
        let once = plan("walk", Some(LoopMode::Once), PictureRate::PerKey(2), Some(4));
        assert_eq!(once.pictures, 31 + 20);
        assert_eq!(once.duration(50), Duration::from_millis(50), "the camera keeps turning");
    }

    #[test]
    fn a_loop_repeats_until_other_loops_end_with_it() {
        let player = |sequence: &str| playing(sequence).player().clone();
        // Loops of 0.6 s and 1.6 s end together after 4.8 s.
        let timing = Timing { rate: PictureRate::PerKey(1), shortest: SHORTEST, turn: None };
        let plan = SequencePlan::new(&player("run"), [player("walk")].iter(), &timing);
        assert_eq!((plan.span, plan.pictures), (Duration::from_millis(4800), 48));
    }
}
