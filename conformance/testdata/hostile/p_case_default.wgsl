// Switches: default in the middle, among selectors and alone; selectors by const expressions; loops
// whose break and continue stand in switches in loops; returns from all of them; switches in continuing.
@group(0) @binding(0) var<storage, read_write> o: array<i32, 64>;
@group(0) @binding(1) var<storage, read> key: array<i32, 8>;
const low = -2147483648;
const step = 3i;
fn middle(x: i32) -> i32 {
	switch x {
		case 1: { return 10; }
		default: { return 20; }
		case step * 2 - 4, low: { return 30; }
	}
}
fn among(x: u32) -> i32 {
	var r = 0;
	switch x {
		case 0, default, 4294967295: { r = 1; if x > 5 { break; } r = 2; }
		case 3, 1: { r = 3; }
	}
	return r;
}
fn alone(x: i32) -> i32 {
	var r = x;
	switch x {
		default: { if r < 0 { break; } r = -r; }
	}
	switch r { case default: { r += 1; } }
	return r;
}
fn flows(n: i32) -> i32 {
	var sum = 0;
	var k = 0;
	loop {
		if k >= n { break; }
		switch k & 3 {
			case 0: {
				loop {
					sum += 1;
					switch sum & 1 {
						case 0: { break; }
						default: { if sum > 40 { return -sum; } continue; }
					}
					if sum > 3 { break; }
					continuing { sum += 2; }
				}
			}
			case 1: { continue; }
			case 2: { sum += 100; break; }
			default: {
				if sum > 1000 { break; }
				for (var j = 0; j < 4; j++) {
					switch j { case 1: { continue; } case 3: { break; } default: { sum += j; } }
					sum += 10;
				}
			}
		}
		sum += 1000;
		continuing {
			switch k { case 2: { k += 2; } case 5: { k += 1; } default: { } }
			k++;
		}
	}
	return sum;
}
fn deep(x: i32, y: i32) -> i32 {
	switch x {
		case 0: {
			switch y { case 0: { return 1; } case 1: { break; } default: { return 2; } }
			return 3;
		}
		case 1: {
			while true { if y > 2 { break; } return 4; }
		}
		default: {
			for (;;) { switch y { case 7: { return 5; } default: {} } break; }
		}
	}
	return 6;
}
@compute @workgroup_size(1)
fn main() {
	var at = 0;
	for (var i = 0; i < 8; i++) {
		let k = key[i];
		o[at] = middle(k) + among(u32(k)) * 1000;
		o[at + 1] = alone(k);
		o[at + 2] = flows(k & 15);
		o[at + 3] = deep(k & 3, (k >> 2) & 7);
		at += 4;
	}
	for (var i = -1; i < 8; i++) {
		o[at] = middle(i) ^ (among(u32(i)) << 8) ^ (flows(i * 2) << 12);
		o[at + 1] = deep(i & 3, i);
		at += 2;
	}
	o[63] = middle(low) + middle(2);
}
