package browsertest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

const root = "../.."

var browsers = []string{"chromium-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome"}

// goRun runs the go command in the library's module.
func goRun(t *testing.T, args ...string) {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = root
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// serve runs 'refract playground' and returns the page's address.
func serve(t *testing.T, command string, args ...string) string {
	t.Helper()
	c := exec.Command(command, append([]string{"playground"}, args...)...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// open opens a tab of a browser, whose errors fail the test.
func open(t *testing.T) context.Context {
	t.Helper()
	var program string
	for _, name := range browsers {
		if p, err := exec.LookPath(name); err == nil {
			program = p
			break
		}
	}
	if program == "" {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") != "" {
			t.Fatal("no Chromium is there")
		}
		t.Skip("no Chromium is there")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Minute), chromedp.ModifyCmdFunc(group))
	limit, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	allocator, _ := chromedp.NewExecAllocator(limit, options...)
	ctx, _ := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		// All contexts end with the first, which kills the browser; the test ends when that
		// and its folder are gone.
		cancel()
		chromedp.FromContext(ctx).Allocator.Wait()
	})
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page throws: %s", e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError {
				t.Errorf("the page complains: %s", e.Args[0].Value)
			}
		}
	})
	return ctx
}

// A page is one that is being tried.
type page struct {
	*testing.T
	ctx  context.Context
	name string
}

func (p *page) do(actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.picture("failed")
		p.Fatal(err)
	}
}

// value is what an expression is.
func value[T any](p *page, expression string) (v T) {
	p.Helper()
	p.do(chromedp.Evaluate(expression, &v))
	return v
}

// until waits for an expression to hold.
func (p *page) until(expression string) {
	p.Helper()
	for range 600 {
		if value[bool](p, expression) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.picture("failed")
	p.Fatalf("%s doesn't hold; the status is %q, the text %.200q, the results %.200q", expression, value[string](p, `document.getElementById("status").textContent`), p.text(),
		value[string](p, `document.getElementById("results").textContent`))
}

func (p *page) text() string { return value[string](p, `document.getElementById("text").textContent`) }

// has waits for a text in the pane.
func (p *page) has(s string) {
	p.Helper()
	q, _ := json.Marshal(s)
	p.until(`document.getElementById("pane").textContent.includes(` + string(q) + `)`)
}

func (p *page) tab(name string) {
	p.Helper()
	p.do(chromedp.Click(`#tabs button[data-tab="`+name+`"]`, chromedp.ByQuery))
}

func (p *page) choose(id string, v any) {
	p.Helper()
	value[bool](p, fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event("change")); return true; })()`, id, fmt.Sprint(v)))
}

// write replaces the shader.
func (p *page) write(text string) {
	p.Helper()
	q, _ := json.Marshal(text)
	value[bool](p, `(() => { const e = document.getElementById("source"); e.value = `+string(q)+`; e.dispatchEvent(new Event("input")); return true; })()`)
}

// picture keeps a picture of the page, where somebody wants them.
func (p *page) picture(what string) {
	dir := os.Getenv("REFRACT_SCREENSHOTS")
	if dir == "" {
		return
	}
	var b []byte
	if err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot(&b)); err != nil {
		p.Log(err)
		return
	}
	if err := os.WriteFile(filepath.Join(dir, p.name+"-"+what+".png"), b, 0o644); err != nil {
		p.Error(err)
	}
}

// fits fails where the page is wider than the window, or texts of editor and overlay
// don't lie on each other.
func (p *page) fits() {
	p.Helper()
	if over := value[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		p.Errorf("the page is %v pixels wider than the window", over)
	}
	if off := value[float64](p, `(() => { const a = document.getElementById("source"), b = document.getElementById("under");
		return Math.max(0, a.scrollHeight - a.clientHeight - 1) + Math.max(0, a.scrollWidth - a.clientWidth - 1); })()`); off > 0 {
		p.Errorf("the editor's text has %v pixels more than the text under it", off)
	}
}

func TestPlayground(t *testing.T) {
	dir := t.TempDir()
	command, site := filepath.Join(dir, "refract"), filepath.Join(dir, "site")
	goRun(t, "build", "-o", command, "./cmd/refract")
	goRun(t, "run", "./web/build", "-o", site)
	for _, c := range []struct {
		name          string
		args          []string
		width, height int64
		dark          bool
	}{
		{"wasm-1280", []string{site}, 1280, 800, false},
		{"native-1280", nil, 1280, 800, true},
		{"native-390", nil, 390, 844, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &page{t, open(t), c.name}
			scheme := "light"
			if c.dark {
				scheme = "dark"
			}
			p.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
				chromedp.EmulateViewport(c.width, c.height), chromedp.Navigate(serve(t, command, c.args...)))
			p.until(`document.body.dataset.ready === "true"`)
			p.try()
		})
	}
}

// try goes through the page as its users do.
func (p *page) try() {
	// Outputs of the first example.
	p.has("#include <metal_stdlib>")
	p.fits()
	p.picture("outputs")
	for tab, part := range map[string]string{"wgsl": "@fragment", "glsl": "#version", "essl": "#version 3", "hlsl": "SV_Target", "spvasm": "OpEntryPoint", "dot": "digraph"} {
		p.tab(tab)
		p.has(part)
	}
	p.choose("level", "1")
	p.tab("wgsl")
	p.until(`document.getElementById("status").textContent === "valid"`)
	p.has("@fragment")

	// Passes, step by step.
	p.tab("steps")
	p.until(`document.getElementById("step").options.length > 5`)
	first := p.text()
	for range 3 {
		p.do(chromedp.Click("#step-on", chromedp.ByID))
	}
	if p.text() == first {
		p.Error("three steps on, the shader is as it was")
	}
	p.until(`document.querySelector("#text .add, #text .drop") !== null`)
	p.picture("passes")

	p.tab("reflect")
	p.has("uniform")
	p.has("struct Frame")
	p.picture("reflection")

	// A picture, with many colours.
	p.tab("draw")
	p.until(`document.getElementById("results").textContent.includes("ms on the CPU")`)
	if n := value[float64](p, `(() => { const c = document.getElementById("canvas"); const d = new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer); return new Set(d).size; })()`); n < 500 {
		p.Errorf("the picture has %v colours", n)
	}
	p.picture("draw")

	// A run with what a reader types.
	p.choose("level", "0")
	p.choose("example", 1)
	p.until(`document.getElementById("source").value.includes("sums")`)
	p.tab("run")
	p.until(`document.querySelectorAll("#inputs input").length === 2`)
	p.do(chromedp.Click("#run", chromedp.ByID))
	p.has("16 invocations")
	p.has("204.0, 1292.0")
	p.picture("run")

	// A race that a run finds is shown where it is.
	p.write("@group(0) @binding(0) var<storage, read_write> n: u32;\n@compute @workgroup_size(4)\nfn main(@builtin(local_invocation_index) i: u32) { n = i; }\n")
	p.until(`document.getElementById("status").textContent === "valid"`)
	p.until(`document.querySelectorAll("#inputs input").length === 1`)
	p.do(chromedp.Click("#find", chromedp.ByID), chromedp.Click("#run", chromedp.ByID))
	p.until(`document.getElementById("found").textContent.includes("data-race")`)

	// A run that takes too long is stopped, and the page goes on.
	p.do(chromedp.Click("#find", chromedp.ByID))
	const forever = "for (var k = 0u; k < 4000000000u; k++) { x = x * 1664525u + k; }"
	p.write("@group(0) @binding(0) var<storage, read_write> n: array<u32>;\n@compute @workgroup_size(64)\nfn main(@builtin(local_invocation_index) i: u32) { var x = i; " + forever + " n[i] = x; }\n")
	p.until(`document.getElementById("status").textContent === "valid"`)
	p.until(`document.getElementById("stop").disabled`)
	p.do(chromedp.Click("#run", chromedp.ByID))
	p.until(`!document.getElementById("stop").disabled`)
	p.picture("stop")
	p.do(chromedp.Click("#stop", chromedp.ByID))
	p.until(`document.getElementById("stop").disabled && document.getElementById("results").textContent === "stopped"`)
	p.write("@group(0) @binding(0) var<storage, read_write> n: array<u32>;\n@compute @workgroup_size(4)\nfn main(@builtin(local_invocation_index) i: u32) { n[i] = 7 * i; }\n")
	p.until(`document.getElementById("status").textContent === "valid"`)
	p.do(chromedp.Click("#run", chromedp.ByID))
	p.has("8 invocations") // of two workgroups

	// GLSL of both kinds is drawn.
	for i, part := range []string{2: "spheres", 3: "mainImage"} {
		if part == "" {
			continue
		}
		p.choose("example", i)
		p.until(`document.getElementById("source").value.toLowerCase().includes("` + strings.ToLower(part) + `")`)
		p.tab("draw")
		p.until(`document.getElementById("results").textContent.includes("main, ")`)
		p.picture(part)
	}

	// Mistakes, underlined; one goes when it is mended.
	p.tab("msl")
	p.choose("example", 4)
	p.until(`document.querySelectorAll("#found li.error").length === 3`)
	marked := value[[]string](p, `[...document.querySelectorAll("#under u")].map((e) => e.textContent)`)
	if got := strings.Join(marked, " "); got != "dir normalise color" {
		p.Errorf("underlined are %q", got)
	}
	p.fits()
	p.picture("mistakes")
	p.do(chromedp.Click("#found button", chromedp.ByQuery)) // "did you mean"
	p.until(`document.querySelectorAll("#found li.error").length === 3 && !document.getElementById("under").textContent.includes("normalise")`)

	// What is typed is kept, indented, formatted.
	p.write("")
	p.do(chromedp.Focus("#source", chromedp.ByID), chromedp.SendKeys("#source", "fn f() {\rlet a = 1;", chromedp.ByID))
	p.until(`document.getElementById("source").value === "fn f() {\n    let a = 1;"`)
	p.write("fn   f( )->f32{return 1.0 ;}")
	p.do(chromedp.Click("#format", chromedp.ByID))
	p.until(`document.getElementById("source").value === "fn f() -> f32 { return 1.0; }\n" || document.getElementById("source").value.startsWith("fn f() -> f32 {\n")`)
}
