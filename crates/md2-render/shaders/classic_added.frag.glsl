#version 450
#extension GL_GOOGLE_include_directive : require

// A model's surface that only adds light, in classic shading.

#include "classic.glsl"

void main()
{
    color = vec4(texture(skin, uv_light.xy).rgb + texture(glow, uv_light.xy).rgb, 1.0);
}
