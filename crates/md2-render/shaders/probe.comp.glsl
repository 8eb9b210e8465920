#version 450
#extension GL_GOOGLE_include_directive : require

// Poses every vertex of a model like alias.vert.glsl, for the test that compares it with the CPU.

#include "alias_lerp.glsl"

layout(local_size_x = 64) in;

layout(set = 0, binding = 0, std430) readonly buffer Frames {
    uint words[]; // the model's frame buffer, little-endian; x comes first
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
    vec3 scale_a;
    float blend;
    vec3 translate_a;
    uint first_a; // index of frame a's first vertex
    vec3 scale_b;
    uint first_b;
    vec3 translate_b;
    uint count;
} push;

#ifdef PACKED_16
const uint WORDS = 2; // per vertex

ivec4 unpack(uint vertex)
{
    ivec2 words = ivec2(frames.words[vertex * WORDS], frames.words[vertex * WORDS + 1]);
    return ivec4(bitfieldExtract(words.x, 0, 16), words.x >> 16, bitfieldExtract(words.y, 0, 16), words.y >> 16);
}

vec3 direction(ivec4 vertex)
{
    return alias_angles(vertex.w);
}
#else
uvec4 unpack(uint vertex)
{
    uint word = frames.words[vertex];
    return uvec4(word, word >> 8, word >> 16, word >> 24) & 0xffu;
}

vec3 direction(uvec4 vertex)
{
    return normals.directions[vertex.w].xyz;
}
#endif

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= push.count) {
        return;
    }
    PACKED a = unpack(push.first_a + i);
    PACKED b = unpack(push.first_b + i);
    vec3 position = alias_position(a, push.scale_a, push.translate_a, b, push.scale_b, push.translate_b, push.blend);
    vec3 normal = alias_normal(direction(a), direction(b), push.blend);
    result.vertices[i] = Posed(vec4(position, 1.0), vec4(normal, 0.0));
}
