//! The guided tour: eight views of the built-in figure, each with a short explanation.

use std::f32::consts::PI;

use egui::{Align, Align2, Button, Context, Id, Key, Layout, Rect, RichText, Ui, Window, pos2};
use md2_scene::{Command, Geometry, Lighting, Look, Mistake, Moment, Piece, Selection, Workspace, builtin};

use super::style;
use crate::action::Action;
use crate::state::{PanelState, Tour};
use crate::tab::Tab;

struct TourStep {
    title: &'static str,
    text: &'static str,
    tab: Tab,
    sequence: &'static str,
    /// The position in keyframes at which time is stopped; `None` if the sequence plays.
    position: Option<f32>,
    game: bool,
    /// The camera: degrees around the figure, and degrees above the horizon.
    camera: [f32; 2],
    vertex: Option<u32>,
    look: fn(&mut Look),
}

const RUN: TourStep = TourStep {
    title: "",
    text: "",
    tab: Tab::Animation,
    sequence: "run",
    position: None,
    game: false,
    camera: [60.0, 8.0],
    vertex: None,
    look: |_| {},
};

const STEPS: [TourStep; 8] = [
    TourStep {
        title: "Keyframes",
        text: "A model is stored as poses, its keyframes. Quake II shows ten of them per second. Time is four times slower here, so \
               you see how the figure jumps from pose to pose.",
        game: true,
        ..RUN
    },
    TourStep {
        title: "Blending",
        text: "The same run, but each vertex moves from one keyframe to the next. The bar below shows the numbers of both frames and \
               the blend factor.",
        ..RUN
    },
    TourStep {
        title: "Between two keyframes",
        text: "Time has stopped. The blue shape is the keyframe before, the orange one the keyframe after. Each vertex of the figure \
               is halfway between them. Drag the timeline below.",
        position: Some(2.5),
        look: |look| look.onion = true,
        ..RUN
    },
    TourStep {
        title: "Bytes of the file",
        text: "The card on the left shows one vertex: its bytes and its position in both keyframes, and the blended position. A large \
               window also shows scale and translation. Move the pointer over the figure to read other vertices.",
        position: Some(2.5),
        vertex: Some(182),
        look: |look| (look.onion, look.inspect) = (true, true),
        ..RUN
    },
    TourStep {
        title: "Names into sequences",
        text: "The file has no list of animations, only names of frames. Frames run1 to run6 are the sequence run, and walk01 to walk16 \
               the sequence walk. The list on the left shows all of them.",
        sequence: "walk",
        ..RUN
    },
    TourStep {
        title: "Normals",
        text: "Each line is the normal of a vertex, one of 162 directions in the file. The light depends on the normals, so they are \
               blended, too, and then have the length 1 again.",
        tab: Tab::Look,
        look: |look| (look.normals, look.light) = (true, Lighting::Lamp),
        ..RUN
    },
    TourStep {
        title: "Strips and fans",
        text: "The file lists its triangles a second time, as strips and fans for the graphics cards of 1997. Each has its own color. \
               Scroll down in the Look tab to see how many vertices they save.",
        tab: Tab::Look,
        sequence: "stand",
        look: |look| (look.geometry, look.light) = (Geometry::ColoredCommands, Lighting::None),
        ..RUN
    },
    TourStep {
        title: "Mistakes",
        text: "The end of this loop blends into bytes that are not a frame. The button Lessons in the Look tab makes eight more mistakes, \
               and explains them. The book of the project shows how to avoid them.",
        tab: Tab::Look,
        position: Some(5.5),
        look: |look| look.mistake = Some(Mistake::FramePastEnd),
        ..RUN
    },
];

impl TourStep {
    fn commands(&self, workspace: &Workspace) -> Vec<Command> {
        let mut look = Look { background: workspace.chosen_look().background, ..Look::default() };
        (self.look)(&mut look);
        let actor = workspace.lead();
        let piece = |vertex| Selection { actor, piece: Piece::Vertex(vertex) };
        let [yaw, pitch] = self.camera;
        let seek = self.position.map(|key| Command::Seek { actor, to: Moment::Key(key) });
        let first = [
            Command::Select(None),
            Command::SetLook(look),
            Command::SetGame(self.game),
            Command::SetSpeed(0.25),
            Command::Play(self.sequence.to_owned()),
            Command::SetPlaying(self.position.is_none()),
        ];
        let last = [
            Command::Select(self.vertex.map(piece)),
            Command::Frame,
            Command::SetYaw(yaw / 180.0 * PI),
            Command::SetPitch(pitch / 180.0 * PI),
        ];
        first.into_iter().chain(seek).chain(last).collect()
    }
}

pub(super) fn begin(state: &mut PanelState, actions: &mut Vec<Action>) {
    match builtin::figure() {
        Ok(figure) => {
            actions.push(Command::BeginTour(figure).into());
            state.tour = Some(Tour { step: STEPS.len(), before: (state.tabs, state.hides_panels) });
            state.shows_help = false;
        }
        Err(error) => state.messages.show_error(format!("{error:#}")),
    }
}

pub(super) fn show(
    context: &Context,
    free: Rect,
    workspace: &Workspace,
    state: &mut PanelState,
    actions: &mut Vec<Action>,
) {
    let Some(Tour { step: current, before }) = state.tour else { return };
    let is_left = !workspace.is_on_tour();
    let wanted = if is_left {
        None
    } else if current == STEPS.len() {
        Some(0)
    } else {
        let is_pressed = |key| context.input(|input| input.key_pressed(key));
        let is_focused = context.memory(|memory| memory.focused().is_some());
        // The Enter key clicks the focused button.
        let advances = is_pressed(Key::Enter) && !is_focused && current + 1 < STEPS.len();
        let (clicked, bottom) = panel(context, free, current);
        // The camera frames the figure below the explanation.
        state.uncovered = Some(free.with_min_y(bottom.min(free.bottom())));
        if is_pressed(Key::Escape) { None } else { clicked.map(|step| step + usize::from(advances)) }
    };
    match wanted {
        Some(step) if step == current => {}
        Some(step) => {
            state.tour = Some(Tour { step, before });
            state.tabs.show(STEPS[step].tab);
            state.hides_panels = false;
            actions.extend(STEPS[step].commands(workspace).into_iter().map(Action::from));
        }
        None => {
            (state.tabs, state.hides_panels) = before;
            state.tour = None;
            actions.extend((!is_left).then_some(Action::Scene(Command::EndTour)));
        }
    }
}

fn panel(context: &Context, free: Rect, step: usize) -> (Option<usize>, f32) {
    const WIDTH: f32 = 440.0;
    const MARGIN: f32 = 10.0;
    let TourStep { title, text, .. } = &STEPS[step];
    let width = WIDTH.min(free.width() - 4.0 * MARGIN).max(120.0);
    let window = Window::new("tour").id(Id::new("tour")).title_bar(false).resizable(false);
    let place = pos2(free.center().x, free.top() + MARGIN);
    let window = window.pivot(Align2::CENTER_TOP).fixed_pos(place);
    let shown = window.show(context, |ui| {
        ui.set_width(width);
        let wanted = ui.horizontal(|ui| {
            ui.label(RichText::new(*title).heading().color(style::STRONG));
            ui.label(RichText::new(format!("{} of {}", step + 1, STEPS.len())).color(style::WEAK));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, step)).inner
        });
        ui.add_space(2.0);
        ui.label(*text);
        wanted.inner
    });
    shown.map_or((Some(step), free.top()), |shown| {
        (shown.inner.unwrap_or(Some(step)), shown.response.rect.bottom())
    })
}

fn buttons(ui: &mut Ui, step: usize) -> Option<usize> {
    let mut wanted = Some(step);
    if ui.button("Leave").on_hover_text("Restores the scene before the tour (Esc)").clicked() {
        wanted = None;
    }
    let next = ui.add_enabled(step + 1 < STEPS.len(), Button::new("Next"));
    if next.on_hover_text("Enter").clicked() {
        wanted = Some(step + 1);
    }
    if ui.add_enabled(step > 0, Button::new("Back")).clicked() {
        wanted = Some(step - 1);
    }
    wanted
}
