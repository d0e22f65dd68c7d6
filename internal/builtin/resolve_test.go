package builtin

import (
	"errors"
	"strings"
	"testing"

	"refract/ir"
)

// parseType reads a type as the tests write it: scalars "ai" (AbstractInt),
// "af", "f32"; "vec3 f32"; "mat2x3 af"; textures by the names of WGSL without
// their texel's brackets: "texture_2d f32", "texture_storage_2d rgba8unorm
// write"; "ptr SPACE TYPE".
func parseType(t *testing.T, m *ir.Module, s string) ir.TypeID {
	t.Helper()
	scalarOf := func(s string) ir.Scalar {
		switch s {
		case "ai":
			return ir.AbstractInt
		case "af":
			return ir.AbstractFloat
		}
		for x := ir.Bool; x <= ir.F64; x++ {
			if x.String() == s {
				return x
			}
		}
		t.Fatalf("no scalar %q", s)
		return 0
	}
	w := strings.Fields(s)
	switch {
	case s == "":
		return 0
	case len(w) == 1 && !strings.Contains(s, "_") && s != "sampler":
		return ir.ScalarTypeOf(scalarOf(s))
	case strings.HasPrefix(s, "vec"):
		return ir.VectorOf(scalarOf(w[1]), int(s[3]-'0'))
	case strings.HasPrefix(s, "mat"):
		return ir.MatrixOf(scalarOf(w[1]), int(s[3]-'0'), int(s[5]-'0'))
	case s == "sampler":
		return ir.TypeSamplerFiltering
	case s == "sampler_comparison":
		return ir.TypeSamplerComparison
	case w[0] == "atomic":
		return ir.AtomicOf(scalarOf(w[1]))
	case w[0] == "array":
		return m.Types.Array(parseType(t, m, strings.Join(w[1:], " ")), 0)
	case w[0] == "ptr":
		space := map[string]ir.AddressSpace{"storage": ir.SpaceStorage, "workgroup": ir.SpaceWorkgroup, "function": ir.SpaceFunction}[w[1]]
		return m.Types.Pointer(parseType(t, m, strings.Join(w[2:], " ")), space, ir.AccessReadWrite, 0)
	case strings.HasPrefix(w[0], "texture_"):
		ty := ir.Type{Kind: ir.TypeImage, Dim: ir.Dim2D}
		name := w[0]
		switch {
		case strings.Contains(name, "external"):
			ty.Class = ir.ImageExternal
		case strings.Contains(name, "depth"):
			ty.Class = ir.ImageDepth
		case strings.Contains(name, "storage"):
			ty.Class = ir.ImageStorage
			ty.Format = ir.StorageFormatByName(w[1])
			ty.Access = map[string]ir.AccessMode{"read": ir.AccessRead, "write": ir.AccessWrite, "read_write": ir.AccessReadWrite,
				"atomic": ir.AccessReadWrite | ir.AccessAtomic}[w[2]]
		default:
			ty.Scalar = scalarOf(w[1])
		}
		ty.Arrayed = strings.Contains(name, "array")
		ty.Multisampled = strings.Contains(name, "multisampled")
		for d, n := range dimNames {
			if strings.Contains(name, n) {
				ty.Dim = ir.ImageDim(d)
			}
		}
		return m.Types.Intern(ty)
	}
	t.Fatalf("no type %q", s)
	return 0
}

// parseTypes reads a list separated by commas.
func parseTypes(t *testing.T, m *ir.Module, s string) (list []ir.TypeID) {
	t.Helper()
	for _, x := range strings.Split(s, ",") {
		if x = strings.TrimSpace(x); x != "" {
			list = append(list, parseType(t, m, x))
		}
	}
	return list
}

func names(m *ir.Module, list []ir.TypeID) string {
	var s []string
	for _, x := range list {
		s = append(s, TypeName(m, x))
	}
	return strings.Join(s, ", ")
}

// TestResolve states, for a call with the given argument types, the type of the
// result and the types that the arguments convert to; no types mean that
// nothing matches. A leading "*" means that an argument isn't a
// const-expression.
func TestResolve(t *testing.T) {
	for _, c := range []struct{ name, args, result, params string }{
		{"abs", "ai", "ai", "ai"},
		{"abs", "*ai", "i32", "i32"},
		{"abs", "vec3 f16", "vec3 f16", "vec3 f16"},
		{"abs", "bool", "", ""},
		{"abs", "", "", ""},
		{"acos", "ai", "af", "af"},
		{"acos", "i32", "", ""},
		{"acos", "*ai", "f32", "f32"},
		{"clamp", "ai, ai, ai", "ai", "ai, ai, ai"},
		{"clamp", "ai, ai, u32", "u32", "u32, u32, u32"},
		{"clamp", "ai, f32, ai", "f32", "f32, f32, f32"},
		{"clamp", "ai, af, ai", "af", "af, af, af"},
		{"clamp", "u32, ai, i32", "", ""},
		{"clamp", "vec2 ai, vec2 f16, vec2 af", "vec2 f16", "vec2 f16, vec2 f16, vec2 f16"},
		{"clamp", "vec2 f32, f32, f32", "", ""},
		{"log2", "ai", "af", "af"},
		{"min", "i64, ai", "i64", "i64, i64"},
		{"sqrt", "f64", "f64", "f64"},
		{"mix", "vec3 f32, vec3 f32, ai", "vec3 f32", "vec3 f32, vec3 f32, f32"},
		{"mix", "vec3 af, vec3 ai, vec3 ai", "vec3 af", "vec3 af, vec3 af, vec3 af"},
		{"mix", "f32, f32, vec3 f32", "", ""},
		{"ldexp", "af, ai", "af", "af, ai"},
		{"ldexp", "af, i32", "af", "af, i32"},
		{"ldexp", "*af, i32", "f32", "f32, i32"},
		{"ldexp", "f16, ai", "f16", "f16, ai"},
		{"ldexp", "*f16, ai", "f16", "f16, i32"},
		{"ldexp", "vec2 af, vec2 i32", "vec2 af", "vec2 af, vec2 i32"},
		{"ldexp", "f32, u32", "", ""},
		{"ldexp", "f32, vec2 i32", "", ""},
		{"dot", "vec3 ai, vec3 ai", "ai", "vec3 ai, vec3 ai"},
		{"dot", "vec3 ai, vec3 u32", "u32", "vec3 u32, vec3 u32"},
		{"dot", "f32, f32", "", ""},
		{"cross", "vec3 ai, vec3 af", "vec3 af", "vec3 af, vec3 af"},
		{"cross", "vec2 f32, vec2 f32", "", ""},
		{"length", "vec4 f32", "f32", "vec4 f32"},
		{"length", "ai", "af", "af"},
		{"normalize", "f32", "", ""},
		{"determinant", "mat3x3 af", "af", "mat3x3 af"},
		{"determinant", "mat3x2 f32", "", ""},
		{"transpose", "mat3x2 f32", "mat2x3 f32", "mat3x2 f32"},
		{"countOneBits", "ai", "i32", "i32"},
		{"extractBits", "vec2 ai, ai, ai", "vec2 i32", "vec2 i32, u32, u32"},
		{"insertBits", "u32, ai, u32, ai", "u32", "u32, u32, u32, u32"},
		{"insertBits", "u32, ai, i32, ai", "", ""},
		{"quantizeToF16", "ai", "f32", "f32"},
		{"quantizeToF16", "f16", "", ""},
		{"sign", "u32", "", ""},
		{"sign", "ai", "ai", "ai"},
		{"refract", "vec2 af, vec2 f32, ai", "vec2 f32", "vec2 f32, vec2 f32, f32"},
		{"all", "vec2 bool", "bool", "vec2 bool"},
		{"all", "bool", "bool", "bool"},
		{"all", "u32", "", ""},
		{"select", "ai, af, bool", "af", "af, af, bool"},
		{"select", "*ai, ai, bool", "i32", "i32, i32, bool"},
		{"select", "vec2 f32, vec2 f32, bool", "vec2 f32", "vec2 f32, vec2 f32, bool"},
		{"select", "vec2 bool, vec2 bool, vec2 bool", "vec2 bool", "vec2 bool, vec2 bool, vec2 bool"},
		{"select", "f32, f32, vec2 bool", "", ""},
		{"select", "vec3 f32, vec3 f32, vec2 bool", "", ""},
		{"select", "mat2x2 f32, mat2x2 f32, bool", "", ""},
		{"pack4xU8", "vec4 ai", "u32", "vec4 u32"},
		{"dot4I8Packed", "ai, u32", "i32", "u32, u32"},
		{"unpack2x16float", "i32", "", ""},
		{"dpdx", "*vec2 f32", "vec2 f32", "vec2 f32"},
		{"dpdx", "*f16", "", ""},
		{"arrayLength", "*ptr storage array f32", "u32", "ptr storage array f32"},
		{"arrayLength", "*ptr storage f32", "", ""},
		{"atomicAdd", "*ptr storage atomic u32, ai", "u32", "ptr storage atomic u32, u32"},
		{"atomicAdd", "*ptr workgroup atomic i32, u32", "", ""},
		{"atomicAdd", "*ptr function atomic i32, i32", "", ""},
		{"atomicStore", "*ptr workgroup atomic i32, ai", "", "ptr workgroup atomic i32, i32"},
		{"workgroupBarrier", "", "", ""},
		{"workgroupUniformLoad", "*ptr workgroup atomic u32", "u32", "ptr workgroup atomic u32"},
		{"workgroupUniformLoad", "*ptr workgroup vec2 f32", "vec2 f32", "ptr workgroup vec2 f32"},
		{"workgroupUniformLoad", "*ptr storage u32", "", ""},
		{"subgroupAdd", "*vec2 f16", "vec2 f16", "vec2 f16"},
		{"subgroupAdd", "ai", "i32", "i32"},
		{"subgroupAdd", "bool", "", ""},
		{"subgroupBroadcast", "*f32, ai", "f32", "f32, i32"},
		{"subgroupShuffleUp", "*f32, i32", "", ""},
		{"subgroupShuffleUp", "*f32, ai", "f32", "f32, u32"},
		{"subgroupElect", "", "bool", ""},
		{"subgroupBallot", "bool", "vec4 u32", "bool"},

		{"textureDimensions", "*texture_1d f32", "u32", "texture_1d f32"},
		{"textureDimensions", "*texture_1d f32, ai", "u32", "texture_1d f32, i32"},
		{"textureDimensions", "*texture_cube_array u32, u32", "vec2 u32", "texture_cube_array u32, u32"},
		{"textureDimensions", "*texture_depth_multisampled_2d", "vec2 u32", "texture_depth_multisampled_2d"},
		{"textureDimensions", "*texture_multisampled_2d f32, ai", "", ""},
		{"textureDimensions", "*texture_storage_3d rgba8unorm write", "vec3 u32", "texture_storage_3d rgba8unorm write"},
		{"textureDimensions", "*texture_external", "vec2 u32", "texture_external"},
		{"textureGather", "*ai, texture_2d i32, sampler, vec2 f32", "vec4 i32", "i32, texture_2d i32, sampler, vec2 f32"},
		{"textureGather", "*ai, texture_2d_array f32, sampler, vec2 f32, u32, vec2 ai", "vec4 f32", "i32, texture_2d_array f32, sampler, vec2 f32, u32, vec2 i32"},
		{"textureGather", "*texture_depth_cube, sampler, vec3 ai", "vec4 f32", "texture_depth_cube, sampler, vec3 f32"},
		{"textureGather", "*texture_depth_cube, sampler, vec3 f32, vec3 i32", "", ""},
		{"textureGather", "*ai, texture_3d f32, sampler, vec3 f32", "", ""},
		{"textureGatherCompare", "*texture_depth_2d, sampler_comparison, vec2 f32, f32", "vec4 f32", "texture_depth_2d, sampler_comparison, vec2 f32, f32"},
		{"textureGatherCompare", "*texture_depth_2d, sampler, vec2 f32, f32", "", ""},
		{"textureLoad", "*texture_2d u32, vec2 u32, ai", "vec4 u32", "texture_2d u32, vec2 u32, i32"},
		{"textureLoad", "*texture_2d_array f32, vec2 ai, ai, ai", "vec4 f32", "texture_2d_array f32, vec2 i32, i32, i32"},
		{"textureLoad", "*texture_multisampled_2d f32, vec2 i32, ai", "vec4 f32", "texture_multisampled_2d f32, vec2 i32, i32"},
		{"textureLoad", "*texture_depth_2d_array, vec2 i32, u32, i32", "f32", "texture_depth_2d_array, vec2 i32, u32, i32"},
		{"textureLoad", "*texture_external, vec2 u32", "vec4 f32", "texture_external, vec2 u32"},
		{"textureLoad", "*texture_storage_1d r32uint read, ai", "vec4 u32", "texture_storage_1d r32uint read, i32"},
		{"textureLoad", "*texture_storage_2d rgba16float read_write, vec2 ai", "vec4 f32", "texture_storage_2d rgba16float read_write, vec2 i32"},
		{"textureLoad", "*texture_storage_2d rgba16float write, vec2 ai", "", ""},
		{"textureLoad", "*texture_cube f32, vec3 i32, i32", "", ""},
		{"textureNumLayers", "*texture_storage_2d_array r32sint write", "u32", "texture_storage_2d_array r32sint write"},
		{"textureNumLayers", "*texture_2d f32", "", ""},
		{"textureNumLevels", "*texture_depth_2d", "u32", "texture_depth_2d"},
		{"textureNumLevels", "*texture_multisampled_2d f32", "", ""},
		{"textureNumSamples", "*texture_multisampled_2d f32", "u32", "texture_multisampled_2d f32"},
		{"textureSample", "*texture_1d f32, sampler, ai", "vec4 f32", "texture_1d f32, sampler, f32"},
		{"textureSample", "*texture_3d f32, sampler, vec3 f32, vec3 ai", "vec4 f32", "texture_3d f32, sampler, vec3 f32, vec3 i32"},
		{"textureSample", "*texture_cube f32, sampler, vec3 f32, vec3 i32", "", ""},
		{"textureSample", "*texture_2d i32, sampler, vec2 f32", "", ""},
		{"textureSample", "*texture_depth_2d, sampler, vec2 f32", "f32", "texture_depth_2d, sampler, vec2 f32"},
		{"textureSampleBias", "*texture_2d f32, sampler, vec2 f32, ai, vec2 i32", "vec4 f32", "texture_2d f32, sampler, vec2 f32, f32, vec2 i32"},
		{"textureSampleBias", "*texture_depth_2d, sampler, vec2 f32, ai", "", ""},
		{"textureSampleCompareLevel", "*texture_depth_cube_array, sampler_comparison, vec3 f32, ai, f32", "f32", "texture_depth_cube_array, sampler_comparison, vec3 f32, i32, f32"},
		{"textureSampleGrad", "*texture_cube f32, sampler, vec3 f32, vec3 f32, vec3 f32", "vec4 f32", "texture_cube f32, sampler, vec3 f32, vec3 f32, vec3 f32"},
		{"textureSampleLevel", "*texture_2d f32, sampler, vec2 f32, ai", "vec4 f32", "texture_2d f32, sampler, vec2 f32, f32"},
		{"textureSampleLevel", "*texture_depth_2d, sampler, vec2 f32, ai", "f32", "texture_depth_2d, sampler, vec2 f32, i32"},
		{"textureSampleLevel", "*texture_depth_2d, sampler, vec2 f32, f32", "", ""},
		{"textureSampleBaseClampToEdge", "*texture_external, sampler, vec2 f32", "vec4 f32", "texture_external, sampler, vec2 f32"},
		{"textureStore", "*texture_storage_2d rgba32sint write, vec2 u32, vec4 ai", "", "texture_storage_2d rgba32sint write, vec2 u32, vec4 i32"},
		{"textureStore", "*texture_storage_2d rgba8unorm read, vec2 u32, vec4 f32", "", ""},
		{"textureAtomicMax", "*texture_storage_2d r32uint atomic, vec2 i32, ai", "", "texture_storage_2d r32uint atomic, vec2 i32, u32"},
		{"textureAtomicAdd", "*texture_storage_2d r64uint atomic, vec2 i32, ai", "", ""},
	} {
		m := ir.NewModule()
		text, runtime := strings.CutPrefix(c.args, "*")
		args := parseTypes(t, m, text)
		id := ByName(c.name)
		if id == NoID {
			t.Errorf("no function %s", c.name)
			continue
		}
		var got Match
		err := Resolve(m, id, nil, args, runtime, &got)
		wantOK := c.result != "" || c.params != "" || c.name == "workgroupBarrier"
		if (err == nil) != wantOK {
			t.Errorf("%s(%s): %v", c.name, c.args, err)
			continue
		}
		if err != nil {
			var e *MismatchError
			if !errors.As(err, &e) || len(e.Candidates) == 0 {
				t.Errorf("%s(%s): error without candidates: %v", c.name, c.args, err)
			}
			continue
		}
		if want := parseType(t, m, c.result); got.Result != want {
			t.Errorf("%s(%s): result %s, want %s", c.name, c.args, TypeName(m, got.Result), c.result)
		}
		if want, have := names(m, parseTypes(t, m, c.params)), names(m, got.Params[:len(args)]); have != want {
			t.Errorf("%s(%s): parameters %s, want %s", c.name, c.args, have, want)
		}
	}
}

func TestResolveSpecial(t *testing.T) {
	m := ir.NewModule()
	for _, c := range []struct{ name, args, want string }{
		{"modf", "ai", "__modf_result_abstract"},
		{"modf", "vec2 f16", "__modf_result_vec2_f16"},
		{"frexp", "vec3 af", "__frexp_result_vec3_abstract"},
		{"frexp", "f32", "__frexp_result_f32"},
		{"atomicCompareExchangeWeak", "ptr storage atomic i32, ai, ai", "__atomic_compare_exchange_result_i32"},
	} {
		var got Match
		if err := Resolve(m, ByName(c.name), nil, parseTypes(t, m, c.args), false, &got); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if have := TypeName(m, got.Result); have != c.want {
			t.Errorf("%s: %s, want %s", c.name, have, c.want)
		}
		if IsAbstract(m, got.Result) {
			if c := Concretize(m, got.Result); IsAbstract(m, c) || Rank(m, got.Result, c) != 1 {
				t.Errorf("%s concretizes to %s with rank %d", TypeName(m, got.Result), TypeName(m, c), Rank(m, got.Result, c))
			}
		}
	}
}

func TestBitcast(t *testing.T) {
	m := ir.NewModule()
	for _, c := range []struct{ to, from, param string }{
		{"f32", "u32", "u32"}, {"f32", "ai", "i32"}, {"u32", "ai", "ai"}, {"i32", "ai", "i32"}, {"u32", "af", "f32"},
		{"vec2 u32", "vec2 ai", "vec2 ai"}, {"vec2 f16", "u32", "u32"}, {"vec2 f16", "vec2 f16", "vec2 f16"},
		{"u32", "vec2 f16", "vec2 f16"}, {"vec4 f16", "vec2 ai", "vec2 i32"}, {"vec2 i32", "vec4 f16", "vec4 f16"},
		{"f16", "f16", "f16"}, {"f16", "af", "f16"}, {"f16", "u32", ""}, {"vec3 f16", "u32", ""}, {"u32", "f16", ""},
		{"u32", "bool", ""}, {"bool", "bool", ""}, {"vec2 u32", "vec3 f32", ""}, {"u64", "vec2 u32", "vec2 u32"},
	} {
		var got Match
		err := Resolve(m, Bitcast, parseTypes(t, m, c.to), parseTypes(t, m, c.from), false, &got)
		if (err == nil) != (c.param != "") {
			t.Errorf("bitcast<%s>(%s): %v", c.to, c.from, err)
		} else if err == nil && (got.Params[0] != parseType(t, m, c.param) || got.Result != parseType(t, m, c.to)) {
			t.Errorf("bitcast<%s>(%s) takes %s", c.to, c.from, TypeName(m, got.Params[0]))
		}
	}
}

func TestOperators(t *testing.T) {
	m := ir.NewModule()
	for _, c := range []struct {
		op                            ir.BinaryOp
		left, right                   string
		result, paramLeft, paramRight string
		splat                         uint16
	}{
		{ir.Add, "i32", "i32", "i32", "i32", "i32", 0},
		{ir.Add, "ai", "ai", "ai", "ai", "ai", 0},
		{ir.Add, "ai", "af", "af", "af", "af", 0},
		{ir.Add, "u32", "ai", "u32", "u32", "u32", 0},
		{ir.Add, "u32", "af", "", "", "", 0},
		{ir.Add, "u32", "i32", "", "", "", 0},
		{ir.Add, "vec2 f32", "ai", "vec2 f32", "vec2 f32", "f32", 2},
		{ir.Add, "ai", "vec2 f32", "vec2 f32", "f32", "vec2 f32", 1},
		{ir.Sub, "mat2x3 f32", "mat2x3 af", "mat2x3 f32", "mat2x3 f32", "mat2x3 f32", 0},
		{ir.Sub, "mat2x3 f32", "mat3x2 f32", "", "", "", 0},
		{ir.Div, "mat2x2 f32", "f32", "", "", "", 0},
		{ir.Mul, "vec3 ai", "f32", "vec3 f32", "vec3 f32", "f32", 0},
		{ir.Mul, "mat2x3 f32", "ai", "mat2x3 f32", "mat2x3 f32", "f32", 0},
		{ir.Mul, "f16", "mat2x3 af", "mat2x3 f16", "f16", "mat2x3 f16", 0},
		{ir.Mul, "mat2x3 f32", "vec2 f32", "vec3 f32", "mat2x3 f32", "vec2 f32", 0},
		{ir.Mul, "mat2x3 f32", "vec3 f32", "", "", "", 0},
		{ir.Mul, "vec3 ai", "mat2x3 f32", "vec2 f32", "vec3 f32", "mat2x3 f32", 0},
		{ir.Mul, "mat2x3 f32", "mat4x2 af", "mat4x3 f32", "mat2x3 f32", "mat4x2 f32", 0},
		{ir.Mul, "mat3x3 f32", "mat3x3 f32", "mat3x3 f32", "mat3x3 f32", "mat3x3 f32", 0},
		{ir.Mul, "mat2x3 f32", "mat2x3 f32", "", "", "", 0},
		{ir.Mul, "bool", "bool", "", "", "", 0},
		{ir.And, "bool", "bool", "bool", "bool", "bool", 0},
		{ir.And, "vec2 ai", "vec2 u32", "vec2 u32", "vec2 u32", "vec2 u32", 0},
		{ir.And, "vec2 u32", "u32", "", "", "", 0},
		{ir.Xor, "bool", "bool", "", "", "", 0},
		{ir.Or, "f32", "f32", "", "", "", 0},
		{ir.Shl, "ai", "ai", "ai", "ai", "u32", 0},
		{ir.Shl, "ai", "u32", "ai", "ai", "u32", 0},
		{ir.Shl, "i32", "ai", "i32", "i32", "u32", 0},
		{ir.Shl, "i32", "i32", "", "", "", 0},
		{ir.Shr, "vec2 i32", "vec2 ai", "vec2 i32", "vec2 i32", "vec2 u32", 0},
		{ir.Shr, "vec2 i32", "ai", "", "", "", 0},
		{ir.LogicalAnd, "bool", "bool", "bool", "bool", "bool", 0},
		{ir.LogicalOr, "vec2 bool", "vec2 bool", "", "", "", 0},
		{ir.Eq, "bool", "bool", "bool", "bool", "bool", 0},
		{ir.Ne, "vec2 f32", "vec2 ai", "vec2 bool", "vec2 f32", "vec2 f32", 0},
		{ir.Eq, "vec2 f32", "f32", "", "", "", 0},
		{ir.Eq, "mat2x2 f32", "mat2x2 f32", "", "", "", 0},
		{ir.Lt, "ai", "f32", "bool", "f32", "f32", 0},
		{ir.Le, "bool", "bool", "", "", "", 0},
		{ir.Ge, "vec4 u32", "vec4 u32", "vec4 bool", "vec4 u32", "vec4 u32", 0},
	} {
		var got Match
		err := ResolveBinary(m, c.op, parseType(t, m, c.left), parseType(t, m, c.right), false, &got)
		if (err == nil) != (c.result != "") {
			t.Errorf("%s %s %s: %v", c.left, c.op, c.right, err)
		} else if err == nil && (got.Result != parseType(t, m, c.result) || got.Params[0] != parseType(t, m, c.paramLeft) ||
			got.Params[1] != parseType(t, m, c.paramRight) || got.Splat != c.splat) {
			t.Errorf("%s %s %s: %s from %s, splat %d", c.left, c.op, c.right, TypeName(m, got.Result), names(m, got.Params[:2]), got.Splat)
		}
	}
	var got Match
	if err := ResolveBinary(m, ir.Shl, ir.TypeAbstractInt, ir.TypeU32, true, &got); err != nil || got.Result != ir.TypeI32 {
		t.Errorf("1 << runtime: %s, %v", TypeName(m, got.Result), err)
	}
	for _, c := range []struct {
		op              ir.UnaryOp
		operand, result string
	}{
		{ir.Negate, "ai", "ai"}, {ir.Negate, "u32", ""}, {ir.Negate, "vec2 f16", "vec2 f16"}, {ir.Negate, "mat2x2 f32", ""},
		{ir.LogicalNot, "bool", "bool"}, {ir.LogicalNot, "u32", ""}, {ir.BitwiseNot, "ai", "ai"}, {ir.BitwiseNot, "f32", ""},
	} {
		err := ResolveUnary(m, c.op, parseType(t, m, c.operand), &got)
		if (err == nil) != (c.result != "") || err == nil && got.Result != parseType(t, m, c.result) {
			t.Errorf("%s %s: %s, %v", c.op, c.operand, TypeName(m, got.Result), err)
		}
	}
}

func TestConstructors(t *testing.T) {
	m := ir.NewModule()
	for _, c := range []struct {
		n              int
		s              ir.Scalar
		args           string
		result, params string
		splat          uint16
		convert        bool
	}{
		{3, ir.NoScalar, "", "vec3 ai", "", 0, false},
		{3, ir.F32, "", "vec3 f32", "", 0, false},
		{3, ir.NoScalar, "ai", "vec3 ai", "ai", 1, false},
		{3, ir.F32, "ai", "vec3 f32", "f32", 1, false},
		{3, ir.F32, "i32", "", "", 0, false},
		{3, ir.F32, "vec3 i32", "vec3 f32", "vec3 i32", 0, true},
		{3, ir.NoScalar, "vec3 i32", "vec3 i32", "vec3 i32", 0, false},
		{3, ir.NoScalar, "vec2 i32", "", "", 0, false},
		{3, ir.NoScalar, "ai, f32, af", "vec3 f32", "f32, f32, f32", 0, false},
		{4, ir.NoScalar, "vec2 ai, u32, ai", "vec4 u32", "vec2 u32, u32, u32", 0, false},
		{4, ir.NoScalar, "ai, vec2 f16, ai", "vec4 f16", "f16, vec2 f16, f16", 0, false},
		{4, ir.Bool, "vec2 bool, vec2 bool", "vec4 bool", "vec2 bool, vec2 bool", 0, false},
		{2, ir.U32, "u32, i32", "", "", 0, false},
		{2, ir.NoScalar, "u32, u32, u32", "", "", 0, false},
		{2, ir.NoScalar, "mat2x2 f32", "", "", 0, false},
	} {
		var got Match
		args := parseTypes(t, m, c.args)
		err := ResolveVector(m, c.n, c.s, args, false, &got)
		if (err == nil) != (c.result != "") {
			t.Errorf("vec%d<%s>(%s): %v", c.n, c.s, c.args, err)
		} else if err == nil && (got.Result != parseType(t, m, c.result) || got.Splat != c.splat || got.Convert != c.convert ||
			names(m, got.Params[:len(args)]) != names(m, parseTypes(t, m, c.params))) {
			t.Errorf("vec%d<%s>(%s): %s from %s", c.n, c.s, c.args, TypeName(m, got.Result), names(m, got.Params[:len(args)]))
		}
	}
	for _, c := range []struct {
		s              ir.Scalar
		args           string
		result, params string
	}{
		{ir.F32, "", "mat2x3 f32", ""},
		{ir.NoScalar, "", "", ""},
		{ir.NoScalar, "ai, ai, ai, ai, ai, ai", "mat2x3 af", "af, af, af, af, af, af"},
		{ir.F16, "ai, ai, ai, ai, ai, af", "mat2x3 f16", "f16, f16, f16, f16, f16, f16"},
		{ir.NoScalar, "vec3 f32, vec3 ai", "mat2x3 f32", "vec3 f32, vec3 f32"},
		{ir.NoScalar, "vec2 f32, vec2 f32", "", ""},
		{ir.F16, "mat2x3 f32", "mat2x3 f16", "mat2x3 f32"},
		{ir.NoScalar, "mat2x2 f32", "", ""},
		{ir.NoScalar, "i32, i32, i32, i32, i32, i32", "", ""},
		{ir.I32, "", "", ""},
	} {
		var got Match
		args := parseTypes(t, m, c.args)
		err := ResolveMatrix(m, 2, 3, c.s, args, false, &got)
		if (err == nil) != (c.result != "") {
			t.Errorf("mat2x3<%s>(%s): %v", c.s, c.args, err)
		} else if err == nil && (got.Result != parseType(t, m, c.result) || names(m, got.Params[:len(args)]) != names(m, parseTypes(t, m, c.params))) {
			t.Errorf("mat2x3<%s>(%s): %s from %s", c.s, c.args, TypeName(m, got.Result), names(m, got.Params[:len(args)]))
		}
	}
	for _, c := range []struct {
		element string
		count   uint32
		args    string
		runtime bool
		want    string
	}{
		{"", 0, "ai, af", false, "array<abstract-float, 2>"},
		{"", 0, "ai, af", true, "array<f32, 2>"},
		{"", 0, "ai, u32", false, "array<u32, 2>"},
		{"", 0, "i32, u32", false, ""},
		{"f32", 2, "ai, af", false, "array<f32, 2>"},
		{"f32", 3, "ai, af", false, ""},
		{"u32", 1, "af", false, ""},
	} {
		got, _, err := ResolveArray(m, parseType(t, m, c.element), c.count, parseTypes(t, m, c.args), c.runtime)
		if (err == nil) != (c.want != "") || err == nil && TypeName(m, got) != c.want {
			t.Errorf("array(%s): %s, %v", c.args, TypeName(m, got), err)
		}
	}
}

func TestRank(t *testing.T) {
	m := ir.NewModule()
	arr := func(s ir.TypeID) ir.TypeID { return m.Types.Array(m.Types.Array(s, 3), 2) }
	for _, c := range []struct {
		from, to ir.TypeID
		want     int
	}{
		{ir.TypeI32, ir.TypeI32, 0}, {ir.TypeI32, ir.TypeU32, Infeasible}, {ir.TypeAbstractFloat, ir.TypeF32, 1},
		{ir.TypeAbstractFloat, ir.TypeF16, 2}, {ir.TypeAbstractFloat, ir.TypeI32, Infeasible}, {ir.TypeAbstractInt, ir.TypeI32, 3},
		{ir.TypeAbstractInt, ir.TypeU32, 4}, {ir.TypeAbstractInt, ir.TypeAbstractFloat, 5}, {ir.TypeAbstractInt, ir.TypeF32, 6},
		{ir.TypeAbstractInt, ir.TypeF16, 7}, {ir.TypeAbstractFloat, ir.TypeAbstractInt, Infeasible},
		{ir.VectorOf(ir.AbstractInt, 2), ir.VectorOf(ir.F32, 2), 6}, {ir.VectorOf(ir.AbstractInt, 2), ir.VectorOf(ir.F32, 3), Infeasible},
		{ir.MatrixOf(ir.AbstractFloat, 2, 3), ir.MatrixOf(ir.F16, 2, 3), 2},
		{arr(ir.TypeAbstractInt), arr(ir.TypeU32), 4}, {arr(ir.TypeAbstractInt), m.Types.Array(ir.TypeU32, 2), Infeasible},
	} {
		if got := Rank(m, c.from, c.to); got != c.want {
			t.Errorf("%s to %s: %d, want %d", TypeName(m, c.from), TypeName(m, c.to), got, c.want)
		}
	}
	if got := TypeName(m, Concretize(m, arr(ir.TypeAbstractFloat))); got != "array<array<f32, 3>, 2>" {
		t.Errorf("concretized: %s", got)
	}
}

// TestNoAllocation holds resolution that succeeds to no allocation.
func TestNoAllocation(t *testing.T) {
	m := ir.NewModule()
	clamp := parseTypes(t, m, "ai, ai, f32")
	load := parseTypes(t, m, "texture_2d f32, sampler, vec2 f32")
	var out Match
	if n := testing.AllocsPerRun(100, func() {
		_ = Resolve(m, Clamp, nil, clamp, true, &out)
		_ = Resolve(m, TextureSample, nil, load, true, &out)
		_ = ResolveBinary(m, ir.Mul, ir.VectorOf(ir.F32, 3), ir.TypeAbstractInt, true, &out)
		_ = ResolveBinary(m, ir.Add, ir.TypeI32, ir.TypeI32, true, &out)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkResolve(b *testing.B) {
	m := ir.NewModule()
	vec := ir.VectorOf(ir.F32, 3)
	image := m.Types.Intern(ir.Type{Kind: ir.TypeImage, Dim: ir.Dim2D, Scalar: ir.F32})
	var out Match
	for _, c := range []struct {
		name string
		id   ID
		args []ir.TypeID
	}{
		{"max", Max, []ir.TypeID{vec, vec}},
		{"clampAbstract", Clamp, []ir.TypeID{ir.TypeF32, ir.TypeAbstractInt, ir.TypeAbstractFloat}},
		{"textureSample", TextureSample, []ir.TypeID{image, ir.TypeSamplerFiltering, ir.VectorOf(ir.F32, 2)}},
		{"textureLoad", TextureLoad, []ir.TypeID{image, ir.VectorOf(ir.I32, 2), ir.TypeAbstractInt}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if Resolve(m, c.id, nil, c.args, true, &out) != nil {
					b.Fatal("no match")
				}
			}
		})
	}
	b.Run("add", func(b *testing.B) {
		for b.Loop() {
			_ = ResolveBinary(m, ir.Add, vec, vec, true, &out)
		}
	})
	b.Run("vectorTimesScalar", func(b *testing.B) {
		for b.Loop() {
			_ = ResolveBinary(m, ir.Mul, vec, ir.TypeAbstractFloat, true, &out)
		}
	})
}
