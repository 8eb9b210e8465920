// The push constants for drawing members of a crowd. On the host: `CrowdPush` in src/passes/crowd.rs.

layout(push_constant, std430) uniform CrowdPush {
    uint first_member;
    uint vertex_bits;  // number of low bits of an index that hold the vertex; the others hold the member
    uint vertex_count; // of a frame
} push;
