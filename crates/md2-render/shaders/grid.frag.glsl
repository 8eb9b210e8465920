#version 450
#extension GL_GOOGLE_include_directive : require

// The floor as a grid.

#include "grid.glsl"
