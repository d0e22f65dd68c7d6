package main

// Help about commands, and hints about misspelled ones.

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newHelp is cobra's command of this name, but that a name that no command has is
// an error.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		Long:  "Help prints the help of a command, as its --help does.",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, sub := range c.Root().Commands() {
				if sub.IsAvailableCommand() && len(args) == 0 {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				var names []string
				for _, sub := range root.Commands() {
					names = append(names, sub.Name())
				}
				if near := nearest(args[0], names); near != "" {
					return usagef("there is no command %q; is %q meant?", strings.Join(args, " "), near)
				}
				return usagef("there is no command %q; 'refract --help' lists them", strings.Join(args, " "))
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// wrongFlag is the error of a flag, with the flag that may have been meant.
func wrongFlag(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1 {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := nearest(unknown.GetSpecifiedName(), names); near != "" {
			return usagef("%w; is --%s meant?", err, near)
		}
	}
	if before, after, found := strings.Cut(err.Error(), ": strconv."); found {
		if strings.HasPrefix(after, "ParseBool") {
			return usagef("%s: it stands alone, or with =true or =false", before)
		}
		return usagef("%s: a number is expected", before)
	}
	return &usageError{err}
}
