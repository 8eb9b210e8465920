// Holes in surfaces: the coverage of a pixel by a skin's alpha. The skin is from surface.glsl.

// The minification of the skin as a level: 0 if its texels are as large as pixels, 1 if half as large, -1 if
// twice as large.
float reduction(vec2 at)
{
    return textureQueryLod(skin, at).y;
}

// The coverage of a pixel where the skin has this alpha. Minified, alpha is a mean over texels, and so is the
// coverage: thin parts keep their coverage. Magnified by four or more, the edge at the half is as wide as a
// pixel; by less it is softer, since the steps of texels are too small to be visible.
float covered(float alpha, float reduction)
{
    float softest = clamp(1.0 + 0.5 * reduction, 0.0, 1.0);
    float edge = max(max(fwidth(alpha), softest), 1.0e-4);
    return clamp((alpha - 0.5) / edge + 0.5, 0.0, 1.0);
}
