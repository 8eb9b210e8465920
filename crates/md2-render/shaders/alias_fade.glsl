// The push constants of a cross-fade: 128 bytes, the minimum of all devices. On the host: `FadeDraw` in
// src/alias_draw.rs. It must match `md2_mesh::blend::fade_vertex`.
//
// The matrix to world space rotates, translates, mirrors and scales uniformly, so it also transforms directions.
// There is no room for a matrix to clip space, which is in the scene's uniforms.

#include "alias_lerp.glsl"

layout(push_constant, std430) uniform FadePush {
    vec4 world[3];  // model space to world space, by rows
    vec4 scales[4]; // of each frame, xyz: scale times share; w: share
    vec3 translate; // of all frames, each times its share
    float light_direction; // of Quake II's light: see game_light.glsl
} push;

layout(location = 0) in PACKED vertex_0; // the old pose: frame a
layout(location = 1) in PACKED vertex_1; // frame b
layout(location = 2) in PACKED vertex_2; // the new pose: frame a
layout(location = 3) in PACKED vertex_3; // frame b

// The vertex in world space.
vec3 fade_position()
{
    vec3 sum = vec3(vertex_0.xyz) * push.scales[0].xyz + vec3(vertex_1.xyz) * push.scales[1].xyz
             + vec3(vertex_2.xyz) * push.scales[2].xyz + vec3(vertex_3.xyz) * push.scales[3].xyz;
    vec4 position = vec4(sum + push.translate, 1.0);
    return vec3(dot(push.world[0], position), dot(push.world[1], position), dot(push.world[2], position));
}

// The unit normal in world space from the normals of the four frames; +Z if they cancel out.
vec3 fade_normal(vec3 d0, vec3 d1, vec3 d2, vec3 d3)
{
    vec3 sum = d0 * push.scales[0].w + d1 * push.scales[1].w + d2 * push.scales[2].w + d3 * push.scales[3].w;
    const float MIN_LENGTH_SQUARED = 1.0e-12; // md2_mesh::blend::MIN_NORMAL_LENGTH_SQUARED
    float length_squared = dot(sum, sum);
    vec3 normal = length_squared < MIN_LENGTH_SQUARED ? vec3(0.0, 0.0, 1.0) : sum * inversesqrt(length_squared);
    vec3 turned = vec3(dot(push.world[0].xyz, normal), dot(push.world[1].xyz, normal), dot(push.world[2].xyz, normal));
    return normalize(turned);
}
