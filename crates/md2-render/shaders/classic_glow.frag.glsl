#version 450
#extension GL_GOOGLE_include_directive : require

// A model's surface without holes and with glow, in classic shading.

#include "classic.glsl"

void main()
{
    color = vec4(classic(texture(skin, uv_light.xy).rgb) + texture(glow, uv_light.xy).rgb, 1.0);
}
