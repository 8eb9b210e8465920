#version 450
#extension GL_GOOGLE_include_directive : require

// A model's surface without holes and with glow.

#include "alias_light.glsl"

void main()
{
    color = vec4(lit(texture(skin, uv).rgb) + texture(glow, uv).rgb, 1.0);
}
