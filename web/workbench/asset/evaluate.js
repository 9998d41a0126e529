// Opens what is wrong, and chooses what somebody sets an option of.

const wrong = document.querySelector(".wb-alert a");
if (wrong) document.querySelector(wrong.getAttribute("href"))?.closest("details")?.setAttribute("open", "");
for (const option of document.querySelectorAll(".wb-choice .field")) {
  // Who sets an option wants what it is of.
  option.addEventListener("input", () => { option.closest(".wb-choice").querySelector("input[type=checkbox]").checked = true; });
}
