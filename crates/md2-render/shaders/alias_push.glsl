// What a model's draw is told: 128 bytes, the least that every device takes. On the host: `AliasPush` in
// src/passes/alias.rs.

#include "alias_lerp.glsl"

layout(push_constant, std430) uniform AliasPush {
    mat4 matrix;      // to clip space, or to world space for shadows
    vec4 scale_a;     // xyz; w: blend, 0 = all a, 1 = all b; its sign bit: the way to world space mirrors, too
    vec4 translate_a; // xyz; w: x of the rotation to world space, a quaternion whose w is not negative
    vec4 scale_b;     // xyz; w: y of the rotation
    vec4 translate_b; // xyz; w: z of the rotation
} push;

layout(location = 0) in PACKED vertex_a; // binding 0: packed vertex of frame a
layout(location = 1) in PACKED vertex_b; // binding 1: that of frame b

float pushed_blend()
{
    return abs(push.scale_a.w);
}

vec3 pushed_position()
{
    return alias_position(vertex_a, push.scale_a.xyz, push.translate_a.xyz,
                          vertex_b, push.scale_b.xyz, push.translate_b.xyz, pushed_blend());
}

// A direction in model space, in world space. What mirrors is turned, and then mirrored on all three axes.
vec3 pushed_rotation(vec3 direction)
{
    vec3 axis = vec3(push.translate_a.w, push.scale_b.w, push.translate_b.w);
    float w = sqrt(max(0.0, 1.0 - dot(axis, axis)));
    vec3 turned = direction + 2.0 * cross(axis, cross(axis, direction) + w * direction);
    // Of a blend of 0, too.
    bool mirrors = (floatBitsToUint(push.scale_a.w) & 0x80000000u) != 0u;
    return mirrors ? -turned : turned;
}
