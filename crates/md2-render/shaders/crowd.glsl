// The members of crowds and the frames of their model. On the host: `Member` in src/crowd/member.rs and `FrameRecord`
// in src/model.rs. CROWD_SET and MODEL_SET are numbers of descriptor sets.

#include "alias_lerp.glsl"

struct Member {
    vec3 position;
    float scale;           // negative if the member is mirrored
    vec4 rotation;         // a unit quaternion
    uint frame_a;
    uint frame_b;
    float blend;           // share of frame b: 0 = all a, 1 = all b
    float light_direction; // of Quake II's light: see game_light.glsl
};

layout(set = CROWD_SET, binding = 0, std430) readonly buffer Members {
    Member members[];
} crowd;

struct Frame {
    vec3 scale;
    float min_x; // of the box around the vertices
    vec3 translate;
    float min_y;
    vec3 box_max;
    float min_z;
};

layout(set = MODEL_SET, binding = 0, std430) readonly buffer Frames {
    uint words[]; // the model's frame buffer, little-endian; x comes first
} frames;

layout(set = MODEL_SET, binding = 2, std430) readonly buffer FrameTable {
    Frame frames[];
} table;

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

vec3 turn(vec4 rotation, vec3 direction)
{
    return direction + 2.0 * cross(rotation.xyz, cross(rotation.xyz, direction) + rotation.w * direction);
}

vec3 to_world(Member member, vec3 position)
{
    return member.position + turn(member.rotation, position * member.scale);
}

// Position in world space of a vertex that is packed as `from` in frame a and as `to` in frame b.
vec3 member_position(Member member, PACKED from, PACKED to)
{
    vec3 scale_a = table.frames[member.frame_a].scale, translate_a = table.frames[member.frame_a].translate;
    vec3 scale_b = table.frames[member.frame_b].scale, translate_b = table.frames[member.frame_b].translate;
    return to_world(member, alias_position(from, scale_a, translate_a, to, scale_b, translate_b, member.blend));
}

// The box around both frames of a member: its center and half its size, in model space.
void member_box(Member member, out vec3 center, out vec3 half_size)
{
    Frame a = table.frames[member.frame_a], b = table.frames[member.frame_b];
    vec3 low = min(vec3(a.min_x, a.min_y, a.min_z), vec3(b.min_x, b.min_y, b.min_z));
    vec3 high = max(a.box_max, b.box_max);
    center = 0.5 * (low + high);
    half_size = 0.5 * (high - low);
}
