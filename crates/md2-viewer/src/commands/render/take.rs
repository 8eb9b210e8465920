//! Which moments of a sequence an animation shows, and for how long each.

use std::time::Duration;

use md2_anim::{LoopMode, Playback};
use md2_scene::Player;

/// How long the last picture of what does not repeat is held.
const HOLD: Duration = Duration::from_secs(1);
/// The longest that a loop may be repeated for others to come around with it.
const LONGEST_LOOP: Duration = Duration::from_secs(12);
/// By how much of its period another loop may miss its start.
const MISSED: f64 = 0.01;
/// Pictures a second of what turns without playing.
const TURN_FPS: f32 = 20.0;
/// The most pictures a key.
const MOST_PER_KEY: f32 = 100.0;

/// How many pictures are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pace {
    /// So many for each key of a sequence.
    PerKey(u32),
    /// About so many a second: as many for each key as come nearest to it.
    Fps(f32),
}

/// What else the pictures must suit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) pace: Pace,
    /// No picture may be shown shorter.
    pub(super) shortest: Duration,
    /// About how long a turn of the camera takes, if it turns.
    pub(super) turn: Option<Duration>,
}

/// The pictures of one sequence, at equal steps of time.
///
/// A loop of `n` keys with `k` pictures a key has `n k` of them, and the first would follow the last by the same step: there
/// is no seam. What plays once has one more, the pose it comes to rest in, which is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Take {
    /// The key it begins with: behind the lead of a loop that has one.
    pub(super) first_key: u32,
    /// What `steps` steps last.
    span: Duration,
    steps: u32,
    /// Number of pictures.
    pub(super) pictures: u32,
    /// How much longer the last one is shown.
    hold: Duration,
}

impl Take {
    /// What is shown of the sequence that `lead` plays, while `others` play theirs.
    pub(super) fn of<'a>(lead: &Player, others: impl Iterator<Item = &'a Player>, wanted: &Wanted) -> Self {
        let playback = playback(lead);
        let fps = playback.fps();
        let Some(period) = playback.period().filter(|_| fps > 0.0) else { return Self::still(wanted) };
        if let Some(turn) = lead.turn_lasts() {
            // What follows it is not seen.
            let steps = rounded((turn.as_secs_f32() * fps * per_key(wanted, lead, fps)).max(1.0));
            return Self { first_key: 0, span: turn, steps, pictures: steps + 1, hold: HOLD };
        }
        let is_held = is_held(&playback);
        let first_key = if is_held || lead.mode() != LoopMode::Loop { 0 } else { playback.lead() };
        let keys = period.as_secs_f32() * fps;
        let steps = rounded((keys.round() * per_key(wanted, lead, fps)).max(1.0));
        let step = period / steps;
        if is_held {
            // While it is held the camera turns on.
            let turning = wanted.turn.map_or(0, |_| rounded(HOLD.as_secs_f32() / step.as_secs_f32()));
            let hold = if wanted.turn.is_some() { Duration::ZERO } else { HOLD };
            return Self { first_key, span: period, steps, pictures: steps + 1 + turning, hold };
        }
        let rounds = match wanted.turn {
            Some(turn) => rounded((turn.as_secs_f32() / period.as_secs_f32()).round().max(1.0)),
            None => 1,
        };
        let rounds = rounds.saturating_mul(common_rounds(period, others));
        let steps = steps.saturating_mul(rounds);
        Self { first_key, span: period.saturating_mul(rounds), steps, pictures: steps, hold: Duration::ZERO }
    }

    /// What does not move: one picture, or those of a turn around it.
    fn still(wanted: &Wanted) -> Self {
        match wanted.turn {
            None => Self { first_key: 0, span: Duration::ZERO, steps: 1, pictures: 1, hold: HOLD },
            Some(turn) => {
                let fps = match wanted.pace {
                    Pace::Fps(fps) => fps,
                    Pace::PerKey(_) => TURN_FPS,
                };
                let fps = fps.min(1.0 / wanted.shortest.as_secs_f32());
                let steps = rounded((turn.as_secs_f32() * fps).max(1.0));
                Self { first_key: 0, span: turn, steps, pictures: steps, hold: Duration::ZERO }
            }
        }
    }

    /// When a picture is taken, from the start of the take.
    pub(super) fn time(&self, picture: u32) -> Duration {
        // In whole steps, so that nothing is rounded twice.
        let nanos = self.span.as_nanos() * u128::from(picture) / u128::from(self.steps);
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }

    /// How long a picture is shown.
    pub(super) fn lasts(&self, picture: u32) -> Duration {
        let hold = if picture + 1 == self.pictures { self.hold } else { Duration::ZERO };
        // What is held lasts as long as it is held, and no step more.
        if hold > Duration::ZERO { hold } else { self.time(picture + 1) - self.time(picture) }
    }

    /// Once around what repeats, or to the end.
    pub(super) fn span(&self) -> Duration {
        self.span
    }

    /// Whether the first picture follows the last.
    pub(super) fn closes(&self) -> bool {
        self.pictures == self.steps && self.span > Duration::ZERO
    }

    /// Pictures a second, as a fraction in thousandths.
    pub(super) fn rate(&self) -> [u32; 2] {
        let step = self.span.as_secs_f32() / self.steps as f32;
        if step > 0.0 { [rounded(1000.0 / step).max(1), 1000] } else { [1, 1] }
    }
}

/// What a player plays, from its start.
fn playback(player: &Player) -> Playback {
    let mut sequence = player.sequence().clone();
    sequence.mode = player.mode();
    let mut playback = Playback::for_sequence(&sequence);
    if player.is_in_game() && sequence.times.is_none() {
        playback.set_fps(player.fps());
    }
    playback
}

/// Whether it comes to an end instead of repeating.
fn is_held(playback: &Playback) -> bool {
    let mut ended = playback.clone();
    ended.advance(playback.period().unwrap_or_default().saturating_mul(2));
    ended.is_finished()
}

fn per_key(wanted: &Wanted, lead: &Player, fps: f32) -> f32 {
    let asked = match wanted.pace {
        Pace::PerKey(count) => count as f32,
        // More would be the same again, unless the camera turns.
        Pace::Fps(_) if !lead.blends() && wanted.turn.is_none() => 1.0,
        Pace::Fps(rate) => (rate / fps).round(),
    };
    let most = (1.0 / (fps * wanted.shortest.as_secs_f32())).floor();
    asked.min(most).clamp(1.0, MOST_PER_KEY)
}

/// How often a loop is repeated so that those of others come around with it, as torso and legs of one figure; 1 where that
/// takes too long.
fn common_rounds<'a>(period: Duration, others: impl Iterator<Item = &'a Player>) -> u32 {
    let others: Vec<f64> = others
        .map(playback)
        .filter(|playback| !is_held(playback))
        .filter_map(|playback| playback.period())
        .map(|period| period.as_secs_f64())
        .collect();
    let closes = |rounds: u32| {
        let time = (period * rounds).as_secs_f64();
        others.iter().all(|other| {
            let turns = time / other;
            turns > 0.5 && (turns - turns.round()).abs() < MISSED
        })
    };
    let most = rounded(LONGEST_LOOP.as_secs_f32() / period.as_secs_f32()).max(1);
    (1..=most).find(|&rounds| closes(rounds)).unwrap_or(1)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
fn rounded(number: f32) -> u32 {
    (number + 0.5) as u32
}

#[cfg(test)]
mod tests {
    use md2_scene::{Command, Viewport, Workspace};

    use super::*;
    use md2_browse::builtin;

    const SHORTEST: Duration = Duration::from_millis(1);

    fn take(sequence: &str, mode: Option<LoopMode>, pace: Pace, turn: Option<u64>) -> Take {
        let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([96, 64]));
        let _ = workspace.apply(Command::Play(sequence.to_owned())).unwrap();
        if let Some(mode) = mode {
            let _ = workspace.apply(Command::SetMode { actor: workspace.lead(), mode }).unwrap();
        }
        let wanted = Wanted { pace, shortest: SHORTEST, turn: turn.map(Duration::from_secs) };
        Take::of(workspace.player(), std::iter::empty(), &wanted)
    }

    fn total(take: &Take) -> Duration {
        (0..take.pictures).map(|picture| take.lasts(picture)).sum()
    }

    #[test]
    fn a_loop_has_as_many_pictures_as_steps_and_no_seam() {
        // 16 keys at 10 a second.
        for (pace, pictures) in
            [(Pace::PerKey(1), 16), (Pace::PerKey(3), 48), (Pace::Fps(20.0), 32), (Pace::Fps(27.0), 48)]
        {
            let take = take("walk", None, pace, None);
            assert_eq!(take.pictures, pictures, "{pace:?}");
            assert!(take.closes());
            assert_eq!(total(&take), Duration::from_millis(1600));
            assert_eq!(take.lasts(0), Duration::from_millis(1600) / pictures);
        }
        // There and back: 2 x 15 keys.
        assert_eq!(take("walk", Some(LoopMode::PingPong), Pace::PerKey(2), None).pictures, 60);
    }

    #[test]
    fn what_plays_once_holds_its_last_picture_for_a_second() {
        let take = take("walk", Some(LoopMode::Once), Pace::PerKey(2), None);
        assert_eq!((take.pictures, take.closes()), (31, false));
        assert_eq!(take.time(30), Duration::from_millis(1500), "the sixteenth key");
        assert_eq!(take.lasts(29), Duration::from_millis(50));
        assert_eq!(take.lasts(30), Duration::from_secs(1));
    }

    #[test]
    fn in_the_game_an_action_is_shown_once_and_a_death_is_held() {
        let take = |sequence: &str, pace: Pace| {
            let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([96, 64]));
            let _ = workspace.apply(Command::SetGame(true)).unwrap();
            let _ = workspace.apply(Command::Play(sequence.to_owned())).unwrap();
            let wanted = Wanted { pace, shortest: SHORTEST, turn: None };
            Take::of(workspace.player(), std::iter::empty(), &wanted)
        };
        let keys = |sequence: &str| {
            let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([96, 64]));
            let _ = workspace.apply(Command::Play(sequence.to_owned())).unwrap();
            workspace.player().key_count()
        };
        let tick = Duration::from_millis(100);
        // Pictures between two ticks would be the same again.
        for sequence in ["pain1", "attack", "stand", "death1"] {
            let (take, keys) = (take(sequence, Pace::Fps(50.0)), keys(sequence));
            assert_eq!(take.pictures, keys, "{sequence}");
            assert_eq!(take.lasts(0), tick, "{sequence}");
            let held = if sequence == "stand" { tick } else { HOLD };
            assert_eq!(take.lasts(keys - 1), held, "{sequence}");
            assert_eq!(take.closes(), sequence == "stand", "{sequence}");
        }
        // Aloft for seven tenths of a second before the rest is played.
        let jump = total(&take("jump", Pace::PerKey(1)));
        assert_eq!(jump, tick * (7 + keys("jump") - 3) + HOLD, "{jump:?}");
    }

    #[test]
    fn a_turn_lasts_whole_rounds() {
        // Four seconds are two and a half walks: three of them, or two; five runs of 0.6 s come nearest to three.
        assert_eq!(take("walk", None, Pace::PerKey(2), Some(4)).pictures, 96);
        assert_eq!(take("run", None, Pace::PerKey(1), Some(3)).pictures, 30);
        let once = take("walk", Some(LoopMode::Once), Pace::PerKey(2), Some(4));
        assert_eq!(once.pictures, 31 + 20);
        assert_eq!(once.lasts(50), Duration::from_millis(50), "the camera turns on");
        assert_eq!(take("walk", None, Pace::PerKey(2), None).rate(), [20_000, 1000]);
    }

    #[test]
    fn pictures_are_never_shorter_than_the_format_tells() {
        let (workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([96, 64]));
        let wanted = Wanted { pace: Pace::Fps(100.0), shortest: Duration::from_millis(20), turn: None };
        let take = Take::of(workspace.player(), std::iter::empty(), &wanted);
        assert_eq!(take.lasts(0), Duration::from_millis(20));
    }

    #[test]
    fn others_come_around_with_it() {
        let player = |sequence: &str| {
            let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([96, 64]));
            let _ = workspace.apply(Command::Play(sequence.to_owned())).unwrap();
            workspace.player().clone()
        };
        // 0.6 s and 1.6 s meet at 4.8 s.
        let wanted = Wanted { pace: Pace::PerKey(1), shortest: SHORTEST, turn: None };
        let take = Take::of(&player("run"), [player("walk")].iter(), &wanted);
        assert_eq!((take.span(), take.pictures), (Duration::from_millis(4800), 48));
    }
}
