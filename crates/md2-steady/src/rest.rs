//! Correction of resting vertices: vertices that do not move in the file must not move in the result. `docs/method.md` states when a
//! vertex rests.

use crate::cells::Cells;

type Axes = u8;

const ALL: Axes = 0b111;

/// Finds coordinates that are at rest over several frames. In these frames, replaces the offsets of each such coordinate by their mean.
///
/// `moves` contains the offsets of all vertex tracks from the centers of their cells, frame by frame.
pub(crate) fn hold_resting(cells: &Cells<'_>, moves: &mut [[f32; 3]]) {
    let (frames, count) = (cells.mesh.frame_count(), cells.track_count());
    let triangles = cells.triangles();
    let mut resting = vec![ALL; count];
    let mut ring = vec![ALL; count];
    let mut since = vec![[0_u32; 3]; count];
    for frame in 1..=frames {
        if frame < frames {
            let same_box = same_box(cells, frame);
            for (track, resting) in (0_u32..).zip(&mut resting) {
                let [before, now] = [frame - 1, frame].map(|frame| cells.packed(frame, track));
                *resting =
                    (0..3).map(|axis| Axes::from(before[axis] == now[axis]) << axis).sum::<Axes>() & same_box;
            }
            for _ in 0..2 {
                ring.clone_from(&resting);
                for corners in &triangles {
                    let all = corners.iter().fold(ALL, |all, &track| all & resting[track as usize]);
                    corners.iter().for_each(|&track| ring[track as usize] &= all);
                }
                std::mem::swap(&mut resting, &mut ring);
            }
        } else {
            resting.fill(0);
        }
        for (track, (resting, since)) in resting.iter().zip(&mut since).enumerate() {
            for axis in (0..3).filter(|axis| resting >> axis & 1 == 0) {
                level(moves, count, track, axis, since[axis] as usize..frame);
                #[allow(clippy::cast_possible_truncation, reason = "frames are numbered with 32 bits")]
                let next = frame as u32;
                since[axis] = next;
            }
        }
    }
}

fn same_box(cells: &Cells<'_>, frame: usize) -> Axes {
    let [before, now] = [frame - 1, frame].map(|frame| cells.mesh.frames()[frame].transform);
    let same =
        |axis: usize| before.scale[axis] == now.scale[axis] && before.translate[axis] == now.translate[axis];
    (0..3).map(|axis| Axes::from(same(axis)) << axis).sum()
}

/// Replaces the offsets of one coordinate in the given frames by their mean. `count` is the number of all vertex tracks.
fn level(moves: &mut [[f32; 3]], count: usize, track: usize, axis: usize, frames: std::ops::Range<usize>) {
    if frames.len() < 2 {
        return;
    }
    let sum: f32 = frames.clone().map(|frame| moves[frame * count + track][axis]).sum();
    let mean = sum / frames.len() as f32;
    frames.for_each(|frame| moves[frame * count + track][axis] = mean);
}
