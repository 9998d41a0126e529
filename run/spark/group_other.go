//go:build !unix

package spark

import (
	"os"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr { return nil }

func endGroup(*os.Process) {} // nobody can be told

func killGroup(p *os.Process) { _ = p.Kill() }
