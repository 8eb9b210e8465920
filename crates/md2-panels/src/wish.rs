//! What the user wants: of the scene, or of the program around it.

use md2_anim::{Easing, LoopMode};
use md2_scene::{Actor, ActorId, Choice, Command, FloorKind, Look, Moment, Switch, Workspace};

use crate::Tab;
use crate::export_kind::Export;
use crate::keys::{Action, key_of};
use md2_browse::{Files, Pick};
use md2_scene::text::shown;

/// A key press or a click, as what is to be done about it.
#[derive(Clone, Debug)]
pub enum Wish {
    /// The workspace carries it out.
    Scene(Command),
    /// The window does.
    Shell(Shell),
    /// The window does, of what there is to open.
    Files(Files),
}

/// What the window does itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    Screenshot,
    Export(Export),
    CancelExport,
    /// Opens the menu of exports, or closes it.
    ToggleExport,
    /// Writes what is shown of an actor's damaged file as a sound one.
    SaveRepaired(ActorId),
    /// Brings a tab to the front, with the panels if these are hidden.
    ShowTab(Tab),
    /// Brings the list of sequences to the front, ready for a filter to be typed.
    FilterSequences,
    /// Shows the skin large over the scene, or in its tab again.
    ToggleLargeSkin,
    TogglePanels,
    /// Chooses the samples a pixel of windows from the next one on.
    SetSamples(Option<u32>),
    ToggleHelp,
    Quit,
}

impl From<Command> for Wish {
    fn from(command: Command) -> Self {
        Self::Scene(command)
    }
}

impl From<Shell> for Wish {
    fn from(shell: Shell) -> Self {
        Self::Shell(shell)
    }
}

impl From<Files> for Wish {
    fn from(files: Files) -> Self {
        Self::Files(files)
    }
}

impl Action {
    /// What it means in this workspace.
    pub fn wish(self, workspace: &Workspace) -> Wish {
        self.wish_for(workspace, workspace.lead())
    }

    /// The same where it is about this actor, who plays, if it is about one.
    pub fn wish_for(self, workspace: &Workspace, actor: ActorId) -> Wish {
        let look = workspace.look();
        let player = workspace.settled_player(actor).unwrap_or(workspace.player());
        let sequence = |sequence| Command::ChooseSequence { actor, sequence };
        Wish::Scene(match self {
            Self::TogglePause => Command::TogglePlaying,
            Self::StepBack => Command::Step { forward: false },
            Self::StepForward => Command::Step { forward: true },
            Self::FirstFrame => Command::Seek { actor, to: Moment::First },
            Self::LastFrame => Command::Seek { actor, to: Moment::Last },
            Self::PreviousSequence => sequence(Choice::Previous),
            Self::NextSequence => sequence(Choice::Next),
            Self::Slower => Command::ChangeSpeed { faster: false },
            Self::Faster => Command::ChangeSpeed { faster: true },
            Self::NormalSpeed => Command::SetSpeed(1.0),
            // Back to what was chosen before.
            Self::NextMode if workspace.transport().game => Command::SetGame(false),
            Self::NextMode => Command::SetMode { actor, mode: next_mode(player.mode()) },
            Self::ToggleReversed => Command::SetReversed { actor, reversed: !player.is_reversed() },
            Self::NextEasing => Command::SetEasing { actor, easing: next_easing(player.easing()) },
            Self::ToggleGame => Command::SetGame(!workspace.transport().game),
            Self::NextSkin => Command::WearAll(Choice::Next),
            Self::NextWeapon => Command::Carry(next_weapon(workspace)),
            Self::NextOfSecond => {
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
            Self::ToggleCrossfade => Command::Toggle(Switch::Crossfade),
            Self::ToggleWeaponView => Command::SetWeaponView(!workspace.weapon_view()),
            Self::ToggleTwoSided => Command::Toggle(Switch::TwoSided),
            Self::ToggleFilter => Command::Toggle(Switch::Smooth),
            Self::ToggleSteady => Command::Toggle(Switch::Steady),
            Self::ToggleInspect => Command::Toggle(Switch::Inspect),
            Self::ToggleNormals => Command::Toggle(Switch::Normals),
            Self::ToggleBoxes => Command::Toggle(Switch::Boxes),
            Self::ToggleOnion => Command::Toggle(Switch::Onion),
            Self::ToggleCompare => Command::Compare((!workspace.compares()).then(|| workspace.key_at_hand())),
            Self::NextAlpha => Command::SetAlpha(workspace.look().alpha.next()),
            Self::ToggleOwnNormals => Command::Toggle(Switch::OwnNormals),
            Self::ResetLook => Command::SetLook(Look::default()),
            Self::FrameModel => Command::Frame,
            Self::ResetView => Command::ResetView,
            Self::LookFrom(side) => Command::LookFrom(side),
            Self::Steer(steer) => steer.step(workspace),
            Self::ToggleOrbit => Command::SetAutoOrbit(!workspace.camera().auto_orbit()),
            Self::ToggleOrthographic => Command::SetOrthographic(!workspace.camera().is_orthographic()),
            Self::ToggleExport => return Shell::ToggleExport.into(),
            Self::Screenshot => return Shell::Screenshot.into(),
            Self::Show(tab) => return Shell::ShowTab(tab).into(),
            Self::FilterSequences => return Shell::FilterSequences.into(),
            Self::ToggleLargeSkin => return Shell::ToggleLargeSkin.into(),
            Self::TogglePanels => return Shell::TogglePanels.into(),
            Self::ToggleHelp => return Shell::ToggleHelp.into(),
            Self::Open => return Files::Dialog(Pick::Files).into(),
            Self::CompareListed => return Files::CompareListed.into(),
            Self::PreviousModel => return Files::Neighbor { forward: false }.into(),
            Self::NextModel => return Files::Neighbor { forward: true }.into(),
            Self::Quit => return Shell::Quit.into(),
        })
    }
}

/// What is told after a command by which little or nothing changes at first, or very much: of the workspace as it is then.
pub fn notice_after(command: &Command) -> Option<fn(&Workspace) -> String> {
    match command {
        Command::Toggle(Switch::Inspect) => Some(|workspace| {
            let state = if workspace.look().inspect { "on" } else { "off" };
            format!("Reading bytes under the pointer: {state} ({})", key_of(Action::ToggleInspect))
        }),
        Command::Carry(_) => Some(carried),
        Command::SetWeaponView(true) => {
            Some(|_| format!("Weapon view: {} leaves it", key_of(Action::ToggleWeaponView)))
        }
        _ => None,
    }
}

/// Tells which weapon a figure carries.
fn carried(workspace: &Workspace) -> String {
    let figure = workspace.figure();
    if figure.weapons().is_empty() {
        return format!("No weapon was found for {}", shown(figure.name()));
    }
    let name = workspace.weapon().map_or("none", |(_, weapon)| weapon.name());
    format!("Weapon: {} ({})", shown(name), key_of(Action::NextWeapon))
}

/// What is told instead of easing between frames that are shown whole.
pub const NO_EASING: &str = "No easing in Game: only whole frames are shown";

/// What is told instead of showing the player's view of something that is not made for it.
pub fn no_view_weapon(name: &str) -> String {
    format!(
        "No weapon view: it shows what is held before the eye (v_… models), and {name} stands around the eye, out of its sight"
    )
}

/// The loop mode after the present one.
fn next_mode(mode: LoopMode) -> LoopMode {
    match mode {
        LoopMode::Loop => LoopMode::Once,
        LoopMode::Once => LoopMode::PingPong,
        LoopMode::PingPong => LoopMode::Loop,
    }
}

/// The curve after the present one.
fn next_easing(easing: Easing) -> Easing {
    match easing {
        Easing::Linear => Easing::In,
        Easing::In => Easing::Out,
        Easing::Out => Easing::InOut,
        _ => Easing::Linear,
    }
}

/// The weapon after the one that is carried; none after the last.
fn next_weapon(workspace: &Workspace) -> Option<Choice> {
    let next = workspace.weapon().map_or(0, |(index, _)| index + 1);
    (next < workspace.figure().weapons().len()).then_some(Choice::Index(next))
}

/// The second part of the figure that plays sequences of its own; the first where there is no other.
fn second_player(workspace: &Workspace) -> ActorId {
    let players = workspace.body().filter(|actor| actor.player().is_some());
    players.take(2).last().map_or(workspace.lead(), Actor::id)
}
