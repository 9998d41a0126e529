package folder

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/tensor"
)

// ConfigFile is the file that says what a model is.
const ConfigFile = "config.json"

// Config reads config.json of a model folder. It does not look at the weights.
func Config[C any](dir string, parse func(data []byte) (C, error)) (c C, err error) {
	file := filepath.Join(dir, ConfigFile)
	data, err := os.ReadFile(file)
	if err != nil {
		return c, fmt.Errorf("read what the model is: %w; a model folder has config.json, model.safetensors and tokenizer.json", err)
	}
	if c, err = parse(data); err != nil {
		return c, fmt.Errorf("read %s: %w", file, err)
	}
	return c, nil
}

// activations by the names of transformers. Several of its functions differ in how they are computed only.
var activations = map[string]tensor.Activation{
	"gelu": tensor.GELU, "gelu_python": tensor.GELU,
	"gelu_new": tensor.GELUTanh, "gelu_fast": tensor.GELUTanh, "gelu_pytorch_tanh": tensor.GELUTanh, "gelu_python_tanh": tensor.GELUTanh,
	"relu": tensor.ReLU, "tanh": tensor.Tanh, "silu": tensor.SiLU, "swish": tensor.SiLU,
}

// Activation is that of a name in config.json.
func Activation(name string) (tensor.Activation, error) {
	a, ok := activations[name]
	if !ok {
		return a, fmt.Errorf("the activation %q is not known; known are %s", name, strings.Join(slices.Sorted(maps.Keys(activations)), ", "))
	}
	return a, nil
}

// Unknown refuses a model_type that is not one of known. what is said of it, such as "is not known".
func Unknown(kind, what string, known []string) error {
	list := strings.Join(known, ", ")
	if kind == "" {
		return fmt.Errorf("it has no model_type; known are %s", list)
	}
	return fmt.Errorf("the model_type %q %s; known are %s", kind, what, list)
}
