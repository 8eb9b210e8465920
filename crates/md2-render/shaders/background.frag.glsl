#version 450
#extension GL_GOOGLE_include_directive : require

// The gradient behind everything.

#include "background.glsl"
