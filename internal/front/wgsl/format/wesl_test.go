package format

// WESL: imports on a line, paths without spaces, conditions before what they are about.

import "testing"

func TestWESL(t *testing.T) {
	const source = `import   package::util :: { a,b as  c , d::{e , f}} ;
import x::{
  y,
 z
};
@if( fog&&! night) enable f16;
@if(a) { const x = 1;
fn f(){} }
@else { const x = 2; }
struct S { @if(a) x: f32,
@else y: f32 }
private const z = 1; @group(0) @binding(0) public var<uniform> u: foo::Bar;
fn main(@if(a) x: u32) {
 @if(fog) return; @else  { let x = a::b( 1 ); }
 let y = package::util :: f<array<super::T,4>>(1);
 switch x { @if(a) case 1: { } @else default: {} }
 @else x--;
}
`
	const want = `import package::util::{a, b as c, d::{e, f}};
import x::{
    y,
    z
};
@if(fog && !night) enable f16;
@if(a) {
    const x = 1;
    fn f() {}
}
@else {
    const x = 2;
}
struct S {
    @if(a) x: f32,
    @else y: f32,
}
private const z = 1;
@group(0) @binding(0) public var<uniform> u: foo::Bar;
fn main(@if(a) x: u32) {
    @if(fog) return;
    @else {
        let x = a::b(1);
    }
    let y = package::util::f<array<super::T, 4>>(1);
    switch x {
        @if(a) case 1: {}
        @else default: {}
    }
    @else x--;
}
`
	got, err := Source("a.wesl", source)
	if err == nil {
		t.Error("an @else without an @if is laid out")
	}
	text := source[:len(source)-len(" @else x--;\n}\n")] + "}\n"
	wanted := want[:len(want)-len("    @else x--;\n}\n")] + "}\n"
	if got, err = Source("a.wesl", text); err != nil || got != wanted {
		t.Fatalf("%v, got\n%s", err, got)
	}
	if again, err := Source("a.wesl", got); err != nil || again != got {
		t.Errorf("%v, the second time\n%s", err, again)
	}
}
