// Loops that run once in other loops, one of which continues, with stores to elements of arrays.
@group(0) @binding(0) var<storage, read_write> o: array<i32, 64>;
fn once(n: i32) -> i32 {
	var a = array(1, 2, 3, 4);
	for (var k = 0; k < n; k++) {
		loop { if n == 3 { a[3] = 7; break; } if n == 4 { a[2] += 3; } break; }
		if k == 2 { continue; }
		switch k { case 1: { a[1] += n; } default: { loop { a[0] += 1; if a[0] > 4 { a[0] = 1; break; } break; } } }
	}
	return a[0] + a[1] * 10 + a[2] * 1000 + a[3] * 100000;
}
@compute @workgroup_size(1)
fn main() {
	for (var i = 0; i < 12; i++) { o[i] = once(i); }
	var before = o[3];
	o[3] = 0;
	o[20] = before + o[4];
	o[21] = 5;
	before = o[20];
	o[22] = 6;
	o[23] = before;
}
