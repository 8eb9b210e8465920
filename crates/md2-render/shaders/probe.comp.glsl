#version 450
#extension GL_GOOGLE_include_directive : require

// Poses every vertex of a model like alias.vert, for the test that compares it with the CPU's blend.

#include "alias_lerp.glsl"

layout(local_size_x = 64) in;

layout(set = 0, binding = 0, std430) readonly buffer Frames {
    uint packed[]; // the model's frame buffer; x is the lowest byte
} frames;

layout(set = 0, binding = 1, std430) readonly buffer Normals {
    vec4 directions[162];
} normals;

struct Posed {
    vec4 position;
    vec4 normal;
};

layout(set = 0, binding = 2, std430) writeonly buffer Out {
    Posed vertices[];
} result;

layout(push_constant, std430) uniform ProbePush {
    vec4 scale_a;     // xyz; w: blend
    vec4 translate_a; // xyz
    vec4 scale_b;     // xyz
    vec4 translate_b; // xyz
    uint first_a;     // index of frame a's first vertex
    uint first_b;
    uint count;
} push;

uvec4 unpack(uint word)
{
    return uvec4(word, word >> 8, word >> 16, word >> 24) & 0xffu;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= push.count) {
        return;
    }
    uvec4 a = unpack(frames.packed[push.first_a + i]);
    uvec4 b = unpack(frames.packed[push.first_b + i]);
    float blend = push.scale_a.w;
    vec3 position = alias_position(a.xyz, push.scale_a.xyz, push.translate_a.xyz, b.xyz, push.scale_b.xyz, push.translate_b.xyz, blend);
    vec3 normal = alias_normal(normals.directions[a.w].xyz, normals.directions[b.w].xyz, blend);
    result.vertices[i] = Posed(vec4(position, 1.0), vec4(normal, 0.0));
}
