#version 460
// zero
// Returns from nested loops and switches, in functions with out parameters, that leave
// some values as they were; comma operators; ternaries as places' indices; conditions that
// declare.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int n; int r[100]; };
void put(int x) { r[n++] = x; }
int find(const int hay[6], int needle, out int steps, inout ivec2 where_) {
	steps = 0;
	for (int i = 0; i < 2; ++i) {
		for (int j = 0; j < 3; ++j) {
			steps++;
			switch (hay[i * 3 + j] - needle) {
			case 0: where_ = ivec2(i, j); return i * 3 + j;
			case 1: if (steps > 4) return -2; break;
			case -1: continue;
			default: do { if (hay[j] == 99) return -3; steps += 10; } while (steps % 3 == 0);
			}
			where_.x--;
		}
		if (steps > 1000) break;
	}
	return -1;
}
void swapIf(inout int a, inout int b, bool c) { if (!c) return; int t = a; a = b; b = t; return; }
float noReturn(float x) { if (x > 1.0) { return 1.0; } else { return 2.0; } }
int loopReturn(int x) { for (;;) { while (true) { if (x-- < 0) return x; if (x == 5) break; } x += x < 3 ? 1 : -2; if (x == 77) return 0; } }
bool chain(int a, int b, int c) { return a < b && b < c || a == c && (b = a, b > 0) || !(a != b ^^ b == c); }
int ifs(int x) { if (x == 0) return 10; else if (x == 1) { if (x > 5) return 11; } else if (int(x) == 2) ; else return 12; return 13; }
void bubble(inout int a[5]) { bool again; do { again = false; for (int i = 0; i + 1 < a.length(); ++i) if (a[i] > a[i + 1]) { int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; again = true; } } while (again); }
int collatz(int x) { int c = 0; while (x != 1 && c < 100) x = (x & 1) == 0 ? (c++, x / 2) : (c += 2, 3 * x + 1); return c; }
int gcd(int a, int b) { while (b != 0) { int t = a % b; a = b, b = t; } return a; }
void main() {
	int hay[6] = int[](5, 3, 8, 1, 9, 2), steps; ivec2 at = ivec2(100, 200);
	for (int k = 0; k < 10; k++) { put(find(hay, k, steps, at)); put(steps); put(at.x); put(at.y); }
	int a = 1, b = 2; swapIf(a, b, false); put(a); swapIf(a, b, true); put(a * 10 + b); swapIf(hay[a - 2 + 0], hay[hay[b] - 2], true); put(hay[0]); put(hay[1]);
	put(int(noReturn(2.0) * 10.0 + noReturn(0.5))); put(loopReturn(9)); put(int(chain(1, 2, 3)) + int(chain(2, 1, 2)) * 2 + int(chain(3, 1, 2)) * 4);
	for (int i = 0; i < 4; i++) put(ifs(i));
	int q[5] = int[](5, -1, 4, 2, 2); bubble(q); for (int i = 0; i < 5; i++) put(q[i]);
	put(collatz(27)); put(gcd(84, 36));
	int i = 0, j = 10; for (i = 0, j = 10; i < j; i++, j -= 2) ; put(i * 100 + j);
	q[i > 3 ? 0 : 1] = q[(j++, j % 5)] + (i, j); put(q[0]); put(q[1]); put(j);
	while (bool go = i-- > 0) { if (!go) put(-1); if (i == 2) break; } put(i);
	for (int z = 0; bool ok = z < 3; z++) { put(z + int(ok)); }
	int x = (i = 4, i + 1), y = i > 2 ? i < 4 ? 1 : 2 : 3; put(x * 10 + y);
	(i > 3 ? put(1) : put(2));
	true ? put(5) : put(6);
	int s = 0; for (int k = 0; k < 5; ++k) { int s2 = s; if (k == 1) continue; if (k == 4) break; s = s2 + k; } put(s);
	if (i > 2, i < 2) put(8); else put(9);
}
