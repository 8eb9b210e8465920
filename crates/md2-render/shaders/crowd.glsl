// The data of the visible members of a crowd. On the host: `Member` in src/crowd/member.rs. CROWD_SET is the number of
// the descriptor set. The members are uniforms, since Mesa's llvmpipe (seen in 22.3) reads storage buffers slowly.

#include "alias_draw.glsl"

struct Member {
    AliasDraw draw;
    uint first_a; // index of frame a's first vertex in the frame buffer
    uint first_b;
    vec2 center;  // of the member's soft shadow on the floor
    vec3 spread;  // of the shadow: xx, xy and yy of the matrix whose inverse measures distances, 1 at the edge
    float shadow; // darkness in the center
};

layout(set = CROWD_SET, binding = 0, std140) uniform Members {
    Member members[102]; // MEMBERS_PER_SET on the host
} crowd;
