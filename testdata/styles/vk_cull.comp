#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout (local_size_x = 64) in;
struct InstanceData { vec3 pos; float scale; };
struct IndexedIndirectCommand { uint indexCount; uint instanceCount; uint firstIndex; uint vertexOffset; uint firstInstance; };
layout (binding = 0, std140) readonly buffer Instances { InstanceData instances[ ]; };
layout (binding = 1, std430) writeonly buffer IndirectDraws { IndexedIndirectCommand indirectDraws[ ]; };
layout (binding = 2) uniform UBO { mat4 projection; mat4 modelview; vec4 cameraPos; vec4 frustumPlanes[6]; } ubo;
layout (binding = 3) buffer UBOOut { uint drawCount; uint lodCount[6]; } uboOut;
struct LOD { uint firstIndex; uint indexCount; float distance; float _pad0; };
layout (binding = 4) readonly buffer LODs { LOD lods[ ]; };
layout (constant_id = 0) const uint MAX_LOD_LEVEL = 5;
shared uint visibleCount;
bool frustumCheck(vec4 pos, float radius)
{
	for (int i = 0; i < 6; i++) if (dot(pos, ubo.frustumPlanes[i]) + radius < 0.0) return false;
	return true;
}
void main()
{
	uint idx = gl_GlobalInvocationID.x + gl_GlobalInvocationID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x;
	if (gl_LocalInvocationIndex == 0u) visibleCount = 0u;
	memoryBarrierShared();
	barrier();
	bool visible = idx < uint(instances.length()) && frustumCheck(vec4(instances[idx].pos.xyz, 1.0), 1.0);
	uint n = subgroupAdd(visible ? 1u : 0u);
	if (subgroupElect()) atomicAdd(visibleCount, n);
	if (visible)
	{
		indirectDraws[idx].instanceCount = 1;
		atomicAdd(uboOut.drawCount, 1);
		uint lodLevel = MAX_LOD_LEVEL;
		for (uint i = 0; i < MAX_LOD_LEVEL; i++)
			if (lods[i].distance > distance(instances[idx].pos.xyz, ubo.cameraPos.xyz)) { lodLevel = i; break; }
		indirectDraws[idx].firstIndex = lods[lodLevel].firstIndex;
		indirectDraws[idx].indexCount = lods[lodLevel].indexCount;
		atomicAdd(uboOut.lodCount[min(lodLevel, 5u)], 1u);
	}
	else indirectDraws[idx].instanceCount = 0;
	barrier();
	if (gl_LocalInvocationIndex == 0u) atomicMax(uboOut.drawCount, visibleCount);
}
