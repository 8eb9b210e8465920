// The push constants of marks. On the host: `MarksPush` in src/passes/marks.rs.

layout(push_constant, std430) uniform MarksPush {
    uint first;       // index of the first mark's first corner
    uint corners;     // number of corners of a mark: 3 for a triangle, 2 for a line, 1 for a point
    float half_width; // of lines and points, in pixels
    float strength;   // factor of the marks' alpha
} push;
