#version 450
#extension GL_GOOGLE_include_directive : require

// A model's surface that is light and nothing else, as of old.

#include "classic.glsl"

void main()
{
    color = vec4(texture(skin, uv_light.xy).rgb + texture(glow, uv_light.xy).rgb, 1.0);
}
