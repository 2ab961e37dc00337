"use strict";
(async () => {
  const $ = id => document.getElementById(id);
  const data = await shared.unpacked($("data").textContent, $("wait"));
  if (!data) return;
  const { names, parts, places, agent } = data;
  // The line so far, as [place, number of the choice] pairs, and the place it has led to.
  let way = [], at = 0;
  $("note").textContent = `${places.length} positions; values by ${agent}; hidden information was redealt`;
  $("board").textContent = "";
  const svg = shared.picture($("board"));
  const number = value => value === null ? "" : (value > 0 ? "+" : "") + value.toFixed(2);

  function mark(targets) {
    svg.querySelectorAll(".hit-frame").forEach(one => one.remove());
    shared.frames(svg, targets, "hit-frame");
  }

  function show() {
    const place = places[at], [w, h] = place.size;
    svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
    svg.setAttribute("aria-label", "the position after " + way.length + " choices");
    svg.innerHTML = `<rect width="${w}" height="${h}" rx="6" class="f-paper"/>` + place.parts.map(i => parts[i]).join("");
    $("turn").textContent = place.seat === null ? "The end" : `${names[place.seat]}: ${place.decision}`;
    $("scores").textContent = place.scores.map((s, i) => `${names[i]}: ${s}`).join(" · ");
    $("events").replaceChildren(...place.events.map(text => Object.assign(document.createElement("li"), { textContent: text })));
    $("line").replaceChildren(...way.map(([from, i]) => {
      const item = document.createElement("li"), choice = places[from].choices[i];
      item.textContent = `${names[places[from].seat]}: ${choice[0]} (${number(choice[2])})`;
      return item;
    }));
    for (const id of ["back", "top", "keep"]) $(id).disabled = way.length === 0;
    const table = document.createElement("table");
    table.innerHTML = "<tr><th>choice</th><th class=n>value</th><th class=n>visits</th></tr>";
    place.choices.forEach(([sentence, visits, value, targets, to], i) => {
      const row = table.insertRow();
      row.insertCell().textContent = sentence;
      for (const text of [number(value), visits]) { const cell = row.insertCell(); cell.className = "n"; cell.textContent = text; }
      row.addEventListener("mouseenter", () => mark(targets));
      if (to === null) return;
      row.dataset.to = to;
      row.tabIndex = 0;
      row.addEventListener("focus", () => mark(targets));
      const go = () => { way.push([at, i]); at = to; show(); };
      row.addEventListener("click", go);
      row.addEventListener("keydown", e => { if (e.key === "Enter") go(); });
    });
    const end = place.choices.length ? table : place.seat === null ? "The game is over." : "This line ends here.";
    $("choices").replaceChildren(end);
  }
  $("back").onclick = () => { at = way.pop()[0]; show(); };
  $("top").onclick = () => { way = []; at = 0; show(); };
  $("keep").onclick = () => {
    const made = way.map(([from, i]) => places[from].choices[i]), row = $("lines").insertRow(), kept = way.slice(), here = at;
    row.insertCell().textContent = made.map(choice => choice[0]).join(" → ");
    for (const choice of [made[0], made[made.length - 1]]) { const cell = row.insertCell(); cell.className = "n"; cell.textContent = number(choice[2]); }
    row.style.cursor = "pointer";
    row.addEventListener("click", () => { way = kept.slice(); at = here; show(); });
    $("kept").hidden = false;
  };
  show();
  document.documentElement.dataset.ready = "yes";
})();
