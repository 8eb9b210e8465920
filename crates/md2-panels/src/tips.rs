//! Tips of lists and of the timeline, which hang over the scene.

use egui::{Context, Event, Id, Popup, RectAlign, Response, Tooltip, Ui};

/// Hides tips from a key press until the pointer moves: a user of keys looks at the rows that a tip would cover.
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

/// Whether tips are shown: none covers a menu.
pub(super) fn are_shown(context: &Context) -> bool {
    !Popup::is_any_open(context) && !context.data(|data| data.get_temp(hidden())).unwrap_or(false)
}

/// A tip beside a row of a list: the rows below stay in sight.
pub(super) fn beside(response: &Response, add: impl FnOnce(&mut Ui)) {
    if are_shown(&response.ctx) {
        let mut tip = Tooltip::for_enabled(response);
        tip.popup = tip.popup.align(RectAlign::RIGHT).gap(20.0);
        tip.show(add);
    }
}

fn hidden() -> Id {
    Id::new("tips hidden")
}
