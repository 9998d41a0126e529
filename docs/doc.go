// Package docs holds pages for people who use and work on hed. Its tests
// do what the pages say.
package docs
