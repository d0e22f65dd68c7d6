package raygen

// This file makes ray generation shaders that call other shaders in branches and loops, with values
// of many types that are needed after the calls.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// NewCalls makes a pipeline whose ray generation shader has several calls. All of its results are
// integers.
func NewCalls(seed uint64) *Pipeline {
	p := NewPipeline(seed)
	g := &callGenerator{Rand: rand.New(rand.NewPCG(seed, 11)), calls: 2 + int(seed%5)}
	p.Points = min(p.Points, 16)
	p.Generation = g.shader()
	p.floats = make([]bool, callWords)
	p.Size = p.Points * 4 * callWords
	return p
}

// callWords are the results of a point.
const callWords = 6

type callGenerator struct {
	*rand.Rand
	b     strings.Builder
	calls int // that may follow
	loops int // number of the next one
	depth int
}

func (g *callGenerator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.depth+1))
	fmt.Fprintf(&g.b, format+"\n", args...)
}

func (g *callGenerator) u() string { return fmt.Sprintf("u%d", g.IntN(4)) }

func (g *callGenerator) shader() string {
	g.b.WriteString(pipelineHead + `layout(set = 0, binding = 2, std430) buffer Results { uint words[]; };
layout(location = 0) rayPayloadEXT Payload payload;
layout(location = 0) callableDataEXT uvec2 data;
struct Mixed { uint a; vec2 b; bool c; };
uint called(uint a, uint b) { data = uvec2(a, b); executeCallableEXT(a & 1u, 0); return data.x ^ data.y; }
void main() {
  uint i = gl_LaunchIDEXT.x + gl_LaunchIDEXT.y * gl_LaunchSizeEXT.x;
  Ray x = rays[i];
  uint u0 = i, u1 = x.hash, u2 = 7u, u3 = x.flags;
  uint list[3] = uint[](1u, i, 5u);
  Mixed s = Mixed(i, vec2(0.5), false);
  float f = 0.25;
  vec3 v = vec3(1.0, float(i), 2.0);
  bool b = (x.hash & 2u) == 0u;
  mat2 m = mat2(1.0);
  payload.hash = x.hash;
`)
	g.statements(3 + g.IntN(4))
	for g.calls > 0 {
		g.call()
		g.statements(1 + g.IntN(2))
	}
	g.line("uint at = i * %du;", callWords)
	for k, word := range []string{"u0 ^ u1", "u2 + u3", "list[0] ^ list[1] ^ list[2]", "s.a + uint(s.b.x * 4.0) + uint(s.b.y) + uint(s.c)", "uint(f * 64.0) + uint(v.x + v.y + v.z) + uint(b)", "uint((m[0].x + m[1].y) * 8.0)"} {
		g.line("words[at + %du] = %s;", k, word)
	}
	g.b.WriteString("}\n")
	return g.b.String()
}

func (g *callGenerator) block(n int) {
	g.depth++
	g.statements(n)
	g.depth--
}

func (g *callGenerator) statements(n int) {
	for range n {
		g.statement()
	}
}

// call traces a ray or calls a shader.
func (g *callGenerator) call() {
	g.calls--
	switch g.IntN(3) {
	case 0:
		g.line("payload.count = %s; payload.kind = 3u;", g.u())
		g.line("traceRayEXT(scene, x.flags, x.mask, 0u, 0u, 0u, x.origin, x.least, x.direction, x.most, 0);")
		g.line("%s += payload.kind * 5u;", g.u())
	case 1:
		g.line("data = uvec2(%s, %s);", g.u(), g.u())
		g.line("executeCallableEXT(%s & 1u, 0);", g.u())
		g.line("%s ^= data.x + data.y;", g.u())
	default:
		g.line("%s += called(%s, list[%d]);", g.u(), g.u(), g.IntN(3))
	}
}

func (g *callGenerator) statement() {
	if g.calls > 0 && g.IntN(4) == 0 {
		g.call()
		return
	}
	kind := g.IntN(11)
	if g.depth > 2 {
		kind = g.IntN(6)
	}
	switch kind {
	case 0:
		g.line("%s = mixed(%s, %s, i, %du);", g.u(), g.u(), g.u(), g.IntN(99))
	case 1:
		g.line("list[%s %% 3u] += %s;", g.u(), g.u())
	case 2:
		g.line("s.b += vec2(1.0, float(%s & 7u)); s.c = !s.c; s.a += %s;", g.u(), g.u())
	case 3:
		g.line("f = f * 0.5 + float(%s & 15u); m[%d].%s += f;", g.u(), g.IntN(2), []string{"x", "y"}[g.IntN(2)])
	case 4:
		g.line("v.yz = v.zx + float(%s & 3u); b = b != (%s > 1000u);", g.u(), g.u())
	case 5:
		g.line("if (b) %s += x.mask + uint(v.x); else s.a ^= gl_LaunchSizeEXT.x;", g.u())
	case 6, 7:
		g.line("if (%s %% 3u == %du) {", g.u(), g.IntN(3))
		g.block(1 + g.IntN(3))
		if g.IntN(2) == 0 {
			g.line("} else {")
			g.block(1 + g.IntN(2))
		}
		g.line("}")
	case 8, 9:
		j := fmt.Sprintf("j%d", g.loops)
		g.loops++
		g.line("for (uint %s = 0u; %s < %du; %s++) {", j, j, 2+g.IntN(2), j)
		if g.IntN(3) == 0 {
			g.line("  if ((%s & 7u) == %du) %s;", g.u(), g.IntN(8), []string{"break", "continue", "return"}[g.IntN(3)])
		}
		g.block(1 + g.IntN(3))
		g.line("  %s += %s;", g.u(), j)
		if g.IntN(3) == 0 {
			g.line("  if ((%s & 3u) == 1u) %s;", g.u(), []string{"break", "continue"}[g.IntN(2)])
		}
		g.line("}")
	default:
		g.line("switch (%s & 3u) {", g.u())
		g.line("case 0u:")
		g.block(1 + g.IntN(2))
		g.line("  break;")
		g.line("case 2u:")
		g.block(1)
		if g.IntN(2) == 0 {
			g.line("  break;")
		}
		g.line("default:")
		g.block(1)
		g.line("}")
	}
}
