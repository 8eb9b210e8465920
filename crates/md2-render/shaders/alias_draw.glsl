// How an instance of a model is drawn: 128 bytes. On the host: `AliasDraw` in src/passes/alias.rs.

#include "alias_lerp.glsl"

struct AliasDraw {
    mat4 matrix;      // to clip space, or to world space for shadows
    vec4 scale_a;     // xyz; w: blend, 0 = all a, 1 = all b; its sign bit: the way to world space mirrors, too
    vec4 translate_a; // xyz; w: x of the rotation to world space, a quaternion whose w is not negative; in Quake II's light that
                      // needs no rotation: the direction of it
    vec4 scale_b;     // xyz; w: y of the rotation
    vec4 translate_b; // xyz; w: z of the rotation
};

float draw_blend(AliasDraw draw)
{
    return abs(draw.scale_a.w);
}

// A vertex of the instance, in model space.
vec3 draw_position(AliasDraw draw, PACKED a, PACKED b)
{
    return alias_position(a, draw.scale_a.xyz, draw.translate_a.xyz,
                          b, draw.scale_b.xyz, draw.translate_b.xyz, draw_blend(draw));
}

// A direction in model space, in world space. What mirrors is turned, and then mirrored on all three axes.
vec3 draw_rotation(AliasDraw draw, vec3 direction)
{
    vec3 axis = vec3(draw.translate_a.w, draw.scale_b.w, draw.translate_b.w);
    float w = sqrt(max(0.0, 1.0 - dot(axis, axis)));
    vec3 turned = direction + 2.0 * cross(axis, cross(axis, direction) + w * direction);
    // Of a blend of 0, too.
    bool mirrors = (floatBitsToUint(draw.scale_a.w) & 0x80000000u) != 0u;
    return mirrors ? -turned : turned;
}
