// Package safetensors reads and writes tensors, such as the weights of neural models, in the files that the
// Hugging Face Hub keeps them in: a header of JSON, then the numbers of all tensors
// one after another.
//
// Open takes a file or a model folder, where the weights are one file or several
// that an index names. Files are mapped into memory, so opening one costs no more
// than reading its header, and a number is read from disk when it is used. A file
// must not be changed while it is open.
//
// A header is not trusted. It is held against the format before anything is made
// of it: tensors have names of their own, sizes that follow from shape and type,
// and fill the file without gaps or overlaps. What does not hold is refused with
// the file and the tensor.
//
// Parse takes the bytes of one file, Write makes them. Package neural/encoder makes networks of the
// tensors, text/vector takes word vectors from them.
package safetensors
