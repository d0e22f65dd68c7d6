struct Payload { uint n; float2 p[4]; };
groupshared Payload s;
[numthreads(4, 1, 1)]
void main(uint t : SV_GroupThreadID) { s.p[t] = t; if (t == 0) s.n = 4; DispatchMesh(2, 1, 1, s); }
