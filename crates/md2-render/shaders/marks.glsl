// The push constants of marks. On the host: `MarksPush` in src/passes/marks.rs.

layout(push_constant, std430) uniform MarksPush {
    uint first;       // corner of the first mark
    uint corners;     // corners of each mark: three of a triangle, two of a line, one of a point
    float half_width; // of lines and points, in pixels
    float strength;   // factor of the marks' alpha
} push;
