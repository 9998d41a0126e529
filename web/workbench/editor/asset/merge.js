// What to do where a draft was changed in two places: keep what both did.

export const fields = ["article", "reference", "lang", "date", "source", "target"];

export function same(a, b) {
  return fields.every((f) => a[f] === b[f]) && a.headlines.length === b.headlines.length &&
    a.headlines.every((h, i) => h.id === b.headlines[i].id && h.text === b.headlines[i].text);
}

export function copy(state) {
  const out = { headlines: state.headlines.map(({ id, text }) => ({ id, text })) };
  for (const f of fields) out[f] = state[f] ?? "";
  return out;
}

// merge joins ours and theirs, which were both made from base. A headline that both changed is there twice. Of other
// fields ours counts; lost says whether theirs was another, so that it can be kept elsewhere.
export function merge(base, ours, theirs, id) {
  const out = { headlines: [] };
  let lost = false;
  for (const f of fields) {
    out[f] = ours[f] === base[f] ? theirs[f] : ours[f];
    lost ||= ours[f] !== base[f] && theirs[f] !== base[f] && ours[f] !== theirs[f];
  }
  const texts = (state) => new Map(state.headlines.map((h) => [h.id, h.text]));
  const [was, own, other] = [texts(base), texts(ours), texts(theirs)];
  // The order is ours where we changed it, and theirs elsewhere; what only the other has comes behind what it was behind.
  const common = (state) => state.headlines.map((h) => h.id).filter((i) => was.has(i) && own.has(i) && other.has(i)).join();
  const moved = common(ours) !== common(base);
  const [first, second] = moved ? [ours, theirs] : [theirs, ours];
  const order = first.headlines.map((h) => h.id);
  second.headlines.forEach((h, i) => {
    if (order.includes(h.id)) return;
    const before = second.headlines.slice(0, i).map((x) => x.id).findLast((x) => order.includes(x));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, h.id);
  });
  for (const key of order) {
    const [b, o, t] = [was.get(key), own.get(key), other.get(key)];
    if (o === undefined && t === b) continue; // we removed it, and they left it as it was
    if (t === undefined && o === b) continue;
    const text = o === undefined || (o === b && t !== undefined) ? t : t === undefined || t === b ? o : t;
    out.headlines.push({ id: key, text });
    if (o !== undefined && t !== undefined && o !== b && t !== b && o !== t) out.headlines.push({ id: id(), text: o });
  }
  return { state: out, lost };
}
