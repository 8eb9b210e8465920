#version 450
#extension GL_GOOGLE_include_directive : require

// The vertex shader of a crowd member. It reads the vertex from the member's frames, and poses it like the vertex
// of any model. An index combines a member, counted from the first one of the draw, and a vertex.

#define CROWD_SET 2
#define MODEL_SET 3
#include "scene.glsl"
#include "crowd.glsl"
#include "crowd_push.glsl"
#ifdef GAME
#include "game_light.glsl"
#else
#include "alias_normals.glsl"
#endif
#ifdef CLASSIC
#include "classic_light.glsl"
#endif

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

void main()
{
    // The index of a draw of whole members has no member: its instances are the members.
    uint index = uint(gl_VertexIndex);
    uint number = push.first_member + uint(gl_InstanceIndex) + (index >> push.vertex_bits);
    uint vertex = bitfieldExtract(index, 0, int(push.vertex_bits));
    Member member = crowd.members[number];
    PACKED a = pull(member.frame_a * push.vertex_count + vertex);
    PACKED b = pull(member.frame_b * push.vertex_count + vertex);
#ifndef GAME
    vec3 normal = turn(member.rotation, alias_normal(direction(a), direction(b), member.blend));
    normal = member.scale < 0.0 ? -normal : normal;
#endif
    gl_Position = scene.view_projection * vec4(member_position(member, a, b), 1.0);
#if defined(CLASSIC)
    uv_light = vec3(statics.uvs[vertex], classic_light(normal));
#elif defined(GAME)
    uv_light = vec3(statics.uvs[vertex], game_light(b, member.light_direction));
#else
    world_normal = with_lamp(normal);
    uv = statics.uvs[vertex];
    eye = to_eye(gl_Position);
#endif
}
