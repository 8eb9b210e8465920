// Holes in surfaces: how much of a pixel is covered, by a skin's alpha. The skin is `surface.glsl`'s.

// How far the skin is reduced here: 0 where it is enlarged, 1 where a texel of it is half a pixel, or less.
float reduced(vec2 at)
{
    return clamp(textureQueryLod(skin, at).y, 0.0, 1.0);
}

// The part of a pixel that is covered where its skin's alpha is this. Enlarged, the edge at the half is as wide as a pixel.
// Reduced, alpha is a mean over texels, and so is the part itself: a leaf that is thinner than a pixel stays, as thin as it is.
float covered(float alpha, float reduced)
{
    float edge = max(max(fwidth(alpha), reduced), 1.0e-4);
    return clamp((alpha - 0.5) / edge + 0.5, 0.0, 1.0);
}
