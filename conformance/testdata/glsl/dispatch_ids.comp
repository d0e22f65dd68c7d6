#version 450
// workgroups 3
// Built-in inputs of compute shaders in every form, the size of the workgroup in constants.
layout(local_size_x = 2, local_size_y = 3) in; layout(local_size_z = 2) in;
const uvec3 SIZE = gl_WorkGroupSize; const uint TOTAL = SIZE.x * SIZE.y * gl_WorkGroupSize.z;
struct Row { uint a[TOTAL]; uvec3 ids[gl_WorkGroupSize.y]; };
layout(std430, binding = 0) buffer O { Row rows[3]; uvec3 groups; };
shared uint scratch[gl_WorkGroupSize.x][gl_WorkGroupSize.y][gl_WorkGroupSize.z];
uint flat_() { return gl_LocalInvocationID.z * SIZE.x * SIZE.y + gl_LocalInvocationID.y * SIZE.x + gl_LocalInvocationID.x; }
void main() {
	const uvec3 l = gl_LocalInvocationID, g = gl_WorkGroupID;
	scratch[l.x][l.y][l.z] = flat_() * 10u + uint(gl_LocalInvocationIndex == flat_());
	memoryBarrier(); barrier();
	uint s = 0u; for (uint x = 0u; x < scratch.length(); x++) for (int y = 0; y < scratch[x].length(); y++) for (int z = 0; z < 2; z++) s += scratch[x][y][z] >> (x + y + z);
	rows[g.x].a[gl_LocalInvocationIndex] = s + scratch[1u - l.x][2u - l.y][1u - l.z] * 1000u;
	if (l.x + l.z == 0u) rows[g.x].ids[l.y] = gl_GlobalInvocationID + gl_NumWorkGroups * 100u;
	if (all(equal(gl_GlobalInvocationID, uvec3(0)))) groups = gl_NumWorkGroups;
}
