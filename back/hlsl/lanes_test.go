package hlsl_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness"
)

// TestLaneLiterals compiles functions of lanes of literals, alone in what they are an
// argument of, on some of which DXC crashes where nothing gives the literal a type.
func TestLaneLiterals(t *testing.T) {
	type row struct {
		Name    string `json:"name"`
		Source  string `json:"source"`
		Entry   string `json:"entry"`
		Profile string `json:"profile"`
	}
	stores := map[string]string{"1i": "vec4u(u32(%s))", "2u": "vec4u(%s)", "1.5f": "vec4u(bitcast<u32>(%s))", "vec2i(1)": "vec4u(bitcast<vec2u>(%s), 0, 0)"}
	var rows []row
	for literal, store := range stores {
		var body strings.Builder
		for _, call := range []string{"subgroupShuffle(%s, i)", "subgroupShuffle(%s, 3u)", "subgroupShuffleUp(%s, 1u)", "subgroupShuffleDown(%s, 1u)",
			"subgroupShuffleXor(%s, 1u)", "subgroupBroadcast(%s, 2u)", "subgroupBroadcastFirst(%s)", "subgroupAdd(%s)", "subgroupMul(%s)", "subgroupMin(%s)",
			"subgroupMax(%s)", "subgroupExclusiveAdd(%s)", "subgroupInclusiveMul(%s)", "quadBroadcast(%s, 1u)", "quadSwapX(%s)", "quadSwapY(%s)", "quadSwapDiagonal(%s)"} {
			fmt.Fprintf(&body, "\to[i] = "+store+";\n", fmt.Sprintf(call, literal))
		}
		src := "enable subgroups;\n@group(0) @binding(0) var<storage, read_write> o: array<vec4u>;\n" +
			"@compute @workgroup_size(32) fn cs(@builtin(local_invocation_index) i: u32) {\n" + body.String() + "}\n"
		for level := range 2 {
			v, err := refract.Check(context.Background(), "lanes.wgsl", []byte(src), refract.CheckOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if v, err = refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level}); err != nil {
				t.Fatal(err)
			}
			out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.HLSL})
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row{fmt.Sprint(literal, " at level ", level), out.Text, "cs", "cs_6_0"})
		}
	}
	for i, v := range harness.Oracle(t, "hlsl", rows) {
		if !v.OK {
			t.Errorf("%s: %s\n%s", v.Name, v.Text(), rows[i].Source)
		}
	}
}
