//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
	"unsafe"
)

// A disk is a file system that is mounted for a storm.
type disk struct {
	*arena
	dir   string
	image string // the blocks, unless it is in memory
}

// memory is a small disk in memory.
func (a *arena) memory(size string) (*disk, error) {
	d := &disk{arena: a, dir: a.fresh("disk")}
	if err := os.Mkdir(d.dir, 0o755); err != nil {
		return nil, err
	}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, "size="+size); err != nil {
		return nil, fmt.Errorf("mount a small disk: %w", err)
	}
	a.host.Cleanup(d.away)
	return d, nil
}

// ext4 is a disk whose blocks are in a file.
func (a *arena) ext4(size int64) (*disk, error) {
	d := &disk{arena: a, dir: a.fresh("disk"), image: a.fresh("image")}
	f, err := os.Create(d.image)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.Truncate(size), f.Close()); err != nil {
		return nil, err
	}
	if _, err := a.output("mkfs.ext4", "-q", "-F", d.image); err != nil {
		return nil, err
	}
	if err := os.Mkdir(d.dir, 0o755); err != nil {
		return nil, err
	}
	return d, d.mount()
}

func (d *disk) mount() error {
	if _, err := d.output("mount", "-o", "loop", d.image, d.dir); err != nil {
		return err
	}
	d.host.Cleanup(d.away)
	return nil
}

// away takes the disk off, if it is there. It waits for whoever was killed a moment ago: a
// disk that is still in use must not be mounted a second time.
func (d *disk) away() {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if err := syscall.Unmount(d.dir, 0); !errors.Is(err, syscall.EBUSY) {
			return
		}
	}
	syscall.Unmount(d.dir, syscall.MNT_DETACH)
}

// fill takes all the room that there is, and gives what makes room again.
func (d *disk) fill() (empty func() error, err error) {
	name := filepath.Join(d.dir, "ballast")
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 2
		} else if err != nil {
			return nil, err
		}
	}
	return func() error { return os.Remove(name) }, nil
}

// shutdown takes the disk away from under whoever uses it: what is not on it now never will
// be, and everything that is tried fails.
func (d *disk) shutdown() error {
	f, err := os.Open(d.dir)
	if err != nil {
		return err
	}
	defer f.Close()
	const request, noFlush = 0x8004587d, 2 // FS_IOC_SHUTDOWN
	flags := uint32(noFlush)
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(unsafe.Pointer(&flags))); errno != 0 {
		return fmt.Errorf("shut the file system down: %w", errno)
	}
	return nil
}

// copied is the disk as it would be if the power went now: what its blocks are, and nothing
// of what the system has in memory.
func (d *disk) copied() (*disk, error) {
	c := &disk{arena: d.arena, dir: d.fresh("disk"), image: d.fresh("image")}
	if _, err := d.output("cp", "--sparse=always", d.image, c.image); err != nil {
		return nil, err
	}
	if err := os.Mkdir(c.dir, 0o755); err != nil {
		return nil, err
	}
	return c, c.mount()
}

// drop takes the disk off and removes its blocks.
func (d *disk) drop() error {
	d.away()
	return os.Remove(d.image)
}
