#version 450
#extension GL_GOOGLE_include_directive : require

// The vertex shader of a shadow. It projects a model's vertex to the floor: along the light (instance 0) or
// straight down (instance 1). CUTOUT adds texture coordinates. With FADE it interpolates between four frames.

#include "scene.glsl"
#ifdef FADE
#include "alias_fade.glsl"
#define UV_LOCATION 4
#else
#include "alias_push.glsl"
#define UV_LOCATION 2
#endif

layout(location = 0) out vec2 darkness; // r: cast by the lamp; g: contact

#ifdef CUTOUT
layout(location = UV_LOCATION) in vec2 vertex_uv; // the same for all frames

layout(location = 1) out vec2 uv;
#endif

void main()
{
#ifdef FADE
    vec3 world = fade_position();
#else
    vec3 world = (push.draw.matrix * vec4(draw_position(push.draw, vertex_a, vertex_b), 1.0)).xyz;
#endif
    float height = max(0.0, world.z - scene.floor_plane.x);
    bool by_lamp = gl_InstanceIndex == 0;
    vec2 on_floor = world.xy - (by_lamp ? scene.shadow_cast.xy * height : vec2(0.0));
    darkness = by_lamp ? vec2(1.0 - height * scene.shadow_cast.z, 0.0) : vec2(0.0, 1.0 - height * scene.shadow_cast.w);
    gl_Position = vec4((on_floor - scene.shadow_rect.xy) * scene.shadow_rect.zw * 2.0 - 1.0, 0.0, 1.0);
#ifdef CUTOUT
    uv = vertex_uv;
#endif
}
