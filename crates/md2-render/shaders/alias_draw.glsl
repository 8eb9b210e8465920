// The transform and the pose of a model between two frames: 128 bytes. On the host: `AliasDraw` in
// src/alias_draw.rs.

#include "alias_lerp.glsl"

struct AliasDraw {
    mat4 matrix;           // to clip space, or to world space for shadows
    vec3 scale_a;          // of frame a; the sign bit of x is set if the transform mirrors
    float blend;           // share of frame b: 0 = all a, 1 = all b
    vec3 translate_a;
#ifdef GAME
    float light_direction; // of Quake II's light, which needs no rotation: see game_light.glsl
#else
    float rotation_x;      // to world space: x, y and z of a quaternion whose w is not negative
#endif
    vec3 scale_b;          // of frame b
    float rotation_y;
    vec3 translate_b;
    float rotation_z;
};

// The position of a vertex in model space.
vec3 draw_position(AliasDraw draw, PACKED a, PACKED b)
{
    return alias_position(a, draw.scale_a, draw.translate_a, b, draw.scale_b, draw.translate_b, draw.blend);
}

#ifndef GAME
// Converts a direction from model to world space: rotates it, and negates it if the transform mirrors.
vec3 draw_rotation(AliasDraw draw, vec3 direction)
{
    vec3 axis = vec3(draw.rotation_x, draw.rotation_y, draw.rotation_z);
    float w = sqrt(max(0.0, 1.0 - dot(axis, axis)));
    vec3 turned = direction + 2.0 * cross(axis, cross(axis, direction) + w * direction);
    // Zero has a sign bit, too.
    bool mirrors = (floatBitsToUint(draw.scale_a.x) & 0x80000000u) != 0u;
    return mirrors ? -turned : turned;
}
#endif
