package main

// Which refract this is.

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long:  "Version prints the version of refract and of the Go that compiled it.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("version takes no arguments")
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error { return printVersion(s) },
	}
}

func printVersion(s streams) error {
	_, err := fmt.Fprintf(s.out, "refract %s (%s, %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// release is the version that a build for others has; the linker sets it.
var release string

// version is the release, or the module's version as the build recorded it: one
// that was fetched, or the revision of a checkout.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "devel-" + s.Value[:min(12, len(s.Value))]
		}
	}
	return "devel"
}
