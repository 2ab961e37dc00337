"use strict";
(() => {
  const $ = id => document.getElementById(id), NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("class", "xpd");
  svg.setAttribute("role", "img");
  $("board").append(svg);
  let now = null;

  async function ask(path, body = {}) {
    document.body.classList.add("busy");
    $("message").textContent = "";
    try {
      const answer = await fetch("/api/" + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Expedition-Token": TOKEN },
        body: JSON.stringify(body),
      });
      const data = await answer.json();
      if (data.error) $("message").textContent = data.error;
      return data;
    } catch (error) {
      $("message").textContent = "The server does not answer: is the command still running?";
      return {};
    } finally {
      document.body.classList.remove("busy");
    }
  }
  async function act(path, body) {
    $("menu").hidden = true;
    const data = await ask(path, body);
    if (data.position) show(data.position);
  }
  const play = action => act("play", { action, step: now.step });

  function button(choice) {
    const b = document.createElement("button");
    b.textContent = choice.means;
    b.title = choice.name;
    b.dataset.action = choice.id;
    b.onclick = () => play(choice.id);
    b.onmouseenter = () => light(choice.targets, true);
    b.onmouseleave = () => light(choice.targets, false);
    return b;
  }
  const partsOf = name => svg.querySelectorAll(`[data-t="${CSS.escape(name)}"]`);
  function light(names, on) {
    for (const name of names) for (const part of partsOf(name)) part.classList.toggle("lit", on);
  }

  function list() {
    const wanted = $("filter").value.toLowerCase(), box = $("legal");
    box.textContent = "";
    for (const choice of now.legal) if ((choice.name + " " + choice.means).toLowerCase().includes(wanted)) box.append(button(choice));
  }

  function menu(choices, x, y) {
    const box = $("menu");
    box.textContent = "";
    for (const choice of choices) box.append(button(choice));
    box.hidden = false;
    box.style.left = Math.max(0, Math.min(x, innerWidth - box.offsetWidth - 8)) + scrollX + "px";
    box.style.top = Math.max(0, Math.min(y, innerHeight - box.offsetHeight - 8)) + scrollY + "px";
    box.firstChild.focus();
  }

  // A frame around a part of the picture; a cell keeps its own outline.
  function frame(part) {
    const cell = part.querySelector(":scope > polygon:first-of-type:not(rect ~ polygon)");
    if (cell) {
      const mark = cell.cloneNode();
      mark.setAttribute("class", "hot-frame");
      return mark;
    }
    const box = part.getBBox(), mark = document.createElementNS(NS, "rect");
    for (const [k, v] of Object.entries({ x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2, rx: 4, class: "hot-frame" })) mark.setAttribute(k, v);
    return mark;
  }

  function show(position) {
    now = position;
    svg.setAttribute("viewBox", `0 0 ${position.width} ${position.height}`);
    svg.setAttribute("aria-label", position.title);
    svg.innerHTML = `<rect width="${position.width}" height="${position.height}" rx="6" class="f-paper"/>` + position.picture;
    const byTarget = new Map();
    for (const choice of position.legal) for (const name of choice.targets) byTarget.set(name, [...(byTarget.get(name) || []), choice]);
    for (const [name, choices] of byTarget) {
      for (const part of partsOf(name)) {
        part.append(frame(part));
        part.classList.add("hot");
        part.addEventListener("click", e => {
          e.stopPropagation();
          if (choices.length === 1) play(choices[0].id); else menu(choices, e.clientX, e.clientY);
        });
      }
    }
    $("status").textContent = position.over ? "The game is over. " + position.verdict : position.title;
    $("scores").textContent = position.scores.map((s, i) => `seat ${i}${position.you.includes(i) ? " (you)" : ""}: ${+s.toFixed(2)}`).join(" · ");
    $("filter").hidden = position.legal.length < 12;
    $("filter").value = "";
    list();
    $("undo").disabled = !position.can_undo;
    const log = $("log");
    log.textContent = "";
    position.played.forEach(([seat, name]) => {
      const row = document.createElement("li");
      row.textContent = `seat ${seat}: ${name}`;
      if (position.you.includes(seat)) row.className = "you";
      log.append(row);
    });
    log.scrollTop = log.scrollHeight;
    $("text").textContent = position.text;
    document.documentElement.dataset.step = position.step;
  }

  $("filter").addEventListener("input", list);
  $("filter").addEventListener("keydown", e => { if (e.key === "Enter" && $("legal").firstChild) $("legal").firstChild.click(); });
  $("undo").onclick = () => act("undo");
  $("again").onclick = () => act("new");
  $("save").onclick = async () => {
    const data = await ask("record");
    if (!data.text) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data.text], { type: "text/plain" }));
    link.download = data.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
  };
  $("size").onchange = () => { document.documentElement.dataset.size = $("size").value; };
  $("theme").onchange = () => { const t = $("theme").value; if (t === "auto") delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = t; };
  document.addEventListener("click", e => { if (!e.target.closest("#menu")) $("menu").hidden = true; });
  document.addEventListener("keydown", e => { if (e.key === "Escape") $("menu").hidden = true; });
  act("state");
})();
