package hlsl_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness"
)

// TestGroups holds which workgroups are refused against DXC and FXC.
func TestGroups(t *testing.T) {
	type row struct {
		Name     string `json:"name"`
		Source   string `json:"source"`
		Entry    string `json:"entry"`
		Profile  string `json:"profile"`
		Compiler string `json:"compiler"`
	}
	sizes := [][3]uint32{{1, 1, 64}, {1, 1, 65}, {1024, 1, 1}, {1025, 1, 1}, {1, 1024, 1}, {1, 1025, 1}, {32, 32, 1}, {32, 33, 1}, {16, 16, 4}, {16, 16, 5}, {16, 16, 1000}, {65536, 65536, 1}}
	var rows []row
	var accepted []bool
	for _, s := range sizes {
		source := fmt.Sprintf("@compute @workgroup_size(%d, %d, %d) fn main() {}", s[0], s[1], s[2])
		_, err := refract.Translate(context.Background(), "a.wgsl", []byte(source), refract.TranslateOptions{To: refract.HLSL})
		if err != nil && !strings.Contains(err.Error(), "a workgroup of") {
			t.Errorf("%v: %v", s, err)
		}
		for _, c := range []row{{Profile: "cs_6_0", Compiler: "dxc"}, {Profile: "cs_5_1", Compiler: "fxc"}} {
			c.Name, c.Entry, c.Source = fmt.Sprint(s, c.Compiler), "main", fmt.Sprintf("[numthreads(%d, %d, %d)]\nvoid main() {}\n", s[0], s[1], s[2])
			rows, accepted = append(rows, c), append(accepted, err == nil)
		}
	}
	for i, v := range harness.Oracle(t, "hlsl", rows) {
		if v.OK != accepted[i] {
			t.Errorf("%s: the compiler accepts it: %v %s", rows[i].Name, v.OK, v.Text())
		}
	}
}
