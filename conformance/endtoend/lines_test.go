package endtoend

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"refract"
)

// linesSource has a number of four digits, its own, in every statement.
const linesSource = `
struct Light { color: vec3f, power: f32 }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<uniform> light: Light;

// a comment
fn shade(
  x: u32,
  y: u32,
) -> u32 {
  var sum = x + 7701u;
  if y > 7702u {

    sum *= 7703u;
  } else if y > 10u {
    sum ^= 7704u;
  } else {
    sum -= 7705u; out[1] = 7706u;
  }
  return sum
    + 7707u;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u) {
  for (var i = 0u; i < 7711u; i++) {
    out[i] = shade(
      i,
      7712u);
  }
  switch g.x {
    case 7713u: {
      out[2] = 7714u;
    }

    default: {
      while out[3] < 7715u {
        out[3] += 7716u;
      }
    }
  }
  let late = out[4] + 7717u;
  workgroupBarrier();
  out[5] = late * late + u32(light.power) + 7718u;
}
`

// TestLineDirectives writes #line and looks whether numbers that stand in one line of the
// source only have that line in the text, too. A statement of several lines counts as
// its first.
func TestLineDirectives(t *testing.T) {
	number := regexp.MustCompile(`77\d\d`)
	directive := regexp.MustCompile(`^#line (\d+)(?: "(.*)")?$`)
	starts := map[string]int{"7707": 1, "7712": 2} // lines from the start of their statements
	of := map[string]int{}
	for i, line := range strings.Split(linesSource, "\n") {
		for _, n := range number.FindAllString(line, -1) {
			of[n] = i + 1 - starts[n]
		}
	}
	for _, c := range []struct {
		language refract.Language
		version  string
		named    bool
	}{{refract.HLSL, "", true}, {refract.MSL, "", true}, {refract.GLSL, "450", false}, {refract.ESSL, "310 es", false}} {
		for _, level := range []int{0, 1} {
			o := refract.TranslateOptions{To: c.language}
			o.Optimize.Level = level
			name := c.language.String()
			if err := o.Write.Set(name+".line_directives", "true"); err != nil {
				t.Fatal(err)
			}
			if c.version != "" {
				if err := o.Write.Set(name+".version", c.version); err != nil {
					t.Fatal(err)
				}
			}
			out, err := refract.Translate(context.Background(), `dir/a "b".wgsl`, []byte(linesSource), o)
			if err != nil {
				t.Fatal(err)
			}
			text := string(out.Bytes())
			line, seen := 0, map[string]bool{}
			for _, l := range strings.Split(text, "\n") {
				if m := directive.FindStringSubmatch(l); m != nil {
					line, _ = strconv.Atoi(m[1])
					if c.named != (m[2] == `dir/a \"b\".wgsl`) {
						t.Errorf("%s: the file is called %s", name, m[2])
					}
					continue
				}
				for _, n := range number.FindAllString(l, -1) {
					if level == 0 && of[n] != line { // optimized, one line computes what several did
						t.Errorf("%s -O%d: %s has line %d, not %d", name, level, n, line, of[n])
					}
					seen[n] = true
				}
				line++
			}
			if level == 0 && len(seen) < len(of)-2 || !strings.Contains(text, "#line ") {
				t.Errorf("%s -O%d: only %d of %d numbers are in the text", name, level, len(seen), len(of))
			}
			if t.Failed() {
				t.Fatalf("the text is\n%s", text)
			}
			if err := o.Write.Set(name+".minify", "true"); err != nil {
				t.Fatal(err)
			}
			if out, err = refract.Translate(context.Background(), "a.wgsl", []byte(linesSource), o); err != nil || strings.Contains(string(out.Bytes()), "#line") {
				t.Errorf("%s: minified text has directives (%v)", name, err)
			}
		}
	}
}
