// Blends two frames of a model. Each model has its own pose, and its mesh tag is the number of the pose.
#import bevy_pbr::mesh_bindings::mesh
#import bevy_pbr::mesh_functions::{get_tag, get_world_from_local, mesh_normal_local_to_world}
#import bevy_pbr::view_transformations::position_world_to_clip

struct Pose {
    scale_a: vec3<f32>,
    start_a: u32,
    translate_a: vec3<f32>,
    blend: f32,
    scale_b: vec3<f32>,
    start_b: u32,
    translate_b: vec3<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<storage, read> frames: array<u32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var<storage, read> poses: array<Pose>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var skin: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var skin_sampler: sampler;

struct Input {
    @builtin(instance_index) instance: u32,
    @builtin(vertex_index) vertex: u32,
    @location(2) uv: vec2<f32>,
}

struct Output {
    @builtin(position) position: vec4<f32>,
    @location(0) normal: vec3<f32>,
    @location(1) uv: vec2<f32>,
}

fn place(vertex: u32, scale: vec3<f32>, translate: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(vec3(vertex, vertex >> 8u, vertex >> 16u) & vec3(255u)) * scale + translate;
}

fn direction(vertex: u32) -> vec3<f32> {
    let first = (vertex >> 24u) * 3u;
    return bitcast<vec3<f32>>(vec3(frames[first], frames[first + 1u], frames[first + 2u]));
}

@vertex
fn vertex(input: Input) -> Output {
    let pose = poses[get_tag(input.instance)];
    // Bevy stores several meshes in one buffer.
    let number = input.vertex - mesh[input.instance].first_vertex_index;
    let a = frames[pose.start_a + number];
    let b = frames[pose.start_b + number];
    let position = mix(
        place(a, pose.scale_a, pose.translate_a),
        place(b, pose.scale_b, pose.translate_b),
        pose.blend,
    );
    let normal = mix(direction(a), direction(b), pose.blend);
    let world = get_world_from_local(input.instance) * vec4(position, 1.0);
    var output: Output;
    output.position = position_world_to_clip(world.xyz);
    output.normal = mesh_normal_local_to_world(normal, input.instance);
    output.uv = input.uv;
    return output;
}

@fragment
fn fragment(input: Output) -> @location(0) vec4<f32> {
    let lamp = max(dot(normalize(input.normal), normalize(vec3(0.4, 0.8, 0.5))), 0.0);
    let color = textureSample(skin, skin_sampler, input.uv).rgb;
    return vec4(color * (0.35 + 0.85 * lamp), 1.0);
}
