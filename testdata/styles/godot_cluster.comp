#version 450
layout(local_size_x = 8, local_size_y = 8, local_size_z = 1) in;
layout(push_constant, std430) uniform Params {
	uint cluster_render_data_size;
	uint max_render_element_count_div_32;
	uvec2 cluster_screen_size;
	uint render_element_count_div_32;
	uint max_cluster_element_count_div_32;
	uint pad1;
	uint pad2;
} params;
layout(set = 0, binding = 1, std430) buffer restrict readonly ClusterRender { uint data[]; } cluster_render;
layout(set = 0, binding = 2, std430) buffer restrict ClusterStore { uint data[]; } cluster_store;
void main() {
	uvec2 pos = gl_GlobalInvocationID.xy;
	if (any(greaterThanEqual(pos, params.cluster_screen_size))) {
		return;
	}
	uint base_offset = pos.x + params.cluster_screen_size.x * pos.y;
	uint src_offset = base_offset * params.cluster_render_data_size;
	uint render_element_offset = 0;
	while (render_element_offset < params.render_element_count_div_32) {
		uint bits = cluster_render.data[src_offset + render_element_offset];
		while (bits != 0) {
			uint index_bit = findLSB(bits);
			uint index = render_element_offset * 32 + index_bit;
			uint min_z = bitfieldExtract(index, 2, 5), max_z = min_z + 3u;
			do {
				cluster_store.data[base_offset * params.max_cluster_element_count_div_32 + (min_z & 7u)] |= 1u << index_bit;
			} while (++min_z < max_z);
			bits &= ~(1 << index_bit); // clear the bit to continue iterating
		}
		render_element_offset++;
	}
}
