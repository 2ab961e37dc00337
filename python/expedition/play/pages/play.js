"use strict";
(() => {
  const $ = id => document.getElementById(id);
  const board = shared.picture($("board")), mine = shared.picture($("mine"));
  const element = (tag, text, name) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (name) made.className = name;
    return made;
  };
  let now = null, skipping = false, wake = () => {}, hints = null, setup = JSON.parse($("setup-data").textContent), zoom = 1;

  // ------------------------------------------------------------------ asking the server
  let busy = 0;
  async function ask(path, body = {}) {
    document.body.classList.toggle("busy", ++busy > 0);
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
      document.body.classList.toggle("busy", --busy > 0);
    }
  }
  let turn = 0;
  async function act(path, body) {
    const mine = ++turn;
    closeMenu();
    const data = await ask(path, body);
    if (data.setup) { setup = data.setup; form(); }
    if (!data.position || mine !== turn) return;
    // Undoing a choice or joining a running game brings no news.
    const since = path === "play" && now ? now.step : Infinity;
    wake();
    show(data.position);
    await follow(mine, since);
  }
  const play = action => { if (!now.waiting) act("play", { action, step: now.step }); };

  // Waits for a time or for a click, by the chosen pace. Skipping ends the wait at once.
  const hurried = () => skipping || $("pace").value === "0";
  async function moment() {
    if (hurried()) return;
    const clicked = $("pace").value === "step";
    $("skip").hidden = false;
    $("next").hidden = !clicked;
    await new Promise(done => { wake = done; if (!clicked) setTimeout(done, +$("pace").value); });
    wake = () => {};
    $("next").hidden = true;
  }
  // Reveals the new lines of the list one by one: the choice first, then its consequences.
  async function unfold(mine, since) {
    const lines = [...$("news").children].filter(row => row.dataset.step >= since).flatMap(row => [row, ...row.querySelectorAll("li")]);
    for (const line of lines) line.hidden = !hurried();
    for (const line of lines) {
      if (mine !== turn) return;
      line.hidden = false;
      line.scrollIntoView({ block: "nearest" });
      if (line.parentElement.id === "news") for (const row of $("news").children) row.classList.toggle("now", row === line);
      if (!hurried()) await moment();
    }
  }
  // Opponents' decisions are fetched one by one, so that each can be seen; skipping fetches the rest at once.
  async function follow(mine, since) {
    skipping = false;
    await unfold(mine, since);
    while (now.waiting && mine === turn) {
      const before = now.step, data = await ask("advance", { steps: hurried() ? 10000 : 1 });
      if (mine !== turn) return;
      if (!data.position) break;
      show(data.position);
      await unfold(mine, before);
    }
    if (mine !== turn) return;
    $("skip").hidden = $("next").hidden = true;
    // On a phone the news is below the choices, in the same sheet.
    if (matchMedia("(max-width:760px)").matches) document.querySelector("aside").scrollTop = 0;
    document.documentElement.dataset.settled = now.step;
    if ($("evaluate").checked && now.legal && now.legal.length) evaluation();
  }

  // ------------------------------------------------------------------ the picture
  const partsOf = name => document.querySelectorAll(`#board [data-t="${CSS.escape(name)}"],#mine [data-t="${CSS.escape(name)}"]`);
  function frame(part, name) {
    // A cell of the board is framed by its own outline.
    const cell = part.querySelector(":scope > polygon:first-of-type:not(rect ~ polygon)");
    if (!cell) return shared.frame(part, name, 1);
    const mark = cell.cloneNode();
    mark.setAttribute("class", name);
    part.append(mark);
    return mark;
  }
  function light(names, on) { for (const name of names) for (const part of partsOf(name)) part.classList.toggle("lit", on); }
  function mark(names, kind) {
    for (const old of document.querySelectorAll("." + kind)) old.remove();
    for (const name of names) for (const part of partsOf(name)) frame(part, kind);
  }
  function area() {
    if (now.mine) return now.mine;
    const boxes = [...board.querySelectorAll(`[data-t^="seat ${now.viewer} "]`)].map(part => {
      const box = part.getBoundingClientRect(), all = board.getBoundingClientRect(), scale = now.width / all.width;
      return [(box.left - all.left) * scale, (box.top - all.top) * scale, box.width * scale, box.height * scale];
    });
    if (!boxes.length) return null;
    const x = Math.min(...boxes.map(b => b[0])), y = Math.min(...boxes.map(b => b[1]));
    return [x, y, Math.max(...boxes.map(b => b[0] + b[2])) - x, Math.max(...boxes.map(b => b[1] + b[3])) - y];
  }
  function size() {
    const narrow = matchMedia("(max-width:760px)").matches, whole = document.documentElement.dataset.size === "whole";
    board.style.width = whole ? "" : narrow ? 1150 * zoom + "px" : 100 * zoom + "%";
    if (!now || !now.picture) return;
    // The viewer's area gets a panel of its own when the picture does not fit the window.
    const where = area(), fits = board.getBoundingClientRect().height <= $("table").clientHeight + 1;
    $("mine").hidden = !where || (fits && !narrow);
    if ($("mine").hidden) return;
    mine.setAttribute("viewBox", where.map((v, i) => i < 2 ? v - 3 : v + 6).join(" "));
    const room = $("mine").parentElement.clientHeight * 0.34, natural = where[2] + 6, tall = where[3] + 6;
    mine.style.width = (narrow ? natural * 1.05 : Math.min($("mine").clientWidth, natural * 1.15, natural * Math.max(0.8, room / tall))) + "px";
  }
  function draw() {
    const body = now.picture;
    board.setAttribute("viewBox", `0 0 ${now.width} ${now.height}`);
    board.setAttribute("aria-label", now.turn);
    mine.setAttribute("aria-label", "your hand and goods");
    board.innerHTML = `<rect width="${now.width}" height="${now.height}" rx="6" class="f-paper"/>` + body;
    mine.innerHTML = `<rect width="${now.width}" height="${now.height}" class="f-paper"/>` + body;
    $("mine").hidden = false;
    const byTarget = new Map();
    if (!now.waiting) for (const choice of now.legal) for (const name of choice.targets) byTarget.set(name, [...(byTarget.get(name) || []), choice]);
    for (const [name, choices] of byTarget) for (const part of partsOf(name)) {
      frame(part, "hot-frame");
      part.classList.add("hot");
      part.addEventListener("click", e => {
        e.stopPropagation();
        if (choices.length === 1) play(choices[0].id); else menu(choices, e.clientX, e.clientY);
      });
    }
    const last = now.news[now.news.length - 1];
    mark(last ? last.targets : [], "hit-frame");
    size();
    reveal();
  }
  // The first such part of the board outside the viewer's area, which is shown again below the board.
  function elsewhere(name) {
    const mine = $("mine").hidden ? null : area(), all = board.getBoundingClientRect(), scale = now.width / all.width;
    const isMine = part => {
      const box = part.getBoundingClientRect(), x = (box.left - all.left) * scale, y = (box.top - all.top) * scale;
      return mine && x > mine[0] - 9 && y > mine[1] - 9 && x < mine[0] + mine[2] && y < mine[1] + mine[3];
    };
    return [...board.querySelectorAll(name)].find(part => !isMine(part));
  }
  // Scrolls to what changed if the picture is larger than its window; on a phone, otherwise to what can be chosen.
  function reveal() {
    const narrow = matchMedia("(max-width:760px)").matches;
    const part = elsewhere(".hit-frame") || (narrow && elsewhere(".hot-frame"));
    if (!part) return;
    const at = part.getBoundingClientRect(), window_ = $("board").getBoundingClientRect();
    if (at.left < window_.left || at.right > window_.right) $("board").scrollLeft += (at.left + at.right - window_.left - window_.right) / 2;
    if (at.top < window_.top || at.bottom > window_.bottom) $("board").scrollTop += (at.top + at.bottom - window_.top - window_.bottom) / 2;
  }

  // ------------------------------------------------------------------ choices
  function button(choice, number) {
    const b = element("button", choice.means);
    b.title = choice.name;
    b.dataset.action = choice.id;
    if (number) b.setAttribute("aria-keyshortcuts", number);
    const opinion = hints && hints.get(choice.id);
    if (opinion) b.append(element("small", opinion.words + (opinion.visits ? `, ${opinion.visits} ${opinion.visits === 1 ? "visit" : "visits"}` : "")));
    if (opinion && opinion.best) b.classList.add("best");
    b.onclick = () => play(choice.id);
    b.onmouseenter = b.onfocus = () => light(choice.targets, true);
    b.onmouseleave = b.onblur = () => light(choice.targets, false);
    return b;
  }
  function list() {
    const wanted = $("filter").value.toLowerCase(), box = $("legal");
    box.textContent = "";
    if (now.waiting || !now.legal) return box.append(element("p", now.over ? "The game is over." : "The others are choosing …"));
    const shown = now.legal.filter(c => (c.name + " " + c.means).toLowerCase().includes(wanted));
    const kinds = new Map();
    for (const choice of shown) kinds.set(choice.kind, [...(kinds.get(choice.kind) || []), choice]);
    let number = 0;
    for (const [kind, choices] of kinds) {
      if (kinds.size > 1) box.append(element("h3", `${kind} (${choices.length})`));
      for (const choice of choices) box.append(button(choice, ++number < 10 ? number : 0));
    }
    if (now.over) box.append(element("p", "The game is over."));
  }
  function menu(choices, x, y) {
    const box = $("menu");
    box.textContent = "";
    for (const choice of choices) box.append(button(choice));
    box.hidden = false;
    box.style.left = Math.max(0, Math.min(x, innerWidth - box.offsetWidth - 8)) + "px";
    box.style.top = Math.max(0, Math.min(y, innerHeight - box.offsetHeight - 8)) + "px";
    box.firstChild.focus();
  }
  function closeMenu() { $("menu").hidden = true; }

  // ------------------------------------------------------------------ what happened
  function line(entry) {
    const row = element("li", `${entry.who}: ${entry.sentence}`);
    if (now.seats[entry.seat].you) row.className = "you";
    if (entry.events.length) {
      const events = element("ul");
      for (const text of entry.events) events.append(element("li", text));
      row.append(events);
    }
    return row;
  }
  function tell() {
    const news = $("news"), log = $("log");
    news.textContent = log.textContent = "";
    for (const entry of now.news) {
      const row = line(entry);
      row.dataset.step = entry.step;
      row.onmouseenter = () => mark(entry.targets, "hit-frame");
      news.append(row);
    }
    if (!now.news.length) news.append(element("li", "Nothing yet."));
    else news.lastChild.classList.add("now");
    for (const entry of now.log) log.append(line(entry));
    news.scrollTop = news.scrollHeight;
    log.scrollTop = log.scrollHeight;
  }

  // ------------------------------------------------------------------ hints
  async function opinions() {
    const step = now.step, data = await ask("hint", { step });
    return data.hint && now.step === step ? data : null;
  }
  // The bar rates the position and reveals nothing about the choices: that is what the hint is for.
  async function evaluation() {
    const data = await opinions();
    if (!data || !$("evaluate").checked) return;
    bar(data.hint[0]);
    document.documentElement.dataset.evaluated = now.step;
  }
  async function hint() {
    const data = await opinions();
    if (!data) return;
    hints = new Map(data.hint.map((o, i) => [o.id, { ...o, best: i === 0 }]));
    list();
    const best = data.hint[0], choice = now.legal.find(c => c.id === best.id);
    if (choice) mark(choice.targets, "best-frame");
    // The best choice may be far down a long list, or beyond the edge of a phone's screen.
    for (const part of [elsewhere(".best-frame"), document.querySelector("#mine .best-frame"), document.querySelector("#legal .best")])
      part?.scrollIntoView({ block: "center", inline: "center" });
    bar(best);
    document.documentElement.dataset.hinted = now.step;
  }
  function bar(best) {
    const known = best && best.value !== null;
    $("bar").hidden = !known;
    $("bar").classList.remove("old");
    if (!known) return;
    const share = Math.max(0, Math.min(1, (best.value + 1) / 2));
    $("bar").firstChild.style.width = 100 * share + "%";
    $("bar").lastChild.textContent = (setup.cooperative ? "the team: " : "you: ") + best.words.replace(/^best, /, "");
    $("bar").setAttribute("aria-valuenow", best.value.toFixed(2));
    $("bar").setAttribute("aria-valuetext", best.words);
  }

  // ------------------------------------------------------------------ the end
  function end() {
    const result = now.result;
    $("end-title").textContent = result.verdict;
    $("end-why").textContent = result.reason;
    // A column for each seat, so that all sources fit a phone; a team has its points together.
    const table = element("table"), head = table.insertRow(), seats = result.together ? now.seats.slice(0, 1) : now.seats;
    const won = seat => result.winners.includes(seat.seat) ? "n won" : "n";
    head.append(element("td"));
    for (const seat of seats) {
      const name = result.together ? "The team" : seat.name + (seat.you ? " (you)" : "");
      head.append(Object.assign(element("th", name, won(seat)), { scope: "col" }));
    }
    for (const [source, points] of [["points", result.scores], ...Object.entries(result.breakdown)]) {
      const row = table.insertRow();
      row.append(Object.assign(element("th", source), { scope: "row" }));
      for (const seat of seats) row.append(element("td", String(+points[seat.seat].toFixed(2)), won(seat)));
      if (source === "points" && points === result.scores) row.className = "sum";
    }
    $("end-points").replaceChildren(table);
    if (!$("end").open) $("end").showModal();
  }

  // ------------------------------------------------------------------ the whole page
  function show(position) {
    const fresh = !now || now.step !== position.step, wasOver = now && now.over;
    now = position;
    // While the others play, the bar keeps the last evaluation, faded.
    if (fresh) { hints = null; $("bar").hidden ||= !$("evaluate").checked || now.over; $("bar").classList.add("old"); }
    document.title = `${setup.title}: ${now.turn}`;
    $("turn").textContent = now.turn;
    $("seats").replaceChildren(...now.seats.map(seat => {
      const chip = element("li", setup.cooperative ? seat.name : `${seat.name}${seat.you ? " (you)" : ""} ${+seat.score.toFixed(2)}`, (seat.you ? "you " : "") + (seat.acts ? "acts" : ""));
      return chip;
    }));
    $("undo").disabled = !now.can_undo;
    document.documentElement.dataset.step = now.step;
    if (now.curtain) {
      board.innerHTML = mine.innerHTML = "";
      for (const id of ["legal", "news", "log", "text"]) $(id).textContent = "";
      $("curtain-title").textContent = `Pass the screen to ${now.curtain}`;
      if (!$("curtain").open) $("curtain").showModal();
      return;
    }
    if ($("curtain").open) $("curtain").close();
    $("hint").disabled = now.waiting || now.over;
    if (fresh) $("filter").value = "";
    $("filter").hidden = now.legal.length < 12;
    draw();
    list();
    tell();
    $("text").textContent = now.text;
    if (now.over && !wasOver) end();
    if (!now.over && $("end").open) $("end").close();
  }

  // ------------------------------------------------------------------ another game
  function field(label, input, help) {
    const box = element("label", label);
    box.append(input);
    if (help) box.append(element("small", help));
    return box;
  }
  function picker(values, value) {
    const select = element("select");
    for (const one of values) select.append(Object.assign(element("option", String(one)), { value: String(one), selected: one === value }));
    return select;
  }
  function form() {
    const box = $("form"), players = picker(setup.players, now ? now.players : setup.players[0]);
    const opponent = picker(setup.opponents, setup.opponents[0]), seats = element("div");
    players.id = "players"; opponent.id = "opponent";
    const people = () => {
      seats.textContent = "";
      if (setup.cooperative) return;
      for (let i = 0; i < +players.value; i++) {
        const label = element("label", "", "chip"), tick = Object.assign(element("input"), { type: "checkbox", value: i, checked: now && now.players === +players.value ? now.seats[i].you : i === 0 });
        label.append(tick, now && now.seats[i] ? `you play ${now.seats[i].name}` : `you play seat ${i}`);
        seats.append(label);
      }
    };
    players.onchange = people;
    people();
    const folded = element("details"), fields = new Map();
    folded.append(element("summary", "Options of the game"));
    for (const option of setup.options) {
      const choices = option.takes === "True or False" ? [true, false] : option.takes.startsWith("one of ") ? option.takes.slice(7).split(", ").map(s => JSON.parse(s)) : null;
      const input = choices ? picker(choices, option.value) : Object.assign(element("input"), { value: Array.isArray(option.value) ? option.value.join(", ") : String(option.value) });
      fields.set(option.name, [input, option]);
      folded.append(field(option.name.replaceAll("_", " "), input, `${option.help}; takes ${option.takes}`));
    }
    const go = element("button", "new game");
    go.id = "again";
    box.replaceChildren(field("players", players), seats, field("opponents", opponent), folded, go);
    if (setup.cooperative) opponent.parentElement.hidden = true;
    box.onsubmit = e => {
      e.preventDefault();
      const options = {};
      for (const [name, [input, option]] of fields) {
        const before = Array.isArray(option.value) ? option.value.join(", ") : String(option.value);
        if (input.value !== before || String(option.value) !== String(option.default)) options[name] = input.value;
      }
      const chosen = [...seats.querySelectorAll("input:checked")].map(tick => +tick.value);
      $("setup").open = false;
      act("new", { players: +players.value, seats: chosen, opponent: opponent.value, options });
    };
  }

  // ------------------------------------------------------------------ controls
  $("filter").addEventListener("input", list);
  $("filter").addEventListener("keydown", e => { const first = $("legal").querySelector("button"); if (e.key === "Enter" && first) first.click(); });
  $("undo").onclick = () => act("undo");
  $("hint").onclick = () => hint();
  const skip = () => { skipping = true; wake(); };
  $("skip").onclick = skip;
  $("next").onclick = () => wake();
  $("pace").onchange = () => wake();
  $("evaluate").onchange = () => { if ($("evaluate").checked && now.legal.length && !now.waiting) evaluation(); else $("bar").hidden = true; };
  $("save").onclick = async () => {
    const data = await ask("record");
    if (!data.text) return;
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([data.text], { type: "text/plain" }));
    link.download = data.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
  };
  for (const id of ["replay", "end-replay"]) $(id).href = `/replay?token=${TOKEN}`;
  $("end-review").href = `/review?token=${TOKEN}`;
  $("end-again").onclick = () => { $("end").close(); act("again"); };
  $("end-close").onclick = () => $("end").close();
  $("curtain-lift").onclick = () => { $("curtain").close(); act("ready"); };
  $("curtain").addEventListener("cancel", e => e.preventDefault());
  const resize = by => { zoom = Math.max(0.4, Math.min(3, zoom * by)); delete document.documentElement.dataset.size; $("fit").setAttribute("aria-pressed", "false"); size(); };
  const whole = () => {
    const on = document.documentElement.dataset.size !== "whole";
    if (on) document.documentElement.dataset.size = "whole"; else delete document.documentElement.dataset.size;
    $("fit").setAttribute("aria-pressed", String(on));
    size();
  };
  $("smaller").onclick = () => resize(1 / 1.25);
  $("larger").onclick = () => resize(1.25);
  $("fit").onclick = whole;
  shared.colours($("theme"));
  addEventListener("resize", size);
  document.addEventListener("click", e => { if (!e.target.closest("#menu")) closeMenu(); });
  const keys = { h: () => $("hint").disabled || hint(), n: () => wake(), u: () => $("undo").disabled || act("undo"), "+": () => resize(1.25), "-": () => resize(1 / 1.25), 0: whole };
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === "Escape") { closeMenu(); skip(); return; }
    if (e.target.closest("input,select,textarea,dialog")) return;
    if (e.key >= "1" && e.key <= "9") { const b = $("legal").querySelectorAll("button")[e.key - 1]; if (b) b.click(); return; }
    if (keys[e.key]) { e.preventDefault(); keys[e.key](); return; }
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      const all = [...$("legal").querySelectorAll("button")], at = all.indexOf(document.activeElement);
      if (e.target.closest("#board,#mine,#news,#log,#text") || !all.length) return;
      e.preventDefault();
      all[Math.max(0, Math.min(all.length - 1, at + (e.key === "ArrowDown" ? 1 : -1)))].focus();
    }
  });
  act("state").then(form);
})();
