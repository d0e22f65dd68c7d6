package consteval

import (
	"fmt"
	"strings"
	"testing"

	"refract/ir"
)

// TestCheckEntryPoint makes pipelines of an entry point @main with overrides, and
// lists the codes of the errors with their functions. In the text of a module,
// values with a name are what WGSL calls a let.
func TestCheckEntryPoint(t *testing.T) {
	const header = "override @a : i32 = 0i\noverride @b : i32\noverride @u : u32 = 1u\noverride @t : bool = true\n"
	const views = "^1 = add @a, 8i : i32\nglobal @w : buffer<^1> workgroup\nglobal @s : buffer<64> storage(read_write) binding(0, 0)\nglobal @r : buffer storage(read_write) binding(0, 1)\n"
	access := func(of string) string {
		if of[1] == 'w' {
			return ""
		}
		return ", read_write"
	}
	const entry = "entry compute @main workgroup(1, 1, 1)\n"
	view := func(of, t string) string {
		use := "store %1, 1u"
		switch t {
		case "vec4<u32>":
			use = "%2 = splat 1u : vec4<u32>\n  store %1, %2"
		case "array<u32>":
			use = "%2 = array_length %1"
		}
		return views + "func @main() {\n  %1 = buffer_view " + of + " : ptr<" + map[byte]string{'w': "workgroup", 's': "storage", 'r': "storage"}[of[1]] + ", " + t + access(of) + ">\n  " + use + "\n}\n" + entry
	}
	for _, c := range []struct {
		name, module string
		set          map[string]int64
		want         string
	}{
		{"nothing", "func @main() {\n}\n" + entry, nil, ""},
		{"value", "func @main() {\n  %1 = div 1i, @a\n}\n" + entry, nil, "main:division-by-zero"},
		{"set", "func @main() {\n  %1 = div 1i, @a\n}\n" + entry, map[string]int64{"a": 2}, ""},
		{"missing", "func @main() {\n  %1 = neg @b\n}\n" + entry, nil, "main:missing-override"},
		{"not used", "func @main() {\n  %1 = neg @a\n}\n" + entry, nil, ""},
		{"partial", "func @main() {\n  var $x : i32\n  %1 = load $x\n  %2 = div %1, @a\n}\n" + entry, nil, "main:division-by-zero"},
		{"partial shift", "func @main() {\n  var $x : i32\n  %1 = load $x\n  %2 = shl %1, @u\n}\n" + entry, map[string]int64{"u": 32}, "main:shift-out-of-range"},
		{"a let isn't known", "func @main() {\n  %x = neg @a\n  %2 = div 1i, %x\n}\n" + entry, nil, ""},
		{"guarded", "func @main() {\n  %1 = div 1i, @a\n  %2 = eq %1, 0i : bool\n  %3 = lor @t, %2\n}\n" + entry, nil, ""},
		{"not guarded", "func @main() {\n  %1 = div 1i, @a\n  %2 = eq %1, 0i : bool\n  %3 = lor @t, %2\n}\n" + entry, map[string]int64{"t": 0}, "main:division-by-zero"},
		{"in a branch", "func @main() {\n  if false {\n    %1 = div 1i, @a\n    loop {\n      %2 = rem 1i, @a\n      break\n    }\n  }\n}\n" + entry, nil, "main:division-by-zero main:division-by-zero"},
		{"called", "func @f() {\n  %1 = div 1i, @a\n}\nfunc @main() {\n  call @f()\n}\n" + entry, nil, "f:division-by-zero"},
		{"not called", "func @f() {\n  %1 = div 1i, @a\n}\nfunc @main() {\n}\n" + entry, nil, ""},
		{"size", "^1 = sub @a, 1i : i32\nglobal @v : array<u32, ^1> workgroup\nfunc @main() {\n  %1 = access_index @v, 0\n  %2 = load %1\n}\n" + entry, nil, ":override-size"},
		{"index", "^1 = add @a, 4i : i32\nglobal @v : array<u32, ^1> workgroup\nfunc @main() {\n  %1 = access @v, @b\n  %2 = load %1\n}\n" + entry, map[string]int64{"b": 4}, "main:index-out-of-bounds"},
		{"negative index", "global @v : array<u32> storage(read) binding(0, 0)\nfunc @main() {\n  %1 = access @v, @b\n  %2 = load %1\n}\n" + entry, map[string]int64{"b": -1}, "main:index-out-of-bounds"},
		{"initializer", "^1 = div 1i, @a : i32\nglobal @v : i32 = ^1 private\nfunc @main() {\n  %1 = load @v\n}\n" + entry, nil, ":division-by-zero"},
		{"of another override", "^1 = div 1i, @a : i32\noverride @c : i32 = ^1\nfunc @main() {\n  %1 = neg @c\n}\n" + entry, nil, ":division-by-zero"},
		{"of an override that is set", "^1 = div 1i, @a : i32\noverride @c : i32 = ^1\nfunc @main() {\n  %1 = neg @c\n}\n" + entry, map[string]int64{"c": 1}, ""},
		{"workgroup", "func @main() {\n}\nentry compute @main workgroup(1, @a, 1)\n", nil, ":override-size"},
		{"shuffle", "func @main() {\n  %1 = subgroup_gather shuffle 1f index @u : f32\n}\n" + entry, map[string]int64{"u": 128}, "main:argument-out-of-domain"},
		{"shuffle by a let", "func @main() {\n  %x = add @u, 127u : u32\n  %2 = subgroup_gather shuffle 1f index %x : f32\n}\n" + entry, nil, ""},
		{"view", view("@w offset @u", "u32"), map[string]int64{"u": 4}, ""},
		{"view that isn't aligned", view("@w offset @u", "u32"), nil, "main:argument-out-of-domain"},
		{"view of a negative offset", view("@r offset @b", "u32"), map[string]int64{"b": -4}, "main:argument-out-of-domain"},
		{"view behind the end", view("@w offset @u", "u32"), map[string]int64{"u": 8}, "main:argument-out-of-domain"},
		{"view of the last bytes", view("@s offset @u", "vec4<u32>"), map[string]int64{"u": 48}, ""},
		{"view behind the end of a fixed size", view("@s offset @u", "vec4<u32>"), map[string]int64{"u": 64}, "main:argument-out-of-domain"},
		{"view of any size", view("@r offset @u", "vec4<u32>"), map[string]int64{"u": 4000000000}, ""},
		{"view of a longer buffer", view("@w offset @u", "u32"), map[string]int64{"u": 8, "a": 4}, ""},
		{"view by a let", views + "func @main() {\n  %x = mul @u, 2u : u32\n  %2 = buffer_view @w offset %x : ptr<workgroup, u32>\n  store %2, 1u\n}\n" + entry, nil, ""},
		{"view whose place isn't known", views + "func @main() {\n  var $x : u32\n  %1 = load $x\n  %2 = buffer_view @w offset %1 : ptr<workgroup, vec4<u32>>\n  %3 = splat 1u : vec4<u32>\n  store %2, %3\n}\n" + entry, nil, "main:argument-out-of-domain"},
		{"size of a view", view("@s offset 0u size @u", "array<u32>"), map[string]int64{"u": 64}, ""},
		{"negative size of a view", view("@r offset 0u size @b", "array<u32>"), map[string]int64{"b": -4}, "main:argument-out-of-domain"},
		{"size of a view that is no multiple", view("@s offset 0u size @u", "array<u32>"), map[string]int64{"u": 6}, "main:argument-out-of-domain"},
		{"size of a view with nothing in it", view("@s offset 0u size @u", "array<u32>"), map[string]int64{"u": 0}, "main:argument-out-of-domain"},
		{"size of a view behind the end", view("@s offset 8u size @u", "array<u32>"), map[string]int64{"u": 60}, "main:argument-out-of-domain"},
		{"buffer of no bytes", view("@w offset 0u", "u32"), map[string]int64{"a": -8}, ":override-size"},
		{"buffer of an odd number of bytes", view("@w offset 0u", "u32"), map[string]int64{"a": 1}, ":override-size"},
		{"clamp", "func @main() {\n  var $x : i32\n  %1 = load $x\n  %2 = clamp %1, @a, @b : i32\n}\n" + entry, map[string]int64{"b": -1}, "main:argument-out-of-domain"},
	} {
		m, err := ir.ParseString(c.name, header+c.module)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var e Evaluator
		e.Start(m)
		var got []string
		e.CheckEntryPoint(&m.EntryPoints[0], func(id ir.OverrideID) (Value, bool) {
			o := &m.Overrides[id]
			v, ok := c.set[o.Name]
			return Value{o.Type, uint64(v) & 0xffffffff}, ok
		}, func(f ir.FuncID, err *Error) {
			name := ""
			if f != 0 {
				name = m.Functions[f].Name
			}
			if (err.Expr == 0) == (err.Local == 0) {
				t.Errorf("%s: %v has no place", c.name, err)
			}
			got = append(got, fmt.Sprintf("%s:%s", name, err.Code))
		})
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}
