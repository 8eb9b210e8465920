#version 450
#extension GL_GOOGLE_include_directive : require

// The soft shadow of a crowd member: a rectangle on the floor around an ellipse at the member's feet. Its two triangles
// are clockwise seen from above. The shadow gets lighter with the distance of the member's box from the floor, and
// disappears if this distance is the height of the box or more.

#define CROWD_SET 1
#define MODEL_SET 2
#include "scene.glsl"
#include "crowd.glsl"
#include "crowd_push.glsl"

layout(location = 0) out vec2 at;       // from the center
layout(location = 1) flat out vec4 dark; // xyz: xx, xy and yy of the matrix that measures distances; w: darkness in the center
layout(location = 2) out vec2 world;

void main()
{
    // Scale of the ellipse. An ellipse through the box's corners would reach far beyond feet and elbows.
    const float WIDTH = 1.1;
    const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(-1, 1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(1, -1));
    Member member = crowd.members[push.first_member + gl_InstanceIndex];
    vec3 center, half_size;
    member_box(member, center, half_size);
    center = to_world(member, center);
    half_size *= abs(member.scale);
    vec3 x = turn(member.rotation, vec3(half_size.x, 0.0, 0.0));
    vec3 y = turn(member.rotation, vec3(0.0, half_size.y, 0.0));
    vec3 z = turn(member.rotation, vec3(0.0, 0.0, half_size.z));
    float half_height = abs(x.z) + abs(y.z) + abs(z.z);
    float above = max(center.z - half_height - scene.floor_plane.x, 0.0);
    float shadow = scene.floor_look.x * clamp(1.0 - above / max(2.0 * half_height, 1.0e-30), 0.0, 1.0);
    // xx, xy and yy of the symmetric matrix that describes the ellipse: the sum over the half edges of the box.
    vec3 spread = WIDTH * WIDTH * (x.xxy * x.xyy + y.xxy * y.xyy + z.xxy * z.xyy);
    at = CORNERS[gl_VertexIndex] * sqrt(max(spread.xz, vec2(0.0)));
    world = center.xy + at;
    float determinant = max(spread.x * spread.z - spread.y * spread.y, 1.0e-12);
    dark = vec4(vec3(spread.z, -spread.y, spread.x) / determinant, shadow);
    vec4 clip = scene.view_projection * vec4(world, scene.floor_plane.x, 1.0);
    // Moves it behind surfaces on the floor: see floor.vert.glsl.
    const float RECEDE = 1.0 / 4096.0;
    // Without a shadow, all corners are at one point, and nothing is drawn.
    gl_Position = shadow > 0.0 ? nearer(clip, -RECEDE) : vec4(0.0, 0.0, 0.0, 1.0);
}
