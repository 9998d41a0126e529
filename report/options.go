package report

import (
	"fmt"
	"strings"

	"hed/spec"
)

// OptionList has the options of a spec for help, in lines of some width. The first word behind "default" is what is given.
func OptionList(options any, width int) string {
	var b strings.Builder
	for _, o := range spec.Options(options) {
		name := o.Name
		if before, after, ok := strings.Cut(o.Doc, "; default "); ok && o.Value != "" {
			_, after, more := strings.Cut(after, " ")
			if o.Doc = before + "; default " + o.Value; more {
				o.Doc += " " + after
			}
		}
		for _, line := range Wrap(o.Doc, width-14) {
			fmt.Fprintf(&b, "  %-12s%s\n", name, line)
			name = ""
		}
	}
	return b.String()
}
