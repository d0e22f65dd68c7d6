ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
static uint at = 0;
void put(uint v) { o[at] = v; at++; }

[numthreads(1, 1, 1)]
void main() {
    int k = src.Load(0) & 7;
    int s = 0;
    for (int i = 0; i < 10; i++) { if (i == k) continue; if (i == 8) break; s += i; } put(s);
    int n = 0; while (n < 5) { n++; if (n == k) { s += 100; continue; } s++; } put(s);
    do { n--; s += n; } while (n > 0); put(s);
    [unroll] for (int a = 0, b = 10; a < b; a++, b--) s += a * b; put(s);
    for (;;) { s++; if (s % 7 == 0) break; } put(s);
    for (int v = 0; v < 12; v++) {
        switch (v) {
            case 0: s += 1;
            case 1: s += 2; break;
            case 2: { int t = s; s += t & 3; break; }
            case 3: case 4: s += 5; break;
            case 5: if (k > 2) break; s += 7; break;
            default: s += 11; break;
            case 7: s += 13; continue;
        }
        s += 1000;
    }
    put(s);
    switch (k) { case 0: put(1); break; case 1: put(2); break; default: put(3); }
    uint u = k; switch (u) { case 3u: s += 1; break; }
    if (k > 3) s += 1; else if (k > 2) s += 2; else if (k > 1) { s += 3; } else s += 4; put(s);
    [branch] if (k) { int s = 5; s++; put(s); } [flatten] if (!k) put(9); put(s);
    { int s = 3; put(s); } int i = 4; put(i);
    int r = 0; for (int x = 0; x < 4; x++) for (int y = 0; y < 4; y++) { if (y == x) break; r += x * y; } put(r);
    while (true) { if (r++ > k) break; } put(r);
    int d = k ? r > 3 ? 1 : 2 : 3; put(d);
    bool f = false; if (f = (k > 0)) put(1); put(f);
    int acc = 0; for (int z = 10; z--; ) { acc += z; } put(acc); int w = 3; for (; w; w--) acc++; put(acc);
}
