// Drafts whose last changes are on this device alone.

const base = new URL(".", location.href).pathname.replace(/\/$/, "");
for (const mark of document.querySelectorAll("[data-draft]")) {
  try {
    const own = `hed:draft:${base}:${mark.dataset.draft}:`;
    mark.hidden = !Object.keys(localStorage).some((key) => key.startsWith(own));
  } catch { /* the browser keeps nothing */ }
}
document.body.dataset.ready = "true";
