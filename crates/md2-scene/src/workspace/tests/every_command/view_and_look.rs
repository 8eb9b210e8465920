//! Tests of commands that change the camera or the look.

use super::*;

pub(super) fn check_camera_commands(driven: &mut Driven) {
    let _ = driven.run(Command::SetAutoOrbit(false));
    let _ = driven.run(Command::Frame);
    let moved = |driven: &mut Driven, command: Command| {
        let before = *driven.workspace.camera();
        let _ = driven.run(command);
        (before, *driven.workspace.camera())
    };
    let (before, after) = moved(driven, Command::Orbit([10.0, 5.0]));
    assert!(after.yaw != before.yaw && after.pitch > before.pitch);
    let (before, after) = moved(driven, Command::SetYaw(FRAC_PI_2));
    assert!(after.yaw == FRAC_PI_2 && after.pitch == before.pitch);
    let (before, after) = moved(driven, Command::SetPitch(1.0));
    assert!(after.pitch == 1.0 && after.distance != before.distance, "it fits at every pitch");
    let (framed, after) = moved(driven, Command::Zoom(2.0));
    assert!(after.distance < framed.distance);
    driven.yes(Command::SetDistance(77.0), |w| w.camera().distance == 77.0);
    let target = driven.workspace.view().target;
    driven.yes(Command::Pan([30.0, 0.0]), |w| w.view().target != target);
    driven.yes(Command::Frame, |w| *w.camera() == framed);
    let flat = |w: &Workspace| {
        let is_flat = matches!(w.view().projection, Projection::Orthographic { .. });
        is_flat && w.camera().orthographic
    };
    driven.yes(Command::SetOrthographic(true), flat);
    driven.yes(Command::SetOrthographic(false), |w| *w.camera() == framed && !flat(w));

    driven.yes(Command::SetWeaponView(true), |w| w.view().eye == [0.0; 3]);
    driven.yes(Command::SetWeaponView(false), |w| *w.camera() == framed);

    driven.yes(Command::LookFrom(Side::Back), |w| w.camera().yaw == PI && w.camera().pitch == 0.0);
    let (before, after) = moved(driven, Command::ZoomAt { notches: 3.0, pixel: [100.0, 70.0] });
    assert!(after.distance < before.distance);
    let point = [5.0, 3.0, 10.0];
    let pixel = |w: &Workspace| w.view().project(point, w.viewport()).unwrap();
    let [x, y] = pixel(&driven.workspace);
    driven.yes(Command::ZoomTo { notches: 3.0, point }, |w| {
        let [now_x, now_y] = pixel(w);
        (now_x - x).abs() < 0.1 && (now_y - y).abs() < 0.1 && *w.camera() != after
    });
    driven.yes(Command::SetOrthographic(true), flat);
    driven.yes(Command::SetAutoOrbit(true), Workspace::moves);
    let (fresh, _) = Workspace::new(driven.workspace.figure().clone(), *driven.workspace.viewport());
    driven.yes(Command::ResetView, |w| {
        let [now, start] = [w, &fresh].map(|w| *w.camera());
        (now.yaw, now.pitch, now.auto_orbit) == (start.yaw, start.pitch, true) && !flat(w)
    });
    assert!(!driven.workspace.moves(), "it orbits when time runs");

    driven.yes(Command::SetAutoOrbit(true), |w| w.moves() && !w.is_playing());
    let yaw = driven.workspace.camera().yaw;
    driven.workspace.advance(KEY);
    assert!(driven.workspace.camera().yaw != yaw, "it orbits while time is stopped");
    let narrow = Viewport::whole([400, 800]);
    driven.yes(Command::SetViewport(narrow), |w| {
        *w.viewport() == narrow && w.camera().distance > framed.distance
    });
}

pub(super) fn check_look_commands(driven: &mut Driven) {
    let document = Arc::clone(driven.workspace.document());
    let mesh = restored::finer(&document);
    driven.yes(Command::SetRestored { document, mesh: Arc::clone(&mesh) }, |w| {
        w.drawn().next().unwrap().restored.is_some_and(|restored| Arc::ptr_eq(restored, &mesh))
    });
    let look = Look {
        faces: Faces::SolidWireframe,
        floor: FloorKind::None,
        background: Background::Plain([1, 2, 3]),
        brightness: Brightness::MAX,
        light: Lighting::Game,
        two_sided: false,
        smooth: false,
        steady: true,
        own_normals: true,
        checker: true,
        alpha: Alpha::On,
        crossfade: true,
        inspect: true,
        normals: true,
        boxes: true,
        onion: true,
        geometry: crate::Geometry::Triangles,
        blend: crate::Blend::Linear,
        mistake: None,
    };
    driven.yes(Command::SetLook(look), |w| *w.look() == look && w.floor().is_none());
    for switch in LookSwitch::all() {
        let is_on = |workspace: &Workspace| *switch.field_mut(&mut { *workspace.look() });
        let before = is_on(&driven.workspace);
        driven.yes(Command::Toggle(switch), |w| is_on(w) != before);
    }
    let selection = |piece| Some(Selection { actor: driven.workspace.lead(), piece });
    let (triangle, frame) = (selection(Piece::Triangle(3)), selection(Piece::Frame(44)));
    driven.yes(Command::Select(triangle), |w| w.selection() == triangle);
    driven.yes(Command::Select(frame), |w| {
        let pose = w.player().pose();
        (pose.frame_a, pose.blend) == (44, 0.0) && w.player().sequence().contains(44)
    });
    assert!(!driven.workspace.is_playing());
    driven.yes(Command::Select(None), |w| w.selection().is_none());
    let actor = driven.workspace.lead();
    let pointed = Some(PointerTarget { actor, triangle: Some(3), vertex: Some(7) });
    driven.yes(Command::Hover(pointed), |w| w.hover() == pointed);
    let reference = Some(Reference { actor, frame: 3 });
    driven.yes(Command::Compare(reference), |w| w.reference() == reference);
    driven
        .yes(Command::CompareWith(figure().into()), |w| w.reference().is_none() && w.counterpart().is_some());
    let other = crate::CounterpartView::Other;
    driven.yes(Command::ViewCounterpart(other), |w| w.ghosts().count() == 0);
    driven.yes(Command::Compare(None), |w| !w.is_comparing());
    driven.yes(Command::Toggle(LookSwitch::Inspect), |w| w.look().inspect);
    driven.yes(Command::Toggle(LookSwitch::Inspect), |w| w.hover().is_none());
    let studio = Background::Studio;
    driven.yes(Command::SetBackground(studio), |w| w.look().background == studio);
    let normal = Brightness::NORMAL;
    driven.yes(Command::SetBrightness(normal), |w| w.look().brightness == normal);
    // The commands led every other field back to its default.
    let Look { faces, light, alpha, .. } = Look::default();
    let floor = Look { faces, floor: FloorKind::Grid, light, alpha, ..*driven.workspace.look() };
    assert_eq!(floor, Look { floor: FloorKind::Grid, ..Look::default() });
    driven.yes(Command::SetLook(floor), |w| *w.look() == floor && w.floor().is_some());
}
