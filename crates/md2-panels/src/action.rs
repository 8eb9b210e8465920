//! The actions of keys and panels.

use std::path::PathBuf;

use md2_browse::{DialogPurpose, NodeId};
use md2_scene::builtin::BuiltIn;
use md2_scene::change::{EASINGS, LOOP_MODES};
use md2_scene::{Actor, ActorId, Choice, Command, Edit, FloorKind, Look, Moment, Workspace};

use crate::export_kind::ExportKind;
use crate::keys::Shortcut;
use crate::tab::Tab;

/// A request that the user makes with a key or in a panel. The program that shows the panels applies it.
#[derive(Clone, Debug)]
pub enum Action {
    /// Changes the scene.
    Scene(Command),
    /// Opens the first of these files that can be opened.
    Open(Vec<PathBuf>),
    /// Applies an image file as a skin of the model.
    ApplySkin(PathBuf),
    /// Opens a model that is built into the program.
    OpenBuiltIn(BuiltIn),
    /// Opens a model of the file tree, or shows a picture of it. The tree itself does not change.
    OpenNode(NodeId),
    /// Opens the next or the previous model of the file tree.
    OpenNeighbor {
        /// Whether to open the next model.
        forward: bool,
    },
    /// Compares the open model with the model in this file.
    CompareWith(PathBuf),
    /// Compares the open model with the model at the cursor in the list of files.
    CompareListed,
    /// Opens a folder of the file tree, or closes the folder if the flag is `false`.
    SetFolderOpen(NodeId, bool),
    /// Lists the contents of all folders of the file tree, for a search.
    ListAll,
    /// Lists the names in a folder, which the path field suggests.
    ListFolder(PathBuf),
    /// Shows the file dialog of the desktop.
    ShowDialog(DialogPurpose),
    /// Cancels the listing of folders and the opening of files.
    StopReading,
    /// Shows this level of detail of all models of the figure; 0 is the full model.
    SetLevel(usize),
    /// Shows a file in the file manager of the desktop.
    ShowInFileManager(PathBuf),
    /// Writes a picture of the scene to the current folder.
    Screenshot,
    /// Exports a file of this kind with the options in [`PanelState::export_settings`](crate::PanelState::export_settings).
    Export(ExportKind),
    /// Makes the enhanced MD3 of the model in memory, and compares the model with it.
    Enhance,
    /// Cancels the export.
    CancelExport,
    /// Opens or closes the export menu.
    ToggleExport,
    /// Edits the model of an actor. The file remains unchanged.
    Edit(ActorId, Edit),
    /// Opens the dialog that renames the sequence of an actor.
    RenameSequence(ActorId),
    /// Opens the dialog that saves the model.
    AskSavePath,
    /// Saves the model of an actor with its edits.
    SaveModel {
        /// The actor.
        actor: ActorId,
        /// The file.
        path: PathBuf,
        /// Whether the user has confirmed that an existing file is replaced.
        replaces: bool,
    },
    /// Writes a repaired copy of the damaged file of an actor (a model in the scene).
    SaveRepaired(ActorId),
    /// Selects a tab and shows the panels.
    ShowTab(Tab),
    /// Moves the focus to the search field of the sequences or the files.
    FilterSequences,
    /// Moves the view of the skin from its tab to a window over the scene, or back.
    ToggleLargeSkin,
    /// Shows or hides the panels.
    TogglePanels,
    /// Shows or hides the help.
    ToggleHelp,
    /// Sets the samples per pixel for the next start of the program.
    SetSamples(Option<u32>),
    /// Undoes the last change of the model, its skin, weapon or sequences, or of the look.
    Undo,
    /// Redoes the change that was undone last.
    Redo,
    /// Closes the topmost open element, such as a window, a message or a filter. Does nothing if no element is open.
    Close,
    /// Quits the program.
    Quit,
}

impl From<Command> for Action {
    fn from(command: Command) -> Self {
        Self::Scene(command)
    }
}

impl Shortcut {
    /// Returns the action of the shortcut. Playback actions apply to the first actor (model) of the scene, such as the legs of a player.
    #[must_use]
    pub fn action(self, workspace: &Workspace) -> Action {
        self.action_for(workspace, workspace.lead())
    }

    /// Returns the action of the shortcut. Playback actions apply to `actor`, a model in the scene.
    #[must_use]
    pub fn action_for(self, workspace: &Workspace, actor: ActorId) -> Action {
        let look = workspace.look();
        let player = workspace.player_without_preview(actor).unwrap_or(workspace.player());
        let sequence = |sequence| Command::ChooseSequence { actor, sequence };
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
            Self::ToggleReversed => Command::SetReversed { actor, reversed: !player.is_reversed() },
            Self::NextEasing => Command::SetEasing { actor, easing: next_in(&EASINGS, player.easing()) },
            Self::ToggleGame => Command::SetGame(!workspace.transport().game),
            Self::NextSkin => Command::SelectFigureSkin(Choice::Next),
            Self::NextWeapon => Command::SelectWeapon(next_weapon(workspace)),
            Self::NextTorsoSequence => {
                Command::ChooseSequence { actor: second_player(workspace), sequence: Choice::Next }
            }
            Self::NextFaces => Command::SetFaces(look.faces.next()),
            Self::ToggleFloor => Command::SetFloor(match look.floor {
                FloorKind::None => FloorKind::Stone,
                FloorKind::Stone | FloorKind::Grid => FloorKind::None,
            }),
            Self::ToggleGrid => Command::SetFloor(match look.floor {
                FloorKind::Grid => FloorKind::Stone,
                FloorKind::Stone | FloorKind::None => FloorKind::Grid,
            }),
            Self::NextBackground => Command::SetBackground(look.background.next()),
            Self::Darker => Command::SetBrightness(look.brightness.stepped(false)),
            Self::Brighter => Command::SetBrightness(look.brightness.stepped(true)),
            Self::NextLight => Command::SetLighting(look.light.next()),
            Self::ToggleWeaponView => Command::SetWeaponView(!workspace.weapon_view()),
            Self::ToggleCompare => {
                Command::Compare((!workspace.is_comparing()).then(|| workspace.nearest_keyframe()))
            }
            Self::NextAlpha => Command::SetAlpha(look.alpha.next()),
            Self::Toggle(switch) => Command::Toggle(switch),
            Self::ResetLook => Command::SetLook(Look::default()),
            Self::FrameModel => Command::Frame,
            Self::ResetView => Command::ResetView,
            Self::LookFrom(side) => Command::LookFrom(side),
            Self::MoveCamera(camera_move) => camera_move.step(workspace),
            Self::ToggleOrbit => Command::SetAutoOrbit(!workspace.camera().auto_orbit()),
            Self::ToggleOrthographic => Command::SetOrthographic(!workspace.camera().is_orthographic()),
            Self::Undo => return Action::Undo,
            Self::RenameSequence => return Action::RenameSequence(actor),
            Self::SaveModel => return Action::AskSavePath,
            Self::Redo => return Action::Redo,
            Self::ToggleExport => return Action::ToggleExport,
            Self::Screenshot => return Action::Screenshot,
            Self::Show(tab) => return Action::ShowTab(tab),
            Self::FilterSequences => return Action::FilterSequences,
            Self::ToggleLargeSkin => return Action::ToggleLargeSkin,
            Self::TogglePanels => return Action::TogglePanels,
            Self::ToggleHelp => return Action::ToggleHelp,
            Self::Open => return Action::ShowDialog(DialogPurpose::Files),
            Self::CompareListed => return Action::CompareListed,
            Self::PreviousModel => return Action::OpenNeighbor { forward: false },
            Self::NextModel => return Action::OpenNeighbor { forward: true },
            Self::Close => return Action::Close,
            Self::Quit => return Action::Quit,
        })
    }
}

fn next_in<T: Copy + PartialEq>(all: &[(T, &str)], value: T) -> T {
    let next = all.iter().skip_while(|(other, _)| *other != value).nth(1);
    next.map_or(all[0].0, |(next, _)| *next)
}

/// Returns the weapon that follows the current weapon. After the last weapon, returns `None`, which means no weapon.
fn next_weapon(workspace: &Workspace) -> Option<Choice> {
    let next = workspace.weapon().map_or(0, |(index, _)| index + 1);
    (next < workspace.figure().weapons().len()).then_some(Choice::Index(next))
}

/// Returns the second of the parts of a player that have their own sequences, such as the torso; the first if there is no second.
fn second_player(workspace: &Workspace) -> ActorId {
    let players = workspace.body().filter(|actor| actor.player().is_some());
    players.take(2).last().map_or(workspace.lead(), Actor::id)
}
