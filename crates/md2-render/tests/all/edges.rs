//! Tests of the edges of models, drawn over their faces.

use crate::common::{
    BACKGROUND, SIZE, add_plain_model, camera, count, difference, gpus, middle_square, scene,
};
use md2_render::{Camera, Faces, Projection, Scene, Shading};

#[test]
fn edges_over_faces_change_only_pixels_at_edges() {
    for mut gpu in gpus() {
        let near = add_plain_model(&mut gpu, &middle_square(), [255, 0, 0]);
        // A larger square behind the first one, with a visible rim.
        let mut behind = near;
        behind.transform =
            [[1.0, 0.0, 0.0, 0.0], [0.0, 1.6, 0.0, 0.0], [0.0, 0.0, 1.6, 0.0], [-5.0, 0.0, 0.0, 1.0]];
        for shading in [Shading::Smooth, Shading::Classic] {
            for projection in [camera().projection, Projection::Orthographic { height: 100.0 }] {
                let camera = Camera { projection, ..camera() };
                let filled = Scene { camera, shading, models: &[near, behind], ..scene() };
                let edged = Scene { faces: Faces::SolidWireframe, ..filled };
                let edges = Scene { faces: Faces::Wireframe, ..filled };
                let mut picture = |scene| gpu.render_image(scene, SIZE).unwrap();
                let [filled, edged, edges] = [&filled, &edged, &edges].map(&mut picture);
                if !gpu.adapter().wireframe {
                    assert_eq!((difference(&filled, &edged), difference(&filled, &edges)), (0, 0));
                    continue;
                }
                assert_eq!(count(&edges, [255, 0, 0, 255]), 0, "edges have another color");
                let differs = |x, y| edged.pixel(x, y) != filled.pixel(x, y);
                let all = (0..100).flat_map(|x| (0..100).map(move |y| (x, y)));
                let changed = all.clone().filter(|&(x, y)| differs(x, y)).count();
                // The edges and the diagonal of the front square, and the rim of the other square with the ends of
                // its diagonal.
                assert!((450..1700).contains(&changed), "{changed}");
                // The faces hide the edges and the diagonal of the square behind.
                let touched = |x, y| edges.pixel(x, y) != BACKGROUND;
                let beside = |&(x, y): &(u32, u32)| {
                    let near = (x.saturating_sub(2)..x + 3)
                        .flat_map(|x| (y.saturating_sub(2)..y + 3).map(move |y| (x, y)));
                    !near.into_iter().any(|(x, y)| x < 100 && y < 100 && touched(x, y))
                };
                assert!(all.filter(beside).all(|(x, y)| !differs(x, y)), "unchanged between the edges");
                assert!((30..70).all(|y| (23..27).any(|x| differs(x, y))), "the left edge is visible");
            }
        }
    }
}
