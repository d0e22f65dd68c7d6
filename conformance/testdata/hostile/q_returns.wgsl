// Returns out of loops and switches in each other, two and three deep, in loops that run once, a few times
// or until a break; functions with values of every kind, and none; the entry point's own.
@group(0) @binding(0) var<storage, read_write> o: array<i32, 128>;
@group(0) @binding(1) var<storage, read> key: array<i32, 8>;
struct P { a: i32, b: vec2i }
var<private> trace: i32;
fn switch_in_loop(n: i32) -> i32 {
	var s = n;
	for (var k = 0; k < n; k++) {
		switch k { case 3: { if s > 10 { return -s; } } case 5, 6: { return s * 2; } default: { } }
		s += 2;
	}
	return s;
}
fn loop_in_switch_in_loop(n: i32) -> i32 {
	var s = n;
	for (var k = 0; k < n; k++) {
		switch k & 1 {
			case 0: { loop { s++; if s > 20 { return -s; } if (s & 3) == 3 { break; } } }
			default: { s += 10; if s > 40 { return s; } }
		}
		s += 1;
	}
	return s;
}
fn once(n: i32) -> vec2i {
	var s = n;
	for (var k = 0; k < n; k++) {
		switch 0 { default: { if (k & 1) == 1 { if s > 12 { return vec2(-s, k); } break; } s++; } }
		for (var q = 0; q < 1; q++) { if s > 14 { return vec2(s, -k); } }
		loop { if s == 9 { return vec2(s); } break; }
		s += 2;
	}
	return vec2(s, 0);
}
fn few(n: i32) -> P {
	var s = n;
	for (var k = 0; k < n; k++) {
		for (var q = 0; q < 3; q++) { if s > 12 { return P(s, vec2(k, q)); } s++; }
		s += 2;
	}
	return P(s, vec2(0));
}
fn few_in_switch(n: i32) -> i32 {
	var s = n;
	switch n & 1 {
		case 1: { for (var q = 0; q < 3; q++) { if s > 8 { return -s; } s++; } }
		default: { for (var q = 0; q < 2; q++) { switch q { case 1: { if s > 4 { return s * 3; } } default: { } } s--; } }
	}
	return s;
}
fn none(n: i32) {
	loop {
		trace++;
		switch n & 3 {
			case 0: { return; }
			case 1: { loop { trace += 3; if trace % 5 == 0 { return; } if trace % 7 == 0 { break; } } }
			case 2: { if trace > n { return; } continue; }
			default: { if trace > 3 * n { return; } }
		}
		trace += 2;
		continuing { trace++; break if trace > 100; }
	}
	trace = -trace;
}
fn deep(n: i32) -> i32 {
	var s = 0;
	loop {
		switch n & 3 {
			case 0: { switch n { case 4: { return 44; } case 8: { loop { s++; switch s { case 5: { return 55; } default: { } } } } default: { } } }
			case 1: { for (var i = 0; i < n; i++) { for (var j = 0; j < i; j++) { s += j; if s > 9 { return s; } switch j { case 2: { if i == 4 { return -i; } break; } default: { continue; } } s++; } } }
			default: { if n > 11 { return n; } }
		}
		s++;
		if s > 12 { break; }
	}
	return s + 1000;
}
@compute @workgroup_size(1)
fn main() {
	for (var i = 0; i < 16; i++) {
		let p = few(i);
		let v = once(i);
		trace = 0;
		none(i);
		o[i * 7] = switch_in_loop(i);
		o[i * 7 + 1] = loop_in_switch_in_loop(i);
		o[i * 7 + 2] = v.x + v.y * 1000;
		o[i * 7 + 3] = p.a + p.b.x * 100 + p.b.y * 10000;
		o[i * 7 + 4] = few_in_switch(i);
		o[i * 7 + 5] = trace;
		o[i * 7 + 6] = deep(i);
	}
	o[112] = 1;
	for (var i = 0; i < 8; i++) {
		switch key[i] & 3 { case 1: { if i > 2 { return; } } default: { } }
		o[112] += 1;
	}
	o[113] = 7;
}
