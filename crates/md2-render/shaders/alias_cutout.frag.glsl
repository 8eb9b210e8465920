#version 450
#extension GL_GOOGLE_include_directive : require

// A model's surface with holes where its skin is more than half transparent. Their edges are as wide as a pixel:
// its samples are covered in part.

#include "alias_light.glsl"

void main()
{
    vec4 texel = texture(skin, uv);
    float opaque = (texel.a - 0.5) / max(fwidth(texel.a), 1.0e-4) + 0.5;
    // Less than half a sample is none. With one sample a pixel nothing else makes the holes.
    if (opaque * scene.background_bottom.w < 0.5) {
        discard;
    }
    color = vec4(lit(texel.rgb) + texture(glow, uv).rgb, min(opaque, 1.0));
}
