//! What several test files need.

use md3_format::Md3;

/// Touches everything a view offers.
pub(crate) fn walk(md3: &Md3<'_>) {
    assert_eq!(md3.frames().len(), md3.frame_count());
    for frame in 0..md3.frame_count() {
        assert!(md3.frame(frame).name().len() <= 16);
        assert_eq!(md3.tags(frame).len(), md3.tag_count());
        for (i, tag) in md3.tags(frame).iter().enumerate() {
            assert_eq!(md3.tag(frame, i), tag);
            assert!(md3.find_tag(frame, tag.name()).is_some());
            assert!(tag.origin().into_iter().chain(tag.axes().into_iter().flatten()).all(f32::is_finite));
        }
    }
    for name in md3.tag_names() {
        assert!(md3.tag_track(name).flatten().count() > 0);
    }
    for surface in md3.surfaces() {
        assert_eq!(surface.st().len(), surface.vertex_count());
        assert_eq!(surface.all_vertices().len(), md3.frame_count() * surface.vertex_count());
        assert_eq!(surface.vertex_bytes().len(), 8 * surface.all_vertices().len());
        for frame in 0..md3.frame_count() {
            let positions: Vec<_> = surface.positions(frame).collect();
            for triangle in surface.triangles() {
                let _ = triangle.indices().map(|i| positions[usize::try_from(i).unwrap()]);
            }
        }
        assert!(surface.st().iter().all(|st| st.s().is_finite() && st.t().is_finite()));
        assert!(surface.shaders().iter().all(|shader| shader.name().len() <= 64));
    }
}
