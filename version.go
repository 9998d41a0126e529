package hed

// Version is the release of this tree. It ends every signature, so a
// number can be traced to the code that computed it.
const Version = "0.2.0"
