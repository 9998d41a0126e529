package cli

import (
	"net/http"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"hed/generate/remote"
	"hed/neural/embed"
	"hed/neural/hub"
	"hed/tensor"
	"hed/tensor/cuda"
)

// A Device is where networks run.
type Device struct{ Name string }

// Flags adds --device.
func (d *Device) Flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&d.Name, "device", "auto", "`NAME`: where networks run: cpu, cuda (an NVIDIA card), or auto: cuda if there is a card")
}

// Check refuses an unknown device before any work is done.
func (d *Device) Check() error {
	switch d.Name {
	case "auto", "cpu", "cuda":
		return nil
	}
	return Usagef("--device %s: want auto, cpu or cuda", d.Name)
}

// Open opens it. With auto the processor takes over where there is no card.
func (d *Device) Open(a *App) (tensor.Device, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if d.Name != "cpu" {
		card, err := cuda.Open()
		switch {
		case err == nil:
			a.Log.Debug("device", "name", card.Name())
			return card, nil
		case d.Name == "cuda":
			return nil, err
		}
		a.Log.Debug("device", "name", "cpu", "because", Message(err))
	}
	return tensor.New(a.Workers), nil
}

// openModels opens model folders and models of the Hub's cache, on the device, the
// same for all who ask. They are closed when hed ends.
func (a *App) openModels(d *Device) *embed.Models {
	if a.models != nil {
		return a.models
	}
	h := hub.FromEnv(os.Getenv)
	models := embed.New(func() (tensor.Device, error) { return d.Open(a) }, cacheFolder())
	models.Find = h.Find
	a.closers = append(a.closers, func() {
		a.Notes(models.Notes())
		if err := models.Close(); err != nil {
			a.Warn("close the models: %v", err)
		}
	})
	a.models = models
	return models
}

// Endpoints reaches models of others, the same way for all who ask. What was asked is said when hed ends.
func (a *App) Endpoints() *remote.Client {
	if a.remote == nil {
		a.remote = &remote.Client{Transport: http.DefaultTransport, Getenv: os.Getenv, Cache: cacheFolder()}
		a.closers = append(a.closers, func() { a.Notes(a.remote.Notes()) })
	}
	return a.remote
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
