#version 430
// A bitonic sort of keys with payloads over a shared array of structs, a stack-based quick
// sort in locals, a heap in a global array, a binary search.
layout(local_size_x = 16) in;
struct KV { int k; uint v; };
layout(std430, binding = 0) buffer B { int keys[16]; KV sorted[16]; int local_[16]; int heap_[8]; int found[4]; };
shared KV s[16]; int heap[8]; int heapSize = 0;
void cswap(uint a, uint b, bool up) { if (s[a].k > s[b].k == up && s[a].k != s[b].k) { KV t = s[a]; s[a] = s[b]; s[b] = t; } }
void push(int x) { int i = heapSize++; heap[i] = x; while (i > 0) { int p = (i - 1) / 2; if (heap[p] <= heap[i]) break; int t = heap[p]; heap[p] = heap[i]; heap[i] = t; i = p; } }
int pop() { int r = heap[0]; heap[0] = heap[--heapSize]; for (int i = 0; ;) { int c = 2 * i + 1; if (c >= heapSize) break; if (c + 1 < heapSize && heap[c + 1] < heap[c]) c++; if (heap[i] <= heap[c]) break; int t = heap[i]; heap[i] = heap[c]; heap[i = c] = t; } return r; }
void quick(inout int a[16]) { int stack[32], top = 0; stack[top++] = 0; stack[top++] = 15; while (top > 0) { int hi = stack[--top], lo = stack[--top]; if (lo >= hi) continue; int p = a[(lo + hi) >> 1], i = lo, j = hi; do { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; } } while (i <= j); if (lo < j) { stack[top++] = lo; stack[top++] = j; } if (i < hi) { stack[top++] = i; stack[top++] = hi; } } }
int search(const int a[16], int x) { int lo = 0, hi = a.length(); while (lo < hi) { int mid = lo + (hi - lo) / 2; if (a[mid] < x) lo = mid + 1; else hi = mid; } return lo < a.length() && a[lo] == x ? lo : ~lo; }
void main() {
	uint me = gl_LocalInvocationID.x; s[me] = KV(keys[me] >> 4, me);
	for (uint k = 2u; k <= 16u; k *= 2u) for (uint j = k >> 1; j > 0u; j >>= 1) { barrier(); uint o = me ^ j; if (o > me) cswap(me, o, (me & k) == 0u); }
	barrier(); sorted[me].k = s[me].k;
	if (me != 0u) return;
	int a[16] = keys; quick(a); local_ = a;
	for (int i = 0; i < 8; ++i) push(keys[i]); for (int i = 0; i < 8; i++) heap_[i] = pop();
	found = int[4](search(a, keys[3]), search(a, a[15]), search(a, a[0]), int(search(a, a[7]) < 0));
}
