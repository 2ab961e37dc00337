"use strict";
(async () => {
  const $ = id => document.getElementById(id);
  const data = await shared.unpacked($("data").textContent, $("wait"));
  if (!data) return;
  const { parts, frames, sizes, seats, names, words: sentences, events, secrets, scores, decisions, targets, analysis, players } = data;
  const count = seats.length, KEY = data.key;
  const state = { at: 0, view: frames.all ? "all" : Object.keys(frames)[0], timer: null };
  const hidden = Object.fromEntries(Object.entries(secrets).map(([view, steps]) => [view, new Set(steps)]));

  // Frames are lists of parts; every KEY-th is complete, the others hold the changes: [place, part, place, part, ...].
  function frame(view, at) {
    const list = frames[view];
    let from = at - at % KEY;
    const out = list[from].slice();
    for (let i = from + 1; i <= at; i++) {
      const change = list[i];
      if (change[0] === -1) { out.length = 0; out.push(...change.slice(1)); }
      else for (let k = 0; k < change.length; k += 2) out[change[k]] = change[k + 1];
    }
    return out;
  }

  const board = $("board");
  board.textContent = "";
  const svg = shared.picture(board);

  const sentence = step => sentences[state.view][step];

  function draw() {
    const [w, h] = sizes[state.view][state.at];
    svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
    svg.setAttribute("aria-label", "position " + state.at);
    svg.innerHTML = `<rect width="${w}" height="${h}" rx="6" class="f-paper"/>` + frame(state.view, state.at).map(i => parts[i]).join("");
    if (state.at > 0 && !hidden[state.view].has(state.at - 1)) shared.frames(svg, targets[state.at - 1] || [], "hit-frame");
  }

  function words() {
    const at = state.at;
    const before = at ? `${at}: ${names[seats[at - 1]]}: ${sentence(at - 1)}` : "The beginning";
    const after = at < count ? `Next, ${names[seats[at]]}: ${decisions[at]}` : data.over ? "The end" : "The record ends here";
    $("status").textContent = `${before.replace(/\.$/, "")}. ${after}.`;
    $("events").replaceChildren(...(at ? events[state.view][at - 1] : []).map(text => Object.assign(document.createElement("li"), { textContent: text })));
    $("slider").value = at;
    for (const id of ["first", "back"]) $(id).disabled = at === 0;
    for (const id of ["next", "last"]) $(id).disabled = at === count;
    $("scores").textContent = scores[at].map((s, i) => `${names[i]}: ${+s.toFixed(2)}`).join(" · ");
  }

  // The list of decisions holds only the rows in view.
  const ROW = 22, list = $("moves"), rows = document.createElement("div");
  rows.style.height = count * ROW + "px";
  list.append(rows);
  function rowsInSight() {
    const top = Math.max(0, Math.floor(list.scrollTop / ROW) - 5), end = Math.min(count, top + Math.ceil(list.clientHeight / ROW) + 10);
    rows.textContent = "";
    for (let i = top; i < end; i++) {
      const row = document.createElement("div"), number = document.createElement("span");
      row.className = i === state.at - 1 ? "m now" : "m";
      row.style.top = i * ROW + "px";
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", i === state.at - 1);
      row.dataset.step = i + 1;
      number.className = "i";
      number.textContent = i + 1;
      row.append(number, `${names[seats[i]]}: ${sentence(i)}`);
      row.title = sentence(i);
      rows.append(row);
    }
  }
  function follow() {
    const y = (state.at - 1) * ROW;
    if (y < list.scrollTop || y > list.scrollTop + list.clientHeight - ROW) list.scrollTop = Math.max(0, y - list.clientHeight / 2);
    rowsInSight();
  }
  list.addEventListener("scroll", rowsInSight);
  list.addEventListener("click", e => { const row = e.target.closest("[data-step]"); if (row) go(+row.dataset.step); });

  // The chart: one line per seat, distinguished by colour, dashes and a label at the end.
  const DASH = ["", "7 3", "2 3", "9 3 2 3", "4 4", "1 4"], W = 310, H = 120, L = 30, R = 14;
  // Seats named by a colour are labelled with its first letter, numbered players with their number.
  const short = name => (name.match(/\d+$/) || [name[0]])[0];
  let cursor;
  function chart() {
    const flat = scores.flat(), low = Math.min(0, ...minmax(flat)), high = Math.max(1, ...minmax(flat));
    const x = i => L + (W - L - R) * (count ? i / count : 0), y = s => 8 + (H - 24) * (1 - (s - low) / (high - low));
    const stride = Math.max(1, Math.floor(count / 600));
    let body = `<line x1="${L}" x2="${W - R}" y1="${y(0)}" y2="${y(0)}" stroke="var(--line)"/>` +
      `<text x="${L - 4}" y="${y(high) + 4}" text-anchor="end">${+high.toFixed(1)}</text><text x="${L - 4}" y="${y(low) + 4}" text-anchor="end">${+low.toFixed(1)}</text>` +
      `<text x="${L}" y="${H - 2}">0</text><text x="${W - R}" y="${H - 2}" text-anchor="end">${count} decisions</text>`;
    // The labels at the ends of the lines keep their distance.
    const ends = Array.from({ length: players }, (_, seat) => [seat, y(scores[count][seat]) + 3]).sort((a, b) => a[1] - b[1]);
    ends.forEach((end, i) => { if (i) end[1] = Math.max(end[1], ends[i - 1][1] + 10); });
    for (let i = players - 1, most = H - 2; i >= 0; i--, most -= 10) ends[i][1] = Math.min(ends[i][1], most);
    const endOf = new Map(ends);
    for (let seat = 0; seat < players; seat++) {
      const points = [];
      for (let i = 0; i <= count; i += stride) points.push(`${x(i).toFixed(1)},${y(scores[i][seat]).toFixed(1)}`);
      points.push(`${x(count).toFixed(1)},${y(scores[count][seat]).toFixed(1)}`);
      body += `<polyline class="n s-seat${seat % 6}" points="${points.join(" ")}" stroke-width="2" stroke-dasharray="${DASH[seat % 6]}"/>` +
        `<text x="${W - R + 3}" y="${endOf.get(seat).toFixed(1)}" font-weight="700">${short(names[seat])}</text>`;
    }
    $("chart").innerHTML = `<svg class="xpd" viewBox="0 0 ${W} ${H}" role="img" aria-label="points over time">${body}<line id="cursor" y1="6" y2="${H - 14}" stroke="var(--hit)"/></svg>`;
    cursor = i => { const c = $("cursor"); c.setAttribute("x1", x(i)); c.setAttribute("x2", x(i)); };
    $("chart").addEventListener("click", e => {
      const box = $("chart").getBoundingClientRect(), at = (e.clientX - box.left) / box.width * W;
      go(Math.round((at - L) / (W - L - R) * count));
    });
  }
  function minmax(values) {
    let low = Infinity, high = -Infinity;
    for (const v of values) { if (v < low) low = v; if (v > high) high = v; }
    return [low, high];
  }

  function choices() {
    const found = analysis && analysis[state.at], section = $("analysis");
    section.hidden = !analysis;
    if (!analysis) return;
    const mine = found && (state.view === "all" || +state.view === seats[state.at]);
    if (!mine) { $("choices").textContent = found ? "Not shown to this seat." : "This choice was not analysed."; return; }
    const most = Math.max(1, ...found.map(c => c[1]));
    const table = document.createElement("table");
    table.innerHTML = "<tr><th>choice</th><th class=n>visits</th><th class=n>value</th><th></th></tr>";
    for (const [name, visits, value, chosen] of found.slice(0, 14)) {
      const row = table.insertRow();
      if (chosen) row.className = "played";
      row.insertCell().textContent = name;
      for (const text of [visits, value === null ? "" : value.toFixed(3)]) { const cell = row.insertCell(); cell.className = "n"; cell.textContent = text; }
      const bar = document.createElement("div");
      bar.className = "bar";
      bar.style.width = 32 * visits / most + "px";
      row.insertCell().append(bar);
    }
    $("choices").textContent = "";
    $("choices").append(table);
    if (found.length > 14) $("choices").append(`and ${found.length - 14} more`);
  }

  function show() {
    draw(); words(); follow(); choices(); cursor(state.at);
    document.dispatchEvent(new CustomEvent("expedition:shown", { detail: { at: state.at, view: state.view, seat: seats[state.at] } }));
  }
  function go(at) { state.at = Math.max(0, Math.min(count, at)); show(); if (state.at === count) pause(); }
  function pause() { clearInterval(state.timer); state.timer = null; $("play").textContent = "play"; $("play").setAttribute("aria-label", "play"); }
  function play() {
    if (state.timer) return pause();
    if (state.at === count) go(0);
    $("play").textContent = "pause";
    $("play").setAttribute("aria-label", "pause");
    state.timer = setInterval(() => go(state.at + 1), +$("speed").value);
  }
  function turn(by) {
    let i = state.at;
    const seat = i < count ? seats[i] : -1;
    do i += by; while (i > 0 && i < count && seats[i] === seat);
    go(i);
  }

  const views = [["all", "everything"], ...Array.from({ length: players }, (_, i) => [String(i), names[i]])].filter(v => frames[v[0]]);
  for (const [value, name] of views) {
    const label = document.createElement("label"), radio = document.createElement("input");
    label.className = "chip";
    Object.assign(radio, { type: "radio", name: "view", value, checked: value === state.view, id: "view-" + value });
    radio.addEventListener("change", () => { state.view = value; show(); });
    label.append(radio, name);
    $("views").append(label);
  }
  $("slider").max = count;
  $("slider").addEventListener("input", () => go(+$("slider").value));
  $("first").onclick = () => go(0);
  $("back").onclick = () => go(state.at - 1);
  $("next").onclick = () => go(state.at + 1);
  $("last").onclick = () => go(count);
  $("play").onclick = play;
  $("speed").onchange = () => { if (state.timer) { pause(); play(); } };
  $("size").onchange = () => { document.documentElement.dataset.size = $("size").value; };
  shared.colours($("theme"));
  const keys = {
    ArrowRight: () => go(state.at + 1), ArrowLeft: () => go(state.at - 1), ArrowDown: () => turn(1), ArrowUp: () => turn(-1),
    PageDown: () => go(state.at + 10), PageUp: () => go(state.at - 10), Home: () => go(0), End: () => go(count), " ": play,
  };
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.tagName === "SELECT") return;
    if (e.key === " " && e.target.tagName === "BUTTON") return;
    if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
  });
  document.addEventListener("expedition:go", e => { pause(); go(e.detail); });
  chart();
  show();
  document.documentElement.dataset.ready = "yes";
})();
