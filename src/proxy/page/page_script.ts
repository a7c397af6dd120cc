/** What the status page does: it shows each snapshot of `/events`, and counts rests down between them. */
export const PAGE_SCRIPT: string = `
"use strict";
(() => {
const NAMES = { open: "Open", resting: "Resting", due: "Tried next", probing: "Being tried" };
const WORDS = { failed: "Failed", broken: "Broke off", rests: "Rests", back: "Open again", reset: "Reset" };
const byId = (id) => document.getElementById(id);
const count = (number) => number.toLocaleString("en");
let state, offsetMs = 0, said = "";

function el(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
function dress(node, className) {
  if (node.className !== className) node.className = className;
}

/** Keeps one node for each item, in order, and drops those of items that are gone. */
function keep(parent, nodes, items, keyOf, make) {
  const keys = new Set(items.map(keyOf));
  for (const [key, node] of nodes) if (!keys.has(key)) { node.root.remove(); nodes.delete(key); }
  items.forEach((item, index) => {
    const key = keyOf(item);
    let node = nodes.get(key);
    if (!node) nodes.set(key, node = make(item));
    if (parent.children[index] !== node.root) parent.insertBefore(node.root, parent.children[index] || null);
    node.show(item, index);
  });
}

function ms(value) {
  if (value === null) return "–";
  if (value < 1000) return Math.round(value) + " ms";
  return (value / 1000).toFixed(value < 10000 ? 1 : 0) + " s";
}
function wait(value) {
  const seconds = Math.max(0, Math.ceil(value / 1000));
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  if (hours >= 24) return Math.floor(hours / 24) + " d " + (hours % 24) + " h";
  if (hours > 0) return hours + " h " + minutes + " min";
  return minutes > 0 ? minutes + " min " + (seconds % 60) + " s" : seconds + " s";
}
function subject(id) {
  const parts = id.split(":");
  if (parts[0] === "upstream") return parts.slice(1).join(":");
  if (parts[0] === "provider") return "all of " + parts.slice(1).join(":");
  if (parts[0] === "key") return "key " + (Number(parts.at(-1)) + 1) + " of " + parts.slice(1, -1).join(":");
  return id;
}
const nowMs = () => Date.now() + offsetMs;

function tile(id, name) {
  const box = el("div"), value = el("dd", "", "–");
  box.append(el("dt", "", name), value);
  byId("tiles").append(box);
  return (number, of, className) => {
    put(value, count(number) + (of === undefined ? "" : " / " + count(of)));
    dress(box, className || "");
  };
}
const tiles = {
  flight: tile("flight", "In flight"), whole: tile("whole", "Answered"), failed: tile("failed", "Failed"),
  left: tile("left", "Clients left"), refused: tile("refused", "Refused"), resting: tile("resting", "Upstreams resting"),
};

function makeFact(list, name) {
  const box = el("div"), value = el("dd");
  box.append(el("dt", "", name), value);
  list.append(box);
  return (text) => put(value, text);
}

function makeCard() {
  const root = el("li", "card"), who = el("div", "who"), name = el("span", "name"), place = el("b"), id = el("span");
  const pill = el("span", "pill"), left = el("div", "left"), rest = el("i"), facts = el("dl", "facts");
  const last = el("div", "last"), foot = el("div", "foot"), chips = el("ul", "chips"), button = el("button", "", "End rest");
  name.append(place, id); who.append(name, pill); left.append(rest); foot.append(chips, button);
  root.append(who, left, facts, last, foot);
  last.setAttribute("role", "img");
  chips.setAttribute("aria-label", "Failures by kind");
  button.type = "button";
  const attempts = makeFact(facts, "Attempts"), latency = makeFact(facts, "First output");
  const running = makeFact(facts, "Running"), queued = makeFact(facts, "Waiting");
  let now, longestMs = 0, until = null, shownLast = "", shownChips = "";
  button.addEventListener("click", () => {
    button.disabled = true;
    fetch("state/reset?scope=" + encodeURIComponent(now.scope), { method: "POST" })
      .catch(() => {}).then(() => { button.disabled = false; });
  });
  function tick() {
    const leftMs = now.until_ms === null ? 0 : now.until_ms - nowMs();
    const standing = now.standing === "resting" && leftMs <= 0 ? "due" : now.standing;
    put(pill, NAMES[standing] + (standing === "resting" ? " " + wait(leftMs) : ""));
    dress(pill, "pill " + standing);
    dress(root, "card " + standing);
    rest.style.width = (longestMs > 0 ? Math.max(0, Math.min(100, 100 * leftMs / longestMs)) : 0) + "%";
    button.hidden = standing === "open" || now.scope === null;
    return standing;
  }
  function showLast(attempts) {
    const failed = attempts.filter((one) => one.kind !== null).length;
    const text = JSON.stringify(attempts);
    if (text === shownLast) return;
    shownLast = text;
    const most = Math.max(1, ...attempts.map((one) => one.ms));
    last.replaceChildren(...attempts.map((one) => {
      const bar = el("i", one.kind === null ? "" : "failed");
      bar.style.height = one.kind === null ? Math.max(14, 100 * Math.sqrt(one.ms / most)) + "%" : "100%";
      bar.title = ms(one.ms) + (one.kind === null ? "" : ", " + one.kind);
      return bar;
    }), ...Array.from({ length: 30 - attempts.length }, () => el("i", "none")));
    const told = attempts.length - failed + " answered, " + failed + " failed";
    last.setAttribute("aria-label", attempts.length === 0 ? "No attempts yet" : "The last attempts: " + told);
  }
  function showChips(failures, keys) {
    const kinds = Object.entries(failures).sort((a, b) => b[1] - a[1]);
    const text = JSON.stringify([kinds, keys]);
    if (text === shownChips) return;
    shownChips = text;
    const items = kinds.map(([kind, number]) => el("li", "", kind + " × " + count(number)));
    if (keys.resting > 0) items.unshift(el("li", "keys", keys.resting + " of " + keys.count + " keys rest"));
    chips.replaceChildren(...(items.length > 0 ? items : [el("li", "none", "No failures")]));
  }
  return {
    root, tick,
    show(upstream, index) {
      now = upstream;
      if (now.until_ms !== until) { until = now.until_ms; longestMs = until === null ? 0 : until - nowMs(); }
      put(place, String(index + 1)); put(id, now.id);
      button.setAttribute("aria-label", "End rest of " + now.id);
      const limit = now.slots.length > 0 ? Math.min(...now.slots.map((slots) => slots.max)) : null;
      attempts(count(now.attempts));
      latency(ms(now.latency_ms));
      running(count(now.in_flight) + (limit === null ? "" : " / " + count(limit)));
      queued(count(now.slots.reduce((sum, slots) => sum + slots.queued, 0)));
      showLast(now.last); showChips(now.failures, now.keys); tick();
    },
  };
}

function makeModel(model) {
  const root = el("section", "model"), bar = el("div", "bar"), name = el("h2", "", model.name);
  const told = el("p", "quiet"), list = el("ul", "cards"), cards = new Map();
  bar.append(name, told); root.append(bar, list);
  root.setAttribute("aria-label", "Model " + model.name);
  list.setAttribute("role", "list");
  return {
    root, cards,
    show(now) {
      const { whole, failed, left } = now.requests;
      const parts = [now.strategy.replace("_", " "), count(whole) + " answered"];
      if (failed > 0) parts.push(count(failed) + " failed");
      if (left > 0) parts.push(count(left) + " left");
      if (now.fallback.length > 0) parts.push("falls back to " + now.fallback.join(", "));
      put(told, parts.join(" · "));
      const all = new Map(state.upstreams.map((one) => [one.id, one]));
      keep(list, cards, now.upstreams.map((id) => all.get(id)), (one) => one.id, makeCard);
    },
  };
}

function makeHappening() {
  const root = el("li"), time = el("time"), what = el("span"), rest = el("span", "subject");
  root.append(time, what, rest);
  return {
    root,
    show(one) {
      const at = new Date(one.at_ms);
      time.dateTime = at.toISOString();
      put(time, at.toLocaleTimeString("en-GB"));
      put(what, WORDS[one.type]); dress(what, "what " + one.type);
      put(rest, subject(one.subject) + (one.detail === "" ? "" : ": " + one.detail));
    },
  };
}

const models = new Map(), happenings = new Map();
function show() {
  keep(byId("models"), models, state.models, (model) => model.name, makeModel);
  const recent = state.recent.slice(0, 20).map((one, index) => ({ ...one, index }));
  keep(byId("recent"), happenings, recent, (one) => one.index, makeHappening);
  byId("nothing").hidden = recent.length > 0;
  const { in_flight, whole, failed, left, refused } = state.requests;
  tiles.flight(in_flight); tiles.whole(whole); tiles.failed(failed, undefined, failed > 0 ? "bad" : "");
  tiles.left(left); tiles.refused(refused);
  const since = new Date(state.started_ms).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  put(byId("since"), "Runs since " + since + (state.draining ? ". It is about to stop." : "."));
  tick();
}
function tick() {
  if (!state) return;
  let resting = 0;
  const seen = new Set(), only = byId("only").checked;
  for (const { root, cards } of models.values()) {
    let shown = 0;
    for (const [id, card] of cards) {
      const standing = card.tick();
      if (standing === "resting" && !seen.has(id)) resting++;
      seen.add(id);
      card.root.hidden = only && standing === "open";
      if (!card.root.hidden) shown++;
    }
    root.hidden = shown === 0;
  }
  tiles.resting(resting, seen.size, resting > 0 ? "rests" : "");
  document.title = (resting > 0 ? resting + " resting · " : "") + "Backoff proxy";
  const told = resting === 0 ? "No upstream rests" : resting + " of " + seen.size + " upstreams rest";
  if (told !== said) put(byId("said"), said = told);
}
function link(className, text) {
  const node = byId("link");
  put(node, text); dress(node, "pill " + className);
  document.body.classList.toggle("stale", className === "lost");
}
function connect() {
  const source = new EventSource("events");
  source.onopen = () => link("open", "Live");
  source.onmessage = (event) => {
    state = JSON.parse(event.data);
    offsetMs = state.now_ms - Date.now();
    link("open", "Live");
    show();
  };
  source.onerror = () => {
    link("lost", "Connection lost, trying again");
    if (source.readyState !== EventSource.CLOSED) return;
    source.close();
    setTimeout(connect, 3000);
  };
}
byId("only").addEventListener("change", tick);
setInterval(tick, 250);
connect();
})();
`;
