// Shows how far a run is, without loading the page again.

const at = document.getElementById("progress");
const $ = id => document.getElementById(id);

// said is an item of a list.
function said(parts, state) {
  const li = document.createElement("li");
  if (state) li.dataset.state = state;
  li.append(...parts);
  return li;
}

function strong(text) {
  const b = document.createElement("strong");
  b.textContent = text;
  return b;
}

function show(now) {
  if (!$("bar")) return location.reload();
  if ($("doing").textContent !== now.doing) $("doing").textContent = now.doing;
  if (now.share > 0) $("bar").value = now.share; else $("bar").removeAttribute("value");
  const facts = [now.total ? `${now.done} of ${now.total} documents` : `${now.done} document${now.done === 1 ? "" : "s"}`];
  if (now.left) facts.push(`about ${now.left} s left`);
  if (now.resumed) facts.push(`${now.resumed} were done before`);
  $("counts").replaceChildren(...facts.flatMap(f => {
    const span = document.createElement("span");
    span.textContent = f;
    return [span, " "];
  }));
  $("metrics").replaceChildren(...(now.metrics ?? []).map(m => said([strong(m.name), ` ${m.state}`], m.state)));
  $("warnings").replaceChildren(...(now.warnings ?? []).map(w => said([w])));
}

async function look() {
  try {
    const reply = await fetch(`${document.documentElement.dataset.root}runs/${at.dataset.run}/progress`, { headers: { Accept: "application/json" } });
    if (reply.ok) {
      const run = await reply.json();
      if (run.over) return location.reload();
      if (run.now) show(run.now);
    } else if (reply.status === 401 || reply.status === 404) return location.reload();
  } catch {
    $("doing").textContent = "the server does not answer; waiting for it";
  }
  setTimeout(look, 700);
}

look();
