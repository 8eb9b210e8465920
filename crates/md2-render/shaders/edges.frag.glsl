#version 450
#extension GL_GOOGLE_include_directive : require

// A model's edges over its faces.

#include "edges.glsl"
