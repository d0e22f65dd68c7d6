package main

// Shaders inside of programs: literals and embedded files of Go, Rust, C, C++, JavaScript and
// TypeScript (package embedded). A shader in a literal is an input like a file: it is read with
// the flags of its tag on top, and its findings are moved to the program's text.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"refract"
	"refract/internal/confine"
	"refract/internal/embedded"
	"refract/ir"
)

// readProgram finds the shaders of a program. rule may be nil.
func readProgram(name, text string, rule embedded.Rule) embedded.Program {
	return embedded.Read(embedded.HostOfFile(name), text, rule)
}

// isProgram reports whether an input is a program, whose shaders are the inputs.
func isProgram(name string) bool {
	_, isShader := languageOf(name)
	return !isShader && name != stdName && embedded.HostOfFile(name) != embedded.NoHost
}

// hasShaders reports whether a file is a program with tagged shaders.
func hasShaders(name string) bool {
	if !isProgram(name) {
		return false
	}
	text, err := confine.Regular(name, refract.MaxSourceBytes)
	if err != nil {
		return false
	}
	p := readProgram(name, string(text), nil)
	return len(p.Shaders)+len(p.Files)+len(p.Problems) > 0
}

// shaderKeys are names of a program's shaders: of the constants and variables that hold them,
// numbered if several have one name.
func shaderKeys(shaders []embedded.Shader) []string {
	keys, seen := make([]string, len(shaders)), map[string]int{}
	for i := range shaders {
		key := shaders[i].Name
		if key == "" {
			key = "shader"
		}
		if seen[key]++; seen[key] > 1 {
			key = fmt.Sprintf("%s_%d", key, seen[key])
		}
		keys[i] = key
	}
	return keys
}

// findShader finds a shader of a program by its key; nil: it is gone.
func findShader(p *embedded.Program, key string) *embedded.Shader {
	if i := slices.Index(shaderKeys(p.Shaders), key); i >= 0 {
		return &p.Shaders[i]
	}
	return nil
}

// tagged puts the settings of a shader's tag on top of the flags. It returns the language of
// the shader; from is the language named by settings, or "", and name is that of the shader.
func (f *stepFlags) tagged(tag *embedded.Tag, stage ir.Stage, name, from string) (refract.Language, error) {
	l := refract.Auto
	if tag.Language != nil {
		l = refract.Language(tag.Language.Name)
		f.source.wesl = f.source.wesl || tag.WESL
	} else if from == "" {
		return l, usagef("%s: the rule that takes %s lacks its language: from", projectName, name)
	} else {
		var err error
		if l, err = inputLanguage(name, from); err != nil {
			return l, err
		}
	}
	if tag.Entry != "" {
		f.entry = tag.Entry
	}
	if stage != ir.NoStage && (tag.Stage != ir.NoStage || f.source.stage == "") {
		f.source.tagStage = stage
	}
	return l, nil
}

// An embeddedFile is a shader in a file that a program embeds.
type embeddedFile struct {
	name string
	tag  embedded.Tag
}

// known is the tag of the file, or that of its name.
func (f *embeddedFile) known() *embedded.Tag {
	if f.tag.Language != nil {
		return &f.tag
	}
	tag := embedded.TagOfFile(f.name)
	return &tag
}

// embeddedFiles are the files that a program embeds; problems are about names of files that
// aren't there.
func embeddedFiles(program string, p *embedded.Program) (files []embeddedFile, problems []embedded.Problem) {
	dir := filepath.Dir(program)
	for _, f := range p.Files {
		if embedded.HostOfFile(program) == embedded.JavaScript && !strings.HasPrefix(f.Name, "./") && !strings.HasPrefix(f.Name, "../") {
			continue // a package's
		}
		names, err := embeddedNames(dir, f.Name)
		if err != nil {
			problems = append(problems, embedded.Problem{At: f.At, Message: fmt.Sprintf("%s cannot be read: %v", f.Name, cause(err))})
			continue
		}
		for _, name := range names {
			if f.Tag.Language != nil || embedded.TagOfFile(name).Language != nil {
				files = append(files, embeddedFile{name, f.Tag})
			}
		}
	}
	return files, problems
}

// embeddedNames are the files that a name in a program means: a file, the files of a pattern,
// or the files in a folder. A file or folder that the program's project doesn't hold isn't looked at.
func embeddedNames(dir, name string) (names []string, err error) {
	full := filepath.Join(dir, filepath.FromSlash(name))
	if path.IsAbs(name) {
		full = filepath.FromSlash(name)
	}
	roots := rootsOf(filepath.Join(dir, "x"))
	if strings.ContainsAny(name, "*?[") {
		found, err := fs.Glob(os.DirFS(dir), path.Clean(name))
		for _, name := range found {
			name = filepath.Join(dir, filepath.FromSlash(name))
			if _, err := confine.Locate(name, roots...); err != nil {
				return nil, err
			}
			if isRegular(name) {
				names = append(names, name)
			}
		}
		return names, err
	}
	real, err := confine.Locate(full, roots...)
	if err != nil {
		return nil, err
	}
	if !isFolder(full) {
		_, err := confine.Regular(real, refract.MaxSourceBytes)
		return []string{full}, err
	}
	err = filepath.WalkDir(walked(full), func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrPermission) || err == nil && d.IsDir() && name != full && leftOut(d.Name()) {
			return fs.SkipDir
		}
		if err == nil && d.Type().IsRegular() {
			names = append(names, name)
		}
		return err
	})
	return names, err
}
