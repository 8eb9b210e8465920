//! The head and the neck, which are connected to the collar: jaw, mouth, nose, brow, and the hair with its fringe.

use glam::DVec3;

use super::islands::Island;
use super::soup::{Corner, Soup, blend, rigid};
use super::torso::{Half, ring};
use crate::skeleton::Joint;

/// The texture coordinate U of each column of a half ring. The face, a third of the ring, gets half of the width on the skin.
const U: [f64; 6] = [0.0, 0.09, 0.26, 0.36, 0.44, 0.5];

// Columns: center of the face, next to nose and mouth, cheek, ear, behind the ear, center of the back. Where a row has the same
// points as the next row, there are no triangles between them.
const THROAT: Half = [
    [2.0, 2.0, 0.7, -0.4, -2.2, -2.8],
    [0.0, 0.0, 1.6, 1.85, 1.6, 0.0],
    [22.4, 22.4, 22.8, 23.5, 23.6, 23.5],
];
const CHIN: Half = [
    [3.45, 3.05, 1.75, 0.1, -2.2, -2.8],
    [0.0, 0.75, 1.7, 2.2, 1.6, 0.0],
    [22.95, 23.05, 23.4, 24.2, 23.6, 23.5],
];
const MOUTH: Half = [
    [3.5, 3.1, 2.05, 0.2, -3.1, -3.7],
    [0.0, 0.85, 1.95, 2.5, 2.1, 0.0],
    [24.35, 24.4, 24.7, 25.3, 25.6, 25.6],
];
const NOSE: Half = [
    [4.25, 3.25, 2.3, 0.2, -3.1, -3.7],
    [0.0, 0.6, 2.15, 2.5, 2.1, 0.0],
    [25.1, 25.05, 25.5, 25.3, 25.6, 25.6],
];
const EYES: Half = [
    [3.5, 2.95, 2.3, 0.5, -3.1, -4.0],
    [0.0, 0.75, 2.1, 2.75, 2.5, 0.0],
    [26.7, 26.6, 26.6, 27.1, 27.8, 27.8],
];
const BROW: Half = [
    [3.6, 3.5, 2.6, 0.5, -3.1, -4.0],
    [0.0, 0.9, 2.15, 2.75, 2.5, 0.0],
    [27.2, 27.25, 27.3, 27.1, 27.8, 27.8],
];
/// The ring at the lower edge of the hair's fringe, which projects over the brow.
const FRINGE: Half =
    [[4.0, 3.9, 2.9, 0.5, -3.1, -4.0], [0.0, 1.2, 2.5, 3.05, 2.5, 0.0], [28.0, 28.5, 27.7, 28.2, 27.8, 27.8]];
const HAIR: Half =
    [[2.9, 2.2, 2.2, 0.0, -2.3, -3.1], [0.0, 1.5, 1.5, 2.3, 1.7, 0.0], [29.7, 29.6, 29.6, 29.6, 29.5, 29.4]];
const CROWN: DVec3 = DVec3::new(0.0, -0.4, 30.5);

pub fn build(soup: &mut Soup, collar: &[Corner]) {
    use Joint::{Head, Neck};
    let row = |points: &Half, v: f64| ring(points, &U, v, |_| rigid(Head));
    let throat =
        ring(&THROAT, &U, 0.86, |column| if column >= 4 { blend(Neck, Head, 0.6) } else { rigid(Head) });
    let collar: Vec<Corner> =
        collar.iter().zip(&throat).map(|(c, above)| c.with_uv(above.uv.x, 1.0)).collect();
    let mut fringe = row(&FRINGE, 0.0);
    // The hair is combed to the right, so its front edge is lower there.
    for corner in fringe.iter_mut().filter(|corner| corner.at.x > 2.0) {
        corner.at.z += 0.1 * corner.at.y;
    }
    let rows = [
        fringe.clone(),
        row(&BROW, 0.14),
        row(&EYES, 0.24),
        row(&NOSE, 0.46),
        row(&MOUTH, 0.58),
        row(&CHIN, 0.76),
        throat,
        collar,
    ];
    soup.grid(Island::Head, &rows);

    // Above the fringe, the skin shows the hair from above.
    let from_above = |corner: &Corner| corner.with_uv(0.5 + corner.at.y / 8.2, 0.5 - corner.at.x / 8.2);
    let fringe: Vec<Corner> = fringe.iter().map(from_above).collect();
    let hair: Vec<Corner> = row(&HAIR, 0.0).iter().map(from_above).collect();
    soup.band(Island::HairTop, &hair, &fringe);
    let backward: Vec<Corner> = hair.into_iter().rev().collect();
    soup.fan(Island::HairTop, &backward, from_above(&Corner::new(CROWN, rigid(Head), 0.0, 0.0)));
}
