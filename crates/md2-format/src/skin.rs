//! The skin size to which skin coordinates refer.

use crate::model::Model;
use crate::raw::St;
use crate::view::Md2;

impl Md2<'_> {
    /// Width and height of the skin in texels, from the header, for [`skin_uv`](crate::skin_uv). If the width or
    /// height is not positive, it is replaced by the largest coordinate plus 1, which is correct for models that use
    /// their whole skin.
    pub fn skin_size(&self) -> [i32; 2] {
        usable_size(self.skin_width(), self.skin_height(), self.st().iter())
    }
}

impl Model {
    /// Width and height of the skin in texels, see [`Md2::skin_size`].
    pub fn skin_size(&self) -> [i32; 2] {
        usable_size(self.skin_width, self.skin_height, self.st.iter().copied())
    }
}

fn usable_size(width: i32, height: i32, st: impl Iterator<Item = St> + Clone) -> [i32; 2] {
    let or_used = |size: i32, coordinate: fn(St) -> i16| {
        if size > 0 {
            return size;
        }
        let largest = st.clone().map(coordinate).max().unwrap_or(0);
        i32::from(largest.max(0)) + 1
    };
    [or_used(width, |st| st.s), or_used(height, |st| st.t)]
}
