#version 430 core
layout(early_fragment_tests) in;
layout(binding = 0, offset = 0) uniform atomic_uint counter;
layout(std430, binding = 1) coherent buffer Heads { uint width; uint heads[]; };
struct Node { uint next; vec4 color; float depth; };
layout(std430, binding = 0) coherent buffer Nodes { Node nodes[]; };
layout(location = 0) uniform uint maxNodes = 1000u;
layout(location = 1) uniform struct { vec4 tint; float scale[2]; } params;
in vec4 vColor;
out vec4 o;
const int MAX = 8;
void sort(inout Node list[MAX], int n) {
	for (int i = 1; i < n; i++) {
		Node key = list[i];
		int j = i - 1;
		while (j >= 0 && list[j].depth < key.depth) { list[j + 1] = list[j]; j--; }
		list[j + 1] = key;
	}
}
void main() {
	uint at = atomicCounterIncrement(counter);
	uvec2 q = uvec2(gl_FragCoord.xy);
	uint p = q.y * width + q.x;
	if (at < maxNodes) {
		uint old = atomicExchange(heads[p], at);
		nodes[at] = Node(old, vColor * params.tint, gl_FragCoord.z);
	}
	Node local[MAX];
	int n = 0;
	for (uint k = heads[p]; k != 0xffffffffu && n < MAX; k = nodes[k].next) local[n++] = nodes[k];
	sort(local, n);
	vec4 c = vec4(0);
	for (int i = 0; i < n; i++) c = mix(c, local[i].color, local[i].color.a);
	o = c * params.scale[1];
}
