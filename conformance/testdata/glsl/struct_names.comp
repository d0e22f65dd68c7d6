#version 450
// zero
// Structs, members, functions, variables and parameters that share names where scopes let
// them; constructors that are hidden; structs declared in functions and with variables.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int n; int r[40]; };
void put(int x) { r[n++] = x; }
struct A { int A; int put; }; struct B { A a[2]; int len; } b0 = B(A[2](A(1, 2), A(3, 4)), 5), b1;
struct { int anon; vec2 v; } nameless; const struct C { int x; } cc = { 9 };
int a(A a) { return a.A * 10 + a.put; } A make(int A) { b1.a[0].put = A; return b1.a[0]; } int C_(int C) { return C + cc.x; }
struct V { vec2 xy; float x; int len; ivec3 r; };
int main_(B b) { b.a[1].A += b.len; return b.a[1].A; }
A[2] pair(A x) { return A[](x, A(x.put, x.A)); }
int count(B list[2]) { int s = 0; for (int i = 0; i < list.length(); ++i) s += list[i].len + list[i].a.length(); return s; }
void main() {
	b1 = b0; put(a(b0.a[1])); put(a(make(7))); put(main_(b0)); put(b0.a[1].A); put(C_(1));
	nameless.anon = 3; nameless.v.y = 4.0; put(nameless.anon + int(nameless.v.y));
	struct Local { int q; A inner; } l = Local(1, A(2, 3)), m; m = l; m.inner.A = 20; put(l.inner.A + m.inner.A);
	{ struct A { float z; } y = A(2.5); struct Local { A w; }; Local k = Local(y); put(int(k.w.z * 2.0)); }
	V v = V(vec2(1, 2), 3.0, 4, ivec3(5, 6, 7)); v.xy.yx = v.xy; v.r.xy++; put(int(v.xy.x * 10.0 + v.x)); put(v.len + v.r.y + v.r.length());
	put(pair(b0.a[0])[1].A); A two[2] = pair(A(5, 6)); put(two[0].A * 100 + two[1].A); b1 = b0; put(count(B[2](b0, b1)));
	int A = 5; put(A); { int A = A + 1; put(A); } int B = A, put_ = B; put(put_);
	for (int n = 0, A = 2; n < A; n++) { int B = n; put(B + A); }
	b1.a = two; put(int(b1 == b0)); b1.a[0] = b0.a[0]; b1.a[1] = b0.a[1]; put(int(b1 == b0)); put(int(b1.a != two));
	const V cv = V(vec2(0), 1.0, 2, ivec3(3)); int arr[cv.len + cc.x]; put(arr.length()); put((b0.a[0]).put + (b0).len + (true ? b0 : b1).a[1].put);
}
