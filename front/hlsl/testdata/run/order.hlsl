// The order in which operands with effects are evaluated: DXC's, or FXC's in shader model 5.

RWStructuredBuffer<uint> o : register(u0);
static int n = 0;
static int arr[3];
int bump() { n = n * 10 + 1; return n; }
int bump2() { n = n * 10 + 2; return n; }
int take(int a, inout int b, int c) { int r = a * 10000 + b * 100 + c; b = 7; return r; }
struct S { int x; int y; };
S mk() { S s; s.x = n; s.y = bump(); return s; }
int idx() { n = n + 1; return n; }
[numthreads(1, 1, 1)] void main() {
	n = 3; o[0] = take(n, n, bump());        // R->L
	n = 3; o[1] = take(bump(), n, n);
	n = 0; S a[4]; a[0].x = a[1].x = a[2].x = 0; a[idx()] = mk(); o[2] = a[1].x * 100 + n;
	n = 0; int2 v[4]; v[1] = 0; v[idx()] = int2(n, bump()); o[3] = v[1].x * 1000 + v[1].y;
	n = 0; float3x3 m = 0; m[idx()] = float3(n, 5, 6); o[4] = m[1].x + 1;
	n = 0; arr[1] = 100; arr[idx()] += n; o[5] = arr[1];
	n = 5; n += bump(); o[6] = n;
	n = 0; int2 w = 0; w[idx()] = n + 5; o[7] = w.y;
	n = 0; int q = (bump(), bump2()); o[8] = q;
	n = 0; o[9] = (bump() > 5) ? bump() : bump2();
	n = 0; o[10] = dot(int2(bump(), 1), int2(bump2(), 2));
	n = 0; int4 z = { bump(), bump2(), bump(), n }; o[11] = z.x + z.y + z.z + z.w;
	n = 0; o[n + 12] = idx();  // o[12] or o[13]
	n = 0; o[20] = max(bump() * 1000, bump2());
	n = 0; o[21] = take(n, o[14], bump2()); o[22] = o[14];
	n = 0; o[23] = mad(bump(), 1000, bump2());
	n = 0; int arr2[3] = { 0, 0, 0 }; arr2[bump()] = n; o[24] = arr2[1];
}
