#version 450
#extension GL_GOOGLE_include_directive : require

// The vertex shader of a crowd member. It reads the vertex from the member's frames, and poses it like the vertex
// of any model. An index combines a member, counted from the draw's first instance, and a vertex.

#define CROWD_SET 2
#include "scene.glsl"
#include "crowd.glsl"
#ifdef GAME
#include "game_light.glsl"
#else
#include "alias_normals.glsl"
#endif
#ifdef CLASSIC
#include "classic_light.glsl"
#endif

layout(push_constant, std430) uniform CrowdPush {
    uint vertex_bits; // number of low bits of an index that hold the vertex; the others hold the member
} push;

layout(set = 3, binding = 0, std430) readonly buffer Frames {
    uint words[]; // the model's frame buffer, little-endian; x comes first
} frames;

layout(set = 3, binding = 1, std430) readonly buffer Statics {
    vec2 uvs[]; // the buffer continues with indices, which are not used
} statics;

#if defined(CLASSIC) || defined(GAME)
layout(location = 0) out vec3 uv_light;
#else
layout(location = 0) out vec4 world_normal; // w: the dot product with the direction to the lamp
layout(location = 1) out vec2 uv;
layout(location = 2) out vec3 eye;
#endif

#ifdef PACKED_16
ivec4 pull(uint vertex)
{
    ivec2 words = ivec2(frames.words[vertex * 2], frames.words[vertex * 2 + 1]);
    return ivec4(bitfieldExtract(words.x, 0, 16), words.x >> 16, bitfieldExtract(words.y, 0, 16), words.y >> 16);
}
#else
uvec4 pull(uint vertex)
{
    uint word = frames.words[vertex];
    return uvec4(word, word >> 8, word >> 16, word >> 24) & 0xffu;
}
#endif

void main()
{
    uint index = uint(gl_VertexIndex);
    uint member = uint(gl_InstanceIndex) + (index >> push.vertex_bits);
    uint vertex = bitfieldExtract(index, 0, int(push.vertex_bits));
    AliasDraw draw = crowd.members[member].draw;
    PACKED a = pull(crowd.members[member].first_a + vertex);
    PACKED b = pull(crowd.members[member].first_b + vertex);
#ifndef GAME
    vec3 normal = alias_normal(direction(a), direction(b), draw.blend);
#endif
    gl_Position = draw.matrix * vec4(draw_position(draw, a, b), 1.0);
#if defined(CLASSIC)
    uv_light = vec3(statics.uvs[vertex], classic_light(draw_rotation(draw, normal)));
#elif defined(GAME)
    uv_light = vec3(statics.uvs[vertex], game_light(b, draw.light_direction));
#else
    world_normal = with_lamp(draw_rotation(draw, normal));
    uv = statics.uvs[vertex];
    eye = to_eye(gl_Position);
#endif
}
