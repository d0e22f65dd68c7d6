#version 450
// zero
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int o[100]; };
int at = 0; void put(int x) { o[at++] = x; } void put(bool b) { put(int(b)); }
struct Light { vec3 pos; float pow; }; struct Scene { Light l[3]; int n; mat2 m; } scene0;
struct { int anon; vec2 v; } anonymous;
struct Opt { bool has; int val; }; 
const Light L0 = Light(vec3(1), 2.0); const Light LS[2] = Light[2](L0, Light(vec3(3, 4, 5), 6.0)); const Scene SC = Scene(Light[](L0, LS[1], L0), 2, mat2(2.0));
const int T[2][3] = int[2][3](int[3](1, 2, 3), int[](4, 5, 6)); const int FL = T[1][2] + LS.length() + int(SC.l[1].pos.y);
int tab[FL];
const vec2 D4[] = vec2[](vec2(0, 1), vec2(1, 0), vec2(0, -1), vec2(-1, 0));
int[3] rotate(int a[3]) { return int[3](a[1], a[2], a[0]); }
int[2][2] grid(int x) { int r[2][2]; for (int i = 0; i < 4; i++) r[i >> 1][i & 1] = x + i; return r; }
Opt find(int a[3], int x) { for (int i = 0; i < a.length(); i++) if (a[i] == x) return Opt(true, i); return Opt(false, -1); }
Scene moved(Scene s, vec3 d) { for (int i = 0; i < s.n; ++i) s.l[i].pos += d; s.n--; return s; }
Light best(Scene s) { Light b = s.l[0]; for (int i = 1; i < 3; i++) if (s.l[i].pow >= b.pow) b = s.l[i]; return b; }
void main() {
	int a[3] = {1, 2, 3}; int b[3] = rotate(rotate(a)); for (int i = 0; i < 3; i++) put(b[i]);
	Light l = {vec3(7, 8, 9), 1.0}; Scene s = {{L0, l, {vec3(0), 9.0}}, 3, {{1, 2}, {3, 4}}}; Scene t = moved(s, vec3(1)); put(int(t.l[2].pos.x)); put(t.n); put(int(s.l[2].pos.x)); put(int(best(t).pow));
	put(s == t); put(s != t); t = s; put(s == t); t.l[1].pos.z = 5.0; put(s == t); put(s.l[0] == L0); put(a == b); put(a != rotate(b)); put(a == rotate(b));
	put(grid(5)[1][0]); put(rotate(a)[2]); put(find(a, 3).val); put(find(a, 9).has); put(int(moved(s, vec3(2)).l[0].pos[1])); put(int(LS[1].pos.yz[1])); put(FL); put(tab.length()); put(D4.length());
	vec2 w = vec2(0); for (int i = 0; i < 8; i++) w += D4[i * 3 & 3] * float(i); put(int(w.x)); put(int(w.y));
	anonymous.anon = 4; anonymous.v = vec2(1, 2); put(anonymous.anon + int(anonymous.v.y));
	scene0 = SC; scene0.l[2] = scene0.l[1]; scene0.m[1].x = 5.0; put(int(scene0.l[2].pow)); put(int(scene0.m[1][0] + scene0.m[1][1]));
	int m[][2] = {{1, 2}, {3, 4}, {5, 6}}; int q[][2] = m; q[1] = m[2]; q[2][0] = q[1][1]; for (int i = 0; i < q.length(); i++) put(q[i][0] * 10 + q[i][1]); put(q == m); put(m.length() * 10 + m[0].length());
	for (int i = 0; i < 3; i++) { int loc[2]; loc[0] = i; loc[1] = loc[0] + 1; Opt op; op.has = loc[1] > 1; op.val = loc[1]; put(op.has ? op.val : -op.val); }
	int big[2][3][2] = int[2][3][2](int[3][2](int[2](1, 2), int[2](3, 4), int[2](5, 6)), int[3][2](int[2](7, 8), int[2](9, 10), int[2](11, 12))); int sum = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 2; k++) sum = sum * 3 + big[i][j][k]; put(sum);
	big[0] = big[1]; big[1][2] = big[0][1]; put(big[0][2][1] + big[1][2][0]); int[2] one = big[1][0]; int two[2] = one; two[0]++; put(one[0] * 100 + two[0]);
}
