// What the three compute passes share that list the visible triangles of a crowd's members; docs/crowds.md explains
// them. A dispatch handles one draw: one surface of successive members. On the host: `ListPush` in
// src/passes/crowd_lists.rs and `DrawRecord` in src/crowd/record.rs.

layout(local_size_x = 128) in;
const uint LANES = 128u;

layout(push_constant, std430) uniform ListPush {
    vec2 lattice;      // columns and rows of samples in the picture
    float snap;        // tolerance for the rasterizer's rounding, in columns or rows
    float facing;      // 1 or -1: the sign of the area of front faces; 0: both sides are visible
    uint first_member;
    uint member_count;
    uint vertex_bits;  // number of low bits of an index that hold the vertex; the others hold the member
    uint frame_length; // vertices of a frame
    uint first_vertex; // of the surface
    uint vertex_count; // of the surface
    uint first_index;  // of the surface, counted from the start of the model's second buffer
    uint triangles;    // of the surface
    uint wide;         // 1 if indices have 32 bits, 0 if 16
    uint first_work;   // of the draw
    uint first_listed; // of the draw
    uint list_length;  // the number of indices for which the draw has room
    uint draw;
} push;

// A word for each member, then the bits of each member: one for each triangle.
layout(set = 3, binding = 0, std430) buffer Work {
    uint words[];
} work;

uint bit_words()
{
    return (push.triangles + 31u) / 32u;
}

uint first_bits(uint member)
{
    return push.first_work + push.member_count + member * bit_words();
}

shared uint sums[LANES];

// Returns the sum of the numbers of this lane and all lanes before it, which `sums` then holds for each lane.
uint sum_up_to(uint lane, uint own)
{
    sums[lane] = own;
    barrier();
    for (uint step = 1u; step < LANES; step <<= 1) {
        uint other = lane >= step ? sums[lane - step] : 0u;
        barrier();
        sums[lane] += other;
        barrier();
    }
    return sums[lane];
}
