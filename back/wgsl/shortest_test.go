package wgsl

import (
	"strings"
	"testing"
)

// TestShortest looks at what is left out where the shortest text is asked for. What is
// written is read again, and written so once more.
func TestShortest(t *testing.T) {
	const head = "@group(0)@binding(0)var<storage,read_write>a:array<u32>;@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)b:vec3u){"
	const source = "@group(0) @binding(0) var<storage, read_write> o: array<u32>;\n"
	const entry = "@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) g: vec3u) {\n"
	for _, c := range []struct{ name, source, want string }{
		{"names of values with one use", source + entry + "let x = g.x * 3u; let y = x ^ g.y; o[g.z] = y; }", head + "a[b.z]=(b.x*3)^b.y;}"},
		{"a name that others wait for", source + entry + "let x = o[1]; o[1] = 2u; o[2] = x; }", head + "let c=a[1];a[1]=2;a[2]=c;}"},
		{"short operations are repeated", source + entry + "let x = g.x; let y = x & 7u; o[x + 9u] = o[y]; o[y] = 3u; }",
			head + "a[b.x+9]=a[b.x&7];a[b.x&7]=3;}"},
		{"atomics ahead of a return", strings.Replace(source, "array<u32>", "array<atomic<u32>>", 1) + entry + "let x = atomicAdd(&o[0], 1u); if g.x > 2u { return; } atomicStore(&o[1], x); }",
			strings.Replace(head, "array<u32>", "array<atomic<u32>>", 1) + "let c=atomicAdd(&a[0],1);if b.x>2{return;}atomicStore(&a[1],c);}"},
		{"long ones aren't", source + entry + "let i = g.x * g.y + g.z * 77u; o[i] = i; o[2] = i / 3u; }", head + "let c=b.x*b.y+b.z*77;a[c]=c;a[2]=c/3;}"},
		{"into conditions", source + entry + "let x = g.x / 3u; if g.y > 2u { o[0] = x; } }", head + "if b.y>2{a[0]=b.x/3;}}"},
		{"calls into conditions", "fn f(x: u32) -> u32 { return x / 3u; }\n" + source + entry + "let x = f(g.x); if g.y > 2u && x > 1u { o[0] = f(7u); } }",
			"@group(0)@binding(0)var<storage,read_write>b:array<u32>;fn a(a:u32)->u32{return a/3;}@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)c:vec3u){if c.y>2&&a(c.x)>1{b[0]=a(7);}}"},
		{"calls not into loops", "fn f(x: u32) -> u32 { return x / 3u; }\n" + source + entry + "let x = f(g.x); for (var i = 0u; i < 4u; i++) { o[i] = x; } }",
			"@group(0)@binding(0)var<storage,read_write>a:array<u32>;fn b(a:u32)->u32{return a/3;}@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)c:vec3u){let d=b(c.x);for(var e=0u;e<4;e++){a[e]=d;}}"},
		{"not into loops", source + entry + "let x = g.x / 3u; for (var i = 0u; i < 4u; i++) { o[i] = x; } }", head + "let c=b.x/3;for(var d=0u;d<4;d++){a[d]=c;}}"},
		{"but for lengths", source + entry + "let n = arrayLength(&o); for (var i = 0u; i < n; i++) { o[i] = 1u; } }", head + "for(var c=0u;c<arrayLength(&a);c++){a[c]=1;}}"},
		{"breaks at the end of clauses", source + entry + "switch g.x { case 1u: { o[0] = 1u; break; } default: { if g.y == 1u { break; } o[1] = 2u; } } }",
			head + "switch b.x{case 1{a[0]=1;}default{if b.y==1{break;}a[1]=2;}}}"},
		{"fields of bits", source + entry + "o[0] = extractBits(8u, 7u, g.x) + insertBits(9u, g.y, 3u, 4u) + insertBits(5u, 6u, g.x, 2u); }",
			head + "a[0]=extractBits(8u,7,b.x)+insertBits(9,b.y,3,4)+insertBits(5u,6u,b.x,2);}"},
		{"fields of signed numbers", source + entry + "o[0] = u32(extractBits(-8i, 7u, g.x)); }", head + "a[0]=u32(extractBits(-8,7,b.x));}"},
		{"short constants", "const n = 16u;\nconst long = 4000000001u;\n" + source + entry + "o[0] = g.x / n; o[1] = g.y * n; o[2] = g.x + long; o[3] = g.x ^ long; o[4] = g.y & long; }",
			"const b=4000000001u;" + strings.Replace(head, ")b:", ")c:", 1) + "a[0]=c.x/16;a[1]=c.y*16;a[2]=c.x+b;a[3]=c.x^b;a[4]=c.y&b;}"},
		{"vectors of one number", source + entry + "o[0] = u32((vec2f(g.xy) * vec2f(0.5) + vec2f(1.0)).x); }", head + "a[0]=u32((vec2f(b.xy)*.5+1).x);}"},
		{"negative parts", source + entry + "o[0] = u32(dot(vec2f(f32(g.x)), vec2f(-3.0, 2.0)) - -3.0); }", head + "a[0]=u32(dot(vec2f(f32(b.x)),vec2f(-3,2))- -3.);}"},
		{"last members of buffers", "struct U { a: u32, b: u32, c: vec4f, d: f32 }\n@group(0) @binding(1) var<uniform> u: U;\n" + source + entry + "o[0] = u.b; }", "struct a{a:u32,b:u32}@group(0)@binding(1)var<uniform>b:a;@group(0)@binding(0)var<storage,read_write>c:array<u32>;@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)a:vec3u){c[0]=b.b;}"},
		{"not of values", "struct U { a: u32, b: u32 }\n@group(0) @binding(1) var<uniform> u: U;\nfn f(x: U) -> u32 { return x.a; }\n" + source + entry + "o[0] = u.a + f(u); }", "struct a{a:u32,b:u32}@group(0)@binding(1)var<uniform>b:a;@group(0)@binding(0)var<storage,read_write>c:array<u32>;fn d(b:a)->u32{return b.a;}@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)a:vec3u){c[0]=b.a+d(b);}"},
		{"not of elements", "struct U { a: u32, b: u32 }\n@group(0) @binding(1) var<storage> u: array<U>;\n" + source + entry + "o[0] = u[1].a; }", "struct a{a:u32,b:u32}@group(0)@binding(1)var<storage>b:array<a>;@group(0)@binding(0)var<storage,read_write>c:array<u32>;@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)a:vec3u){c[0]=b[1].a;}"},
		{"not of what a pointer leads to", "struct U { a: u32, b: u32 }\n@group(0) @binding(1) var<storage, read_write> u: U;\n" + source + entry + "let p = &u; o[0] = p.a; *p = U(1u, 2u); }", "struct a{a:u32,b:u32}@group(0)@binding(1)var<storage,read_write>b:a;@group(0)@binding(0)var<storage,read_write>c:array<u32>;@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)d:vec3u){let e=&b;c[0]=(*e).a;*e=a(1,2);}"},
		{"a float decides an array", "const k = array<f32, 3>(1.0, 0.5, 3.0);\nconst v = array<vec2f, 2>(vec2f(1.0), vec2f(2.0, 0.0));\n" + source + entry + "o[0] = u32(k[g.x] + v[g.y].x); }", "const a=array(1f,.5,3);const b=array(vec2f(1),vec2f(2,0));@group(0)@binding(0)var<storage,read_write>c:array<u32>;@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)d:vec3u){c[0]=u32(a[d.x]+b[d.y].x);}"},
		{"an array of one number", source + entry + "var k = array<f32, 8>(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0); k[g.x] = 2.0; o[0] = u32(k[g.y]); }", "@group(0)@binding(0)var<storage,read_write>a:array<u32>;@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)b:vec3u){var c=array(1f,1,1,1,1,1,1,1);c[b.x]=2;a[0]=u32(c[b.y]);}"},
		{"numbers beside calls", source + entry + "let v = vec2f(g.xy); o[0] = select(1u, 2u, dot(v, v) > 4.0 || max(1.0 - min(v.x, 3.0), 0.0) < 2.0); o[1] = u32(ldexp(1.0, i32(g.x))); }", "@group(0)@binding(0)var<storage,read_write>a:array<u32>;@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)b:vec3u){let c=vec2f(b.xy);a[0]=select(1u,2u,dot(c,c)>4||max(1-min(c.x,3),0)<2);a[1]=u32(ldexp(1.,i32(b.x)));}"},
		{"names of types", "@group(0) @binding(1) var<storage> p: array<u32>;\n@group(0) @binding(2) var<storage> q: array<u32>;\n" + source + entry + "o[0] = p[0] + q[0]; }",
			"alias a=array<u32>;@group(0)@binding(1)var<storage>b:a;@group(0)@binding(2)var<storage>c:a;" +
				"@group(0)@binding(0)var<storage,read_write>d:a;@compute@workgroup_size(1)fn main(@builtin(global_invocation_id)a:vec3u){d[0]=b[0]+c[0];}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			write := func(source string) string {
				m, list := parse(source)
				if m == nil {
					t.Fatalf("%s\n%s", messages(list), source)
				}
				text, _, err := Write(m, nil, Options{Minify: true, Terse: true})
				if err != nil {
					t.Fatal(err)
				}
				return strings.TrimSpace(text)
			}
			got := write(c.source)
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if again := write(got); len(again) > len(got) {
				t.Errorf("again it is\n%s", again)
			}
		})
	}
}
