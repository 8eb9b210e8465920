//! Smoothing over time, see `docs/method.md` (C. Stein, "Estimation of the Mean of a Multivariate Normal Distribution", Annals of Statistics
//! 9, 1981).

use crate::banded::BandedMatrix;
use crate::cells::Cells;
use crate::low_rank::NOISE;
use crate::matrix::Matrix;
use crate::sequence::Run;

/// The strengths of smoothing that are tried: penalties on second differences over time. The mean weight of a frame is 1.
const PENALTIES: [f64; 9] = [0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0];

/// The smallest quantization step that still affects the weight of a frame, relative to the largest step of the
/// sequence. All shorter steps get the same weight.
const MIN_STEP: f64 = 1.0e-3;

/// A smoother for the courses of motions: their values over time, which `LowRank` computes. Its buffers are reused.
#[derive(Debug, Default)]
pub(crate) struct Smoother {
    system: BandedMatrix,
    order: Vec<usize>,
    /// The weight of each frame: the inverse of the variance of its coordinates, scaled so that the mean weight is 1.
    weights: Vec<f64>,
    given: Vec<f64>,
    smoothed: Vec<f64>,
    best: Vec<f64>,
    risks: Vec<f64>,
    best_risks: Vec<f64>,
}

impl Smoother {
    /// Smooths the columns of `courses` that belong to the frames of a sequence. The columns are in quantization steps of their frames.
    pub(crate) fn smooth(&mut self, cells: &Cells<'_>, run: Run, courses: &mut Matrix, tracks: usize) {
        if run.len < 3 {
            return; // There are too few frames for second differences.
        }
        self.order.clear();
        self.order.extend((0..run.len).map(|position| frame_at(position, run)));
        for axis in 0..3 {
            self.smooth_axis(cells, run, axis, courses, (tracks as f64).sqrt());
        }
    }

    fn smooth_axis(
        &mut self,
        cells: &Cells<'_>,
        run: Run,
        axis: usize,
        courses: &mut Matrix,
        mean_factor: f64,
    ) {
        let width = courses.rows();
        let step = |i: usize| cells.step(run.first + i, axis);
        let greatest = (0..run.len).map(|i| step(i).abs()).fold(0.0, f64::max);
        if greatest == 0.0 {
            return;
        }
        // The course of the mean depends on the origins of the boxes. Dividing by the largest step makes the numbers independent of the
        // size of the model.
        let origin =
            |i: usize| cells.coordinate(run.first + i, axis, 0.0) - cells.coordinate(run.first, axis, 0.0);
        let length = |i: usize| step(i) / greatest;

        self.weights.clear();
        self.weights.extend(self.order.iter().map(|&i| length(i).abs().max(MIN_STEP).powi(-2)));
        let mean_weight = self.weights.iter().sum::<f64>() / run.len as f64;
        self.weights.iter_mut().for_each(|weight| *weight /= mean_weight);
        // The variance of a number whose weight is 1.
        let variance = NOISE / mean_weight;

        self.given.clear();
        for &i in &self.order {
            let column = courses.column(3 * (run.first + i) + axis);
            self.given.extend(column.iter().map(|value| value * length(i)));
            let at = self.given.len() - width;
            self.given[at] += origin(i) / greatest * mean_factor;
        }

        self.best.clone_from(&self.given);
        self.best_risks.clear();
        self.best_risks.resize(width, run.len as f64 * variance); // The estimated error without smoothing.
        for penalty in PENALTIES {
            self.solve(run, penalty, width);
            self.assess(run.len, variance, width);
        }

        for (position, &i) in self.order.iter().enumerate().filter(|&(_, &i)| step(i) != 0.0) {
            let smoothed = &mut self.best[position * width..][..width];
            smoothed[0] -= origin(i) / greatest * mean_factor;
            let column = courses.column_mut(3 * (run.first + i) + axis);
            column.iter_mut().zip(smoothed).for_each(|(value, smoothed)| *value = *smoothed / length(i));
        }
    }

    fn solve(&mut self, run: Run, penalty: f64, width: usize) {
        self.system.reset(self.weights.iter().copied());
        let bends = if run.closed { run.len } else { run.len - 2 };
        for bend in 0..bends {
            let frames = [(0, 1.0), (1, -2.0), (2, 1.0)]
                .map(|(k, factor)| (position_of((bend + k) % run.len, run), factor));
            for (i, a) in frames {
                for (j, b) in frames.into_iter().filter(|&(j, _)| j <= i) {
                    self.system.add(i, j, penalty * a * b);
                }
            }
        }
        self.system.factor();
        self.smoothed.clear();
        let weighted = self
            .given
            .chunks_exact(width)
            .zip(&self.weights)
            .flat_map(|(row, w)| row.iter().map(move |v| v * w));
        self.smoothed.extend(weighted);
        self.system.solve(&mut self.smoothed, width);
    }

    /// Stores the smoothed course of each motion for which this penalty gives a smaller estimated error than all earlier penalties.
    fn assess(&mut self, len: usize, variance: f64, width: usize) {
        let mut freedom = 0.0;
        self.system.inverse_diagonal(|i, value| freedom += self.weights[i] * value);
        self.risks.clear();
        self.risks.resize(width, (2.0 * freedom - len as f64) * variance);
        for (i, weight) in self.weights.iter().enumerate() {
            let rows = self.given[i * width..][..width].iter().zip(&self.smoothed[i * width..][..width]);
            for (risk, (given, smoothed)) in self.risks.iter_mut().zip(rows) {
                *risk += weight * (given - smoothed).powi(2);
            }
        }
        for k in 0..width {
            if self.risks[k] < self.best_risks[k] {
                self.best_risks[k] = self.risks[k];
                for i in 0..self.weights.len() {
                    self.best[i * width + k] = self.smoothed[i * width + k];
                }
            }
        }
    }
}

/// Returns the frame whose equation is at `position` in the linear system, counted from the start of `run`.
///
/// The frames of a loop are folded (0, last, 1, last but one, ...), so that the neighbors of each frame are at most four positions away.
fn frame_at(position: usize, run: Run) -> usize {
    match (run.closed, position % 2) {
        (false, _) => position,
        (true, 0) => position / 2,
        (true, _) => run.len - 1 - position / 2,
    }
}

fn position_of(frame: usize, run: Run) -> usize {
    if !run.closed {
        return frame;
    }
    (2 * frame).min(2 * (run.len - 1 - frame) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::banded::REACH;

    #[test]
    fn folding_places_neighbors_within_the_band() {
        for len in 3..40 {
            for closed in [false, true] {
                let run = Run { first: 0, len, closed };
                for frame in 0..len {
                    assert_eq!(frame_at(position_of(frame, run), run), frame, "{len}");
                    for ahead in 1..=2 {
                        let next = frame + ahead;
                        if closed || next < len {
                            let [a, b] = [frame, next % len].map(|frame| position_of(frame, run));
                            assert!(a.abs_diff(b) <= REACH, "{len}: {frame} and {next}");
                        }
                    }
                }
            }
        }
    }
}
