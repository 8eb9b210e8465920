// The members of crowds: what the host writes for each that is seen. On the host: `Member` in src/crowd/member.rs.
// CROWD_SET is the set that they are in.

#include "alias_draw.glsl"

struct Member {
    AliasDraw draw;
    uint first_a; // index of frame a's first vertex among those of all frames
    uint first_b;
    vec2 center;  // of its blob on the floor
    vec3 spread;  // of the blob: xx, xy and yy of the matrix whose inverse measures distances, 1 at the edge
    float shadow; // how dark it is in the middle
};

layout(set = CROWD_SET, binding = 0, std430) readonly buffer Members {
    Member members[];
} crowd;
