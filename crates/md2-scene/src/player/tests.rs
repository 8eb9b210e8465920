//! Tests of players with two lists of sequences.

use super::*;

fn set(label: &str, sequences: Vec<Sequence>) -> RangeSet {
    let opening = md2_anim::opening_sequence(&sequences).unwrap_or(0);
    let (evidence, source) = (String::new(), crate::SequenceSource::FrameNames);
    RangeSet { label: label.to_owned(), evidence, has_rates: false, sequences, opening, source }
}

fn player() -> Player {
    let sequence = |name: &str, first, last, mode| Sequence { mode, ..Sequence::new(name, first, last) };
    let sets = vec![
        set(
            "names",
            vec![
                sequence("stand", 0, 39, LoopMode::Loop),
                sequence("run", 40, 45, LoopMode::Loop),
                sequence("death1", 46, 51, LoopMode::Once),
            ],
        ),
        set("all", vec![sequence("all", 0, 51, LoopMode::Loop)]),
    ];
    Player::new(sets, GameRules::Quake2)
}

fn running() -> Player {
    let mut player = player();
    player.choose(1);
    player
}

const KEY: Duration = Duration::from_millis(100);

#[test]
fn rates_come_from_a_table_unless_a_script_has_them() {
    let mut player = player();
    player.sets[1].has_rates = true;
    player.set_rates(Rates::Tutorial);
    assert_eq!(player.sequence().fps, Rates::Tutorial.fps("stand"));
    player.choose_set(1);
    assert_eq!(player.sequence().fps, 10.0);
}

#[test]
fn another_list_continues_at_the_current_frame() {
    let mut player = running();
    player.choose_set(1);
    assert_eq!(player.sequence().name, "all");
    player.seek(47.0);
    player.choose_set(0);
    assert_eq!(player.sequence().name, "death1");
}

#[test]
fn the_floor_follows_the_animation() {
    let mut player = running();
    player.set_ground_speed(50.0);
    player.advance(KEY);
    assert!((player.travelled - 5.0).abs() < 1e-6);
    player.set_speed(2.0);
    player.advance(KEY);
    assert!((player.travelled - 15.0).abs() < 1e-6);
    player.seek(1.0);
    assert!((player.travelled - 5.0).abs() < 1e-4);
    player.step(false);
    player.step(false);
    assert!((player.travelled + 5.0).abs() < 1e-4, "around the loop");
}

#[test]
fn a_new_version_keeps_the_users_loop_modes() {
    let mut old = running();
    old.set_mode(LoopMode::PingPong);
    old.choose(0);
    let mut newer = player();
    newer.sets[0].sequences[0].mode = LoopMode::Once;
    let mut newer = newer.continuing(&old);
    assert_eq!(newer.mode(), LoopMode::Once, "the user set no mode for this one");
    newer.choose(1);
    assert_eq!(newer.mode(), LoopMode::PingPong);
    assert_eq!(
        player().continuing(&newer).sets[0].sequences[1].mode,
        LoopMode::PingPong,
        "the mode is stored"
    );
}
