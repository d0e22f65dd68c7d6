// Bench measures refract beside its peers, in processor time, over the same files:
//
//	go run ./bench [-to ROWS] [-ms N] [-rounds N] [-unchecked] [FILES|FOLDERS|CORPUS.jsonl.gz]...
//
// Both run as processes of their own that translate one file again and again, with
// validation and in their default settings, and report the processor time of one
// translation. By default naga's writers of SPIR-V, GLSL and MSL check no bounds; with
// -unchecked neither do ours. They take turns, file by file and round by round; the least
// of the rounds counts, so that other load on the machine matters little. Printed is, per
// row, how many times as fast refract is: geometric mean over the files, worst and best;
// and the throughput of both in bytes of input. Files that either rejects are left out and
// counted.
//
// The rows: check reads WGSL and validates it; the name of a language is the whole way
// there from WGSL, write-LANGUAGE its last step alone, from a valid module at hand; glsl-in
// and spv-in read and validate GLSL and SPIR-V; O1 optimizes SPIR-V and writes it again.
// The peer is naga, the Rust crate, built here by cargo (bench/naga); for O1 it is
// spirv-opt -O, minus the time of a process for an empty module. Inputs of GLSL and SPIR-V
// are refract's translations of the WGSL files, one per entry point, and files that are
// GLSL or SPIR-V by extension.
package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"refract"
)

func main() {
	var (
		serving = flag.Bool("serve", false, "be the process that measures refract")
		to      = flag.String("to", strings.Join(rows, ","), "rows to print")
		least   = flag.Int("ms", 20, "milliseconds of processor time that a measurement takes at least")
		rounds  = flag.Int("rounds", 3, "measurements of each file")
		worst   = flag.Int("worst", 0, "name that many of the slowest files")
		plain   = flag.Bool("unchecked", false, "let refract leave out the checks of bounds that naga leaves out, too")
	)
	flag.Parse()
	if *serving {
		serve(os.Stdin, os.Stdout, *plain)
		return
	}
	if err := compare(strings.Split(*to, ","), *least, *rounds, *worst, *plain, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// rows are the measurements.
var rows = []string{"check", "spv", "wgsl", "glsl", "hlsl", "msl",
	"write-spv", "write-wgsl", "write-glsl", "write-hlsl", "write-msl", "glsl-in", "spv-in", "O1"}

// input returns the language that a row reads, and the target of the processes.
func input(row string) (kind, target string) {
	switch row {
	case "glsl-in":
		return "glsl", "check"
	case "spv-in":
		return "spv", "check"
	case "O1":
		return "spv", row
	}
	return "wgsl", row
}

// compare measures both and prints the table.
func compare(targets []string, least, rounds, worst int, unchecked bool, inputs []string) error {
	if len(inputs) == 0 {
		inputs = []string{"testdata/shaders"}
	}
	work, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	files, err := sources(inputs, work)
	if err != nil {
		return err
	}
	if files, err = derived(files, work); err != nil {
		return err
	}
	ours, theirs, err := peers(unchecked)
	if err != nil {
		return err
	}
	defer ours.close()
	defer theirs.close()

	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "row\tfiles\tleft out\ttimes peer\tworst\tbest\trefract MB/s\tpeer MB/s\t")
	type ratio struct {
		name  string
		times float64
	}
	for _, row := range targets {
		if !slices.Contains(rows, row) {
			return fmt.Errorf("there is no row %q", row)
		}
		kind, target := input(row)
		both := []measurer{ours, theirs}
		if row == "O1" {
			if both[1], err = newSPIRVOpt(work); err != nil {
				fmt.Fprintf(os.Stderr, "bench: %s: %v\n", row, err)
				continue
			}
		}
		var (
			ratios  []ratio
			logs    float64
			size    int64
			ns      [2]float64
			leftOut int
		)
		for _, f := range files {
			if f.kind != kind {
				continue
			}
			times := [2]float64{math.Inf(1), math.Inf(1)}
			var failed bool
			for range rounds {
				for i, p := range both {
					t, err := p.measure(target, least, f.path)
					if err != nil {
						failed = true
						break
					}
					times[i] = min(times[i], t)
				}
				if failed {
					break
				}
			}
			if failed {
				leftOut++
				continue
			}
			r := times[1] / times[0]
			ratios, logs = append(ratios, ratio{f.name, r}), logs+math.Log(r)
			size += f.size
			ns[0] += times[0]
			ns[1] += times[1]
		}
		if len(ratios) == 0 {
			fmt.Fprintf(table, "%s\t0\t%d\t\t\t\t\t\t\n", row, leftOut)
			continue
		}
		slices.SortFunc(ratios, func(a, b ratio) int { return cmp.Compare(a.times, b.times) })
		fmt.Fprintf(table, "%s\t%d\t%d\t%.2f\t%.2f\t%.2f\t%.1f\t%.1f\t\n", row, len(ratios), leftOut,
			math.Exp(logs/float64(len(ratios))), ratios[0].times, ratios[len(ratios)-1].times,
			float64(size)*1e3/ns[0], float64(size)*1e3/ns[1])
		for _, r := range ratios[:min(worst, len(ratios))] {
			fmt.Fprintf(os.Stderr, "%s %.2f %s\n", row, r.times, r.name)
		}
	}
	return table.Flush()
}

// A source is a file to translate.
type source struct {
	name, path string
	kind       string // wgsl, glsl, spv
	size       int64
}

// kinds are the languages of files, by extension.
var kinds = map[string]string{".wgsl": "wgsl", ".vert": "glsl", ".frag": "glsl", ".comp": "glsl", ".spv": "spv"}

// derived adds refract's translations of the WGSL files to the files: SPIR-V, and GLSL of
// each entry point. Files that it rejects are left out.
func derived(files []source, work string) ([]source, error) {
	for _, f := range files {
		if f.kind != "wgsl" {
			continue
		}
		src, err := os.ReadFile(f.path)
		if err != nil {
			return nil, err
		}
		v, err := refract.Check(context.Background(), f.path, src, refract.CheckOptions{})
		if err != nil {
			continue
		}
		add := func(extension string, data []byte) error {
			path := filepath.Join(work, "derived"+strconv.Itoa(len(files))+extension)
			files = append(files, source{f.name, path, kinds[extension], int64(len(data))})
			return os.WriteFile(path, data, 0o644)
		}
		if out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.SPIRV}); err == nil {
			if err := add(".spv", out.Bytes()); err != nil {
				return nil, err
			}
		}
		for _, e := range v.Module.EntryPoints {
			out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.GLSL, EntryPoint: e.Name, Stage: e.Stage})
			if err == nil {
				if err := add("."+e.Stage.Info().Extension, out.Bytes()); err != nil {
					return nil, err
				}
			}
		}
	}
	return files, nil
}

// sources collects files; the rows of a corpus are written to a folder.
func sources(inputs []string, work string) (list []source, err error) {
	for _, in := range inputs {
		if strings.HasSuffix(in, ".jsonl.gz") {
			rows, err := corpus(in, work)
			if err != nil {
				return nil, err
			}
			list = append(list, rows...)
			continue
		}
		err := filepath.WalkDir(in, func(path string, d fs.DirEntry, err error) error {
			kind := kinds[filepath.Ext(path)]
			if err != nil || d.IsDir() || kind == "" {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			list = append(list, source{path, path, kind, info.Size()})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// corpus writes the rows of a corpus (a JSON object a line, with name and source)
// that have at least 1,000 bytes to files.
func corpus(name, work string) (list []source, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	rows := json.NewDecoder(z)
	for {
		var row struct{ Name, Source string }
		switch err := rows.Decode(&row); {
		case err == io.EOF:
			return list, nil
		case err != nil:
			return nil, err
		case len(row.Source) < 1000:
			continue
		}
		path := filepath.Join(work, strconv.Itoa(len(list))+".wgsl")
		if err := os.WriteFile(path, []byte(row.Source), 0o644); err != nil {
			return nil, err
		}
		list = append(list, source{row.Name, path, "wgsl", int64(len(row.Source))})
	}
}

// A measurer reports the processor time of a translation in nanoseconds, taken over at
// least so many milliseconds.
type measurer interface {
	measure(target string, least int, path string) (float64, error)
}

// A peer is a process that answers requests, a line each.
type peer struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// peers starts both processes.
func peers(unchecked bool) (ours, theirs *peer, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	target := os.Getenv("CARGO_TARGET_DIR")
	if target == "" {
		if target, err = os.UserCacheDir(); err != nil {
			return nil, nil, err
		}
		target = filepath.Join(target, "refract-bench")
	}
	cargo := exec.Command("cargo", "build", "--release", "--quiet", "--manifest-path", "bench/naga/Cargo.toml", "--target-dir", target)
	cargo.Stderr = os.Stderr
	if err := cargo.Run(); err != nil {
		return nil, nil, fmt.Errorf("building naga: %w", err)
	}
	if theirs, err = start(filepath.Join(target, "release", "bench-naga")); err != nil {
		return nil, nil, err
	}
	ours, err = start(self, "-serve", fmt.Sprint("-unchecked=", unchecked))
	return ours, theirs, err
}

func start(name string, args ...string) (*peer, error) {
	p := &peer{command: exec.Command(name, args...)}
	var err error
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	return p, p.command.Start()
}

func (p *peer) close() {
	p.in.Close()
	p.command.Wait()
}

func (p *peer) measure(target string, least int, path string) (float64, error) {
	if _, err := fmt.Fprintf(p.in, "%s %d %s\n", target, least, path); err != nil {
		return 0, err
	}
	answer, err := p.out.ReadString('\n')
	if err != nil {
		return 0, err
	}
	var ns float64
	var bytes int
	if _, err := fmt.Sscan(answer, &ns, &bytes); err != nil {
		return 0, fmt.Errorf("%s", strings.TrimSpace(answer))
	}
	return ns, nil
}
