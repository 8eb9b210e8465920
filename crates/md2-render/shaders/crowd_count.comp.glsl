#version 450
#extension GL_GOOGLE_include_directive : require

// Adds up the visible triangles of a crowd's members: one work group for each draw. It replaces the number of a member's
// triangles by the number of triangles listed before, and writes the commands of the draw. Members for which the list
// has no room are drawn whole.

#include "crowd_lists.glsl"

struct Command {
    uint index_count;
    uint instance_count;
    uint first_index;
    int vertex_offset;
    uint first_instance;
};

struct DrawRecord {
    Command listed; // draws listed triangles
    Command whole;  // draws all triangles of the last members
    uint drawn;     // members that may be visible
    uint padding;
};

layout(set = 1, binding = 1, std430) writeonly buffer Records {
    DrawRecord records[];
} records;

shared uint visible, listed, first_whole;

void main()
{
    uint lane = gl_LocalInvocationID.x;
    // Each lane handles a run of successive members.
    uint run = (push.member_count + LANES - 1u) / LANES;
    uint first = push.first_work + min(lane * run, push.member_count);
    uint last = push.first_work + min(lane * run + run, push.member_count);
    if (lane == 0u) {
        visible = 0u;
        listed = 0u;
        first_whole = push.member_count;
    }
    uint own = 0u, own_visible = 0u;
    for (uint at = first; at < last; at++) {
        own += work.words[at] & 0x7fffffffu;
        own_visible += work.words[at] >> 31;
    }
    uint before = sum_up_to(lane, own) - own;
    for (uint at = first; at < last; at++) {
        uint next = before + (work.words[at] & 0x7fffffffu);
        bool fits = 3u * next <= push.list_length;
        if (fits) {
            atomicMax(listed, next);
        } else {
            atomicMin(first_whole, at - push.first_work);
        }
        work.words[at] = fits && next > before ? before : 0xffffffffu;
        before = next;
    }
    atomicAdd(visible, own_visible);
    barrier();
    if (lane == 0u) {
        uint rest = push.member_count - first_whole;
        // The offset is added to each index, and so to its member.
        int offset = int(first_whole << push.vertex_bits);
        Command all = Command(rest > 0u ? 3u * push.triangles : 0u, rest, push.first_index, rest > 0u ? offset : 0, 0u);
        records.records[push.draw].listed = Command(3u * listed, 1u, push.first_listed, 0, 0u);
        records.records[push.draw].whole = all;
        records.records[push.draw].drawn = visible;
    }
}
