// Sentences in the language of the study.

const words = JSON.parse(document.getElementById("words").textContent);

// say fills a sentence: say("offline", { n: 3 }). With n = 1 another may be said.
export function say(key, values = {}) {
  const text = (values.n === 1 && words[`${key}-1`]) || words[key] || key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
