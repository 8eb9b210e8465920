//! Salvage of damaged files.

use std::ops::Range;

use md2_testdata::corpus;
use md2_testdata::damage::{Damage, DamagedFile, compare, salvage_all};
use md2_testdata::md3::{Md3FrameSpec, Md3Spec, SurfaceSpec, TagSpec, VertexSpec, upright_axes};
use md2_testdata::random::Random;
use md3_format::raw::{Header, HeaderField, SurfaceField, SurfaceHeader};
use md3_format::{Md3, Repair, salvage};

fn generated(random: &mut Random) -> Vec<u8> {
    let frames = 1 + random.below(10);
    let float = |random: &mut Random| f32::from(random.byte()) / 8.0 + 0.5;
    let surface = |random: &mut Random, index: usize| {
        let vertices = 24 + random.below(30);
        let base: Vec<[i16; 3]> =
            (0..vertices).map(|_| [0; 3].map(|_| i16::from(random.byte()) * 16 - 2000)).collect();
        let moved = |random: &mut Random, at: &[i16; 3]| VertexSpec {
            xyz: at.map(|at| at + i16::from(random.byte() % 99)),
            zenith: random.byte(),
            azimuth: random.byte(),
        };
        SurfaceSpec {
            name: format!("part{index}").into_bytes(),
            flags: 0,
            shaders: (0..1 + random.below(2)).map(|i| format!("models/part{i}.tga").into_bytes()).collect(),
            triangles: (0..8 + random.below(40))
                .map(|i| [i % vertices, random.below(vertices), random.below(vertices)])
                .map(|corners| corners.map(|index| i32::try_from(index).unwrap()))
                .collect(),
            st: (0..vertices).map(|_| [0; 2].map(|_| float(random) / 32.0)).collect(),
            vertices: (0..frames).map(|_| base.iter().map(|at| moved(random, at)).collect()).collect(),
        }
    };
    let surfaces: Vec<_> = (0..1 + random.below(3)).map(|index| surface(random, index)).collect();
    let bounds = |frame: usize, pick: fn(i16, i16) -> i16| {
        let all = surfaces.iter().flat_map(|surface| surface.vertices[frame].iter().map(|vertex| vertex.xyz));
        let corner = all.reduce(|a, b| std::array::from_fn(|i| pick(a[i], b[i]))).unwrap();
        corner.map(|steps| f32::from(steps) / 64.0)
    };
    let frame = |frame| Md3FrameSpec {
        min: bounds(frame, i16::min),
        max: bounds(frame, i16::max),
        origin: [0.0; 3],
        radius: 60.0,
        name: format!("frame_{frame}").into_bytes(),
    };
    let tags = random.below(3);
    let tag = |random: &mut Random, index| TagSpec {
        name: format!("tag_{index}").into_bytes(),
        origin: [0; 3].map(|_| float(random)),
        axes: upright_axes(),
    };
    let tags = (0..frames).map(|_| (0..tags).map(|index| tag(random, index)).collect()).collect();
    let frames = (0..frames).map(frame).collect();
    Md3Spec { name: b"models/test.md3".to_vec(), flags: 0, frames, tags, surfaces }.build().into_bytes()
}

type Record<'a> = (Range<usize>, &'a [u8]);

struct SurfaceRecords<'a> {
    name: Vec<u8>,
    triangles: Vec<Record<'a>>,
    st: Vec<Record<'a>>,
    frames: Vec<Record<'a>>,
}

fn records<'a>(file: &'a [u8], list: &'a [u8], bytes: usize) -> Vec<Record<'a>> {
    let start = list.as_ptr().addr().saturating_sub(file.as_ptr().addr());
    let record = |index: usize| start + index * bytes..start + (index + 1) * bytes;
    (0..list.len().checked_div(bytes).unwrap_or(0)).map(|i| (record(i), &file[record(i)])).collect()
}

fn surfaces<'a>(file: &'a [u8], md3: &Md3<'a>) -> Vec<SurfaceRecords<'a>> {
    let surface = |surface: &md3_format::Surface<'a>| SurfaceRecords {
        name: surface.name().as_bytes().to_vec(),
        triangles: records(file, surface.triangles().as_bytes(), 12),
        st: records(file, surface.st().as_bytes(), 8),
        frames: records(file, surface.all_vertices().as_bytes(), 8 * surface.vertex_count()),
    };
    md3.surfaces().iter().map(surface).collect()
}

const NUMBERS: [Damage; 2] = [
    ("wrong number", |damaged, random| {
        let fields: Vec<usize> = (4..11).map(|i| HeaderField::ALL[i].offset()).collect();
        damaged.set_wrong(fields[random.below(fields.len())], random);
    }),
    ("wrong number of a surface", |damaged, random| {
        let md3 = Md3::parse(&damaged.file).unwrap();
        if md3.surfaces().is_empty() {
            return damaged.cut(random);
        }
        let start = usize::try_from(md3.header().ofs_surfaces).unwrap();
        damaged.set_wrong(start + SurfaceField::ALL[3 + random.below(9)].offset(), random);
    }),
];

fn salvaged(file: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let salvaged = salvage(file).ok()?;
    Some((salvaged.bytes, salvaged.repairs.iter().map(Repair::to_string).collect()))
}

/// Returns the faults of a salvaged file: records that the undamaged file does not contain, and undamaged records
/// that were lost although only other records were overwritten.
fn faults(salvaged: &[u8], intact: &[u8], damaged: &DamagedFile) -> Vec<String> {
    let [now, before] = [salvaged, intact].map(|file| Md3::parse(file).unwrap());
    let mut faults = Vec::new();
    let originals = surfaces(intact, &before);
    // If the header of a surface is overwritten, its lists cannot be found.
    let headers = before
        .surfaces()
        .iter()
        .map(|surface| surface.triangles().as_bytes().as_ptr().addr() - intact.as_ptr().addr());
    let is_in_place = damaged.is_in_place
        && !headers.into_iter().any(|end| damaged.touches(&(end - SurfaceHeader::BYTES..end)));
    let all_surfaces = now.surfaces().len() == before.surfaces().len();
    let is_intact = |surface: &SurfaceRecords<'_>, record: &Record<'_>| {
        !damaged.touches(&record.0) && !uses_touched(record, surface, damaged)
    };
    let usable = originals.iter().filter(|original| {
        original.triangles.is_empty() || original.triangles.iter().any(|record| is_intact(original, record))
    });
    if is_in_place && now.surfaces().len() < usable.count() {
        faults.push(String::from("surfaces: lost"));
    }
    for surface in surfaces(salvaged, &now) {
        let original = originals.iter().find(|original| original.name == surface.name);
        let original = match original {
            Some(original) => original,
            None if all_surfaces => continue,
            None => return vec![format!("invented surface {}", surface.name.escape_ascii())],
        };
        for (what, some, all) in [
            ("triangles", &surface.triangles, &original.triangles),
            ("frames", &surface.frames, &original.frames),
        ] {
            let compared = compare(some, all, |a, b| a.1 == b.1, |index| damaged.touches(&all[index].0));
            if !compared.invented.is_empty() {
                faults.push(format!("{what}: invented {:?}", compared.invented));
            }
            // A frame is also dropped if its vertices in other surfaces, its bounds or its tags are damaged.
            if is_in_place
                && what == "triangles"
                && compared.lost.iter().any(|&lost| !uses_touched(&all[lost], original, damaged))
            {
                faults.push(format!("{what}: lost {:?}", compared.lost));
            }
        }
        let used = surface.triangles.iter().flat_map(|(_, triangle)| triangle.as_chunks::<4>().0);
        let mut used = used.map(|index| u32::from_le_bytes(*index) as usize);
        let invented =
            used.find(|&i| surface.st[i].1 != original.st[i].1 && !damaged.touches(&original.st[i].0));
        faults.extend(invented.map(|i| format!("st: invented {i}")));
    }
    faults
}

fn uses_touched(triangle: &Record<'_>, surface: &SurfaceRecords<'_>, damaged: &DamagedFile) -> bool {
    let corners = triangle.1.as_chunks::<4>().0.iter().map(|index| u32::from_le_bytes(*index) as usize);
    corners.into_iter().any(|corner| damaged.touches(&surface.st[corner].0))
}

#[test]
fn salvage_invents_nothing_and_keeps_intact_records() {
    let mut random = Random::new(3);
    let files: Vec<_> = (0..40).map(|_| generated(&mut random)).collect();
    let recovery = salvage_all(&files, 1400, (Header::BYTES, &NUMBERS), salvaged, faults);
    // The damage is the same in each run, so salvage that recovers less exceeds a bound.
    assert!(recovery.rejected <= 96 && recovery.repairs <= 1684, "{recovery:?}");
    assert!(recovery.lost_bytes <= 793_148, "{recovery:?}");
}

#[test]
fn salvage_of_real_models_invents_nothing_and_keeps_intact_records() {
    let files: Vec<_> = corpus::files("md3").into_iter().map(|(_, bytes)| bytes).collect();
    for file in &files {
        assert_eq!(md3_format::verdict(file), md2_common::Verdict::Sound);
    }
    if !files.is_empty() {
        salvage_all(&files, 7 * files.len(), (Header::BYTES, &NUMBERS), salvaged, faults);
    }
}
