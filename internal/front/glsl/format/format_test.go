package format

import (
	"strings"
	"testing"

	"refract/internal/harness"
)

// tokens are the items of a source but comments, for comparison.
func tokens(src string, hlsl bool) (list []string) {
	items, _ := scan(nil, src, hlsl)
	for _, it := range items {
		switch it.kind {
		case directive:
			var lines []string
			for _, line := range strings.Split(strings.ReplaceAll(strings.ReplaceAll(it.text, "\r\n", "\n"), "\r", "\n"), "\n") {
				lines = append(lines, strings.TrimRight(line, " \t\v\f"))
			}
			list = append(list, strings.Join(lines, "\n"))
		case lineComment, blockComment:
			s := strings.ReplaceAll(strings.ReplaceAll(it.text, "\r\n", "\n"), "\r", "\n")
			list = append(list, strings.TrimRight(s, " \t\v\f"))
		default:
			list = append(list, it.text)
		}
	}
	return list
}

// check formats a source and checks that its tokens and comments stay, and that
// formatting again changes nothing.
func check(t testing.TB, name, src string) string {
	t.Helper()
	return checkBy(t, Source, false, name, src)
}

// checkHLSL is check for HLSL.
func checkHLSL(t testing.TB, name, src string) string {
	t.Helper()
	return checkBy(t, HLSL, true, name, src)
}

func checkBy(t testing.TB, source func(name, src string) (string, error), hlsl bool, name, src string) string {
	t.Helper()
	out, err := source(name, src)
	if err != nil {
		return ""
	}
	a, b := tokens(src, hlsl), tokens(out, hlsl)
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			t.Fatalf("%s: token %d was %q\n%s\nbecame\n%s", name, i, a[i], src, out)
		}
	}
	if len(a) != len(b) {
		t.Fatalf("%s: %d tokens became %d\n%s", name, len(a), len(b), out)
	}
	again, err := source(name, out)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if again != out {
		x, y := strings.Split(out, "\n"), strings.Split(again, "\n")
		for i := range x {
			if i >= len(y) || x[i] != y[i] {
				t.Fatalf("%s: line %d was\n%s\nand is now\n%s", name, i+1, strings.Join(x[max(0, i-3):i+1], "\n"), strings.Join(y[max(0, i-3):min(len(y), i+1)], "\n"))
			}
		}
	}
	return out
}

// formatTests are sources and their layout.
var formatTests = [][2]string{
	{"void   main( )\n{\ngl_FragColor=vec4( 1.,0. ,-x, + y );}", "void main() {\n    gl_FragColor = vec4(1., 0., -x, +y);\n}\n"},
	{"int a;int b ;\n\n\n\nint c;", "int a;\nint b;\n\nint c;\n"},
	{"if(a)b;else c;", "if (a) b;\nelse c;\n"},
	{"void f(){if(a){b;}else if(c){d;}else{e;}}", "void f() {\n    if (a) {\n        b;\n    } else if (c) {\n        d;\n    } else {\n        e;\n    }\n}\n"},
	{"for(int i=0;i<3;i++){a[i]+=b[ i ]*-c;}", "for (int i = 0; i < 3; i++) {\n    a[i] += b[i] * -c;\n}\n"},
	{"for(;;)\nfor(;;)\nx++;", "for (;;)\n    for (;;)\n    x++;\n"},
	{"do{a;}while(b);", "do {\n    a;\n} while (b);\n"},
	{"switch(a){case 1:b;break;default:c;}", "switch (a) {\n    case 1:\n        b;\n        break;\n    default:\n        c;\n}\n"},
	{"struct S{float a;vec2 b[2];};", "struct S {\n    float a;\n    vec2 b[2];\n};\n"},
	{"layout(std140,binding=1)uniform B{mat4 m;}b[2];", "layout(std140, binding = 1) uniform B {\n    mat4 m;\n} b[2];\n"},
	{"const float a[2]=float[2](1.,2.);vec2 v={1,2};", "const float a[2] = float[2](1., 2.);\nvec2 v = {1, 2};\n"},
	{"  #version 450 // v\n#ifdef A\n  int a;\n#else\nint b;\n  # endif", "#version 450 // v\n#ifdef A\nint a;\n#else\nint b;\n# endif\n"},
	{"#ifdef A\nvoid f() {\n#else\nvoid g() {\n#endif\nx;\n}\nint y;", "#ifdef A\nvoid f() {\n#else\nvoid g() {\n#endif\n    x;\n}\nint y;\n"},
	{"#define A(x) \\\n   x + y  \n\nint a;", "#define A(x) \\\n   x + y\n\nint a;\n"},
	{"// one\nint a; // two\n/* three */ int b; /* four */\nvoid f() { // five\n// six\n}", "// one\nint a; // two\n/* three */ int b; /* four */\nvoid f() { // five\n    // six\n}\n"},
	{"a=b?c:d?e:f;", "a = b ? c : d ? e : f;\n"},
	{"a = b +\nc * (d\n- e);", "a = b +\n    c * (d\n    - e);\n"},
	{"FBM(a,3)\nFBM(b,4)\nvoid f(){C(1)\nC(2)\nx;}", "FBM(a, 3)\nFBM(b, 4)\nvoid f() {\n    C(1)\n    C(2)\n    x;\n}\n"},
	{"a = - -b - --c + ++d - -1. + !~e;", "a = - -b - --c + ++d - -1. + !~e;\n"},
	{"a++;--b;a=b++ + ++c;return-1;", "a++;\n--b;\na = b++ + ++c;\nreturn -1;\n"},
	{"void f(){}\nvoid g(void){;}", "void f() {}\nvoid g(void) {\n    ;\n}\n"},
	{"int x = a.length() + 1 .x;", "int x = a.length() + 1 .x;\n"},
	{"[[unroll]] for(;;){}", "[[unroll]] for (;;) {}\n"},
}

// hlslTests are sources of HLSL and their layout.
var hlslTests = [][2]string{
	{"Texture2D < float4 >t:register(t0,space1);RWStructuredBuffer<vector<float,3> >b;", "Texture2D<float4> t : register(t0, space1);\nRWStructuredBuffer<vector<float, 3> > b;\n"},
	{"StructuredBuffer<vector<int,2>>b;", "StructuredBuffer<vector<int, 2>> b;\n"},
	{"[numthreads(8,8,1)]\n[shader(\"compute\")]\nvoid main(uint3 id:SV_DispatchThreadID){x=a<b&&c>d;}", "[numthreads(8, 8, 1)]\n[shader(\"compute\")]\nvoid main(uint3 id : SV_DispatchThreadID) {\n    x = a < b && c > d;\n}\n"},
	{"float4 main(float4 p:POSITION):SV_Target{return p;}", "float4 main(float4 p : POSITION) : SV_Target {\n    return p;\n}\n"},
	{"x=(float3)y*(float)-z+(a)-b+(S)0;int q=f((uint)1,(int2)(v));", "x = (float3)y * (float)-z + (a) - b + (S)0;\nint q = f((uint)1, (int2)(v));\n"},
	{"template < typename T,int N>struct A:B{T x[N];T operator+(T o){return x;}T operator[](int i){return x[i];}};A<float,3>a;", "template<typename T, int N> struct A : B {\n    T x[N];\n    T operator+(T o) {\n        return x;\n    }\n    T operator[](int i) {\n        return x[i];\n    }\n};\nA<float, 3> a;\n"},
	{"template<typename T>T twice(T a){return a+a;}int x=twice<int>(3)<4;", "template<typename T> T twice(T a) {\n    return a + a;\n}\nint x = twice<int>(3) < 4;\n"},
	{"cbuffer C:register(b0){row_major float4x4 m:packoffset(c0);}", "cbuffer C : register(b0) {\n    row_major float4x4 m : packoffset(c0);\n}\n"},
	{"namespace a{namespace b{int x;}}int y=a::b::x+::z;", "namespace a {\n    namespace b {\n        int x;\n    }\n}\nint y = a::b::x + ::z;\n"},
	{"enum class E:uint{A,\nB=2};E e=E::A;", "enum class E : uint {A,\n    B = 2};\nE e = E::A;\n"},
	{"[unroll]for(;;){}[branch]\nif(a)b;x=buf.Load<float4>(0).x;", "[unroll] for (;;) {}\n[branch]\nif (a) b;\nx = buf.Load<float4>(0).x;\n"},
	{"switch(a){case E::A:b?c:d;break;default:x;}", "switch (a) {\n    case E::A:\n        b ? c : d;\n        break;\n    default:\n        x;\n}\n"},
	{"struct B{int a:3,b:4;};", "struct B {\n    int a : 3, b : 4;\n};\n"},
}

func TestHLSL(t *testing.T) {
	for _, test := range hlslTests {
		if got := checkHLSL(t, "test", test[0]); got != test[1] {
			t.Errorf("%s\n got\n%s\nwant\n%s", test[0], got, test[1])
		}
	}
	for _, test := range formatTests {
		checkHLSL(t, "test", test[0])
	}
}

func TestFormat(t *testing.T) {
	for _, test := range formatTests {
		if got := check(t, "test", test[0]); got != test[1] {
			t.Errorf("%s\n got\n%s\nwant\n%s", test[0], got, test[1])
		}
	}
}

func TestUnclosed(t *testing.T) {
	for _, src := range []string{"int a; /* b", "#define A /* b"} {
		if _, err := Source("a.frag", src); err == nil {
			t.Errorf("%s: no error", src)
		}
	}
}

// TestCorpus formats all rows.
func TestCorpus(t *testing.T) {
	harness.Corpus(t, "glsl.jsonl.gz", func(row struct{ Name, Source string }) {
		check(t, row.Name, row.Source)
	})
	harness.Corpus(t, "hlsl.jsonl.gz", func(row struct{ Name, Source string }) {
		checkHLSL(t, row.Name, row.Source)
	})
}

func FuzzFormat(f *testing.F) {
	for _, test := range formatTests {
		f.Add(test[0])
	}
	for _, test := range hlslTests {
		f.Add(test[0])
	}
	f.Fuzz(func(t *testing.T, src string) {
		check(t, "fuzz", src)
		checkHLSL(t, "fuzz", src)
	})
}
