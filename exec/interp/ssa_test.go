package interp_test

// Tests of the engine on shaders in SSA form, where it has to do what module IR
// never asks for: phis, registers, values used out of their scope.

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/ssa"
)

// loadSSA reads and loads a shader in text form.
func loadSSA(t *testing.T, text string) exec.Program {
	t.Helper()
	s, err := ssa.Parse("test", []byte(text))
	if err == nil {
		err = ssa.Verify(s)
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSSA calls functions of one u32 that return four.
func TestSSA(t *testing.T) {
	for _, c := range []struct {
		name, body string
		in         []uint32
		want       [][4]uint32
	}{
		{"phis exchange", `
  b1:
    %n = param index=0 : u32
    %0 = const 0 : u32
    %1 = const 1 : u32
    %2 = const 2 : u32
    %3 = const 3 : u32
  loop {
    b2:
      %i = phi b1: %0, b6: %j : u32
      %a = phi b1: %1, b6: %b : u32
      %b = phi b1: %2, b6: %c : u32
      %c = phi b1: %3, b6: %a : u32
      %d = ult %i, %n : bool
    if %d {
      b3:
    } else {
      b4:
        break
    }
    b5:
  } continue {
    b6:
      %j = iadd %i, %1 : u32
  }
  b7:
    %v = vec %a, %b, %c, %i : vec4<u32>
    return %v`, []uint32{0, 1, 2, 3}, [][4]uint32{{1, 2, 3, 0}, {2, 3, 1, 1}, {3, 1, 2, 2}, {1, 2, 3, 3}}},

		{"a part of a phi is read by its own edge", `
  b1:
    %n = param index=0 : u32
    %0 = const 0 : u32
    %1 = const 1 : u32
    %s = const 1, 2, 3, 4 : vec4<u32>
  loop {
    b2:
      %i = phi b1: %0, b5: %j : u32
      %v = phi b1: %s, b5: %r : vec4<u32>
      %w = phi b1: %0, b5: %x : u32
      %x = mov %v.w : u32
      %r = mov %v.wxyz : vec4<u32>
      %j = iadd %i, %1 : u32
      %d = ult %i, %n : bool
    if %d {
      b3:
    } else {
      b4:
        break
    }
    b5:
  }
  b7:
    %o = vec %v.xyz, %w : vec4<u32>
    return %o`, []uint32{0, 1, 2}, [][4]uint32{{1, 2, 3, 0}, {4, 1, 2, 4}, {3, 4, 1, 3}}},

		{"values of a loop after it", `
  b1:
    %n = param index=0 : u32
    %0 = const 0 : u32
    %1 = const 1 : u32
  loop {
    b2:
      %i = phi b1: %0, b6: %k : u32
      %p = vec %i, %n, %i, %1 : vec4<u32>
      %y = mov %p.y : u32
      %k = iadd %i, %1 : u32
      %d = ult %i, %n : bool
    if %d {
      b3:
        %q = imul %k, %k : u32
    } else {
      b4:
        break
    }
    b5:
      %e = ieq %q, %n : bool
    if %e {
      b8:
        break
    } else {
      b9:
    }
    b6:
  }
  b7:
    %z = phi b4: %0, b8: %q : u32
    %v = vec %p.xy, %y, %z : vec4<u32>
    return %v`, []uint32{0, 3, 9}, [][4]uint32{{0, 0, 0, 0}, {3, 3, 3, 0}, {2, 9, 9, 9}}},

		{"clauses that fall into others", `
  b1:
    %n = param index=0 : u32
    %0 = const 0 : u32
    %1 = const 1 : u32
    %5 = const 5 : u32
  switch %n {
    case 1 fallthrough {
      b2:
        %a = iadd %n, %5 : u32
    }
    case 2, 3 {
      b3:
        %b = phi b1: %n, b2: %a : u32
        %c = iadd %b, %b : u32
    }
    case default {
      b4:
    }
  }
  b5:
    %d = phi b3: %c, b4: %1 : u32
    %v = vec %d, %n, %0, %0 : vec4<u32>
    return %v`, []uint32{0, 1, 2, 3}, [][4]uint32{{1, 0, 0, 0}, {12, 1, 0, 0}, {4, 2, 0, 0}, {6, 3, 0, 0}}},

		{"the continue list decides", `
  b1:
    %n = param index=0 : u32
    %0 = const 0 : u32
    %1 = const 1 : u32
  loop {
    b2:
      %i = phi b1: %0, b9: %j : u32
      %s = phi b1: %1, b9: %m : u32
      %e = ieq %i, %1 : bool
    if %e {
      b3:
        continue
    } else {
      b4:
        %t = iadd %s, %s : u32
    }
    b5:
  } continue {
    b6:
      %m = phi b3: %s, b5: %t : u32
      %j = iadd %i, %1 : u32
      %d = ult %j, %n : bool
    if %d {
      b7:
    } else {
      b8:
        break
    }
    b9:
  }
  b10:
    %v = vec %m, %j, %0, %0 : vec4<u32>
    return %v`, []uint32{0, 2, 4}, [][4]uint32{{2, 1, 0, 0}, {2, 2, 0, 0}, {8, 4, 0, 0}}},

		{"branches without code", `
  b1:
    %n = param index=0 : u32
    %0 = const 0 : u32
    %1 = const 1 : u32
    %2 = const 2 : u32
    %d = ult %1, %n : bool
  if %d {
    b2:
  } else {
    b3:
  }
  b4:
    %x = phi b2: %1, b3: %2 : u32
  if %d {
    b5:
  } else {
    b6:
      %y = iadd %x, %x : u32
  }
  b7:
    %z = phi b5: %0, b6: %y : u32
  if %d {
    b8:
  } else {
    b9:
  }
  b10:
    %v = vec %x, %z, %n, %0 : vec4<u32>
    return %v`, []uint32{1, 2}, [][4]uint32{{2, 4, 1, 0}, {1, 0, 2, 0}}},

		{"registers", `
  reg r1 : u32 "a"
  reg r2 : u32 "b"
  reg r3 : u32 length(3) "list"
  b1:
    %n = param index=0 : u32
    %7 = const 7 : u32
    %1 = const 1 : u32
    store_reg r1, value: %n
    store_reg r2, value: %7
    %a = load_reg r1 : u32
    %b = load_reg r2 : u32
    pcopy r1: %b, r2: %a
    %c = load_reg r1 : u32
    %d = load_reg r2 : u32
    store_reg r3, value: %7, index: %n
    %e = load_reg r3, index: %1 : u32
    store_reg r1, value: %1
    %v = vec %c, %d, %e, %a : vec4<u32>
    return %v`, []uint32{0, 1, 2}, [][4]uint32{{7, 0, 0, 0}, {7, 1, 7, 1}, {7, 2, 0, 2}}},

		{"inserted elements", `
  b1:
    %n = param index=0 : u32
    %v = const 1, 2, 3, 4 : vec4<u32>
    %9 = const 9 : u32
    %a = insert_dynamic %v, %9, %n : vec4<u32>
    %b = insert %a, %n, index=1 : vec4<u32>
    return %b`, []uint32{0, 2, 7}, [][4]uint32{{9, 0, 3, 4}, {1, 2, 9, 4}, {1, 7, 3, 9}}},

		{"components stored", `
  var $x : vec4<u32> function_temp
  b1:
    %n = param index=0 : u32
    %v = const 1, 2, 3, 4 : vec4<u32>
    declare $x, value: %v
    %p = deref_var $x : ptr<function, vec4<u32>>
    %w = vec %n, %n, %n, %n : vec4<u32>
    store %p, %w, mask=0xa
    %r = load %p : vec4<u32>
    return %r`, []uint32{7}, [][4]uint32{{1, 7, 3, 7}}},

		{"undefined values are zero", `
  b1:
    %n = param index=0 : u32
    %u = undef : u32
    %d = ult %u, %n : bool
  if %d {
    b2:
  } else {
    b3:
  }
  b4:
    %x = phi b2: %u, b3: %n : u32
    %v = vec %x, %u, %n, %u : vec4<u32>
    return %v`, []uint32{3}, [][4]uint32{{0, 0, 3, 0}}},
	} {
		p := loadSSA(t, "func @f($n : u32) -> vec4<u32> {"+c.body+"\n}\n")
		for k, n := range c.in {
			v, _, err := p.Call(context.Background(), "f", []any{n}, nil, exec.RunOptions{MaxSteps: 1 << 16})
			var got [4]uint32
			if err == nil {
				err = v.Get(&got)
			}
			if err != nil || got != c.want[k] {
				t.Errorf("%s: f(%d) = %v, %v; want %v", c.name, n, got, err, c.want[k])
			}
		}
	}
}

// TestSSATraps runs operations whose flags lie.
func TestSSATraps(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"insert", "%v = const 1, 2, 3, 4 : vec4<u32>\n%i = insert_dynamic %v, %n, %n : vec4<u32> !inbounds\n%r = mov %i.x : u32", "index 4 of 4"},
		{"extract", "%v = const 1, 2, 3, 4 : vec4<u32>\n%r = extract_dynamic %v, %n : u32 !inbounds", "index 4 of 4"},
		{"division", "%z = const 0 : u32\n%r = udiv %n, %z : u32 !nonzero", "zero"},
		{"sum", "%z = const 0xffffffff : u32\n%r = iadd %n, %z : u32 !nowrap", "wraps"},
		{"conversion", "%z = const 0xbf800000 : f32\n%r = f2u %z : u32 !inrange", "doesn't fit in u32"},
	} {
		p := loadSSA(t, "func @f($n : u32) -> u32 {\n%n = param index=0 : u32\n"+c.body+"\nreturn %r\n}\n")
		_, _, err := p.Call(context.Background(), "f", []any{uint32(4)}, nil, exec.RunOptions{})
		var trap *exec.TrapError
		if !errors.As(err, &trap) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want a trap that says %q", c.name, err, c.want)
		}
	}
	// A sum of signed numbers wraps elsewhere than one of unsigned numbers.
	p := loadSSA(t, "func @f($n : i32) -> i32 {\n%n = param index=0 : i32\n%z = const 0xffffffff : i32\n%r = iadd %n, %z : i32 !nowrap\nreturn %r\n}\n")
	if _, _, err := p.Call(context.Background(), "f", []any{int32(4)}, nil, exec.RunOptions{}); err != nil {
		t.Errorf("4 + -1: %v", err)
	}
}

// TestSSARefused loads and runs what the engine can't, which it says.
func TestSSARefused(t *testing.T) {
	var refused *exec.UnsupportedError
	// Verification refuses this; running it must not panic.
	s, err := ssa.Parse("test", []byte("func @f() -> u32 {\nb1:\n%b = iadd %a, %a : u32\n%a = iadd %b, %b : u32\nreturn %a\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
	if err == nil {
		_, _, err = p.Call(context.Background(), "f", nil, nil, exec.RunOptions{})
	}
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "nothing computes") {
		t.Errorf("a use before the definition: %v", err)
	}
}

// TestSSALargeConstants reads tables that stay in the pool.
func TestSSALargeConstants(t *testing.T) {
	p := loadSSA(t, `^1 = compose 0u, 1u, 4u, 9u, 16u, 25u, 36u, 49u, 64u, 81u, 100u, 121u, 144u, 169u, 196u, 225u, 256u, 289u, 324u, 361u : array<u32, 20>
constant @table : array<u32, 20> = ^1
func @f($n : u32) -> vec4<u32> {
  b1:
    %n = param index=0 : u32
    %t = constant @table : array<u32, 20>
    %z = zero : array<u32, 20>
    %a = extract_dynamic %t, %n : u32
    %b = extract %t, index=19 : u32
    %c = extract_dynamic %z, %n : u32
    %i = insert_dynamic %t, %a, %c : array<u32, 20>
    %d = extract %i, index=0 : u32
    %v = vec %a, %b, %c, %d : vec4<u32>
    return %v
}
`)
	v, _, err := p.Call(context.Background(), "f", []any{uint32(7)}, nil, exec.RunOptions{})
	var got []uint32
	if err == nil {
		err = v.Get(&got)
	}
	if want := []uint32{49, 361, 0, 49}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
}
