//! Tooltips of lists and of the timeline, which overlap the scene.

use egui::{Context, Event, Id, Popup, RectAlign, Response, Tooltip, Ui};

/// Hides tooltips after a key press until the pointer moves, since they would cover the rows that the keys select.
pub(super) fn begin(context: &Context) {
    let (typed, pointed) = context.input(|input| {
        let has = |is: fn(&Event) -> bool| input.events.iter().any(is);
        (
            has(|event| matches!(event, Event::Key { pressed: true, .. })),
            has(|event| matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. })),
        )
    });
    if typed || pointed {
        context.data_mut(|data| data.insert_temp(hidden(), !pointed));
    }
}

pub(super) fn are_shown(context: &Context) -> bool {
    !Popup::is_any_open(context) && !context.data(|data| data.get_temp(hidden())).unwrap_or(false)
}

pub(super) fn show_at_right(response: &Response, add: impl FnOnce(&mut Ui)) {
    if are_shown(&response.ctx) {
        let mut tip = Tooltip::for_enabled(response);
        tip.popup = tip.popup.align(RectAlign::RIGHT).gap(20.0);
        tip.show(add);
    }
}

fn hidden() -> Id {
    Id::new("tips hidden")
}
