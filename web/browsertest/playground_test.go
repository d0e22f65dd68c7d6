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

// software gives the browser a WebGPU without a GPU.
var software = []chromedp.ExecAllocatorOption{chromedp.Flag("enable-unsafe-webgpu", true), chromedp.Flag("use-webgpu-adapter", "swiftshader"),
	chromedp.Flag("enable-features", "Vulkan,WebGPU"), chromedp.Flag("use-vulkan", "swiftshader"), chromedp.Flag("disable-gpu", false)}

// open opens a tab of a browser, whose errors fail the test.
func open(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
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
	options = append(options, more...)
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
	for name, args := range map[string][]string{"gpu-native": nil, "gpu-wasm": {site}} {
		t.Run(name, func(t *testing.T) {
			p := &page{t, open(t, software...), name}
			p.do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(serve(t, command, args...)))
			p.until(`document.body.dataset.ready === "true"`)
			p.onGPU()
		})
	}
	t.Run("state", func(t *testing.T) {
		p := &page{t, open(t), "state"}
		p.do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(serve(t, command)))
		p.until(`document.body.dataset.ready === "true"`)
		p.keeps()
		p.helps()
	})
}

// pixels are those of the picture, as text.
const pixels = `(() => { const c = document.getElementById("canvas"); return [...c.getContext("2d").getImageData(0, 0, c.width, c.height).data].join(","); })()`

// drawn waits for a picture of an example, whose source has a text, made in a place.
func (p *page) drawn(example int, text, on, place string) []string {
	p.Helper()
	p.choose("draw-on", on)
	p.write("")
	p.choose("example", example)
	p.until(`document.getElementById("source").value.includes("` + text + `")`)
	p.tab("draw")
	p.until(`document.getElementById("results").textContent.endsWith("ms on ` + place + `")`)
	return strings.Split(value[string](p, pixels), ",")
}

// onGPU draws and runs on the browser's WebGPU and compares with the library's engine.
func (p *page) onGPU() {
	p.until(`document.getElementById("draw-on").options.length > 0`)
	if !value[bool](p, `document.getElementById("draw-on").value === "gpu"`) {
		p.Skip("the browser has no WebGPU")
	}
	for example, text := range []string{0: "Waves", 2: "Spheres", 3: "Rings"} {
		if text == "" {
			continue
		}
		fast, slow := p.drawn(example, text, "gpu", "WebGPU"), p.drawn(example, text, "cpu", "the CPU")
		far := 0
		for i := range slow {
			var a, b int
			fmt.Sscan(fast[i], &a)
			fmt.Sscan(slow[i], &b)
			if a-b > 3 || b-a > 3 {
				far++
			}
		}
		if len(fast) != len(slow) || far*1000 > len(slow) {
			p.Errorf("example %d: %d of %d numbers differ", example, far, len(slow))
		}
	}
	p.drawn(0, "Waves", "gpu", "WebGPU")
	p.picture("draw")
	ms := value[float64](p, `Number(/(\d+) ms/.exec(document.getElementById("results").textContent)[1])`)
	p.Logf("the first picture takes %v ms", ms)
	if ms > 2000 { // 200 on a quiet machine
		p.Errorf("a picture takes %v ms", ms)
	}
	p.do(chromedp.Click("#play", chromedp.ByID))
	p.until(`Number(document.getElementById("time").value) > 0.5`)
	p.do(chromedp.Click("#play", chromedp.ByID))

	// Kage has no form there, and is drawn all the same.
	p.choose("example", 4)
	p.until(`document.getElementById("source").value.includes("package main")`)
	p.tab("draw")
	p.until(`document.getElementById("results").textContent.includes("ms on the CPU, since")`)

	// A run's numbers are the engine's.
	const text = "struct P { a: vec3f, b: u32, m: mat2x2f, c: array<i32, 2> }\n@group(0) @binding(0) var<storage, read_write> d: array<P, 2>;\n" +
		"@compute @workgroup_size(1) fn main() { d[0].a.x = 1.5; d[1].b = 7; d[0].m[0].y = 0.1; d[1].c[1] = -3; }\n"
	p.choose("from", "wgsl")
	p.write(text)
	p.until(`document.getElementById("status").textContent === "valid"`)
	p.tab("run")
	p.until(`document.querySelectorAll("#inputs input[data-name]").length === 1`)
	var results []string
	for _, on := range []string{"gpu", "cpu"} {
		p.choose("run-on", on)
		p.do(chromedp.Click("#run", chromedp.ByID))
		p.until(`document.getElementById("results").textContent.includes("` + map[string]string{"gpu": "on WebGPU", "cpu": "on the CPU"}[on] + `")`)
		results = append(results, value[string](p, `document.querySelector("#results pre").textContent`))
	}
	if results[0] != results[1] || !strings.Contains(results[0], "0.1") {
		p.Errorf("WebGPU gives %s, the engine %s", results[0], results[1])
	}
}

// keeps edits, reloads, follows links, and breaks the shader.
func (p *page) keeps() {
	source := func() string { return value[string](p, `document.getElementById("source").value`) }
	const mine = "// mine é\n@fragment fn f() -> @location(0) vec4f { return vec4f(0.25); }\n"
	p.write(mine)
	p.tab("wgsl")
	p.has("vec4f(0.25)")
	p.do(chromedp.Reload())
	p.until(`document.body.dataset.ready === "true"`)
	p.has("vec4f(0.25)")
	if source() != mine {
		p.Errorf("after a reload the source is %q", source())
	}
	p.do(chromedp.Click("#link", chromedp.ByID))
	p.until(`location.hash.startsWith("#s=")`)
	link := value[string](p, `location.href`)
	p.write("fn other() {}\n")
	p.until(`location.hash === ""`)
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	p.until(`document.body.dataset.ready === "true"`)
	p.has("vec4f(0.25)")
	if source() != mine {
		p.Errorf("the link's source is %q", source())
	}
	p.do(chromedp.Navigate(strings.SplitN(link, "#", 2)[0]+"#s=AAAA"), chromedp.Reload()) // which holds nothing
	p.until(`document.body.dataset.ready === "true"`)
	p.has("vec4f(0.25)")

	// The last good output stays while there is a mistake.
	p.write(mine + "fn g() { return 1 }")
	p.until(`document.getElementById("status").className === "bad"`)
	p.until(`document.getElementById("text").classList.contains("old") && document.getElementById("text").textContent.includes("vec4f(0.25)")`)
	p.picture("old")
	p.write(mine)
	p.until(`!document.getElementById("text").classList.contains("old")`)
}

// helps completes words and explains them.
func (p *page) helps() {
	p.write("fn amount(weight: f32) -> f32 {\n    return 2 * ;\n}\n")
	value[bool](p, `(() => { const s = document.getElementById("source"); s.focus(); s.setSelectionRange(47, 47); return true; })()`)
	p.do(chromedp.SendKeys("#source", "wei", chromedp.ByID))
	p.until(`!document.getElementById("offers").hidden && document.getElementById("offers").textContent.includes("weight")`)
	p.picture("offers")
	value[bool](p, `document.getElementById("source").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))`)
	p.until(`document.getElementById("source").value.includes("2 * weight;") && document.getElementById("offers").hidden`)
	value[bool](p, `(() => { const s = document.getElementById("source"), r = s.getBoundingClientRect();
		s.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, clientX: r.left + 12 + 7.8 * 18, clientY: r.top + 10 + 29 })); return true; })()`)
	p.until(`!document.getElementById("tip").hidden && document.getElementById("tip").textContent.includes("weight: f32")`)
	p.picture("tip")
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
	p.until(`/ms on (the CPU|WebGPU)/.test(document.getElementById("results").textContent)`)
	if n := value[float64](p, `(() => { const c = document.getElementById("canvas"); const d = new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer); return new Set(d).size; })()`); n < 500 {
		p.Errorf("the picture has %v colours", n)
	}
	p.picture("draw")

	// A run with what a reader types.
	p.choose("level", "0")
	p.choose("example", 1)
	p.until(`document.getElementById("source").value.includes("sums")`)
	p.tab("run")
	p.until(`document.querySelectorAll("#inputs input[data-name]").length === 2`)
	p.do(chromedp.Click("#run", chromedp.ByID))
	p.has("16 invocations")
	p.has("204.0, 1292.0")
	p.picture("run")

	// A race that a run finds is shown where it is.
	p.write("@group(0) @binding(0) var<storage, read_write> n: u32;\n@compute @workgroup_size(4)\nfn main(@builtin(local_invocation_index) i: u32) { n = i; }\n")
	p.until(`document.getElementById("status").textContent === "valid"`)
	p.until(`document.querySelectorAll("#inputs input[data-name]").length === 1`)
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
	p.choose("example", 5)
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
