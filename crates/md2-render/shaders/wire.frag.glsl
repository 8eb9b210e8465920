#version 450
#extension GL_GOOGLE_include_directive : require

// A model's edges: light lines on a dark background, dark lines on a light one.

#include "scene.glsl"
#include "edge.glsl"

void main()
{
    float height = gl_FragCoord.y * scene.viewport.w;
    vec3 behind = mix(scene.background_top.rgb, scene.background_bottom.rgb, height);
    float brightness = dot(behind, vec3(0.21, 0.72, 0.07));
    color = picture_color(brightness < 0.2 ? vec3(0.80, 0.85, 0.92) : vec3(0.03, 0.04, 0.06), 1.0);
}
