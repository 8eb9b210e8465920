// The push constants of a ghost: 112 bytes. On the host: `GhostDraw` in src/passes/ghost.rs.
//
// The matrix to world space rotates, translates, mirrors and scales uniformly, so it also transforms directions.

layout(push_constant, std430) uniform GhostPush {
    vec4 world[3];  // model space to world space, by rows
    vec3 scale_a;   // of frame a, times its share
    float blend;    // share of frame b
    vec3 scale_b;   // of frame b, times its share
    vec3 translate; // of both frames, each times its share
    vec4 color;     // sRGB; a: opacity
} push;
