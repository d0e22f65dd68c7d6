package main

// Drawings: DOT that Graphviz turns into a picture, if it is installed.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// drawTime is how long Graphviz may take. Its layout of some graphs of a few
// thousand nodes doesn't come to an end.
const drawTime = 2 * time.Minute

// pictureForm returns the form that Graphviz knows for the extension of a file
// that is a drawing, else "".
func pictureForm(name string) string {
	switch e := strings.ToLower(filepath.Ext(name)); e {
	case ".svg", ".png", ".pdf":
		return e[1:]
	}
	return ""
}

// checkGraphviz finds out whether drawings can be made.
func checkGraphviz(name string) error {
	if _, err := exec.LookPath("dot"); err != nil {
		return fmt.Errorf("%s can't be drawn: the program 'dot' of Graphviz isn't installed; '-o %s.dot' writes its input",
			name, strings.TrimSuffix(name, filepath.Ext(name)))
	}
	return nil
}

// draw returns the picture of a graph.
func draw(name, form string, graph []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), drawTime)
	defer cancel()
	c := exec.CommandContext(ctx, "dot", "-T"+form)
	var picture, problem bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(graph), &picture, &problem
	err := c.Run()
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s can't be drawn: 'dot' takes longer than %v; --set dot.control_flow=true makes a smaller graph", name, drawTime)
	case err == nil && picture.Len() == 0:
		err = errors.New("it wrote nothing")
	}
	if err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(problem.String()), "\n")
		if said != "" {
			err = errors.New(said)
		}
		return nil, fmt.Errorf("%s can't be drawn: 'dot' fails: %w", name, err)
	}
	return picture.Bytes(), nil
}
