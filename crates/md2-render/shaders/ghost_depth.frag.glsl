#version 450

// Where a ghost is nearest: nothing is to be seen of that.

layout(location = 0) in vec3 world_normal;

void main()
{
}
