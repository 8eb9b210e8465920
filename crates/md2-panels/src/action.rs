//! The actions of keys and panels.

use std::path::PathBuf;
use std::sync::Arc;

use md2_browse::{DialogPurpose, NodeId};
use md2_scene::builtin::BuiltIn;
use md2_scene::change::{EASINGS, LOOP_MODES};
use md2_scene::{ActorId, Choice, Command, Document, Edit, Figure, FloorKind, Look, Moment, Workspace};

use crate::export_kind::ExportKind;
use crate::keys::Shortcut;

#[derive(Clone, Debug)]
pub enum Action {
    Scene(Command),
    // A shortcut that is no command of the scene. `Close` closes the topmost open element, such as a window or a filter.
    Key(Shortcut),
    Open(Vec<PathBuf>),
    // Opens a path that the user has typed. If that fails, the path dialog opens again with the reason.
    OpenTyped(PathBuf),
    ApplySkin(PathBuf),
    OpenBuiltIn(BuiltIn),
    // Opens a model of the file tree, or shows a picture of it. The tree itself does not change.
    OpenNode(NodeId),
    CompareWith(PathBuf),
    // Opens a folder of the file tree, or closes the folder if the flag is `false`.
    SetFolderOpen(NodeId, bool),
    ListAll,
    // Opens all models of the file tree in a task, to find their conditions.
    Survey,
    ListFolder(PathBuf),
    ShowDialog(DialogPurpose),
    StopReading,
    SetLevel(usize),
    ShowInFileManager(PathBuf),
    Export(ExportKind, PathBuf),
    Enhance,
    CancelExport,
    Edit(ActorId, Edit),
    // Removes the last edit of a model, but undoes no change of the look.
    UndoEdit(ActorId),
    RenameSequence(ActorId),
    SaveModel { document: Arc<Document>, path: PathBuf, replaces: bool },
    Answer(Question, Answer),
    // Shows a model with unsaved edits again.
    OpenPinned(Figure),
    SaveRepaired(ActorId),
    SetSamples(Option<u32>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    Quit,
    Restore,
    /// The image of an edit has another size than the skins of the MDL.
    Resize(ActorId, Edit),
    /// The image is outside of the game. The edit uses a copy next to the model.
    CopyImage(ActorId, PathBuf, Edit),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Saves the edits, or restores them.
    Yes,
    Discard,
    Cancel,
}

impl From<Command> for Action {
    fn from(command: Command) -> Self {
        Self::Scene(command)
    }
}

impl Shortcut {
    pub fn action(self, workspace: &Workspace) -> Action {
        self.action_for(workspace, workspace.lead())
    }

    pub fn action_for(self, workspace: &Workspace, actor: ActorId) -> Action {
        let look = *workspace.look();
        let player = workspace.player_without_preview(actor).unwrap_or(workspace.player());
        let sequence = |sequence| Command::ChooseSequence { actor, sequence };
        // Each key alternates between its floor and stone.
        let with_floor = |floor| {
            let floor = if look.floor == floor { FloorKind::Stone } else { floor };
            Command::SetLook(Look { floor, ..look })
        };
        Action::Scene(match self {
            Self::TogglePause => Command::TogglePlaying,
            Self::StepBack => Command::Step { forward: false },
            Self::StepForward => Command::Step { forward: true },
            Self::StepTenthBack => Command::StepTenth { forward: false },
            Self::StepTenthForward => Command::StepTenth { forward: true },
            Self::FirstFrame => Command::Seek { actor, to: Moment::First },
            Self::LastFrame => Command::Seek { actor, to: Moment::Last },
            Self::PreviousSequence => sequence(Choice::Previous),
            Self::NextSequence => sequence(Choice::Next),
            Self::Slower => Command::ChangeSpeed { faster: false },
            Self::Faster => Command::ChangeSpeed { faster: true },
            Self::NormalSpeed => Command::SetSpeed(1.0),
            // Returns to the loop mode before Game mode.
            Self::NextMode if workspace.transport().game => Command::SetGame(false),
            Self::NextMode => Command::SetMode { actor, mode: next_in(&LOOP_MODES, player.mode()) },
            Self::ToggleReversed => Command::SetReversed { actor, reversed: !player.reversed },
            Self::NextEasing => Command::SetEasing { actor, easing: next_in(&EASINGS, player.easing()) },
            Self::ToggleGame => Command::SetGame(!workspace.transport().game),
            Self::NextSkin => Command::SelectFigureSkin(Choice::Next),
            Self::NextWeapon => Command::SelectWeapon(next_weapon(workspace)),
            Self::NextTorsoSequence => {
                Command::ChooseSequence { actor: player_of_part(workspace, 1), sequence: Choice::Next }
            }
            Self::NextFaces => Command::SetLook(Look { faces: look.faces.next(), ..look }),
            Self::ToggleFloor => with_floor(FloorKind::None),
            Self::ToggleGrid => with_floor(FloorKind::Grid),
            Self::NextBackground => Command::SetBackground(look.background.next()),
            Self::Darker => Command::SetBrightness(look.brightness.stepped(false)),
            Self::Brighter => Command::SetBrightness(look.brightness.stepped(true)),
            Self::NextLight => Command::SetLook(Look { light: look.light.next(), ..look }),
            Self::ToggleWeaponView => Command::SetWeaponView(!workspace.weapon_view()),
            Self::ToggleCompare => {
                Command::Compare((!workspace.is_comparing()).then(|| workspace.nearest_keyframe()))
            }
            Self::NextAlpha => Command::SetLook(Look { alpha: look.alpha.next(), ..look }),
            Self::Toggle(switch) => Command::Toggle(switch),
            Self::ResetLook => Command::SetLook(Look::default()),
            Self::FrameModel => Command::Frame,
            Self::ResetView => Command::ResetView,
            Self::LookFrom(side) => Command::LookFrom(side),
            Self::MoveCamera(camera_move) => camera_move.step(workspace),
            Self::ToggleOrbit => Command::SetAutoOrbit(!workspace.camera().auto_orbit),
            Self::ToggleOrthographic => Command::SetOrthographic(!workspace.camera().orthographic),
            Self::RenameSequence => return Action::RenameSequence(actor),
            Self::Open => return Action::ShowDialog(DialogPurpose::Files),
            _ => return Action::Key(self),
        })
    }
}

fn next_in<T: Copy + PartialEq>(all: &[(T, &str)], value: T) -> T {
    let next = all.iter().skip_while(|(other, _)| *other != value).nth(1);
    next.map_or(all[0].0, |(next, _)| *next)
}

fn next_weapon(workspace: &Workspace) -> Option<Choice> {
    let next = workspace.weapon().map_or(0, |(index, _)| index + 1);
    (next < workspace.figure().weapons().len()).then_some(Choice::Index(next))
}

/// Returns the actor of the part with this number, counted from 0 among the parts that play; the last one if there are fewer.
pub(crate) fn player_of_part(workspace: &Workspace, part: usize) -> ActorId {
    let players = workspace.body().filter(|actor| actor.player().is_some());
    players.take(part + 1).last().map_or(workspace.lead(), |actor| actor.id)
}
