//! Drawing of one picture: the scene and the interface.

use std::time::{Duration, Instant};

use md2_panels::{CrowdStatus, PanelInput, RendererInfo, SampleCount};
use md2_render::{AdapterKind, DrawStatus, Overlay, RenderError};
use md2_tool::failure::Failure;

use super::{Flow, Viewer};
use crate::window::interface::InterfaceFrame;
use crate::window::overlay;
use crate::{exporter, startup};
use md2_tool::timings;

const HIDDEN_INTERVAL: Duration = Duration::from_millis(250);

impl Viewer {
    pub(super) fn redraw(&mut self) -> Result<Flow, Failure> {
        let now = Instant::now();
        let passed = self.display.pacer.drawn(now);
        self.metrics.meter.begin(now);
        if self.display.moving {
            self.session.advance(passed);
        }
        for command in self.input.camera_keys.advance(passed, self.session.workspace()) {
            self.apply(command);
        }
        self.update_hover();
        self.session.measure();
        let mut painted = self.paint();
        self.display.pacer.request_after(painted.repaint_after, now);
        let next = self.apply_actions();
        // Only every other picture is skipped, so that a user who holds Page Down sees some of the models that pass.
        self.opening.skipped_last = !self.opening.skipped_last && self.poll_opener();
        if self.opening.skipped_last {
            // The interface was laid out for the old model. The next picture, drawn at once, shows the new one.
            overlay::set_textures(self.session.renderer_mut(), &mut painted.textures)
                .map_err(startup::failure)?;
            overlay::free_textures(self.session.renderer_mut(), &mut painted.textures);
            return Ok(next);
        }
        self.session.set_viewport(self.viewport());
        let drawn = self.draw(&mut painted)?;
        self.display.moving = self.session.workspace().moves();
        tracing::trace!("a picture in {:?}, {:?} after the last", now.elapsed(), passed);
        self.log_state();
        self.after_drawing(drawn, now).map(|drawn| next.and(drawn))
    }

    fn paint(&mut self) -> InterfaceFrame {
        let was_in_scene = self.pointer_is_in_scene();
        let exporting = self.jobs.exporter.progress();
        let checks = self.jobs.checker.files();
        let Self { display, session, saved, ui, actions, folder, browser, .. } = self;
        let stage = session.stage();
        let (adapter, stats) = (stage.renderer().adapter(), stage.stats());
        let renderer = RendererInfo {
            device: &adapter.name,
            samples: SampleCount {
                current: adapter.samples,
                is_software: adapter.kind == AdapterKind::Software,
                requested: saved.settings.samples,
            },
            frame_bytes: stats.frame_data_bytes,
            restoring: self.jobs.restorer.progress(),
            crowd: session.workspace().crowd().map(|_| CrowdStatus {
                members: stats.crowd_members.into(),
                members_drawn: stats.crowd_members_drawn.into(),
                triangles: stats.crowd_triangles_total,
                triangles_drawn: stats.crowd_triangles,
                cpu: self.metrics.meter.cpu(),
                device: stage.renderer().device_time(),
                picture: self.metrics.meter.between(),
            }),
        };
        // Cleared here, as the layout may run several times and only the first run sees a click.
        actions.clear();
        let mut painted = display.interface.paint(&display.window, |root| {
            let files = &*browser;
            let (workspace, comparison) = (session.workspace(), stage.comparison());
            let formats = &self.jobs.exporter.formats;
            let input = PanelInput {
                workspace,
                comparison,
                renderer,
                checks,
                formats,
                export_name: exporter::file_name,
                exporting,
                files,
                folder,
            };
            md2_panels::show(root, &input, ui, actions)
        });
        match painted.copied.take() {
            Some(Ok(())) => self.ui.messages.show_notice(String::from("Copied to the clipboard")),
            Some(Err(error)) => self.ui.messages.show_error(format!("Copying failed: {error}")),
            None => {}
        }
        // A panel has opened or closed under the pointer.
        if self.pointer_is_in_scene() != was_in_scene {
            self.input.picking.pointer_moved();
            self.display.pacer.request();
        }
        self.browser.set_visible(std::mem::take(&mut self.ui.files.visible));
        painted
    }

    fn draw(&mut self, painted: &mut InterfaceFrame) -> Result<Result<DrawStatus, RenderError>, Failure> {
        overlay::set_textures(self.session.renderer_mut(), &mut painted.textures)
            .map_err(startup::failure)?;
        let drawn = self.session.draw(&Overlay {
            pixels_per_point: painted.pixels_per_point,
            meshes: &overlay::meshes(&painted.primitives),
        });
        overlay::free_textures(self.session.renderer_mut(), &mut painted.textures);
        Ok(drawn)
    }

    fn after_drawing(
        &mut self,
        drawn: Result<DrawStatus, RenderError>,
        now: Instant,
    ) -> Result<Flow, Failure> {
        match drawn {
            Ok(DrawStatus::Presented) => {
                if let Some(since) = self.opening.since.take() {
                    timings::report_since("its first picture", now);
                    timings::report_since("from its path to its first picture", since);
                }
            }
            // The renderer replaces the swapchain before the next picture.
            Ok(DrawStatus::Outdated) => self.display.pacer.request(),
            Ok(DrawStatus::Hidden) => self.display.pacer.request_after(HIDDEN_INTERVAL, now),
            Err(RenderError::SurfaceLost { .. }) => return Ok(Flow::Quit),
            Err(error) => return Err(startup::failure(error)),
        }
        Ok(Flow::Continue)
    }
}
