package hlsl_test

// This file reads the shaders of a corpus, as they are and changed.

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/back/spirv"
	"refract/diag"
	"refract/front/hlsl"
	"refract/internal/back"
	"refract/internal/harness"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
)

var errNothing = errors.New("there is neither a module nor an error")

type shaderRow struct {
	Name, Stage, Entry, Profile, Source string
	DXC, FXC                            bool
}

// options are a row's: shader model 5.1 if only FXC accepts it.
func (r *shaderRow) options() hlsl.Options {
	if !r.DXC && r.FXC {
		return hlsl.Options{EntryPoint: r.Entry, Profile: r.Profile + "_5_1"}
	}
	return hlsl.Options{EntryPoint: r.Entry, Profile: r.Profile + "_6_6"}
}

// readRow is a shader as a valid module, or an error.
func readRow(r *hlsl.Reader, name, src string, o hlsl.Options) (*refract.Valid, error) {
	sources := new(diag.Sources)
	var list diag.List
	m := r.Read(ir.NewModule(), src, sources.Add(name, src), o, sources, &list)
	if m == nil {
		if !list.HasErrors() {
			return nil, errNothing
		}
		return nil, list.Err(sources)
	}
	m.Sources = sources
	return refract.Validate(context.Background(), m, refract.ValidateOptions{Capabilities: validate.All})
}

// corpusRows calls f with the rows.
func corpusRows(t *testing.T, f func(i int, row shaderRow)) {
	i := -1
	harness.Corpus(t, "hlsl.jsonl.gz", func(row shaderRow) {
		i++
		f(i, row)
	})
}

// TestCorpus reads shaders that DXC or FXC accepts, and shaders that both refuse. Modules
// become SPIR-V that spirv-val accepts.
func TestCorpus(t *testing.T) {
	var r hlsl.Reader
	read, accepted, refused, rejected := 0, 0, 0, 0
	var names []string
	var modules [][]byte
	corpusRows(t, func(i int, row shaderRow) {
		switch row.Stage {
		case "vertex", "fragment", "compute": // the other stages have few rows
			if !sweep.On() && i%4 != 0 {
				return
			}
		}
		v, err := readRow(&r, row.Name, row.Source, row.options())
		if row.DXC || row.FXC {
			accepted++
			if err == nil {
				read++
				out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.SPIRV})
				if lacks := (*spirv.UnsupportedError)(nil); errors.As(err, &lacks) && lacks.Feature == back.ComparedChannel {
					return
				} else if err != nil {
					t.Errorf("%s: %v", row.Name, err)
					return
				}
				names, modules = append(names, row.Name), append(modules, out.Bytes())
			} else if testing.Verbose() {
				t.Logf("%s: %v", row.Name, err)
			}
			return
		}
		rejected++
		if err != nil {
			refused++
		} else if testing.Verbose() {
			t.Logf("%s is read, though both refuse it", row.Name)
		}
	})
	t.Logf("%d of %d accepted shaders are read, %d of %d rejected shaders are refused", read, accepted, refused, rejected)
	if float64(read) < leastRead*float64(accepted) || float64(refused) < leastRefused*float64(rejected) {
		t.Error("less than before")
	}
	if !sweep.On() {
		return
	}
	tool := harness.Newer(t, "spirv-val")
	if tool == "" {
		return
	}
	// Elements of a structured buffer lie close: a device must have scalar layouts.
	for i, message := range harness.EachFile(t, modules, ".spv", tool, "--target-env", "vulkan1.3", "--scalar-block-layout") {
		if message != "" {
			t.Errorf("%s: %s", names[i], message)
		}
	}
}

// Some rejected shaders are right: DXC refuses resources that are chosen at run time, and Vulkan's own
// types and functions if its output is DXIL.
const leastRead, leastRefused = 0.96, 0.84

// TestMutated reads the corpus with bytes, lines and words of it changed, REFRACT_MUTANTS
// sources of it: no read panics or takes long.
func TestMutated(t *testing.T) {
	state := uint64(1)
	if n, err := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64); err == nil {
		state = n
	}
	next := func(n int) int {
		state = state*6364136223846793005 + 1442695040888963407
		return int((state >> 33) % uint64(max(n, 1)))
	}
	var rows []shaderRow
	corpusRows(t, func(i int, row shaderRow) {
		if len(row.Source) < 20000 {
			rows = append(rows, row)
		}
	})
	for _, l := range stageLines {
		row := shaderRow{Name: l.line, Source: stageHead(l.profile) + l.line, Profile: strings.Split(l.profile, "_")[0], DXC: true}
		rows = append(rows, row, row, row, row)
	}
	n := 1500
	if k, err := strconv.Atoi(os.Getenv("REFRACT_MUTANTS")); err == nil {
		n = k
	}
	var r hlsl.Reader
	for range n {
		row := rows[next(len(rows))]
		src := row.Source
		for range 1 + next(4) {
			src = mutate(src, next)
		}
		start := time.Now()
		func() {
			defer func() {
				if e := recover(); e != nil {
					t.Fatalf("panic: %v\n%s\n%s", e, debug.Stack(), src)
				}
			}()
			_, err := readRow(&r, row.Name, src, row.options())
			if err == errNothing {
				t.Errorf("%v\n%s", err, src)
			}
		}()
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%v for\n%s", d, src)
		}
	}
}

// mutate changes one place of a text.
func mutate(src string, next func(int) int) string {
	if src == "" {
		return ";"
	}
	at := next(len(src))
	switch next(6) {
	case 0: // drop a byte
		return src[:at] + src[at+1:]
	case 1: // another byte
		const bytes = "(){}[]<>;,.:?*&+-=!~#\"'\\0a9 \n\x00\xff"
		return src[:at] + string(bytes[next(len(bytes))]) + src[at+1:]
	case 2: // drop a line
		lines := strings.SplitAfter(src, "\n")
		i := next(len(lines))
		return strings.Join(append(lines[:i:i], lines[i+1:]...), "")
	case 3: // exchange words
		words := strings.Fields(src)
		if len(words) < 2 {
			return src
		}
		return strings.Replace(src, words[next(len(words))], words[next(len(words))], 1)
	case 4: // repeat a part
		end := min(len(src), at+next(60))
		return src[:end] + src[at:]
	default: // cut a part
		return src[:at] + src[min(len(src), at+next(40)):]
	}
}
