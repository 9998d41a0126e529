package cuda

import (
	"errors"

	"hed/internal/option"
)

// ErrStatic is why a build without the tag cuda opens no card.
var ErrStatic = errors.New("this is the static build of hed, which cannot open the card's libraries; " +
	"use hed-cuda, or use " + option.Name("device") + " cpu")
