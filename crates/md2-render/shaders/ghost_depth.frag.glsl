#version 450

// The nearest depth of a ghost, without a color.

layout(location = 0) in vec3 world_normal;
layout(location = 1) in vec3 eye;

void main()
{
}
