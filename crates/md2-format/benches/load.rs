//! Reading, checking and writing, beside other ways to load a model and a plain copy of the file.
//!
//! `cargo bench -p md2-format`. Each model is loaded from memory; throughput is that of the file's bytes.

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use md2_format::{Md2, check};

use support::loaders;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    load(&mut criterion);
    criterion.final_summary();
}

fn load(criterion: &mut Criterion) {
    for case in support::models::cases() {
        let file = case.file.as_slice();
        let md2 = Md2::parse(file).unwrap();
        let model = md2.to_model();

        let mut group = criterion.benchmark_group(case.name);
        group.throughput(Throughput::Bytes(file.len() as u64));
        if file.len() > 1 << 22 {
            group.sample_size(10);
        }
        group.bench_function("parse", |b| b.iter(|| Md2::parse(black_box(file))));
        group.bench_function("to_model", |b| b.iter(|| black_box(&md2).to_model()));
        group.bench_function("to_bytes", |b| b.iter(|| black_box(&model).to_bytes()));
        group.bench_function("check", |b| b.iter(|| check(black_box(file))));

        group.bench_function("section_by_section", |b| {
            b.iter(|| loaders::section_by_section(black_box(file)))
        });
        group.bench_function("expanded", |b| b.iter(|| loaders::expanded(black_box(file))));
        let mut copy = vec![1; file.len()];
        group.bench_function("memcpy", |b| b.iter(|| copy.copy_from_slice(black_box(file))));
        group.finish();
    }
}
