// The vertices of marks. On the host: `MarkVertex` in src/marks.rs.

#include "scene.glsl"
#include "marks.glsl"

struct Corner {
    vec3 position; // in the world
    uint color;    // sRGB, straight alpha, red lowest
};

layout(set = 1, binding = 0, std430) readonly buffer Corners {
    Corner corners[];
} marks;

layout(location = 0) out vec4 tint;                // sRGB, straight alpha
layout(location = 1) noperspective out vec3 place; // pixels along the line and across it, and its length

// Moves marks in front of faces at the same position, by this part of their distance. Lines are moved more than
// triangles.
const float NEARER = 1.0 / 1536.0;

vec4 on_screen(Corner corner, float part)
{
    return nearer(scene.view_projection * vec4(corner.position, 1.0), part);
}

// A position in front of the near plane, where nothing is drawn.
const vec4 NOWHERE = vec4(0.0, 0.0, 2.0, 1.0);

bool is_number(vec4 at)
{
    return !(any(isnan(at)) || any(isinf(at)));
}
