package conformance

// This file runs many generated programs by many paths, in slices that go on where the
// last one ended: .ci/sweep. Each path has a file of its progress, so that paths can be
// added, and the work be split over processes.

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/exec"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/internal/vkrun"
)

// progress is what a path has done: the state in its file.
type progress struct {
	Next    int      `json:"next"` // the seeds below are done
	Agreed  int      `json:"agreed"`
	Left    int      `json:"left"`   // that the path, or its tool, has no way to run
	Faults  int      `json:"faults"` // of implementations outside this module
	Differ  []string `json:"differ"`
	Seconds float64  `json:"seconds"`
}

// A sweepPath runs jobs, whose results are known, in one way.
type sweepPath func(t *testing.T, jobs []*differential.Job, want []differential.Result, p *progress)

// each is a path of jobs one by one.
func each(run func(j *differential.Job) (differential.Result, error)) sweepPath {
	return func(t *testing.T, jobs []*differential.Job, want []differential.Result, p *progress) {
		for i, j := range jobs {
			got, err := run(j)
			p.note(t, j, want[i], got, err)
		}
	}
}

func (p *progress) note(t *testing.T, j *differential.Job, want, got differential.Result, err error) {
	difference := ""
	switch {
	case errors.Is(err, differential.ErrLeftOut) || unsupported(err):
		p.Left++
		return
	case err != nil:
		difference = err.Error()
	default:
		difference = j.Compare(want, got)
	}
	if difference == "" {
		p.Agreed++
		return
	}
	p.differs(t, j.Name+": "+difference)
}

func (p *progress) differs(t *testing.T, what string) {
	t.Error(what)
	if what, _, _ = strings.Cut(what, "\n"); len(p.Differ) < 1000 {
		p.Differ = append(p.Differ, what)
	}
}

// sweepPaths are the paths by name.
func sweepPaths(t *testing.T) map[string]sweepPath {
	interpreter := differential.Interpreter()
	paths := map[string]sweepPath{
		"wgsl": each(func(j *differential.Job) (differential.Result, error) {
			o, err := differential.Reread(j, 0)
			if err != nil {
				return nil, err
			}
			return interpreter.Run(o)
		}),
	}
	// Interpreted after the optimizer; written as WGSL and read again, each.
	for name, level := range map[string]int{"optimized": 1, "optimized-O2": 2, "optimized-Os": refract.SmallestOptimization} {
		paths[name] = each(func(j *differential.Job) (differential.Result, error) {
			o, err := differential.OptimizedJob(j, level)
			if err != nil {
				return nil, err
			}
			first, err := interpreter.Run(o)
			if err != nil {
				return nil, err
			}
			if o, err = differential.Reread(o, min(level, 0)); err != nil { // the shortest text of the smallest
				return nil, err
			}
			second, err := interpreter.Run(o)
			if s := ""; err == nil {
				if s = j.Compare(first, second); s != "" {
					return nil, fmt.Errorf("WGSL of it: %s", s)
				}
			}
			return second, err
		})
	}
	for level, name := range []string{"words", "words-O1"} { // of this module's SPIR-V, run by themselves
		paths[name] = each(differential.Words(differential.SPIRVOptions(), level).Run)
	}
	lazy := func(name string, make func() sweepPath) {
		var path sweepPath
		paths[name] = func(t *testing.T, jobs []*differential.Job, want []differential.Result, p *progress) {
			if path == nil {
				path = make()
			}
			path(t, jobs, want, p)
		}
	}
	lazy("lavapipe", func() sweepPath {
		d := vkrun.OpenTest(t)
		return onDriver(t, differential.Vulkan(d, differential.SPIRVOptions(), false), 0)
	})
	for name, level := range map[string]int{"lavapipe-O1": 1, "lavapipe-O2": 2, "lavapipe-Os": refract.SmallestOptimization} {
		lazy(name, func() sweepPath {
			d := vkrun.OpenTest(t)
			return onDriver(t, differential.VulkanOptimized(d, differential.SPIRVOptions(), false, level), level)
		})
	}
	for _, r := range runners() {
		paths[r.name] = func(t *testing.T, jobs []*differential.Job, want []differential.Result, p *progress) {
			if r.name == "hlsl" { // which has no word against fused arithmetic, nor slangc for f16
				var mine []*differential.Job
				var results []differential.Result
				for i, j := range jobs {
					if strings.Contains(j.Source, "enable f16") || j.Rounds {
						p.Left++
						continue
					}
					mine, results = append(mine, j), append(results, want[i])
				}
				jobs, want = mine, results
			}
			got, errs := r.run(t, jobs)
			for i, j := range jobs {
				p.note(t, j, want[i], got[i], errs[i])
			}
		}
	}
	for name, checker := range map[string]string{"dawn": "tint-run", "wgpu": "wgpu-run"} {
		lazy(name, func() sweepPath {
			e := judge{checker, interpreter, differential.Vulkan(vkrun.OpenTest(t), differential.SPIRVOptions(), false), differential.SwiftShader(t)}
			return e.sweep
		})
	}
	return paths
}

// onDriver is a path of jobs one by one on the Vulkan driver, at a level of optimization.
func onDriver(t *testing.T, e differential.Engine, level int) sweepPath {
	faults := newFaults(t)
	return func(t *testing.T, jobs []*differential.Job, want []differential.Result, p *progress) {
		for i, j := range jobs {
			got, err := e.Run(j)
			if err == nil && j.Compare(want[i], got) != "" && faults.driver(j, level) {
				t.Logf("%s: the driver's fault", j.Name)
				p.Faults++
				continue
			}
			p.note(t, j, want[i], got, err)
		}
	}
}

// sweep is the path of an outside implementation of WGSL. The programs take turns: as
// they are, as this module writes them, as it does after the optimizer.
func (e *judge) sweep(t *testing.T, jobs []*differential.Job, want []differential.Result, p *progress) {
	var mine, sources []*differential.Job
	var results []differential.Result
	for i, j := range jobs {
		if e.checker == "tint-run" && strings.Contains(j.Source, "enable f16") { // which SwiftShader lacks
			p.Left++
			continue
		}
		source := j
		if level := i%3 - 1; level >= 0 {
			var err error
			if j, err = differential.ThroughWGSL(j, level); err != nil {
				p.differs(t, fmt.Sprintf("%s: %v", source.Name, err))
				continue
			}
		}
		mine, sources, results = append(mine, j), append(sources, source), append(results, want[i])
	}
	verdicts := e.all(t, mine, sources, results)
	for i, j := range mine {
		switch why, wrong := verdicts[i].why, verdicts[i].wrong; {
		case wrong:
			p.differs(t, j.Name+": "+why)
		case why == isRefused:
			p.Left++
		case why != "":
			p.Faults++
		default:
			p.Agreed++
		}
	}
}

// TestSweep runs the programs of the seeds from $REFRACT_SEED on, $REFRACT_PROGRAMS of
// them, by the paths of $REFRACT_SWEEP_PATHS, if $REFRACT_SWEEP_DIR is a folder: there it
// leaves what each path has done, and goes on from that. $REFRACT_SWEEP_SHARD, as in 1/2,
// is the part of the programs that this process has. After $REFRACT_SWEEP_SECONDS it
// ends.
func TestSweep(t *testing.T) {
	dir := os.Getenv("REFRACT_SWEEP_DIR")
	if dir == "" {
		t.Skip("set REFRACT_SWEEP_DIR: see .ci/sweep")
	}
	shard, shards := 0, 1
	if s := os.Getenv("REFRACT_SWEEP_SHARD"); s != "" {
		if _, err := fmt.Sscanf(s, "%d/%d", &shard, &shards); err != nil {
			t.Fatal(err)
		}
	}
	deadline := time.Now().Add(time.Duration(number("REFRACT_SWEEP_SECONDS", 400)) * time.Second)
	first, count := number("REFRACT_SEED", 0), sweep.Count(1000)
	paths := sweepPaths(t)
	reference := differential.Interpreter()
	slice := map[string]int{"dawn": 400, "wgpu": 400, "hlsl": 400, "msl": 800} // programs at a time: starting a tool takes as long as some tens of them
	for _, name := range strings.Split(os.Getenv("REFRACT_SWEEP_PATHS"), ",") {
		path := paths[name]
		if path == nil {
			t.Fatalf("there is no path %q", name)
		}
		file := filepath.Join(dir, fmt.Sprintf("%s.%d.%dof%d.json", name, first, shard, shards))
		var p progress
		if text, err := os.ReadFile(file); err == nil {
			if err := json.Unmarshal(text, &p); err != nil {
				t.Fatal(err)
			}
		}
		p.Next = max(p.Next, first+shard)
		for p.Next < first+count && time.Now().Before(deadline) {
			start := time.Now()
			var jobs []*differential.Job
			var want []differential.Result
			for ; len(jobs) < max(slice[name], 40) && p.Next < first+count; p.Next += shards {
				j, err := generated(uint64(p.Next))
				if err != nil {
					p.differs(t, err.Error())
					continue
				}
				result, err := reference.Run(j)
				var limit *exec.StepLimitError
				if errors.As(err, &limit) {
					p.Left++ // a program that takes too long
					continue
				}
				if err != nil {
					p.differs(t, fmt.Sprintf("%s: %v", j.Name, err))
					continue
				}
				j.Rounds = optionsOf(uint64(p.Next)).Rounding
				jobs, want = append(jobs, j), append(want, result)
			}
			path(t, jobs, want, &p)
			p.Seconds += time.Since(start).Seconds()
			text, err := json.MarshalIndent(&p, "", "\t")
			if err == nil {
				err = os.WriteFile(file+".new", text, 0o666)
			}
			if err == nil {
				err = os.Rename(file+".new", file)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%s: up to seed %d: %d agree, %d left out, %d faults of others, %d differ, %.0f s", name, p.Next, p.Agreed, p.Left, p.Faults, len(p.Differ), p.Seconds)
	}
}
