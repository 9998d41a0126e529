// Package docs holds pages for people who use and work on hed. Its tests
// do what the pages say, and package web/manual shows them.
package docs

import "embed"

// Pages are the pages as Markdown, with their figures. README.md is the first.
//
//go:embed *.md figures
var Pages embed.FS
