package conformance

// This file runs random shaders in GLSL: what they do in the interpreter is what
// glslang's SPIR-V does, read and run there too, and of some what it does on a Vulkan
// driver, and ours there.

import (
	"os"
	osexec "os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/glslgen"
	"refract/internal/harness/differential"
	"refract/internal/harness/glslang"
	"refract/internal/ir/transform"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// TestGLSLGenerated runs REFRACT_PROGRAMS random shaders from the seed REFRACT_SEED
// on, every REFRACT_EVERY-th on the driver. With REFRACT_KEEP the sources of those that differ are left in that folder.
func TestGLSLGenerated(t *testing.T) {
	sweep.Only(t)
	glslang.Find(t)
	d, err := vkrun.Shared()
	if err != nil {
		t.Log(err)
		d = nil
	}
	ours := differential.Vulkan(d, differential.SPIRVOptions(), false)
	keep, every := os.Getenv("REFRACT_KEEP"), uint64(number("REFRACT_EVERY", 10))
	n, seed := uint64(sweep.Count(40)), uint64(number("REFRACT_SEED", 1))
	ran, skipped, driversFault, faults := 0, map[string]int{}, []uint64(nil), newFaults(t)
	for i := range n {
		rare := i%8 == 5
		row := glslRow{Name: "seed", Stage: "compute", Vulkan: true, Source: glslgen.Program(seed+i, glslgen.Options{ES: i%4 == 3, Engine: i%2 == 0 || i%8 == 7, Styles: i%4 == 1 || i%16 == 11, Rare: rare})}
		fail := func(what string) {
			if keep == "" {
				t.Errorf("seed %d: %s\n%s", seed+i, what, row.Source)
				return
			}
			file := filepath.Join(keep, what[:strings.IndexByte(what+":", ':')]+"-"+strconv.FormatUint(seed+i, 10)+".comp")
			if err := os.WriteFile(file, []byte("// "+strings.ReplaceAll(what, "\n", "\n// ")+"\n"+row.Source), 0o644); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s: %s", file, what)
		}
		v, ourError := row.check()
		words, theirError := glslangWords(&row, "1.1")
		switch {
		case ourError != nil && theirError != nil:
			skipped["no shader"]++
			if keep != "" {
				fail("both reject it: " + theirError.Error())
			}
			continue
		case ourError != nil:
			fail("rejected: " + ourError.Error())
			continue
		case theirError != nil:
			fail("accepted: glslang says " + theirError.Error())
			continue
		}
		make := differential.NewModuleJob
		if rare { // has arrays of buffers
			make = differential.NewDeviceJob
		}
		j, err := make("seed", v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, seed+i)
		if err != nil {
			t.Fatal(err)
		}
		want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers|exec.CheckUninitialized)
		if err != nil {
			if skipped[reason(err)]++; keep != "" {
				fail("not run: " + err.Error())
			}
			continue
		}
		got, err := differential.ReadSPIRV(words).Run(j)
		difference := ""
		if err == nil {
			difference = j.Compare(want, got)
		}
		if (err != nil || difference != "") && !validSPIRV(t, words) {
			// Arrays of arrays of blocks, of which ours makes one array.
			if d == nil || !rare {
				skipped["glslang's SPIR-V is invalid"]++
			} else if got, err = ours.Run(j); err != nil {
				fail("not written: " + err.Error())
			} else if again := j.Compare(want, got); again != "" {
				fail("driver: interpreter and our SPIR-V: " + again)
			} else {
				ran++
			}
			continue
		}
		if err != nil {
			fail("no run: " + err.Error())
			continue
		}
		if d != nil && (difference != "" || (seed+i)%every == 0 && validSPIRV(t, words)) { // arrays of arrays of blocks aren't
			if got, err = j.OnDevice(d, vkrun.Shader{SPIRV: words, Entry: "main"}); err != nil {
				fail("no run: " + err.Error())
				continue
			}
			if again := j.Compare(want, got); again != "" && difference == "" && faults.driverOf(j, words) {
				driversFault = append(driversFault, seed+i)
			} else if again != "" {
				difference += "; on the driver: " + again
			} else if difference != "" {
				difference = "only as read: " + difference
			} else if got, err = ours.Run(j); err != nil {
				fail("not written: " + err.Error())
			} else if again := j.Compare(want, got); again != "" {
				fail("driver: interpreter and our SPIR-V: " + again)
			}
		}
		if difference != "" {
			fail("differs: interpreter and glslang: " + difference)
			continue
		}
		ran++
	}
	t.Logf("%d of %d agree; skipped: %v; the driver's fault: %v", ran, n, skipped, driversFault)
	if uint64(ran) < n*9/10 {
		t.Errorf("only %d of %d ran", ran, n)
	}
}

// TestGLSLGeneratedPaths runs REFRACT_PROGRAMS random shaders from the seed REFRACT_SEED
// on by every way out: optimized, and written as WGSL, SPIR-V and GLSL and read again or
// run on the driver. All give what the interpreter gives for the module as read.
func TestGLSLGeneratedPaths(t *testing.T) {
	ways := []differential.Engine{
		differential.Optimized(1), differential.Optimized(2), differential.OptimizedInterp(2), differential.OptimizedText(2),
		differential.ThroughSPIRV(differential.SPIRVOptions(), 0), differential.ThroughSPIRV(differential.SPIRVOptions(), 2),
	}
	ways = append(ways, differential.Rewritten("spread elements", func(j *differential.Job) (*ir.Module, error) {
		m := j.Module.Clone()
		if err := transform.PointerParams(m, transform.PointerParamOptions{}); err != nil {
			return nil, err
		}
		transform.SpreadElements(m, transform.SpreadOptions{})
		return m, nil
	}))
	for level := range 3 {
		ways = append(ways, differential.Engine{Name: "wgsl -O" + strconv.Itoa(level) + ", read", Run: func(j *differential.Job) (differential.Result, error) {
			again, err := differential.Reread(j, level)
			if err != nil {
				return nil, err
			}
			return differential.Interpreter().Run(again)
		}})
	}
	faults, glslWords := newFaults(t), differential.Engine{}
	if d, err := vkrun.Shared(); err != nil {
		t.Log(err)
	} else {
		glslWords = differential.GLSLWords(t)
		ways = append(ways, differential.GLSL(t, d), differential.VulkanOptimized(d, differential.SPIRVOptions(), false, 2))
	}
	n, seed, ran := uint64(sweep.Count(12)), uint64(number("REFRACT_SEED", 1)), 0
	refused, driversFault := 0, []uint64(nil)
	for i := range n {
		row := glslRow{Name: "seed", Stage: "compute", Vulkan: true, Source: glslgen.Program(seed+i, glslgen.Options{ES: i%4 == 3, Plain: i%3 != 0, Engine: i%2 == 0 || i%8 == 7, Styles: i%4 == 1 || i%16 == 11})}
		sized := i%6 == 4
		if sized {
			row.Source = glslgen.Sized(seed+i, glslgen.SizedOptions{NoDoubles: true}) // the bits of whose NaNs are open
		}
		v, err := row.check()
		if err != nil {
			continue // TestGLSLGenerated says whether it should be
		}
		j, err := differential.NewModuleJob("seed", v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, seed+i)
		if err != nil {
			t.Fatal(err)
		}
		want, err := differential.Run(interp.Engine{}, j, exec.CheckBounds|exec.CheckUninitialized)
		if err != nil {
			continue
		}
		ran++
		for _, way := range ways {
			if got, err := way.Run(j); err != nil && (strings.Contains(err.Error(), "can't express a layout") || sized && lacksSizes(err)) {
				refused++ // row-major members, strides that the target has no words for
			} else if err != nil {
				t.Errorf("seed %d: %s: %v", seed+i, way.Name, err)
			} else if difference := j.Compare(want, got); difference != "" {
				if way.Name == "glsl" && glslWords.Agrees(j, want) || strings.HasPrefix(way.Name, "vulkan") && faults.driver(j, 2) {
					driversFault = append(driversFault, seed+i)
				} else {
					t.Errorf("seed %d: %s: %s", seed+i, way.Name, difference)
				}
			}
		}
	}
	t.Logf("%d of %d ran by %d ways; %d times the target can't express what they hold; the driver's fault: %v", ran, n, len(ways), refused, driversFault)
	if uint64(ran) < n*9/10 {
		t.Errorf("only %d of %d ran", ran, n)
	}
}

// lacksSizes reports whether an error says that a target hasn't numbers of some size, or
// pads a struct that holds them.
func lacksSizes(err error) bool {
	s := err.Error()
	return strings.Contains(s, "can't express") || strings.Contains(s, "missing-capability") || strings.Contains(s, " are bound")
}

// TestGLSLRunFiles runs the shaders of front/glsl/testdata/run as TestGLSLGenerated
// does, on the driver and as WGSL too.
func TestGLSLRunFiles(t *testing.T) {
	sweep.Only(t)
	glslang.Find(t)
	d, err := vkrun.Shared()
	if err != nil {
		t.Log(err)
		d = nil
	}
	files, _ := filepath.Glob("../front/glsl/testdata/run/*.comp")
	if len(files) == 0 {
		t.Fatal("no shaders")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if only := os.Getenv("REFRACT_ONLY"); !strings.Contains(file, only) {
			continue
		}
		row := glslRow{Name: file, Stage: "compute", Vulkan: true, Source: string(src)}
		v, err := row.check()
		if err != nil {
			t.Error(err)
			continue
		}
		words, err := glslangWords(&row, "1.1")
		if err != nil {
			t.Log("glslang doesn't take it: ", err)
			continue
		}
		levels := 3
		j, err := differential.NewModuleJob("file", v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, 1)
		if err != nil { // WGSL has no words for it
			levels = 0
			j, err = differential.NewDeviceJob("file", v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, 1)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range j.Buffers {
			clear(j.Buffers[i].Data)
		}
		want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got, err := differential.ReadSPIRV(words).Run(j); err != nil && levels == 0 && strings.Contains(err.Error(), "no form in a module") {
			t.Logf("%s: only on the driver: %v", file, err)
		} else if err != nil {
			t.Errorf("%s: %v", file, err)
		} else if difference := j.Compare(want, got); difference != "" {
			t.Errorf("%s: as glslang's SPIR-V is read: %s", file, difference)
		}
		for level := range levels {
			if again, err := differential.Reread(j, level); err != nil {
				t.Errorf("%s: as WGSL at level %d: %v", file, level, err)
			} else if got, err := differential.Interpreter().Run(again); err != nil {
				t.Errorf("%s: as WGSL at level %d: %v", file, level, err)
			} else if difference := j.Compare(want, got); difference != "" {
				t.Errorf("%s: as WGSL at level %d: %s", file, level, difference)
			}
		}
		if d == nil {
			continue
		}
		for name, run := range map[string]func() (differential.Result, error){
			"glslang's SPIR-V": func() (differential.Result, error) { return j.OnDevice(d, vkrun.Shader{SPIRV: words, Entry: "main"}) },
			"our SPIR-V": func() (differential.Result, error) {
				return differential.Vulkan(d, differential.SPIRVOptions(), false).Run(j)
			},
			"our GLSL": func() (differential.Result, error) { return differential.GLSL(t, d).Run(j) },
		} {
			if got, err := run(); err != nil {
				t.Errorf("%s: %s: %v", file, name, err)
			} else if difference := j.Compare(want, got); difference != "" {
				t.Errorf("%s: %s on the driver: %s", file, name, difference)
			}
		}
	}
}

// validSPIRV reports whether spirv-val takes a module; true where there is none.
func validSPIRV(t *testing.T, words []byte) bool {
	checker, err := osexec.LookPath("spirv-val")
	if err != nil {
		return true
	}
	file := filepath.Join(t.TempDir(), "a.spv")
	if err := os.WriteFile(file, words, 0o644); err != nil {
		t.Fatal(err)
	}
	return osexec.Command(checker, "--target-env", "vulkan1.3", "--scalar-block-layout", file).Run() == nil
}
