#version 450
#extension GL_GOOGLE_include_directive : require

// Finds the visible triangles of a crowd's members: one work group for each member. It writes the number of these
// triangles, and a bit for each triangle. The tests are those of src/crowd/cull.rs.

#define CROWD_SET 1
#define MODEL_SET 2
#include "scene.glsl"
#include "crowd.glsl"
#include "crowd_lists.glsl"

layout(set = 2, binding = 1, std430) readonly buffer Statics {
    uint words[]; // texture coordinates, which are not used, then indices
} statics;

const float EPSILON = 1.0 / 8388608.0;

const uint MAX_VERTICES = 2048u;
const uint MAX_WORDS = 128u;
shared vec2 places[MAX_VERTICES]; // of the vertices, in columns and rows of samples
shared uint kept[MAX_WORDS];
shared uint least_w; // as the bits of a float that is not negative
shared uint count;

// Whether a member may be visible. There is no far plane.
bool may_show(Member member)
{
    vec3 center, half_size;
    member_box(member, center, half_size);
    float reach = abs(member.scale) * (length(center) + length(half_size));
    vec3 middle = to_world(member, center);
    half_size *= abs(member.scale);
    vec3 x = turn(member.rotation, vec3(half_size.x, 0.0, 0.0));
    vec3 y = turn(member.rotation, vec3(0.0, half_size.y, 0.0));
    vec3 z = turn(member.rotation, vec3(0.0, 0.0, half_size.z));
    mat4 rows = transpose(scene.view_projection);
    for (int side = 0; side < 5; side++) {
        vec4 row = side < 4 ? rows[side >> 1] : rows[2];
        vec4 plane = rows[3] + ((side == 0 || side == 2) ? row : -row);
        float inside = dot(plane.xyz, middle) + plane.w
            + abs(dot(plane.xyz, x)) + abs(dot(plane.xyz, y)) + abs(dot(plane.xyz, z));
        float terms = dot(abs(plane.xyz), abs(member.position) + reach) + abs(plane.w);
        if (inside < -64.0 * EPSILON * terms) {
            return false;
        }
    }
    return true;
}

// The largest error of a vertex's w (y), and the largest error of its place when divided by w (x).
vec2 errors(Member member)
{
#ifdef PACKED_16
    const float LARGEST = 32768.0;
#else
    const float LARGEST = 255.0;
#endif
    Frame a = table.frames[member.frame_a], b = table.frames[member.frame_b];
    vec3 reach = max(abs(a.scale) * LARGEST + abs(a.translate), abs(b.scale) * LARGEST + abs(b.translate));
    float length_reach = abs(member.scale) * length(reach);
    mat3x4 rows = mat3x4(
        abs(transpose(scene.view_projection)[0]), abs(transpose(scene.view_projection)[1]), abs(transpose(scene.view_projection)[3])
    );
    // The errors of x, y and w, as in src/crowd/cull.rs.
    vec3 posed = length_reach * (vec4(1.0, 1.0, 1.0, 0.0) * rows);
    vec3 terms = vec4(abs(member.position), 1.0) * rows + posed;
    vec3 error = EPSILON * (14.0 * terms + 32.0 * posed);
    vec2 across = 0.5 * push.lattice * (error.xy + error.z) + 0.5 * error.z + push.lattice * error.z;
    return vec2(max(across.x, across.y), error.z);
}

// The number of a triangle's vertex, counted from the first one of the surface.
uint corner(uint index)
{
    uint at = push.first_index + index;
    uint vertex = push.wide != 0u
        ? statics.words[at]
        : bitfieldExtract(statics.words[at >> 1], int(at & 1u) * 16, 16);
    return vertex - push.first_vertex;
}

bool may_touch_a_sample(uint triangle, float error)
{
    vec2 a = places[corner(3u * triangle)];
    vec2 b = places[corner(3u * triangle + 1u)];
    vec2 c = places[corner(3u * triangle + 2u)];
    float slack = error + push.snap;
    vec2 low = min(min(a, b), c) - slack, high = max(max(a, b), c) + slack;
    // A column and a row of samples are between the edges of the box.
    bvec2 touches = greaterThanEqual(floor(min(high, push.lattice - 1.0)), max(low, vec2(0.0)));
    // Y points down. The tolerance is explained in src/crowd/cull.rs.
    float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    float tolerance = (4.0 * error + 2.0 * push.snap) * (high.x - low.x + high.y - low.y);
    return touches.x && touches.y && push.facing * area >= -tolerance;
}

void main()
{
    uint number = gl_WorkGroupID.x, lane = gl_LocalInvocationID.x;
    Member member = crowd.members[push.first_member + number];
    if (!may_show(member)) {
        if (lane == 0u) {
            work.words[push.first_work + number] = 0u;
        }
        return;
    }
    kept[lane] = 0u;
    if (lane == 0u) {
        least_w = 0x7f7fffffu;
        count = 0u;
    }
    barrier();
    for (uint at = lane; at < push.vertex_count; at += LANES) {
        uint vertex = push.first_vertex + at;
        PACKED a = pull(member.frame_a * push.frame_length + vertex);
        PACKED b = pull(member.frame_b * push.frame_length + vertex);
        vec4 clip = scene.view_projection * vec4(member_position(member, a, b), 1.0);
        places[at] = (clip.xy / clip.w * 0.5 + 0.5) * push.lattice - 0.5;
        atomicMin(least_w, floatBitsToUint(max(clip.w, 0.0)));
    }
    barrier();
    float w = uintBitsToFloat(least_w);
    vec2 largest = errors(member);
    float error = largest.x / w;
    // Behind the eye, places have no meaning.
    bool is_near = !(w > largest.y && error < 1.0e30);
    for (uint triangle = lane; triangle < push.triangles; triangle += LANES) {
        if (is_near || may_touch_a_sample(triangle, error)) {
            atomicOr(kept[triangle >> 5], 1u << (triangle & 31u));
        }
    }
    barrier();
    if (lane < bit_words()) {
        work.words[first_bits(number) + lane] = kept[lane];
        atomicAdd(count, bitCount(kept[lane]));
    }
    barrier();
    if (lane == 0u) {
        // The highest bit marks members that may be visible.
        work.words[push.first_work + number] = count | 0x80000000u;
    }
}
