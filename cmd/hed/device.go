package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"hed/neural/embed"
	"hed/neural/hub"
	"hed/tensor"
	"hed/tensor/cuda"
)

// A device is where networks run.
type device struct{ name string }

func (d *device) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&d.name, "device", "auto", "`NAME` of where networks run: cpu, cuda (an NVIDIA card), or auto, which is cuda where there is one")
}

func (d *device) check() error {
	switch d.name {
	case "auto", "cpu", "cuda":
		return nil
	}
	return usagef("--device %s: want auto, cpu or cuda", d.name)
}

// open opens it. With auto the processor takes over where there is no card.
func (d *device) open(a *app) (tensor.Device, error) {
	if d.name != "cpu" {
		card, err := cuda.Open()
		switch {
		case err == nil:
			a.log.Debug("device", "name", card.Name())
			return card, nil
		case d.name == "cuda":
			return nil, err
		}
		a.log.Debug("device", "name", "cpu", "because", err)
	}
	return tensor.New(a.workers), nil
}

// openModels opens model folders and models of the Hub's cache, on the device. They
// are closed when hed ends.
func (a *app) openModels(d *device) *embed.Models {
	h := hub.FromEnv(os.Getenv)
	models := embed.New(func() (tensor.Device, error) { return d.open(a) }, cacheFolder())
	models.Find = h.Find
	a.closers = append(a.closers, func() {
		for _, n := range models.Notes() {
			a.note("%s", n)
		}
		if err := models.Close(); err != nil {
			a.warn("close the models: %v", err)
		}
	})
	return models
}

// cacheFolder is where hed keeps what takes long to read or compute; "" if there is
// none.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "hed")
}
