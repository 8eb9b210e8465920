//! The restorer with a session on a renderer without a window.

use std::thread;
use std::time::{Duration, Instant};

use md2_scene::{Choice, Companions, Figure, LookSwitch, Viewport, builtin};
use md2_testdata::md3;

use super::*;
use crate::session::tests::headless;

const END: Duration = Duration::from_secs(60);

fn session(figure: Figure) -> Option<Session> {
    let (workspace, _) = Workspace::new(figure, Viewport::whole([96, 64]));
    headless(workspace)
}

fn apply(session: &mut Session, command: Command) {
    let _outcome = session.apply(command).unwrap();
}

fn finish(restorer: &mut Restorer, session: &mut Session) {
    let start = Instant::now();
    restorer.poll(session).unwrap();
    while let Some(progress) = restorer.progress() {
        assert!((0.0..=1.0).contains(&progress) && start.elapsed() < END, "at {progress}");
        thread::sleep(Duration::from_millis(5));
        restorer.poll(session).unwrap();
    }
}

fn restored_count(session: &Session) -> usize {
    session.workspace().drawn().filter(|drawn| drawn.restored.is_some()).count()
}

#[test]
fn a_figure_and_its_weapon_are_restored_in_the_background() {
    let Some(mut session) = session(builtin::figure().unwrap()) else { return };
    let mut restorer = Restorer::default();
    restorer.poll(&mut session).unwrap();
    assert!(restorer.progress().is_none(), "restored motion is off");
    apply(&mut session, Command::Toggle(LookSwitch::Steady));
    restorer.poll(&mut session).unwrap();
    assert_eq!((restorer.progress(), restored_count(&session)), (Some(0.0), 0), "it does not wait");
    session.advance(Duration::from_millis(30));
    finish(&mut restorer, &mut session);
    assert_eq!(restored_count(&session), 1);

    apply(&mut session, Command::SelectWeapon(Some(Choice::Next)));
    finish(&mut restorer, &mut session);
    assert_eq!((restored_count(&session), session.workspace().drawn().count()), (2, 2));
}

fn is_released(document: &Arc<Document>) -> bool {
    let start = Instant::now();
    while Arc::strong_count(document) > 1 {
        if start.elapsed() > END {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

#[test]
fn cancels_a_task_whose_result_is_not_needed() {
    type Change = fn(&mut Session);
    let changes: [(&str, Change); 2] = [
        ("switched off", |session| apply(session, Command::Toggle(LookSwitch::Steady))),
        ("another model", |session| {
            let bytes = md3::player_lower();
            let other = Document::from_bytes("other.md3", bytes.build().bytes(), Companions::default());
            apply(session, Command::Open(other.unwrap().into()));
        }),
    ];
    for (name, change) in changes {
        let Some(mut session) = session(builtin::figure().unwrap()) else { return };
        let document = Arc::clone(session.workspace().document());
        let mut restorer = Restorer::default();
        apply(&mut session, Command::Toggle(LookSwitch::Steady));
        restorer.poll(&mut session).unwrap();
        assert!(restorer.progress().is_some(), "{name}");
        change(&mut session);
        restorer.poll(&mut session).unwrap();
        assert!(restorer.progress().is_none(), "{name}");
        assert!(session.workspace().restored(&document).is_none(), "{name}");
        drop(session);
        assert!(is_released(&document), "{name}: the task still runs");
    }
}

#[test]
fn reports_a_failure_once() {
    let Some(mut session) = session(builtin::figure().unwrap()) else { return };
    let document = Arc::clone(session.workspace().document());
    let mut restorer = Restorer::default();
    apply(&mut session, Command::Toggle(LookSwitch::Steady));
    restorer.running = Some(RestoreJob { document, task: Task::start(|_| Err(SteadyError::Cancelled)) });
    let start = Instant::now();
    let error = loop {
        if let Err(error) = restorer.poll(&mut session) {
            break error;
        }
        assert!(start.elapsed() < END, "no error");
        thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(format!("{error:#}"), "cannot restore the motion of wanderer: cancelled");
    restorer.poll(&mut session).unwrap();
    assert!(restorer.progress().is_none(), "not tried again");

    apply(&mut session, Command::Toggle(LookSwitch::Steady));
    restorer.poll(&mut session).unwrap();
    apply(&mut session, Command::Toggle(LookSwitch::Steady));
    finish(&mut restorer, &mut session);
    assert_eq!(restored_count(&session), 1, "tried again after the switch was off");
}
