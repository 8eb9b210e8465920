// Holes in surfaces: how much of a pixel is covered, by a skin's alpha. The skin is `surface.glsl`'s.

// How far the skin is reduced here: 0 where its texels are as large as pixels, 1 where they are half as large, -1 where they
// are twice as large.
float reduction(vec2 at)
{
    return textureQueryLod(skin, at).y;
}

// The part of a pixel that is covered where its skin's alpha is this. Reduced, alpha is a mean over texels, and so is the part
// itself: a leaf that is thinner than a pixel stays, as thin as it is. Enlarged by four or more, the edge at the half is as wide
// as a pixel; by less it is softer, as the texels' steps are smaller than to be seen as such.
float covered(float alpha, float reduction)
{
    float softest = clamp(1.0 + 0.5 * reduction, 0.0, 1.0);
    float edge = max(max(fwidth(alpha), softest), 1.0e-4);
    return clamp((alpha - 0.5) / edge + 0.5, 0.0, 1.0);
}
