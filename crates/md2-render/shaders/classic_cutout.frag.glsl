#version 450
#extension GL_GOOGLE_include_directive : require

// A model's surface with holes where its skin is more than half transparent, with hard edges, in classic shading.

#include "classic.glsl"

void main()
{
    vec4 texel = texture(skin, uv_light.xy);
    if (texel.a < 0.5) {
        discard;
    }
    color = vec4(classic(texel.rgb) + texture(glow, uv_light.xy).rgb, 1.0);
}
