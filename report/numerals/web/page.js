// While a number of a headline is under the pointer or has the focus, the
// places of the article that lead to it stand out.
for (const numeral of document.querySelectorAll("[data-numeral]")) {
  const marks = [...numeral.closest("article").querySelectorAll("mark")]
    .filter((mark) => mark.dataset.for.split(" ").includes(numeral.dataset.numeral));
  const show = (on) => () => marks.forEach((mark) => mark.classList.toggle("on", on));
  numeral.addEventListener("mouseenter", show(true));
  numeral.addEventListener("mouseleave", show(false));
  numeral.addEventListener("focus", show(true));
  numeral.addEventListener("blur", show(false));
}
