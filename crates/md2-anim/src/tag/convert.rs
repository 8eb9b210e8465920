//! Conversions to and from the matrices of other crates.

use crate::tag::TagPose;

/// Converts to an affine transform from the attached model to the model or world that contains the tag.
#[cfg(feature = "glam")]
impl From<TagPose> for glam::Affine3A {
    fn from(pose: TagPose) -> Self {
        let [x, y, z] = pose.axes.map(glam::Vec3A::from);
        Self::from_cols(x, y, z, pose.origin.into())
    }
}

#[cfg(feature = "glam")]
impl From<glam::Affine3A> for TagPose {
    fn from(transform: glam::Affine3A) -> Self {
        Self { origin: transform.translation.into(), axes: transform.matrix3.to_cols_array_2d() }
    }
}

#[cfg(feature = "mint")]
impl From<TagPose> for mint::ColumnMatrix4<f32> {
    fn from(pose: TagPose) -> Self {
        let [x, y, z] = pose.axes.map(|[x, y, z]| [x, y, z, 0.0].into());
        let [a, b, c] = pose.origin;
        Self { x, y, z, w: [a, b, c, 1.0].into() }
    }
}

/// Reads the upper three rows of the matrix. The fourth row is ignored.
#[cfg(feature = "mint")]
impl From<mint::ColumnMatrix4<f32>> for TagPose {
    fn from(matrix: mint::ColumnMatrix4<f32>) -> Self {
        let column = |column: mint::Vector4<f32>| [column.x, column.y, column.z];
        Self { origin: column(matrix.w), axes: [matrix.x, matrix.y, matrix.z].map(column) }
    }
}
