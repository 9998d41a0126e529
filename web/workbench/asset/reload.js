// Shows what changes by itself, without loading the page again: what has the focus keeps it.

const part = () => document.querySelector("[data-reload]");

async function again() {
  try {
    const reply = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (reply.status >= 500) return later(); // it may do better soon
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const now = page.querySelector("[data-reload]");
    if (!reply.ok || !now) return location.reload(); // it is over
    if (now.innerHTML !== part().innerHTML) {
      const at = part().contains(document.activeElement) && document.activeElement.getAttribute("href");
      part().innerHTML = now.innerHTML;
      if (at) part().querySelector(`a[href="${CSS.escape(at)}"]`)?.focus();
    }
  } catch {
    // The server does not answer just now.
  }
  later();
}

function later() {
  setTimeout(again, Number(part().dataset.reload) * 1000);
}

if (part()) later();
