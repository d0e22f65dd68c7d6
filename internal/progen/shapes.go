package progen

// This file makes code that people write and the rest of the package doesn't: first
// iterations that differ, arrays that are copied element by element, state machines in
// loops, loops of one iteration, flags in place of labels, vectors and matrices that loops
// fill, carries, rotations, packed numbers, pointers to several variables.

import "fmt"

// common makes a few statements on unsigned integers of one of these shapes.
func (g *gen) common() {
	e := func() string { return "(" + g.stored(g.expr(g.u32, 2), g.u32) + ")" }
	a, b, i, k, s := g.fresh(), g.fresh(), g.fresh(), g.fresh(), g.fresh()
	line := func(format string, args ...any) { g.line("%s", fmt.Sprintf(format, args...)) }
	open := func(format string, args ...any) { line(format+" {", args...); g.indent++ }
	end := func() { g.indent--; line("}") }
	array := func(name string) {
		line("var %s = array<u32, 4>(%s, %du, %s, 7u);", name, e(), g.r.n(9), e())
	}
	switch g.r.n(11) {
	case 0: // a first round that differs
		line("var %s = true;", a)
		line("var %s = %s;", s, e())
		first := g.r.n(3)
		open("for (var %s = %du; %s < (%s & 3u); %s++)", i, first, i, e(), i)
		open("if %s", one(g.r, []string{a, a, fmt.Sprintf("%s == %du", i, first), fmt.Sprintf("%s != %du", i, first)}))
		line("%s += %s * 3u;", s, i)
		g.indent--
		line("} else {")
		g.indent++
		line("%s ^= %s + 5u;", s, e())
		end()
		if g.r.percent(30) {
			line("if (%s & 7u) == 3u { break; }", s)
		}
		line("%s = false;", a)
		end()
		line("z_note(%s);", s)
	case 1: // as many elements as somebody says
		array(a)
		line("var %s = 1u;", s)
		open("for (var %s = 0u; %s < 1u + (%s & 3u); %s++)", i, i, e(), i)
		line("%s = %s * 31u + %s[%s];", s, s, a, i)
		if g.r.percent(40) {
			line("%s[%s] = %s;", a, i, s)
		}
		if g.r.percent(40) {
			line("if %s > 1000u { break; }", s)
		}
		end()
		line("z_note(%s ^ %s[%s & 3u]);", s, a, e())
	case 2: // copies of arrays
		array(a)
		line("var %s: array<u32, 4>;", b)
		switch g.r.n(3) {
		case 0:
			line("%s = %s;", b, a)
		case 1:
			line("for (var %s = 0u; %s < 4u; %s++) { %s[%s] = %s[%s]; }", i, i, i, b, i, a, i)
		case 2:
			line("%s[0] = %s[0]; %s[1] = %s[1]; %s[2] = %s[2]; %s[3] = %s[3];", b, a, b, a, b, a, b, a)
		}
		if g.r.percent(50) {
			line("%s[%s & 3u] = %s;", one(g.r, []string{a, b}), e(), e())
		}
		line("z_note(%s[%s & 3u]);", b, e())
		if g.r.percent(50) {
			line("%s = %s;", a, b)
			line("z_note(%s[%s & 3u]);", a, e())
		}
	case 3: // once, with ways out
		line("var %s = %s;", s, e())
		open("loop")
		line("if (%s & 1u) == 0u { %s += 3u; break; }", e(), s)
		line("%s *= 5u;", s)
		open("if %s > %s", s, e())
		line("%s ^= 9u;", s)
		if g.r.percent(50) {
			line("if (%s & 4u) != 0u { %s -= 1u; break; }", s, s)
		}
		line("break;")
		end()
		line("%s += %s;", s, e())
		line("break;")
		end()
		line("z_note(%s);", s)
	case 4: // a state machine
		line("var %s = %s & 3u;", k, e())
		line("var %s = %s;", s, e())
		open("for (var %s = 0u; %s < 6u; %s++)", i, i, i)
		open("switch %s", k)
		line("case 0u: { %s += %s; %s = 1u + (%s & 1u); }", s, i, k, s)
		line("case 1u: { %s ^= %s; %s = 3u; if (%s & 2u) != 0u { continue; } }", s, e(), k, s)
		line("case 2u: { if %s > 99u { %s = 0u; break; } %s = %s * 3u + 1u; %s = 1u; }", s, k, s, s, k)
		line("default: { %s = (%s + %s) & 3u; }", k, s, i)
		end()
		line("if %s == 3u && %s > 2u { break; }", k, i)
		end()
		line("z_note(%s * 4u + %s);", s, k)
	case 5: // what is found first
		line("var %s = 99u;", k)
		line("var %s = 0u;", s)
		open("for (var %s = 0u; %s < %du; %s++)", i, i, g.r.between(2, 8), i)
		line("let %s = %s ^ (%s * 37u);", a, e(), i)
		line("if (%s & 7u) == %du { %s = %s; break; }", a, g.r.n(8), k, i)
		line("%s += %s;", s, a)
		end()
		line("z_note(%s + %s);", s, k)
	case 6: // a flag in place of a label
		line("var %s = false;", a)
		line("var %s = 1u;", s)
		open("for (var %s = 0u; %s < 3u; %s++)", i, i, i)
		open("for (var %s = 0u; %s < 3u; %s++)", k, k, k)
		line("if ((%s ^ (%s * 3u + %s)) & 7u) == 1u { %s = true; break; }", e(), i, k, a)
		line("if %s == 1u && %s == 2u { continue; }", k, i)
		line("%s = %s * 7u + %s;", s, s, k)
		end()
		line("if %s { break; }", a)
		end()
		line("z_note(select(%s, ~%s, %s));", s, s, a)
	case 7: // vectors and matrices that loops fill
		line("var %s = vec4<u32>(%s);", a, e())
		line("var %s = mat3x3<f32>();", b)
		open("for (var %s = 0u; %s < 3u; %s++)", i, i, i)
		line("%s[%s] = %s + %s;", a, i, e(), i)
		line("%s[%s] = vec3<f32>(f32(%s), f32(%s & 255u), 2.0);", b, i, i, e())
		line("%s[%s].z = f32(%s[%s] & 15u);", b, i, a, i)
		end()
		line("z_note(%s.x ^ %s.y ^ %s.z ^ %s.w);", a, a, a, a)
		line("z_note(u32(%s[1].y + %s[2].z) * 3u + u32(transpose(%s)[0].y));", b, b, b)
	case 8: // carries, rotations, packed numbers
		line("let %s = %s;", a, e())
		line("let %s = %s;", b, e())
		line("let %s = %s + %s;", s, a, b)
		line("let %s = select(0u, 1u, %s < %s);", k, s, a)
		line("z_note((%s << %du) | (%s >> %du));", s, 5, s, 27)
		line("z_note(((%s & 0xffu) << 24u) | ((%s & 0xff00u) << 8u) | ((%s >> 8u) & 0xff00u) | (%s >> 24u));", a, a, a, a)
		line("z_note(%s + u32(i32(%s << 16u) >> 16u) + ((%s + 0x7fu) & ~0x7fu));", k, b, a)
	case 9: // pointers to several variables
		g.need("z_exchange", func() string {
			return "fn z_exchange(p: ptr<function, u32>, q: ptr<function, array<u32, 4>>, n: u32) -> u32 {\n" +
				"\tlet was = *p;\n\tif was == n { return n; }\n\tfor (var i = 0u; i < 4u; i++) {\n\t\tif (*q)[i] == was { *p = i; return was; }\n\t\t(*q)[i] += *p;\n\t}\n" +
				"\t*p = (*q)[n & 3u];\n\treturn was;\n}\n"
		})
		array(a)
		line("var %s = %s;", s, e())
		line("let %s = z_exchange(&%s, &%s, %s);", k, s, a, e())
		line("z_note(%s ^ z_exchange(&%s, &%s, %s));", k, s, a, s)
		line("z_note(%s + %s[%s & 3u]);", s, a, k)
	case 10: // halves of a sum that meet
		array(a)
		open("for (var %s = 2u; %s > 0u; %s >>= 1u)", i, i, i)
		open("for (var %s = 0u; %s < %s; %s++)", k, k, i, k)
		line("%s[%s] += %s[%s + %s];", a, k, a, k, i)
		end()
		end()
		line("z_note(%s[0]);", a)
	}
}
