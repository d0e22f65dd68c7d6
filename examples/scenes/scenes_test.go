package scenes

import (
	"context"
	"os"
	"runtime"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/wasm"
	"refract/front/wgsl"
	"refract/internal/exec/scene"
	"refract/internal/exec/setup"
	_ "refract/internal/harness/plans"
	"refract/shadertest"
)

// TestScenes draws every scene file.
func TestScenes(t *testing.T) {
	for _, name := range []string{"shadow", "reaction", "path", "pond"} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			s, err := scene.Parse(name+".json", data)
			if err != nil {
				t.Fatal(err)
			}
			frame, err := s.Load(scene.Env{Read: os.ReadFile, Workers: runtime.GOMAXPROCS(0), Shader: func(f scene.ShaderFile) (exec.Program, error) {
				m, err := refract.Parse(context.Background(), f.File, f.Source, refract.ParseOptions{
					Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}})
				if err != nil {
					return nil, err
				}
				return wasm.Auto{}.Load(m, exec.LoadOptions{Overrides: f.Overrides})
			}})
			if err != nil {
				t.Fatal(err)
			}
			if err := frame.Draw(context.Background(), setup.Frame{FPS: 30}); err != nil {
				t.Fatal(err)
			}
			shown, _, _ := frame.Output()
			shadertest.Golden(t, frame.Texture(shown).Image(), name+".png", shadertest.ImageTolerance{})
		})
	}
}
