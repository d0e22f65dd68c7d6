// A continuing block that control never gets to may use what was declared in
// statements that control never gets to.
//
// expect 0.0: 7 1 5
@group(0) @binding(0) var<storage, read_write> result: array<u32, 3>;

fn ends(x: u32) -> u32 {
	loop {
		return 5u;
		let a = x;
		continuing {
			result[1] = a;
			break if a > 1u;
		}
	}
	return 6u;
}

@compute @workgroup_size(1)
fn main() {
	var n = 1u;
	result[1] = n;
	loop {
		if n == 3u {
			result[0] = 7u;
		}
		break;
		let a = n + 1u;
		if a == 2u {
			continue;
		}
		continuing {
			result[1] = a;
		}
	}
	loop {
		if n == 3u {
			result[0] = 7u;
			break;
		}
		n++;
		continue;
		continuing {
			n += 0u;
		}
	}
	result[2] = ends(2u);
}
