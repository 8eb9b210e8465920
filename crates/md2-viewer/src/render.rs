//! `md2-viewer render`: the scene of the window, drawn into a PNG file.

use crate::camera::Viewport;
use crate::cli::{PictureSize, RenderArgs};
use crate::failure::Failure;
use crate::picture;
use crate::session::Session;
use crate::startup;

/// Draws one picture, as the window would show it at that moment.
///
/// # Errors
/// If the model cannot be read, the picture not be drawn, or the file not be written.
pub(crate) fn run(args: &RenderArgs) -> Result<(), Failure> {
    let document = startup::document(args.file.as_deref())?;
    let PictureSize(size) = args.size;
    let renderer = startup::headless(&args.scene)?;
    let validation = renderer.validation_log();
    let mut session = Session::new(renderer, document, &args.scene, Viewport::whole(size))?;
    for warning in session.take_warnings() {
        tracing::warn!("{warning}");
    }
    let image = session.picture(size)?;
    drop(session);
    startup::check_validation(&validation)?;
    picture::write(&args.output, size, &image.rgba).map_err(Failure::File)
}
