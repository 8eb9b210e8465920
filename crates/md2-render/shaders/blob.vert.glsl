#version 450
#extension GL_GOOGLE_include_directive : require

// The soft shadow of a crowd member: a rectangle on the floor around its ellipse. Its two triangles are clockwise
// seen from above.

#define CROWD_SET 1
#include "scene.glsl"
#include "crowd.glsl"

layout(location = 0) out vec2 at;       // from the center
layout(location = 1) flat out vec4 dark; // xyz: xx, xy and yy of the matrix that measures distances; w: darkness in the center
layout(location = 2) out vec2 world;

void main()
{
    const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(-1, 1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(1, -1));
    vec3 spread = crowd.members[gl_InstanceIndex].spread;
    at = CORNERS[gl_VertexIndex] * sqrt(spread.xz);
    world = crowd.members[gl_InstanceIndex].center + at;
    float determinant = max(spread.x * spread.z - spread.y * spread.y, 1.0e-12);
    dark = vec4(vec3(spread.z, -spread.y, spread.x) / determinant, crowd.members[gl_InstanceIndex].shadow);
    vec4 clip = scene.view_projection * vec4(world, scene.floor_plane.x, 1.0);
    // Moves it behind surfaces on the floor: see floor.vert.glsl.
    const float RECEDE = 1.0 / 4096.0;
    gl_Position = nearer(clip, -RECEDE);
}
