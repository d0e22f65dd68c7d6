package ssa_test

import (
	"strings"
	"testing"

	"refract/ssa"
)

// ruleDecls are the declarations that the shaders of TestVerifyRules share.
const ruleDecls = `struct @S {
  a : f32
  b : vec2<u32>
}
struct @Old {
  old_value : u32
  exchanged : bool
}
constant @k : u32 = 3u
override @o : f32 = 1f
var @buf : @S ssbo(read_write) binding(0, 0)
var @ro : @S ubo binding(0, 1)
var @arr : array<f32> ssbo binding(0, 2)
var @wg : atomic<u32> shared
var @img : image<2d, sampled, f32> resource binding(0, 3)
var @smp : sampler resource binding(0, 4)
var @store : image<2d, storage, rgba8unorm, write> image binding(0, 5)
func @g($x : f32) -> f32 {
  %1 = param index=0 : f32
  return %1
}
`

const (
	one    = "%1 = const 1 : f32\n"
	uone   = "%u = const 1 : u32\n"
	cond   = "%c = const true : bool\n"
	vec    = "%v = const 1, 2 : vec2<f32>\n"
	matrix = "%m = zero : mat2x3<f32>\n"
	buf    = "%p = deref_var @buf : ptr<storage, @S, read_write>\n"
	ro     = "%r = deref_var @ro : ptr<uniform, @S>\n"
	local  = "var $l : f32 function_temp\n%l = deref_var $l : ptr<function, f32>\n"
)

// TestVerifyRules gives Verify a shader for each rule that breaks it and no
// other.
func TestVerifyRules(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		// Operands.
		{"%a = const 1 : u8\n%b = fneg %a : f32", "8 bits, where the operation reads float"},
		{cond + "%b = ineg %c : u32", "1 bits, where the operation reads int"},
		{uone + "%b = ball %u : bool", "32 bits, where the operation reads bool"},
		{matrix + "%b = fneg %m : f32", "not a scalar or vector"},
		{one + "%b = zero : @S\n%d = select_whole %1.x, %b, %b : @S", "32 bits, where the operation reads bool"},
		{vec + "%b = fdot %v, %v.x : f32", "differ in their number of components"},
		{"%a = const 1, 2 : vec2<u32>\n%b = derivative %a, axis=x, control=none : vec3<f32>", "source 0 has 2 components"},
		{one + "%b = demote : f32", "the operation has no result"},
		{one + "fneg %1", "the result has no type"},

		// Values that are known.
		{"%z = zero : f32", "zero is no value of type f32"},
		{"%z = zero : ptr<function, f32>", "zero is no value"},
		{"%z = constant @k : f32", ""},
		{"%z = constant @k : vec2<u32>", "the result is vec2<u32>, not u32"},
		{"%z = override @o : f16", "the result is f16, not f32"},
		{"%z = param index=0 : f32", "no such parameter"},

		// Parts.
		{one + "%b = vec %1, %1 : vec3<f32>", "a vector of 3 components from 2 sources that have 2"},
		{one + "%b = compose %1 : @S", "a @S from 1 parts"},
		{one + "%b = compose %1, %1 : @S", "source 1 is f32, not vec2<u32>"},
		{one + "%b = compose %1, %1 : vec2<f32>", "a vec2<f32> from 2 parts"},
		{"%s = zero : @S\n%b = extract %s, index=2 : f32", "@S has no part 2"},
		{"%s = zero : @S\n%b = extract %s, index=1 : f32", "the result is f32, not vec2<u32>"},
		{vec + "%b = extract %v, index=0 : f32", "vec2<f32> has no part 0"},
		{one + "%s = zero : @S\n%b = insert %s, %1, index=1 : @S", "source 1 is f32, not vec2<u32>"},
		{one + "%s = zero : @S\n%b = insert %s, %1, index=7 : @S", "@S has no part 7"},
		{uone + "%s = zero : @S\n%b = extract_dynamic %s, %u : f32", "no elements to pick by index"},
		{uone + one + "%a = zero : array<f32, 4>\n%b = insert_dynamic %a, %u, %u : array<f32, 4>", ""},
		{vec + uone + "%a = zero : array<f32, 4>\n%b = insert_dynamic %a, %v, %u : array<f32, 4>", "source 1 is vec2<f32>, not f32"},
		{cond + "%a = zero : array<f32, 4>\n%b = extract_dynamic %a, %c : f32", "not an integer"},
		{cond + "%s = zero : @S\n%a = zero : array<f32, 4>\n%b = select_whole %c, %s, %a : @S", "source 2 is array<f32, 4>, not @S"},
		{one + "%b = fmodf %1 : @S", "not a struct of two such values"},

		// Matrices.
		{matrix + "%b = mat_mul %m, %m : mat2x3<f32>", "the sources don't go together"},
		{matrix + "%b = mat_transpose %m : mat2x3<f32>", "the result is mat2x3<f32>, not mat3x2<f32>"},
		{matrix + one + "%b = mat_vec %m, %1 : vec3<f32>", "the sources don't go together"},
		{matrix + vec + "%b = mat_vec %m, %v : vec2<f32>", "the result is vec2<f32>, not vec3<f32>"},
		{matrix + "%b = mat_determinant %m : f32", "the sources don't go together"},
		{vec + "%b = mat_outer %v, %v : mat2x3<f32>", "the result is mat2x3<f32>, not mat2x2<f32>"},
		{matrix + "%b = mat_convert %m : mat3x3<f16>", "the result is mat3x3<f16>, not mat2x3<f16>"},

		// Addresses.
		{"%p = deref_var @buf : ptr<storage, @S>", "not the address of @S there"},
		{"%p = deref_var @img : sampler", "not the variable's"},
		{buf + "%q = deref_struct %p, member=2 : ptr<storage, f32, read_write>", "@S has no member 2"},
		{buf + "%q = deref_struct %p, member=1 : ptr<storage, f32, read_write>", "not the address of vec2<u32> there"},
		{buf + uone + "%q = deref_array %p, %u : ptr<storage, f32, read_write>", "of which there is no such part"},
		{local + "%q = deref_struct %l, member=0 : ptr<function, f32>", "of which there is no such part"},
		{vec + uone + "%q = deref_array %v, %u : ptr<function, f32>", "not an address"},
		{"var $a : array<f32, 4> function_temp\n%a = deref_var $a : ptr<function, array<f32, 4>>\n" + one +
			"%q = deref_array_wildcard %a : ptr<function, f32>\nstore %q, %1", "used by something else than a copy"},
		{local + "%q = deref_cast %l : ptr<private, f32>", "a cast from"},

		// Memory.
		{buf + "%x = load %p : f32", "the result is f32, not @S"},
		{one + "%x = load %1 : f32", "not an address"},
		{"%p = deref_var @arr : ptr<storage, array<f32>>\n%x = load %p : array<f32>", "can't be loaded"},
		{local + vec + "store %l, %v", "source 1 is vec2<f32>, not f32"},
		{local + one + "store %l, %1, mask=2", "the mask names components"},
		{one + ro + "%q = deref_struct %r, member=0 : ptr<uniform, f32>\nstore %q, %1", "can't be accessed so"},
		{local + buf + "copy %l, %p", "a copy of @S into f32"},
		{local + buf + "copy %l, %p", "a copy of @S into f32"},
		{"var $l : f32 function_temp\n" + vec + "declare $l, %v", "source 0 is vec2<f32>, not f32"},
		{local + "%x = array_length %l : u32", "not the address of an array whose length isn't known"},
		{local + "%x = workgroup_uniform_load %l : f32", "doesn't point to a workgroup's memory"},
		{one + "%p = deref_var @wg : ptr<workgroup, atomic<u32>>\n%x = atomic pointer: %p, value: %1, op=add, scope=device, order=relaxed : u32", ""},
		{cond + "%p = deref_var @wg : ptr<workgroup, atomic<u32>>\n%x = atomic pointer: %p, value: %c, op=add, scope=device, order=relaxed : u32", "source 1 is bool, not u32"},
		{uone + "%p = deref_var @wg : ptr<workgroup, atomic<u32>>\n%x = atomic pointer: %p, value: %u, compare: %u, op=add, scope=device, order=relaxed : u32", "an exchange on a condition another"},
		{uone + "%p = deref_var @wg : ptr<workgroup, atomic<u32>>\n%x = atomic pointer: %p, value: %u, compare: %u, op=compare_exchange, scope=device, order=relaxed : @S", "not a struct of u32 and bool"},

		// Images.
		{vec + "%i = deref_var @img : image<2d, sampled, f32>\n%x = tex texture: %i, coord: %v, level=auto : vec4<f32>", "not a sampler"},
		{vec + "%i = deref_var @img : image<2d, sampled, f32>\n%s = deref_var @smp : sampler\n%x = tex texture: %i, sampler: %s, coord: %v, level=exact : vec4<f32>", "don't go with level exact"},
		{one + "%i = deref_var @img : image<2d, sampled, f32>\n%s = deref_var @smp : sampler\n%x = tex texture: %i, sampler: %s, coord: %1, level=auto : vec4<f32>", "has 2 coordinates"},
		{vec + uone + "%i = deref_var @img : image<2d, sampled, f32>\n%s = deref_var @smp : sampler\n%x = tex texture: %i, sampler: %s, coord: %v, array: %u, level=auto : vec4<f32>", "an image of layers"},
		{vec + "%i = deref_var @img : image<2d, sampled, f32>\n%s = deref_var @smp : sampler\n%x = tex texture: %i, sampler: %s, coord: %v, level=auto : vec3<f32>", "the result is vec3<f32>, not vec4<f32>"},
		{"%k = const 1, 1 : vec2<u32>\n%i = deref_var @img : image<2d, sampled, f32>\n%x = image_load image: %i, coord: %k : vec4<f32>", "image_load of"},
		{one + "%x = tex_levels %1 : u32", "not an image"},

		// Calls and ends.
		{vec + "%x = call @g, %v : f32", "source 0 is vec2<f32>, not f32"},
		{one + "%x = call @g, %1 : vec2<f32>", "the result is vec2<f32>, not f32"},
		{one + "call @g, %1", "the call has a result"},

		// Registers.
		{"%x = load_reg reg=7 : f32", "no such register"},
		{"reg r1 : vec2<f32>\n%x = load_reg r1 : f32", "the result is f32, not vec2<f32>"},
		{"reg r1 : f32 length(4)\n%x = load_reg r1 : f32", "has an index, and no other"},
		{"reg r1 : f32\n" + one + "pcopy r1: %1, r1: %1", "a register is set twice"},
		{"reg r1 : vec2<f32>\n" + one + "pcopy r1: %1", "source 0 is f32, not vec2<f32>"},

		// Subgroups and rays.
		{one + "%x = subgroup_gather value: %1, mode=shuffle : f32", "an index that the mode doesn't take"},
		{"%x = subgroup_collective op=add, collective=reduce : f32", "a value that the operation doesn't take"},
		{local + "%x = ray_proceed %l : bool", "not the address of a ray query"},

		// Control flow.
		{uone + "if %u {\n}", "isn't one bool"},
		{"%f = const true : bool\nswitch %f {\ndefault {\n}\n}", "isn't one integer"},
		{"%s = const 1 : u8\nswitch %s {\ncase 256, default {\n}\n}", "above the selector's size"},
		{uone + "switch %u {\ncase 1 {\n}\ndefault fallthrough {\n}\n}", "the last clause falls through"},
		{"continue", "a continue outside"},
		{"loop {\n} continue {\nreturn\n}", "a return leaves a continue list"},
		{"loop {\n} continue {\nbreak\n}", "a break leaves a continue list"},
		{cond + "loop {\n} continue {\nif %c {\nbreak\n} else {\nbreak\n}\n}", "a break leaves a continue list"},
		{cond + "loop {\n} continue {\nif %c {\nbreak\n}\nif %c {\n}\n}", "a break leaves a continue list"},
		{cond + "loop {\n} continue {\nif %c {\nif %c {\nbreak\n}\n}\n}", "a break leaves a continue list"},
		{"loop {\n} continue {\ncontinue\n}", "a continue leaves a continue list"},
		{cond + "if %c {\n%1 = const 1 : f32\n}\n%2 = fneg %1 : f32", "isn't defined on every way here"},
		{"%2 = fneg %1 : f32\n%1 = const 1 : f32", "isn't defined on every way here"},
		{cond + "if %c {\nb1:\n} else {\nb2:\n%1 = const 1 : f32\n}\n%x = phi b1: %1, b2: %1 : f32", "through the predecessor"},
		{cond + "if %c {\n%d = inot %c : bool\n}\nif %d {\n}", "the condition isn't defined on every way"},
		{cond + "loop {\nb1:\nif %c {\nbreak\n}\n%1 = const 1 : f32\n}\n%2 = fneg %1 : f32", "isn't defined on every way here"},
		{cond + one + "if %c {\nb1:\n} else {\nb2:\n}\n%y = fneg %1 : f32\n%x = phi b1: %1, b2: %1 : f32", "a phi after other instructions"},
		{cond + one + vec + "if %c {\nb1:\n} else {\nb2:\n}\n%x = phi b1: %1, b2: %v : f32", "source 1 is vec2<f32>, not f32"},
	} {
		text := ruleDecls + "func @f() {\n" + c.body + "\n}\n"
		s, err := ssa.Parse("test", []byte(text))
		if err != nil {
			if c.want != "" {
				t.Errorf("%s\n%v", c.body, err)
			}
			continue
		}
		err = ssa.Verify(s)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s\n%v", c.body, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "// ^ ") {
			t.Errorf("%s\nhave %v\nwant %s", c.body, err, c.want)
			continue
		}
		for _, x := range err.(*ssa.VerifyError).Complaints {
			if !strings.Contains(x, c.want) {
				t.Errorf("%s\nbeside %q: %v", c.body, c.want, err)
			}
		}
	}
}
