package progen

// This file makes programs that call the functions of textures, one after the other: each
// overload with each type of texture and of integers that package builtin has for it, of
// arguments that are known early or not.
//
// Coordinates lie on no line between texels, and gradients choose levels between which
// nothing is blended, so that every implementation has the same results.

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"refract/internal/builtin"
	"refract/ir"
)

// A TextureCall is an overload of a texture function, with the types of a call.
type TextureCall struct {
	Name  string
	Stage ir.Stage // compute where any stage may call it
	Args  []string

	id      builtin.ID
	image   ir.Type
	texture int // the argument that is the texture
	params  []builtin.Param
	args    []ir.TypeID
	result  ir.TypeID
}

// String is the call's types, as in "textureLoad(texture_1d<f32>, i32, u32)".
func (c *TextureCall) String() string { return c.Name + "(" + strings.Join(c.Args, ", ") + ")" }

// textureModule holds the types of textures.
var textureModule = ir.NewModule()

// imageTypes are the types of textures that calls take.
func imageTypes() (list []ir.Type) {
	for _, dim := range []ir.ImageDim{ir.Dim1D, ir.Dim2D, ir.Dim3D, ir.DimCube} {
		for _, arrayed := range []bool{false, true} {
			if arrayed && (dim == ir.Dim1D || dim == ir.Dim3D) {
				continue
			}
			t := ir.Type{Kind: ir.TypeImage, Dim: dim, Arrayed: arrayed}
			for _, s := range []ir.Scalar{ir.F32, ir.I32, ir.U32} {
				t.Scalar = s
				list = append(list, t)
				if dim == ir.Dim2D && !arrayed {
					t.Multisampled = true
					list = append(list, t)
					t.Multisampled = false
				}
			}
			t.Scalar = 0
			if t.Class = ir.ImageDepth; dim == ir.Dim2D || dim == ir.DimCube {
				list = append(list, t)
			}
			if dim == ir.Dim2D && !arrayed {
				t.Multisampled = true
				list = append(list, t)
				t.Multisampled = false
			}
			if t.Class = ir.ImageStorage; dim == ir.DimCube {
				continue
			}
			for f := ir.R8Unorm; f <= ir.Rgba32Float; f++ {
				if f == ir.R64Uint || f == ir.R64Sint {
					continue
				}
				t.Format = f
				for _, t.Access = range []ir.AccessMode{ir.AccessRead, ir.AccessWrite, ir.AccessRead | ir.AccessWrite} {
					if t.Access == ir.AccessRead|ir.AccessWrite && !slices.Contains([]ir.StorageFormat{ir.R32Uint, ir.R32Sint, ir.R32Float}, f) {
						continue
					}
					list = append(list, t)
				}
			}
		}
	}
	return list
}

// TextureCalls are the calls of the functions of textures that WGSL has without an
// extension. The order is always the same.
var TextureCalls = sync.OnceValue(func() (list []TextureCall) {
	m := textureModule
	var images []ir.TypeID
	for _, t := range imageTypes() {
		images = append(images, m.Types.Intern(t))
	}
	ints := []ir.TypeID{ir.TypeI32, ir.TypeU32}
	choices := func(p builtin.Param, image *ir.Type, op builtin.Op) []ir.TypeID {
		n := []int{ir.Dim1D: 1, ir.Dim2D: 2, ir.Dim3D: 3, ir.DimCube: 3}[image.Dim]
		scalar := image.Scalar
		switch {
		case image.Class == ir.ImageStorage:
			scalar = image.Format.Texel()
		case image.Class == ir.ImageDepth:
			scalar = ir.F32
		}
		switch p.Role {
		case builtin.RoleSampler:
			return []ir.TypeID{ir.TypeSamplerFiltering, ir.TypeSamplerComparison}
		case builtin.RoleCoords:
			if op.Kind == ir.KindImageSample {
				return []ir.TypeID{vectorOf(ir.F32, n)}
			}
			return []ir.TypeID{vectorOf(ir.I32, n), vectorOf(ir.U32, n)}
		case builtin.RoleLevel:
			if op.Kind == ir.KindImageSample && image.Class != ir.ImageDepth {
				return []ir.TypeID{ir.TypeF32}
			}
			return ints
		case builtin.RoleArrayIndex, builtin.RoleSample, builtin.RoleComponent:
			return ints
		case builtin.RoleDdx, builtin.RoleDdy:
			return []ir.TypeID{vectorOf(ir.F32, n)}
		case builtin.RoleOffset:
			return []ir.TypeID{vectorOf(ir.I32, n)}
		case builtin.RoleTexel:
			return []ir.TypeID{vectorOf(scalar, 4)}
		default:
			return []ir.TypeID{ir.TypeF32}
		}
	}
	seen := map[string]bool{}
	for i := range builtin.Names() {
		id := builtin.ID(i + 1)
		info := id.Info()
		op := info.Op
		if info.Needs != builtin.NoFeature || op.Stmt != ir.StmtImageStore && op.Kind != ir.KindImageSample && op.Kind != ir.KindImageLoad && op.Kind != ir.KindImageQuery {
			continue
		}
		for overload, o := range builtin.Overloads(id) {
			texture := slices.IndexFunc(o.Params, func(p builtin.Param) bool { return p.Role == builtin.RoleTexture })
			for _, image := range images {
				if storage := m.Types.At(image).Class == ir.ImageStorage; storage && op.Kind == ir.KindImageSample || !storage && op.Stmt == ir.StmtImageStore {
					continue
				}
				var try func(args []ir.TypeID)
				try = func(args []ir.TypeID) {
					switch at := len(args); {
					case at == len(o.Params):
						var match builtin.Match
						if builtin.Resolve(m, id, nil, args, true, &match) != nil || match.Overload != overload {
							return
						}
						c := TextureCall{Name: info.Name, Stage: ir.StageCompute, id: id, image: *m.Types.At(image), texture: texture,
							params: o.Params, args: slices.Clone(args), result: match.Result}
						if info.Stages != 0 {
							c.Stage = ir.StageFragment
						}
						for _, t := range args {
							c.Args = append(c.Args, builtin.TypeName(m, t))
						}
						if !seen[c.String()] {
							seen[c.String()] = true
							list = append(list, c)
						}
					case at == texture:
						try(append(args, image))
					default:
						for _, next := range choices(o.Params[at], m.Types.At(image), op) {
							try(append(args, next))
						}
					}
				}
				try(nil)
			}
		}
	}
	return list
})

// vectorOf is a scalar, or a vector of scalars.
func vectorOf(s ir.Scalar, n int) ir.TypeID {
	if n == 1 {
		return ir.ScalarTypeOf(s)
	}
	return ir.VectorOf(s, n)
}

const textureCallsPerProgram = 8

// TexturePrograms makes programs of a stage, compute or fragment, that together make every
// call that it may make.
func TexturePrograms(seed uint64, stage ir.Stage) []CallProgram[TextureCall] {
	r := random(seed*0x2545f4914f6cdd1d + 11)
	return callPrograms(&r, TextureCalls(), textureCallsPerProgram, func(c *TextureCall) bool { return c.Stage == stage }, func(part []*TextureCall) string {
		g := textureCallGen{r: &r, stage: stage}
		return g.program(part)
	})
}

// textureCallGen makes one program.
type textureCallGen struct {
	r       *random
	stage   ir.Stage
	globals strings.Builder
	funcs   strings.Builder
	body    strings.Builder
	names   map[ir.Type]string // of textures
}

func (g *textureCallGen) program(calls []*TextureCall) string {
	g.names = map[ir.Type]string{}
	for i, c := range calls {
		g.call(i, c)
	}
	if g.stage.Info().Quads {
		return fmt.Sprintf(`%s@group(1) @binding(0) var s: sampler;
@group(1) @binding(1) var c: sampler_comparison;
%s
@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
	let n = vec3u(1);
	let i = u32(position.x) + u32(position.y) * 4;
	let p = position.xyz * vec3f(0.0625, 0.078125, 0) + vec3f(0.28125, 0.15625, 0.65625);
	let d = vec3f(p.xy - 0.25, 2);
	let layer = u32(position.x) %% 3;
	var sum = vec4f();
%s	return sum;
}
`, g.globals.String(), g.funcs.String(), g.body.String())
	}
	return fmt.Sprintf(`@group(0) @binding(0) var<storage, read_write> floats: array<vec4f, %[1]d>;
@group(0) @binding(1) var<storage, read_write> words: array<vec4u, %[1]d>;
%[2]s@group(1) @binding(0) var s: sampler;
@group(1) @binding(1) var c: sampler_comparison;
%[3]s
@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) i: u32, @builtin(num_workgroups) groups: vec3u) {
	let n = groups;
	let p = vec3f(vec3u(i * 37 + 11, i * 53 + 5, i * 29 + 17) %% 256 * 2 + 1) / 128 - 1.5;
	var d = (floor(p * 8) / 8 + 0.0625) * 1.5;
	d[i %% 3] = select(-8.0, 8.0, i %% 2 == 0);
	let layer = i %% 5;
%[4]s}
`, 16*len(calls), g.globals.String(), g.funcs.String(), g.body.String())
}

// call writes a call and keeps its result: in place, or in a function that takes the
// texture.
func (g *textureCallGen) call(at int, c *TextureCall) {
	texture, ok := g.names[c.image]
	if !ok {
		texture = fmt.Sprint("t", len(g.names))
		g.names[c.image] = texture
		fmt.Fprintf(&g.globals, "@group(2) @binding(%d) var %s: %s;\n", len(g.names), texture, c.Args[c.texture])
	}
	given := texture // by that name
	passed := g.r.n(2) == 0
	if passed {
		given = "t"
	}
	var args []string
	for i := range c.params {
		args = append(args, g.argument(c, i, given))
	}
	text := c.Name + "(" + strings.Join(args, ", ") + ")"
	result := ""
	if c.result != 0 {
		result = builtin.TypeName(textureModule, c.result)
	}
	if passed {
		returns := ""
		if result != "" {
			returns, text = " -> "+result, "return "+text
		}
		fmt.Fprintf(&g.funcs, "fn f%d(t: %s, i: u32, p: vec3f, d: vec3f, layer: u32, n: vec3u)%s {\n\t%s;\n}\n", at, c.Args[c.texture], returns, text)
		text = fmt.Sprintf("f%d(%s, i, p, d, layer, n)", at, texture)
	}
	if result == "" {
		fmt.Fprintf(&g.body, "\t%s;\n", text)
		return
	}
	t := textureModule.Types.At(c.result)
	n := max(1, int(t.Rows))
	value := fmt.Sprintf("vec4(%s%s)", text, strings.Repeat(", 0", 4-n))
	switch s := textureModule.Types.ScalarOf(c.result); {
	case g.stage == ir.StageFragment:
		fmt.Fprintf(&g.body, "\tsum = sum * 0.5 + vec4f(%s);\n", value)
	case s == ir.F32:
		fmt.Fprintf(&g.body, "\tfloats[%d + i] = %s;\n", 16*at, value)
	case s == ir.I32:
		fmt.Fprintf(&g.body, "\twords[%d + i] = vec4u(%s);\n", 16*at, value)
	default:
		fmt.Fprintf(&g.body, "\twords[%d + i] = %s;\n", 16*at, value)
	}
}

// argument is a value of a type in the role that it has.
func (g *textureCallGen) argument(c *TextureCall, i int, texture string) string {
	name := c.Args[i]
	scalar := textureModule.Types.ScalarOf(c.args[i])
	n := max(1, int(textureModule.Types.At(c.args[i]).Rows))
	integer := func(limit int) string { // below the limit, of invocations or known
		x := fmt.Sprintf("i %% %d", limit)
		if g.r.n(3) == 0 {
			x = fmt.Sprint(g.r.n(limit))
		}
		if name == "i32" {
			return "i32(" + x + ")"
		}
		return x
	}
	switch c.params[i].Role {
	case builtin.RoleTexture:
		return texture
	case builtin.RoleSampler:
		if c.args[i] == ir.TypeSamplerComparison {
			return "c"
		}
		return "s"
	case builtin.RoleCoords:
		if scalar != ir.F32 {
			return g.texel(c, name, n)
		}
		if c.image.Dim == ir.DimCube {
			return "d"
		}
		return one(g.r, [][]string{{"p.x", "p.y"}, {"p.xy", "p.yx", "p.xz"}, {"p", "p.zxy"}}[n-1])
	case builtin.RoleArrayIndex:
		limit := 3 // of all textures
		if c.Name != "textureStore" && c.Name != "textureLoad" && g.r.n(2) == 0 {
			if name == "i32" {
				return "i32(layer) - 1"
			}
			return "layer"
		}
		return integer(limit)
	case builtin.RoleLevel:
		switch {
		case scalar == ir.F32:
			return one(g.r, []string{"f32(i % 13) / 4 - 0.125", "0", "1", "0.75"})
		case c.image.Dim == ir.Dim1D:
			return "0"
		case c.Name == "textureDimensions": // one of all invocations, or Mesa's driver is wrong
			return fmt.Sprintf("%s(%s %% textureNumLevels(%s))", name, one(g.r, []string{"n.x", "(n.y + 1)", "0", "2"}), texture)
		}
		return fmt.Sprintf("%s(%s %% textureNumLevels(%s))", name, one(g.r, []string{"i % 3", "0", "1", "2"}), texture)
	case builtin.RoleSample:
		return integer(4)
	case builtin.RoleComponent:
		if name == "i32" {
			return one(g.r, []string{"0i", "1", "2i", "3"})
		}
		return fmt.Sprint(g.r.n(4), "u")
	case builtin.RoleBias:
		return one(g.r, []string{"0", "1.0", "-2.5", "f32(i % 3) - 1"})
	case builtin.RoleDdx, builtin.RoleDdy:
		return name + "(0.00001)"
	case builtin.RoleDepthRef:
		return one(g.r, []string{"0.5", "0.25", "f32(i % 8) / 8 + 0.0625"})
	case builtin.RoleOffset:
		var parts []string
		for range n {
			parts = append(parts, fmt.Sprint(g.r.n(16)-8))
		}
		return name + "(" + strings.Join(parts, ", ") + ")"
	case builtin.RoleTexel:
		return g.value(c)
	}
	panic("progen: no argument for role " + c.params[i].Role.String())
}

// texel is the place of a texel, which every level has; an invocation's own if it writes.
func (g *textureCallGen) texel(c *TextureCall, name string, n int) string {
	sizes := []int{8, 4, 1}
	if c.image.Class == ir.ImageStorage {
		sizes = []int{16, 8, 4}
	}
	if c.image.Dim == ir.Dim3D && c.image.Class != ir.ImageStorage {
		sizes = []int{4, 2, 1}
	}
	parts := []string{fmt.Sprintf("i %% %d", sizes[0])}
	for _, size := range sizes[1:n] {
		parts = append(parts, one(g.r, []string{fmt.Sprint(g.r.n(size)), fmt.Sprintf("i %% %d", size)}))
	}
	if n == 1 {
		return name + "(" + parts[0] + ")"
	}
	if strings.HasPrefix(name, "vec") && !strings.Contains(name, "u32") {
		return name + "(vec" + fmt.Sprint(n) + "u(" + strings.Join(parts, ", ") + "))"
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}

// value is a texel that the texture's format holds, without a tie if it rounds.
func (g *textureCallGen) value(c *TextureCall) string {
	format := c.image.Format
	values := []string{"0", "1", "0.25", "0.75", "f32(i % 2)", "f32(i % 4) * 0.25"}
	switch {
	case strings.HasSuffix(format.String(), "ufloat"):
		values = append(values, "2.5", "f32(i)")
	case format.Texel() == ir.F32 && !strings.HasSuffix(format.String(), "unorm"):
		values = append(values, "-0.25", "-1", "-0.75")
		if strings.HasSuffix(format.String(), "float") {
			values = append(values, "-2.5", "f32(i) * -8")
		}
	case format.Texel() == ir.U32:
		values = []string{"0u", "1", "i % 4", "3 - i % 4", "2"}
		if format != ir.Rgb10a2Uint {
			values = append(values, "i * 3", "255 - i", "127")
		}
	case format.Texel() == ir.I32:
		values = []string{"0i", "1", "-1", "i32(i) * -8", "i32(i) - 8", "127", "-128"}
	}
	parts := make([]string, 4)
	for i := range parts {
		parts[i] = one(g.r, values)
	}
	return fmt.Sprintf("vec4<%s>(%s)", format.Texel(), strings.Join(parts, ", "))
}
