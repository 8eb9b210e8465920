//! Positions, triangles and normals of whole models.

use md2_common::{InsideOut, Winding};

use crate::error::EditError;
use crate::model::Model;
use crate::transform::{Axis, Transform};

impl Model {
    /// Transforms all frames and tags. Returns the largest distance in units between an exact and a stored position. The distance is 0 if
    /// the stored positions differ only by the rounding of 32-bit floats.
    ///
    /// A mirrored model gets the opposite winding, so its front faces stay visible. Stored bounds and radii are computed again.
    ///
    /// # Errors
    /// If the matrix flattens the model, or a result exceeds the range of the format.
    pub fn transform(&mut self, transform: &Transform) -> Result<f64, EditError> {
        let numbers = transform.matrix.as_flattened().iter().chain(&transform.offset);
        let determinant = transform.determinant();
        if !numbers.clone().all(|number| number.is_finite()) || determinant == 0.0 || !determinant.is_finite()
        {
            return Err(EditError::invalid(
                "the model would become flat or infinite; use finite factors other than 0",
            ));
        }
        if *transform == Transform::IDENTITY {
            return Ok(0.0);
        }
        self.edited_mut().transform(transform)
    }

    /// Returns the positions of all vertices in a frame, in Quake units. A group of an MDL has the positions of its first pose.
    ///
    /// # Panics
    /// If there is no such frame.
    pub fn frame_positions(&self, frame: usize) -> Vec<[f32; 3]> {
        self.edited().frame_positions(frame)
    }

    /// Returns the least and the greatest coordinates of all vertices in frame 0; `None` if the model has no frames or no vertices.
    pub fn first_bounds(&self) -> Option<[[f32; 3]; 2]> {
        let positions = (self.frame_count() > 0).then(|| self.frame_positions(0))?;
        let first = *positions.first()?;
        Some(positions.iter().fold([first, first], |[least, greatest], position| {
            [
                [0, 1, 2].map(|axis| least[axis].min(position[axis])),
                [0, 1, 2].map(|axis| greatest[axis].max(position[axis])),
            ]
        }))
    }

    /// Moves the model so that the center of the bounds of frame 0 is at 0 on these axes. Returns the offset.
    pub fn center(&mut self, axes: &[Axis]) -> Result<[f64; 3], EditError> {
        let [least, greatest] = self.bounds_or_error()?;
        let mut offset = [0.0; 3];
        for axis in axes.iter().map(|axis| axis.index()) {
            offset[axis] = -(f64::from(least[axis]) + f64::from(greatest[axis])) / 2.0;
        }
        self.transform(&Transform::translation(offset))?;
        Ok(offset)
    }

    /// Moves the model so that the lowest point of frame 0 is at this height in units. Returns the distance, which is negative if the
    /// model moves down.
    pub fn put_on_floor(&mut self, height: f64) -> Result<f64, EditError> {
        let [least, _] = self.bounds_or_error()?;
        let distance = height - f64::from(least[2]);
        self.transform(&Transform::translation([0.0, 0.0, distance]))?;
        Ok(distance)
    }

    fn bounds_or_error(&self) -> Result<[[f32; 3]; 2], EditError> {
        self.first_bounds().ok_or_else(|| EditError::invalid("the model has no vertices"))
    }

    /// Returns the winding of the triangles in frame 0. A model without frames encloses no volume.
    pub fn winding(&self) -> Winding {
        if self.frame_count() == 0 {
            return Winding::default();
        }
        let positions = self.frame_positions(0);
        let triangles = self.edited().shape().triangles;
        let corner = |vertex: u32| positions[vertex as usize].map(f64::from);
        Winding::from_triangles(triangles.iter().map(|triangle| triangle.map(|c| corner(c.vertex))))
    }

    /// Finds the triangles that face inwards in frame 0. Each closed part is judged on its own.
    pub fn inside_out(&self) -> InsideOut {
        if self.frame_count() == 0 {
            return InsideOut::default();
        }
        let positions: Vec<_> = self.frame_positions(0).into_iter().map(|xyz| xyz.map(f64::from)).collect();
        let triangles = self.edited().shape().triangles;
        let triangles: Vec<_> = triangles.iter().map(|triangle| triangle.map(|c| c.vertex)).collect();
        InsideOut::find(&positions, &triangles)
    }

    /// Reverses the winding of the triangles that face inwards in frame 0. Returns what faced inwards.
    ///
    /// # Errors
    /// If the model has no closed part and the triangles enclose too little volume, so that its outside is unknown.
    pub fn fix_winding(&mut self) -> Result<InsideOut, EditError> {
        let found = self.inside_out();
        if !found.has_inside {
            let text = "the winding is unknown, because the triangles enclose too little volume";
            return Err(EditError::invalid(text).or("turn the triangles around if they face inwards"));
        }
        if !found.triangles.is_empty() {
            self.edited_mut().flip_triangles(&|number| found.triangles.binary_search(&number).is_ok());
        }
        Ok(found)
    }

    /// Reverses the winding of all triangles.
    pub fn flip_winding(&mut self) {
        self.edited_mut().flip_triangles(&|_| true);
    }

    /// Computes the normals of all frames from the triangles. All edges become smooth, including those at seams of the skin.
    pub fn recompute_normals(&mut self) -> Result<(), EditError> {
        self.edited_mut().recompute_normals()
    }

    /// Computes the bounds and radii that the file stores. Returns the number of values that changed.
    pub fn fix_bounds(&mut self) -> Result<usize, EditError> {
        let none = EditError::unsupported(self.format(), "store no bounds; nothing to fix");
        self.edited_mut().recompute_bounds().ok_or(none)
    }

    /// Computes the OpenGL commands of an MD2 from its triangles. Returns the numbers of words before and after.
    pub fn rebuild_commands(&mut self) -> Result<[usize; 2], EditError> {
        let Self::Md2(model) = self else {
            let why = "have no OpenGL commands; there is nothing to compute";
            return Err(EditError::unsupported(self.format(), why));
        };
        let before = model.gl_commands.len();
        crate::md2::rebuild_commands(model);
        Ok([before, model.gl_commands.len()])
    }

    /// Removes the vertices and skin coordinates that no triangle uses. Returns the number of removed vertices, and of removed skin
    /// coordinates of an MD2.
    pub fn remove_unused(&mut self) -> [usize; 2] {
        self.edited_mut().remove_unused()
    }

    /// Returns a model for each surface of an MD3, with the name of the surface.
    pub fn split_surfaces(&self) -> Result<Vec<(String, Self)>, EditError> {
        let Self::Md3(model) = self else {
            let why = "have a single surface; there is nothing to split";
            return Err(EditError::unsupported(self.format(), why));
        };
        Ok(crate::md3::split_surfaces(model))
    }
}
