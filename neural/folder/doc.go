// Package folder reads the model folders of the Hugging Face Hub for all networks that come in them: config.json, and
// the tensors of safetensors files under the names that they have there.
//
// A network says what it consists of, a list of [Part]. [Open] finds them all, of their shapes, before a number is read; a
// [Loader] then takes them to a device.
//
// A folder that does not fit is refused with the file, the tensor and the shape that was expected.
package folder
