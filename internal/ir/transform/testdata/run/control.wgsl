// Loops and switches that break, continue and return from each other.
@group(0) @binding(0) var<storage, read_write> outputs: array<u32>;
@group(0) @binding(1) var<storage, read> inputs: array<u32>;

fn walk(start: u32) -> u32 {
  var x = start;
  var steps = 0u;
  loop {
    switch x % 5 {
      case 0: {
        x += 3;
        steps += 1;
        if steps > 20 {
          return x;
        }
        continue;
      }
      case 1, 2: {
        switch steps % 3 {
          case 1: {
            steps += 2;
            x *= 3;
            continue;
          }
          default: {
            loop {
              x += 1;
              if x % 7 == 0 {
                continue;
              }
              break;
            }
          }
        }
      }
      default: {
        switch x {
          default: {
            if x > 1000 {
              break;
            }
            if x % 2 == 1 {
              x += 11;
              steps += 1;
              continue;
            }
            x = x * 2 + 1;
          }
        }
      }
    }
    x += 1;
    continuing {
      steps += 1;
      break if steps > 30;
    }
  }
  return x * 64 + steps;
}

fn forever(limit: u32) -> u32 {
  var n = 0u;
  loop {
    n += 1;
    if n * n > limit {
      return n;
    }
  }
}

@compute @workgroup_size(1)
fn main() {
  for (var i = 0u; i < arrayLength(&inputs); i++) {
    outputs[i * 2] = walk(inputs[i] % 1000);
    outputs[i * 2 + 1] = forever(inputs[i] % 1000);
  }
}
