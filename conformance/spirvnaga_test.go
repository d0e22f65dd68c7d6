package conformance

// What naga makes of WGSL is read, and does in the interpreter what the WGSL does.

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/harness"
	"refract/internal/harness/differential"
)

// TestNagaSPIRV reads what naga makes of the shaders of the corpus, every sixteenth or as
// [harness.Chosen] says, and runs their compute entry points. Those that run into what
// WGSL leaves open, or guards and naga doesn't by itself, are left out: accesses out of
// bounds, races, values of nothing.
func TestNagaSPIRV(t *testing.T) {
	var rows []harness.NagaRow
	for i, s := range harness.Shaders(t) {
		if harness.Chosen(i, &s, 16) {
			rows = append(rows, harness.NagaRow{Name: s.Name, Language: "wgsl", Source: s.Source, To: []string{"spv"}})
		}
	}
	made, read, ran, same, open := 0, 0, 0, 0, 0
	for i, v := range harness.Oracle(t, "naga", rows) {
		var text string
		if !v.OK || json.Unmarshal(v.Outputs["spv"], &text) != nil {
			continue
		}
		code, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		made++
		if _, err := refract.Check(context.Background(), rows[i].Name, code, refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}}); err != nil {
			t.Logf("%s: not read: %v", rows[i].Name, err)
			continue
		}
		read++
		for _, entry := range entryPoint.FindAllStringSubmatch(rows[i].Source, -1) {
			j, err := differential.NewJob(rows[i].Name+" "+entry[1], rows[i].Source, entry[1], [3]uint32{1, 1, 1}, nil, 1)
			if err != nil {
				continue // what harness can't make inputs for
			}
			want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckUninitialized|exec.CheckBounds)
			if err != nil {
				open++
				continue
			}
			ran++
			if got, err := differential.ReadSPIRV(code).Run(j); err != nil {
				t.Logf("%s: %v", j.Name, err)
			} else if d := j.Compare(want, got); d != "" {
				t.Logf("%s: %s", j.Name, d)
				if dir := os.Getenv("REFRACT_FAILED"); dir != "" {
					name := strings.NewReplacer("/", "_", " ", "_").Replace(j.Name)
					os.WriteFile(dir+"/"+name+".spv", code, 0o666)
				}
			} else {
				same++
			}
		}
	}
	t.Logf("of %d modules %d are read; of %d entry points that run %d do the same, %d aren't run", made, read, ran, same, open)
	if made == 0 || read*100 < made*99 {
		t.Errorf("%d of %d modules are read", read, made)
	}
	if same*100 < ran*98 {
		t.Errorf("%d of %d entry points do the same", same, ran)
	}
}
