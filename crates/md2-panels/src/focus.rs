//! The keyboard focus. Dialogs and the help hold it. In an open menu, arrow keys and Tab move it through the rows, and the widgets behind the menu react to neither keys
//! nor clicks. Otherwise, Tab moves it through the window from left to right and from top to bottom, on from the place that had it last.

use egui::accesskit::{Action, ActionRequest, TreeId};
use egui::output::OutputEvent;
use egui::{
    Context, Event, Id, Key, LayerId, Modifiers, Order, Plugin, Popup, Pos2, RawInput, Rect, Ui, WidgetRect,
    WidgetRects,
};

pub(crate) fn set_free(context: &Context, free: Rect) {
    context.data_mut(|data| data.insert_temp(Id::new(FREE), free));
}

pub(crate) fn keep_menu_open(ui: &Ui) {
    let layer = ui.layer_id().id;
    ui.data_mut(|data| data.insert_temp(layer.with(STAYS), true));
}

const FREE: &str = "free part of the window";
const DIALOG: &str = "dialog";
const LAST: &str = "last place of the focus";
const STAYS: &str = "stays open";

pub(crate) const PATH_FIELD: &str = "path";

#[derive(Debug, Default)]
pub(crate) struct FocusKeys {
    menu: Option<OpenMenu>,
    last_was_key: bool,
    chooses: bool,
}

#[derive(Clone, Copy, Debug)]
struct OpenMenu {
    layer: LayerId,
    return_to: Option<Id>,
    opened_by_key: bool,
    has_focused_first: bool,
}

#[derive(Clone, Copy, Debug)]
struct Stop {
    id: Id,
    rect: Rect,
    is_clipped: bool,
}

impl Plugin for FocusKeys {
    fn debug_name(&self) -> &'static str {
        "focus keys"
    }

    fn input_hook(&mut self, context: &Context, input: &mut RawInput) {
        self.update_menu(context);
        let mut scroll = None;
        input.events.retain(|event| {
            let Some(step) = self.step_of(context, event) else { return true };
            scroll = self.take_step(context, step).or(scroll);
            false
        });
        let focused = context.memory(|memory| memory.focused());
        self.chooses = self.menu.is_some_and(|menu| {
            let is_pressed = |event: &Event| is_press(event, Key::Enter) || is_press(event, Key::Space);
            input.events.iter().any(is_pressed)
                && stops(context, menu.layer).iter().any(|stop| Some(stop.id) == focused)
        });
        for event in &input.events {
            match event {
                Event::Key { pressed: true, .. } => self.last_was_key = true,
                Event::PointerButton { .. } => self.last_was_key = false,
                _ => {}
            }
        }
        input.events.extend(scroll.map(scroll_to));
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let context = ui.ctx();
        if let Some(widget) = focused(context).filter(|widget| widget.layer_id == LayerId::background()) {
            set_last(context, widget.rect);
        }
        let Some(menu) = self.menu else { return };
        let was_clicked = context
            .output(|output| output.events.iter().any(|event| matches!(event, OutputEvent::Clicked(_))));
        let stays = context.data(|data| data.get_temp(menu.layer.id.with(STAYS))).unwrap_or(false);
        if std::mem::take(&mut self.chooses) && was_clicked && !stays {
            Popup::close_all(context);
        }
        if !Popup::is_any_open(context) {
            self.menu = None;
            if let Some(before) = menu.return_to.filter(|_| self.last_was_key) {
                context.memory_mut(|memory| memory.request_focus(before));
            }
        }
    }
}

/// Holds the keyboard focus in a dialog: Tab stays inside.
pub(crate) fn hold(context: &Context, layer: LayerId) {
    context.memory_mut(|memory| memory.set_modal_layer(layer));
    let pass = context.cumulative_pass_nr();
    context.data_mut(|data| data.insert_temp(Id::new(DIALOG), (layer, pass)));
    if Popup::is_any_open(context) {
        return;
    }
    let mut stops = context.viewport(|viewport| stops_of(&viewport.this_pass.widgets, layer));
    let focused = context.memory(|memory| memory.focused());
    if !stops.iter().any(|stop| Some(stop.id) == focused) {
        sort_by_lines(&mut stops);
        stops
            .first()
            .into_iter()
            .for_each(|first| context.memory_mut(|memory| memory.request_focus(first.id)));
    }
}

/// Unlike `read_response`, it does not take the focus from a widget that got it by a click on another one.
pub(crate) fn focused(context: &Context) -> Option<WidgetRect> {
    let id = context.memory(|memory| memory.focused())?;
    context.viewport(|viewport| {
        [&viewport.this_pass, &viewport.prev_pass].iter().find_map(|pass| pass.widgets.get(id)).copied()
    })
}

fn set_last(context: &Context, place: Rect) {
    context.data_mut(|data| data.insert_temp(Id::new(LAST), place.center()));
}

/// Lets the next Tab go to the first widget that this pass has laid out in `place`. Until then, keys are shortcuts, and press no button.
pub(crate) fn enter(context: &Context, place: Rect) {
    let mut stops = context.viewport(|viewport| stops_of(&viewport.this_pass.widgets, LayerId::background()));
    stops.retain(|stop| place.contains(stop.rect.center()));
    sort_by_lines(&mut stops);
    if let Some(first) = stops.first() {
        context.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
        set_last(context, first.rect);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Next,
    Previous,
    First,
    Last,
    /// To the next widget in the same line; the focus stays if there is none.
    Right,
    Left,
}

impl FocusKeys {
    fn update_menu(&mut self, context: &Context) {
        let Some(layer) = menu_layer(context) else { return };
        let focused = context.memory(|memory| memory.focused());
        let opened_by_key = self.last_was_key;
        let new = OpenMenu { layer, return_to: focused, opened_by_key, has_focused_first: false };
        let menu = self.menu.get_or_insert(new);
        if menu.layer != layer {
            *menu = new;
        }
        context.memory_mut(|memory| memory.set_modal_layer(layer));
        if menu.opened_by_key
            && !menu.has_focused_first
            && let Some(first) = stops(context, layer).first()
        {
            menu.has_focused_first = true;
            context.memory_mut(|memory| memory.request_focus(first.id));
        }
    }

    fn step_of(&self, context: &Context, event: &Event) -> Option<Step> {
        let &Event::Key { key, pressed: true, modifiers, .. } = event else { return None };
        let is_typing = context.text_edit_focused();
        let step = match (key, modifiers) {
            (Key::Tab, Modifiers::NONE) => Step::Next,
            (Key::Tab, Modifiers::SHIFT) => Step::Previous,
            (Key::ArrowDown, Modifiers::NONE) if self.menu.is_some() => Step::Next,
            (Key::ArrowUp, Modifiers::NONE) if self.menu.is_some() => Step::Previous,
            (Key::ArrowLeft, Modifiers::NONE) if self.menu.is_some() && !is_typing => Step::Left,
            (Key::ArrowRight, Modifiers::NONE) if self.menu.is_some() && !is_typing => Step::Right,
            (Key::Home, Modifiers::NONE) if self.menu.is_some() => Step::First,
            (Key::End, Modifiers::NONE) if self.menu.is_some() => Step::Last,
            _ => return None,
        };
        let has_path = context.memory(|memory| memory.has_focus(Id::new(PATH_FIELD)));
        (!has_path).then_some(step)
    }

    /// Moves the focus. Returns the widget with the focus if it is scrolled out of sight.
    fn take_step(&self, context: &Context, step: Step) -> Option<Id> {
        let stops = match self.menu {
            Some(menu) => stops(context, menu.layer),
            None => window_stops(context),
        };
        let focused = context.memory(|memory| memory.focused());
        let now = stops.iter().position(|stop| Some(stop.id) == focused);
        let place: Option<Pos2> = context.data(|data| data.get_temp(Id::new(LAST)));
        let place = place.filter(|_| focused.is_none() && self.menu.is_none());
        let last = stops.len().checked_sub(1)?;
        let nearest = place.and_then(|place| {
            let distance = |stop: &usize| stops[*stop].rect.center().distance_sq(place);
            (0..=last).min_by(|one, other| distance(one).total_cmp(&distance(other)))
        });
        let is_in_line = |other: usize| {
            now.is_some_and(|now| {
                (stops[now].rect.center().y - stops[other].rect.center().y).abs() < 0.5 * LINE
            })
        };
        let to = match (step, now) {
            (Step::Right, Some(now)) => (now + 1..=last).find(|&other| is_in_line(other)).unwrap_or(now),
            (Step::Left, Some(now)) => (0..now).rfind(|&other| is_in_line(other)).unwrap_or(now),
            (Step::Left | Step::Right, None) => return None,
            (Step::Next | Step::Previous, None) if nearest.is_some() => nearest?,
            (Step::Next, Some(now)) if now < last => now + 1,
            (Step::Next | Step::First, _) => 0,
            (Step::Previous, Some(now)) if now > 0 => now - 1,
            (Step::Previous | Step::Last, _) => last,
        };
        let Stop { id, is_clipped, .. } = stops[to];
        context.memory_mut(|memory| memory.request_focus(id));
        is_clipped.then_some(id)
    }
}

fn is_press(event: &Event, wanted: Key) -> bool {
    matches!(event, Event::Key { key, pressed: true, .. } if *key == wanted)
}

fn scroll_to(id: Id) -> Event {
    Event::AccessKitActionRequest(ActionRequest {
        action: Action::ScrollIntoView,
        target_tree: TreeId::ROOT,
        target_node: id.accesskit_id(),
        data: None,
    })
}

fn menu_layer(context: &Context) -> Option<LayerId> {
    if !Popup::is_any_open(context) {
        return None;
    }
    let layers: Vec<LayerId> = context.viewport(|viewport| viewport.prev_pass.widgets.layer_ids().collect());
    layers.into_iter().find(|layer| layer.order == Order::Foreground && Popup::is_id_open(context, layer.id))
}

fn stops(context: &Context, layer: LayerId) -> Vec<Stop> {
    let mut stops = unsorted_stops(context, layer);
    sort_by_lines(&mut stops);
    stops
}

fn unsorted_stops(context: &Context, layer: LayerId) -> Vec<Stop> {
    context.viewport(|viewport| stops_of(&viewport.prev_pass.widgets, layer))
}

fn stops_of(widgets: &WidgetRects, layer: LayerId) -> Vec<Stop> {
    let background = layer.id.with("move");
    let widgets = widgets.get_layer(layer);
    let focusable = widgets.filter(|widget| widget.enabled && widget.sense.is_focusable());
    let stop = |widget: &WidgetRect| Stop {
        id: widget.id,
        rect: widget.rect,
        is_clipped: widget.interact_rect != widget.rect,
    };
    focusable.filter(|widget| widget.id != background && widget.rect.is_positive()).map(stop).collect()
}

fn sort_by_lines(stops: &mut [Stop]) {
    stops.sort_by(|one, other| one.rect.center().y.total_cmp(&other.rect.center().y));
    let mut rest = stops;
    while let Some(first) = rest.first() {
        let bottom = first.rect.center().y + 0.5 * first.rect.height().min(LINE);
        let count = rest.partition_point(|stop| stop.rect.center().y < bottom).max(1);
        let (line, below) = rest.split_at_mut(count);
        line.sort_by(|one, other| one.rect.left().total_cmp(&other.rect.left()));
        rest = below;
    }
}

const LINE: f32 = 24.0;

fn window_stops(context: &Context) -> Vec<Stop> {
    let dialog: Option<(LayerId, u64)> = context.data(|data| data.get_temp(Id::new(DIALOG)));
    if let Some((layer, _)) = dialog.filter(|(_, pass)| pass + 1 >= context.cumulative_pass_nr()) {
        return stops(context, layer);
    }
    let free: Option<Rect> = context.data(|data| data.get_temp(Id::new(FREE)));
    let place = |stop: &Stop| {
        let (at, free) = (stop.rect.center(), free?);
        Some(match () {
            () if at.y < free.top() => 0,
            () if at.y > free.bottom() => 4,
            () if at.x < free.left() => 1,
            () if at.x > free.right() => 3,
            () => 2,
        })
    };
    let mut panels = unsorted_stops(context, LayerId::background());
    panels.sort_by_key(place);
    panels.chunk_by_mut(|one, other| place(one) == place(other)).for_each(sort_by_lines);
    let layers: Vec<LayerId> = context.viewport(|viewport| viewport.prev_pass.widgets.layer_ids().collect());
    let windows = layers.into_iter().filter(|layer| layer.order == Order::Middle);
    panels.into_iter().chain(windows.flat_map(|layer| stops(context, layer))).collect()
}
