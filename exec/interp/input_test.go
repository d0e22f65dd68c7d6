package interp_test

// Tests of wrong input: what a caller may get wrong is a typed error that names
// the thing.

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ir/transform"
	"refract/ir"
)

// loadError is what loading a shader with overrides says.
func loadError(t *testing.T, source string, overrides map[string]float64) error {
	t.Helper()
	m, err := refract.Parse(context.Background(), "test.wgsl", []byte(source), refract.ParseOptions{Language: refract.WGSL})
	if err != nil {
		t.Fatal(err)
	}
	_, err = interp.Engine{}.Load(m, exec.LoadOptions{Overrides: overrides})
	return err
}

// TestOverrideValues checks that the interpreter takes the values of overrides as
// the transform does that puts them into a module.
func TestOverrideValues(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 0.999, -0.999, 1.5, -1.5, 2147483647, 2147483647.5, 2147483648, -2147483648,
		-2147483648.5, -2147483649, 4294967295, 4294967295.9, 4294967296, 65504, 65519, 65520, 3.4028234e38, 3.4028235677973362e38,
		3.4028235677973366e38, 1e39, 1e-46, 1e300, math.NaN(), math.Inf(1), math.Inf(-1)}
	for _, s := range []ir.Scalar{ir.Bool, ir.I32, ir.U32, ir.F16, ir.F32} {
		store := map[ir.Scalar]string{ir.Bool: "select(0u, 1u, o)", ir.I32: "bitcast<u32>(o)", ir.U32: "o",
			ir.F16: "bitcast<u32>(vec2h(o, 0h))", ir.F32: "bitcast<u32>(o)"}[s]
		source := prelude + "override o: " + s.String() + ";\n@compute @workgroup_size(1) fn main() { out[0] = " + store + "; }"
		for _, x := range values {
			want, fits := transform.OverrideBits(s, x)
			err := loadError(t, source, map[string]float64{"o": x})
			if !fits {
				var wrong *exec.OverrideError
				if !errors.As(err, &wrong) || wrong.Name != "o" || wrong.Span.IsZero() {
					t.Errorf("%v for %s: %v", x, s, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%v for %s: %v", x, s, err)
				continue
			}
			out := exec.NewBuffer(4)
			var r exec.Resources
			r.Bind(0, 0, out)
			if _, err := load(t, source, map[string]float64{"o": x}).Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
				t.Errorf("%v for %s: %v", x, s, err)
			} else if got := uint64(words(out)[0]); got != want {
				t.Errorf("%v for %s is %#x, want %#x", x, s, got, want)
			}
		}
	}
}

// TestDerivedFromOverrides checks what is said of lengths, sizes and constants
// that come out wrong with the values given.
func TestDerivedFromOverrides(t *testing.T) {
	const source = prelude + `override n: i32 = 4;
override d = 8 / n;
var<workgroup> w: array<u32, n>;
@compute @workgroup_size(n) fn main() { w[0] = 1u; out[0] = w[0]; }
@compute @workgroup_size(n + 4) fn other() { out[0] = u32(d); }`
	for _, c := range []struct {
		n    float64
		want string
	}{
		{0, "the length of an array is 0 with these overrides; it must be from 1 to 1073741824"},
		{-3, "the length of an array is -3 with these overrides; it must be from 1 to 1073741824"},
		{math.MaxInt32, "the length of an array is 2147483647 with these overrides; it must be from 1 to 1073741824"},
	} {
		err := loadError(t, source, map[string]float64{"n": c.n})
		var wrong *exec.OverrideError
		if !errors.As(err, &wrong) || wrong.Span.IsZero() || wrong.Error() != c.want {
			t.Errorf("n = %v: %v, want %s", c.n, err, c.want)
		}
	}
	var r exec.Resources
	r.Bind(0, 0, exec.NewBuffer(4))
	for n, want := range map[float64]string{
		0:  "the workgroup size of main is 0×1×1 with these overrides; each must be at least 1",
		-9: "the workgroup size of main is 0×1×1 with these overrides; each must be at least 1",
	} {
		p := load(t, prelude+"override n: i32;\n@compute @workgroup_size(n) fn main() { out[0] = 1u; }", map[string]float64{"n": n})
		_, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{})
		if err == nil || err.Error() != want {
			t.Errorf("n = %v: %v, want %s", n, err, want)
		}
	}
	p := load(t, prelude+"override n: i32 = 0;\noverride d = 8 / n;\n@compute @workgroup_size(1) fn main() { out[0] = u32(d); }", nil)
	_, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{})
	var wrong *exec.OverrideError
	if !errors.As(err, &wrong) || wrong.Name != "d" || !strings.HasPrefix(wrong.Error(), `override "d": `) {
		t.Errorf("a division by zero: %v", err)
	}
}

// TestWrongCalls asks a loaded program for what it can't do.
func TestWrongCalls(t *testing.T) {
	p := load(t, prelude+`@group(0) @binding(1) var image: texture_storage_2d<rgba8unorm, write>;
override n: u32 = 1;
fn double(x: u32) -> u32 { return 2u * x; }
@compute @workgroup_size(1) fn main() { out[n] = double(1u); }
@compute @workgroup_size(1) fn paint() { textureStore(image, vec2u(), vec4f()); }
@fragment fn frag() {}`, nil)
	texture, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Uint), Width: 4, Height: 4})
	if err != nil {
		t.Fatal(err)
	}
	var good, wrong exec.Resources
	good.Bind(0, 0, exec.NewBuffer(8))
	wrong.Bind(0, 0, texture)
	wrong.Bind(0, 1, texture)
	ctx, one := context.Background(), [3]uint32{1, 1, 1}
	dispatch := func(entry string, groups [3]uint32, r *exec.Resources, o exec.RunOptions) error {
		_, err := p.Dispatch(ctx, entry, groups, r, o)
		return err
	}
	call := func(name string, args ...any) error {
		_, _, err := p.Call(ctx, name, args, &good, exec.RunOptions{})
		return err
	}
	for _, c := range []struct {
		what string
		err  error
		want string
	}{
		{"an entry point that isn't there", dispatch("nain", one, &good, exec.RunOptions{}), `there is no compute entry point "nain": there are main, paint`},
		{"one of another stage", dispatch("frag", one, &good, exec.RunOptions{}), `there is no compute entry point "frag": there are main, paint`},
		{"nothing bound", dispatch("paint", one, &good, exec.RunOptions{}), `variable "image" at group 0, binding 1: nothing is bound`},
		{"no resources", dispatch("main", one, nil, exec.RunOptions{}), `variable "out" at group 0, binding 0: nothing is bound`},
		{"a texture for a buffer", dispatch("main", one, &wrong, exec.RunOptions{}), `variable "out" at group 0, binding 0: a buffer is expected, not a texture`},
		{"a wrong format", dispatch("paint", one, &wrong, exec.RunOptions{}), `variable "image" at group 0, binding 1: format rgba8unorm is expected, not rgba8uint`},
		{"too many workgroups", dispatch("main", [3]uint32{1 << 21, 1, 1}, &good, exec.RunOptions{}), `workgroups: 2097152×1×1 are too many`},
		{"a subgroup of 3", dispatch("main", one, &good, exec.RunOptions{SubgroupSize: 3}), `subgroup size: 3 is no power of two from 4 to 128`},
		{"no workgroups", dispatch("main", [3]uint32{}, &good, exec.RunOptions{}), ""},
		{"a function that isn't there", call("triple", uint32(1)), `there is no function "triple"`},
		{"an argument too few", call("double"), `0 arguments are given, 1 are wanted`},
		{"an argument of another type", call("double", "one"), `argument 0 of "double": `},
		{"a right call", call("double", uint32(4)), ""},
	} {
		switch {
		case c.want == "" && c.err != nil:
			t.Errorf("%s: %v", c.what, c.err)
		case c.want != "" && (c.err == nil || !strings.Contains(c.err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.what, c.err, c.want)
		}
	}
	var small exec.Resources
	small.Bind(0, 0, exec.NewBuffer(0))
	var binding *exec.BindingError
	if err := dispatch("main", one, &small, exec.RunOptions{}); !errors.As(err, &binding) || binding.Problem != exec.TooSmall || binding.Name != "out" {
		t.Errorf("an empty buffer: %v", err)
	}
	var none *exec.NotFoundError
	if err := loadError(t, "override a = 1;\n@compute @workgroup_size(1) fn main() { _ = a; }", map[string]float64{"b": 1}); !errors.As(err, &none) || none.Name != "b" {
		t.Errorf("an override that isn't there: %v", err)
	}
}
