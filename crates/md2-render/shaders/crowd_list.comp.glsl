#version 450
#extension GL_GOOGLE_include_directive : require

// Writes the list of visible triangles: one work group for each member. The triangles of a member keep the order of the
// model, and members keep their order.

#include "crowd_lists.glsl"

layout(set = 2, binding = 1, std430) readonly buffer Statics {
    uint words[]; // texture coordinates, which are not used, then indices
} statics;

layout(set = 3, binding = 1, std430) writeonly buffer List {
    uint indices[];
} list;

shared uint kept[LANES];

uint corner(uint index)
{
    uint at = push.first_index + index;
    return push.wide != 0u
        ? statics.words[at]
        : bitfieldExtract(statics.words[at >> 1], int(at & 1u) * 16, 16);
}

void main()
{
    uint number = gl_WorkGroupID.x, lane = gl_LocalInvocationID.x;
    uint before = work.words[push.first_work + number];
    if (before == 0xffffffffu) {
        return;
    }
    uint bits = lane < bit_words() ? work.words[first_bits(number) + lane] : 0u;
    kept[lane] = bits;
    sum_up_to(lane, bitCount(bits));
    for (uint triangle = lane; triangle < push.triangles; triangle += LANES) {
        uint word = triangle >> 5, bit = triangle & 31u;
        if ((kept[word] >> bit & 1u) != 0u) {
            uint in_member = sums[word] - bitCount(kept[word] >> bit);
            uint at = push.first_listed + 3u * (before + in_member);
            for (uint side = 0u; side < 3u; side++) {
                list.indices[at + side] = number << push.vertex_bits | corner(3u * triangle + side);
            }
        }
    }
}
