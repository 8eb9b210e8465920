//! Palettes of 256 colors for an image, by median cut.

#[derive(Clone, Debug)]
pub struct IndexedImage {
    /// The colors. Unused ones are black.
    pub palette: [[u8; 3]; 256],
    pub indices: Vec<u8>,
}

/// The weights of differences in red, green and blue, according to their visibility.
const WEIGHT: [u32; 3] = [3, 4, 2];

/// Chooses 256 colors and assigns the nearest one to each pixel.
///
/// The algorithm starts with one box around the colors of all pixels. It cuts the box with the highest priority at the median of
/// its longest side until there are 256 boxes. The color of a box is the mean of its pixels.
pub fn index(pixels: &[[u8; 3]]) -> IndexedImage {
    let mut boxes = vec![pixels.to_vec()];
    while boxes.len() < 256 {
        let worst = boxes.iter().enumerate().max_by_key(|(i, colors)| (cut_priority(colors), usize::MAX - i));
        let Some((worst, _)) = worst.filter(|(_, colors)| cut_priority(colors) > 0) else { break };
        let mut colors = boxes.swap_remove(worst);
        let (axis, _) = longest(&colors);
        colors.sort_unstable_by_key(|color| (color[axis], *color));
        // Cuts at the nearest change of the value, so that equal colors stay together.
        let median = colors[colors.len() / 2][axis];
        let below = colors.partition_point(|color| color[axis] < median);
        let cut = if below > 0 { below } else { colors.partition_point(|color| color[axis] <= median) };
        let upper = colors.split_off(cut);
        boxes.extend([colors, upper]);
    }
    let mut palette = [[0; 3]; 256];
    for (entry, colors) in palette.iter_mut().zip(&boxes) {
        *entry = mean(colors);
    }
    let used = &palette[..boxes.len()];
    IndexedImage { palette, indices: pixels.iter().map(|&pixel| nearest(used, pixel)).collect() }
}

fn longest(colors: &[[u8; 3]]) -> (usize, u32) {
    let extent = |axis: usize| {
        let values = colors.iter().map(|color| color[axis]);
        let [low, high] = [values.clone().min(), values.max()].map(|value| u32::from(value.unwrap_or(0)));
        (high - low) * WEIGHT[axis]
    };
    let axis = (0..3).max_by_key(|&axis| extent(axis)).unwrap_or(0);
    (axis, extent(axis))
}

/// Returns the priority with which a box is cut. The length of its longest side counts more than the number of pixels.
/// This preserves rare colors, such as those of the eyes.
fn cut_priority(colors: &[[u8; 3]]) -> u64 {
    let (_, extent) = longest(colors);
    u64::from(extent).pow(3) * (colors.len() as u64).isqrt()
}

fn mean(colors: &[[u8; 3]]) -> [u8; 3] {
    let count = colors.len() as u64;
    [0, 1, 2].map(|axis| {
        let sum: u64 = colors.iter().map(|color| u64::from(color[axis])).sum();
        u8::try_from((sum + count / 2) / count.max(1)).unwrap_or(u8::MAX)
    })
}

fn nearest(palette: &[[u8; 3]], color: [u8; 3]) -> u8 {
    let distance = |entry: &[u8; 3]| -> u32 {
        (0..3).map(|axis| u32::from(entry[axis].abs_diff(color[axis])).pow(2) * WEIGHT[axis]).sum()
    };
    let best = palette.iter().enumerate().min_by_key(|(_, entry)| distance(entry));
    best.and_then(|(i, _)| u8::try_from(i).ok()).unwrap_or(0)
}
