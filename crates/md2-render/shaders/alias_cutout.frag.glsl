#version 450
#extension GL_GOOGLE_include_directive : require

// A model's surface with holes where its skin is more than half transparent. The edges of holes are as wide as a
// pixel: some samples of the pixel are covered.

#include "alias_light.glsl"
#include "holes.glsl"

void main()
{
    vec4 texel = texture(skin, uv);
    float reduction = reduction(uv);
    // Rounds to whole samples here, since devices round differently. Thin parts need finer steps than the samples
    // of one pixel, so neighboring pixels round differently.
    float samples = scene.background_bottom.w;
    float rounding = mix(0.5, noise(gl_FragCoord.xy), clamp(reduction, 0.0, 1.0));
    float opaque = floor(covered(texel.a, reduction) * samples + rounding);
    if (opaque < 1.0) {
        discard;
    }
    color = vec4(lit(texel.rgb) + texture(glow, uv).rgb, min(opaque / samples, 1.0));
}
