package glsl_test

import (
	"math"
	"strings"
	"testing"
)

const cooperativeHead = `#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
#define MA coopmat<float, gl_ScopeSubgroup, 4, 2, gl_MatrixUseA>
#define MB coopmat<float, gl_ScopeSubgroup, 2, 3, gl_MatrixUseB>
#define MC coopmat<float, gl_ScopeSubgroup, 4, 3, gl_MatrixUseAccumulator>
layout(set = 0, binding = 0) buffer B { float o[64]; } b;
layout(set = 0, binding = 1) readonly buffer R { float r[]; };
layout(set = 0, binding = 2) writeonly buffer W { float w[]; };
layout(constant_id = 1) const int Size = 8;
shared float s[64];
shared vec2 v[32];
MA g = MA(1.0);
`

// TestCooperative multiplies matrices that lie in memory by rows, by columns and in vectors, and
// computes with elements.
func TestCooperative(t *testing.T) {
	words := run(t, "a.comp", cooperativeHead+`
MC add(MC x, inout MC y) { y += x; return x * 0.5; }
void main() {
	uint i = gl_LocalInvocationIndex;
	s[i] = float(i);
	s[i + 32u] = float(i) - 7.0;
	v[i] = vec2(i, i * 2u);
	barrier();
	MA x;
	MB y, z;
	coopMatLoad(x, s, 1, 5u, gl_CooperativeMatrixLayoutRowMajor);
	coopMatLoad(y, s, 40u, 4u, gl_CooperativeMatrixLayoutColumnMajor);
	coopMatLoad(z, v, 2, 2, gl_CooperativeMatrixLayoutRowMajor);
	MC sum = coopMatMulAdd(x, y - z * 2.0, MC(3.0));
	MC other = MC(1);
	sum = add(sum, other);
	sum = other - sum / MC(2.0);
	for (int k = 0; k < sum.length(); k++) sum[k] = -sum[k] + other[k] * 0.25;
	if (gl_SubgroupID == 0u) coopMatStore(-sum, b.o, 3, 4, gl_CooperativeMatrixLayoutColumnMajor);
}`, true)
	got := func(at int) float32 { return math.Float32frombits(words[at]) }
	for row := range 4 {
		for column := range 3 {
			sum := float32(3)
			for k := range 2 {
				x := float32(1 + row*5 + k)
				at := 40 + column*4 + k
				y := float32(at-32) - 7
				n := 2*2 + (k*2*2 + column) // the number of a component of v
				z := float32(n/2) * float32(1+n%2)
				sum += x * (y - z*2)
			}
			other := 1 + sum
			want := -(-(other - sum*0.5/2) + other*0.25)
			if x := got(3 + column*4 + row); x != want {
				t.Errorf("row %d, column %d: %v, not %v", row, column, x, want)
			}
		}
	}
}

// TestCooperativeErrors: each body is read, or has one error.
func TestCooperativeErrors(t *testing.T) {
	for body, want := range map[string]string{
		"MC x = MC(1.0); x *= 2.0; x = 2 * x; MC(x); x = (x);":                         "",
		"coopmat<int8_t, gl_ScopeSubgroup, 2 * 4, 1 << 3, 1> x;":                       "",
		"coopmat<float, gl_ScopeSubgroup, Size, 8, gl_MatrixUseA> x;":                  "",
		"MA x[2]; x[1] = MA(0.0); x[1][0] = 1.0; float y = x[1][0];":                   "",
		"coopmat<float, gl_ScopeSubgroup, 8, 8> x;":                                    "coopmat has the parameters",
		"coopmat<vec2, gl_ScopeSubgroup, 8, 8, 0> x;":                                  "the components of a cooperative matrix are numbers",
		"coopmat<bool, gl_ScopeSubgroup, 8, 8, 0> x;":                                  "the components of a cooperative matrix are numbers",
		"coopmat<float, gl_ScopeWorkgroup, 8, 8, 0> x;":                                "not supported: a cooperative matrix of a scope",
		"coopmat<float, gl_ScopeSubgroup, 0, 8, 0> x;":                                 "at least 1 row",
		"coopmat<float, gl_ScopeSubgroup, 256, 8, 0> x;":                               "not supported: a cooperative matrix of more than 255",
		"coopmat<float, gl_ScopeSubgroup, 8, 8, 3> x;":                                 "has no use 3",
		"int n = 8; coopmat<float, gl_ScopeSubgroup, n, 8, 0> x;":                      "constant expression",
		"coopmat<float, gl_ScopeSubgroup, 8.0, 8, 0> x;":                               "are integers, found float",
		"MA x = MA(1.0, 2.0);":                                                         "takes 1 arguments, found 2",
		"MA x = MA(MB(1.0));":                                                          "can't be made of coopmat<float, gl_ScopeSubgroup, 2, 3, gl_MatrixUseB>",
		"MA x = MA(vec2(1.0));":                                                        "can't be made of vec2",
		"MA x = 1.0;":                                                                  "must be coopmat",
		"MA x = MA(1.0) + MA(1.0) * MC(1.0);":                                          "the operator * doesn't take",
		"MA x = MA(1.0) + 1.0;":                                                        "the operator + doesn't take",
		"MA x = MA(1.0) * 1.0lf;":                                                      "the operator * doesn't take",
		"bool x = MA(1.0) == MA(1.0);":                                                 "the operator == doesn't take",
		"MC x = coopMatMulAdd(MA(1.0), MA(1.0), MC(1.0));":                             "no function coopMatMulAdd takes",
		"MC x = coopMatMulAdd(MA(1.0), MB(1.0), MC(1.0), 16);":                         "no function coopMatMulAdd takes",
		"MC x = coopMatMulAdd(MA(1.0), MB(1.0), MC(1.0), 1);":                          "not supported: these operands",
		"MA x; coopMatLoad(x, r, 0, 8);":                                               "no function coopMatLoad takes",
		"MA x; coopMatLoad(x, r[0], 0, 8, 0);":                                         "no function coopMatLoad takes",
		"MA x; coopMatLoad(x, w, 0, 8, 0);":                                            "is writeonly and can't be read",
		"MA x; coopMatLoad(x, r, 0, 8, 2);":                                            "has no layout 2",
		"int n = 0; MA x; coopMatLoad(x, r, 0, 8, n);":                                 "must be a constant",
		"coopMatLoad(MA(1.0), r, 0, 8, 0);":                                            "it is a value, not a variable",
		"const MA x = MA(1.0); coopMatLoad(x, r, 0, 8, 0);":                            "it is a value, not a variable",
		"MA x = MA(1.0); coopMatStore(x, r, 0, 8, 0);":                                 "memory that can only be read",
		"coopmat<float16_t, gl_ScopeSubgroup, 8, 8, 0> x; coopMatLoad(x, r, 0, 8, 0);": "not supported: a cooperative matrix of f16 in memory of float[]",
		"MA x = MA(1.0); x[1.0] = 1.0;":                                                "an index must be an integer",
		"MA x = g;":                                                                    "",
		"MA x = MA(1.0); x.length(1);":                                                 "the only method is length()",
		"fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> m;":                                   "not supported",
	} {
		m, diags, sources := read("a.comp", cooperativeHead+"void main() {\n"+body+"\n}", "compute", true)
		switch {
		case want == "":
			if m == nil || diags.HasErrors() {
				t.Errorf("%s: %v", body, diags.Err(sources))
			}
		case !diags.HasErrors() || !strings.Contains(diags.Err(sources).Error(), want):
			t.Errorf("%s: %v", body, diags.Err(sources))
		}
	}
	for src, want := range map[string]string{
		strings.Replace(cooperativeHead, "#extension GL_KHR_cooperative_matrix : require", "", 1) + "void main() { MA x; }": "GL_KHR_cooperative_matrix",
		cooperativeHead + "shared MA x; void main() { x = MA(0.0); }":                                                       "function and private spaces",
		cooperativeHead + "const MA x = MA(0.0); void main() { }":                                                           "no constant",
	} {
		if _, diags, sources := read("a.comp", src, "compute", true); !diags.HasErrors() || !strings.Contains(diags.Err(sources).Error(), want) {
			t.Errorf("%q: %v", want, diags.Err(sources))
		}
	}
}
