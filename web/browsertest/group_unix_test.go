//go:build unix

package browsertest

import (
	"os/exec"
	"syscall"
)

// group has a browser end with all of its processes: what is started may be a script that
// runs the browser and waits for it, and what is killed is then the script alone.
func group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
