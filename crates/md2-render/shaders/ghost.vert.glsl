#version 450
#extension GL_GOOGLE_include_directive : require

// The vertex shader of a ghost. It interpolates between two frames, and rotates the normal to world space.

#include "scene.glsl"
#include "alias_lerp.glsl"
#include "alias_normals.glsl"
#include "ghost_push.glsl"

layout(location = 0) in PACKED vertex_a; // binding 0: quantized vertex of frame a
layout(location = 1) in PACKED vertex_b; // binding 1: quantized vertex of frame b

layout(location = 0) out vec3 world_normal;
layout(location = 1) out vec3 eye;

// A ghost is drawn twice. The second pass compares depths, so both must compute the same depth.
invariant gl_Position;

vec3 to_world(vec4 from)
{
    return vec3(dot(push.world[0], from), dot(push.world[1], from), dot(push.world[2], from));
}

void main()
{
    vec3 position = vec3(vertex_a.xyz) * push.scale_a + vec3(vertex_b.xyz) * push.scale_b + push.translate;
    world_normal = to_world(vec4(alias_normal(direction(vertex_a), direction(vertex_b), push.blend), 0.0));
    // Moves the ghost behind a solid surface at the same position, such as the surface of a model in a similar
    // pose. src/passes/ghost.rs has the other part of this bias.
    const float RECEDE = 1.0 / 2048.0;
    gl_Position = nearer(scene.view_projection * vec4(to_world(vec4(position, 1.0)), 1.0), -RECEDE);
    eye = to_eye(gl_Position);
}
