// Holes in surfaces: the part of a pixel that a skin covers, from its alpha. The skin is from surface.glsl.

// The mipmap level that matches the minification of the skin: 0 if its texels are as large as pixels, 1 if half as
// large, -1 if twice as large.
float reduction(vec2 at)
{
    return textureQueryLod(skin, at).y;
}

// The covered part of a pixel where the skin has this alpha. Where the skin is minified, alpha is a mean of
// texels, and so is the result: thin parts keep their coverage. Magnified by four or more, the edge at alpha 0.5
// is as wide as a pixel. Magnified less, it is softer, since the steps of texels are too small to be visible.
float covered(float alpha, float reduction)
{
    float softest = clamp(1.0 + 0.5 * reduction, 0.0, 1.0);
    float edge = max(max(fwidth(alpha), softest), 1.0e-4);
    return clamp((alpha - 0.5) / edge + 0.5, 0.0, 1.0);
}
