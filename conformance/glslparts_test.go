package conformance

// This file draws with opaque objects in structs and in arrays of arrays, beside the
// same shader that has them apart.

import (
	"testing"

	"refract/internal/harness/differential"
	"refract/ir"
)

var opaqueParts = []struct{ name, nested, flat string }{
	{"arrays of structs", `
struct Tex { sampler2D t; float w; };
uniform Tex texs[3];
void main() { c = vec4(0); for (int i = 0; i < 3; i++) c += texture(texs[i].t, uv) * texs[i].w; c += texture(texs[2].t, uv.yx); }`, `
struct Tex { float w; };
uniform Tex texs[3];
uniform sampler2D t[3];
void main() { c = vec4(0); for (int i = 0; i < 3; i++) c += texture(t[i], uv) * texs[i].w; c += texture(t[2], uv.yx); }`},
	{"arrays of arrays", `
uniform sampler2D grid[2][3];
vec4 row(sampler2D s[3], int i) { return texture(s[i], uv); }
vec4 rows(sampler2D s[2][3], int i) { return row(s[i], 2); }
vec4 whole(sampler2D s[2][3], int i) { return row(s[0], i) + rows(s, i) + row(grid[1], 0) + texture(s[i][1], uv) + float(s.length() * 10 + s[0].length()); }
void main() { c = texture(grid[1][2], uv) + whole(grid, 1); for (int i = 0; i < 2; i++) c += texture(grid[i][i + 1], uv) * float(i + 3); }`, `
uniform sampler2D grid[6];
void main() { c = texture(grid[5], uv) + texture(grid[1], uv) + texture(grid[5], uv) + texture(grid[3], uv) + texture(grid[4], uv) + 23.; for (int i = 0; i < 2; i++) c += texture(grid[i * 3 + i + 1], uv) * float(i + 3); }`},
	{"structs in structs, as arguments", `
struct Tex { sampler2D t; float w; };
struct Mat { vec4 tint; Tex layers[2]; samplerCube sky; };
uniform Mat mats[2];
vec4 one(Tex t, float k) { return texture(t.t, uv) * t.w * k; }
vec4 all(Mat m) { vec4 s = m.tint; for (int i = 0; i < 2; i++) s += one(m.layers[i], float(i + 1)); return s + texture(m.sky, uv.xyx); }
void main() { c = all(mats[0]) * 0.5 + all(mats[1]) + one(mats[1].layers[0], 2.); }`, `
struct Tex { float w; };
struct Mat { vec4 tint; Tex layers[2]; };
uniform Mat mats[2];
uniform sampler2D t[4];
uniform samplerCube sky[2];
vec4 one(int k, int i, float f) { return texture(t[k * 2 + i], uv) * mats[k].layers[i].w * f; }
vec4 all(int k) { vec4 s = mats[k].tint; for (int i = 0; i < 2; i++) s += one(k, i, float(i + 1)); return s + texture(sky[k], uv.xyx); }
void main() { c = all(0) * 0.5 + all(1) + one(1, 0, 2.); }`},
	{"nothing but textures", `
struct Pair { sampler2D a, b; };
uniform Pair pairs[2];
vec4 both(Pair p) { return texture(p.a, uv) - texture(p.b, uv) * 3.; }
void main() { c = vec4(0); for (int i = 0; i < 2; i++) c += both(pairs[i]) * float(i + 1); }`, `
uniform sampler2D a[2];
uniform sampler2D b[2];
void main() { c = vec4(0); for (int i = 0; i < 2; i++) c += (texture(a[i], uv) - texture(b[i], uv) * 3.) * float(i + 1); }`},
}

func TestGLSLOpaqueParts(t *testing.T) {
	const head = "#version 430\nlayout(location = 0) in vec2 uv;\nlayout(location = 0) out vec4 c;"
	draw := func(name, source string) (*differential.Job, *differential.Drawing) {
		t.Helper()
		row := glslRow{Name: name, Stage: "fragment", Source: head + source}
		v, err := row.check()
		if err != nil {
			t.Fatal(err)
		}
		j, err := differential.NewDeviceJob("parts", v.Module, v.Info, ir.StageFragment, [3]uint32{1, 1, 1}, 7)
		if err != nil {
			t.Fatal(err)
		}
		d, _, _, err := j.Reference()
		if err != nil {
			t.Fatal(err)
		}
		return j, d
	}
	for _, test := range opaqueParts {
		_, want := draw(test.name+", flat", test.flat)
		j, got := draw(test.name, test.nested)
		if s := j.CompareDrawings(want, got); s != "" {
			t.Errorf("%s: %s", test.name, s)
		}
	}
}
