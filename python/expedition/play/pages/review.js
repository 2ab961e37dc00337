"use strict";
(() => {
  const $ = id => document.getElementById(id);
  const data = JSON.parse($("review-data").textContent);
  const { columns, values, errors, luck, news, rounds, costly, details, turning, lucky, chance, seats } = data;
  // As wide as the page, so that its text is as large as the page's.
  const W = Math.max(300, Math.min(1200, $("review-chart").clientWidth));
  const count = values[0].length - 1, H = 236, L = 40, R = 16, TOP = 18, MID = 150, LOW = 224;
  const DASH = ["", "7 3", "2 3", "9 3 2 3", "4 4", "1 4"];
  const x = i => L + (W - L - R) * (count ? i / count : 0), y = v => TOP + (MID - TOP) * (1 - v) / 2;
  const shown = columns.length === 2 ? [0] : columns.map((_, i) => i);
  const most = Math.max(0.05, ...luck[0].map(Math.abs), ...news[0].map(Math.abs)), middle = (MID + LOW) / 2 + 8;
  const named = c => columns.length === 1 ? "the team" : columns[c];
  const escaped = text => text.replace(/[&<>"]/g, one => `&#${one.charCodeAt(0)};`);
  const signed = v => (v < 0 ? "\u2212" : "+") + Math.abs(v).toFixed(2);
  const go = at => document.dispatchEvent(new CustomEvent("expedition:go", { detail: at }));

  function chart() {
    let body = "";
    for (const [step, number] of rounds) body += `<line x1="${x(step)}" x2="${x(step)}" y1="${TOP}" y2="${LOW}" stroke="var(--line)" stroke-dasharray="2 3"/><text x="${x(step) + 3}" y="${TOP - 5}">${number}</text>`;
    for (const v of [1, 0, -1]) body += `<line x1="${L}" x2="${W - R}" y1="${y(v)}" y2="${y(v)}" stroke="var(--line)"/><text x="${L - 6}" y="${y(v) + 4}" text-anchor="end">${v > 0 ? "+" : ""}${v}</text>`;
    for (const c of shown) {
      const line = [], up = [], down = [];
      for (let i = 0; i <= count; i++) {
        line.push(`${x(i).toFixed(1)},${y(values[c][i]).toFixed(1)}`);
        up.push(`${x(i).toFixed(1)},${y(Math.min(1, values[c][i] + errors[c][i])).toFixed(1)}`);
        down.unshift(`${x(i).toFixed(1)},${y(Math.max(-1, values[c][i] - errors[c][i])).toFixed(1)}`);
      }
      body += `<polygon class="f-seat${c % 6}" opacity=".18" points="${up.join(" ")} ${down.join(" ")}"/>` +
        `<polyline class="n s-seat${c % 6}" stroke-width="2.5" stroke-dasharray="${DASH[c % 6]}" points="${line.join(" ")}"/>`;
    }
    for (const [bars, paint] of [[news, () => "f-line"], [luck, v => v > 0 ? "f-good" : "f-accent"]]) bars[0].forEach((v, i) => {
      if (!v) return;
      const h = Math.abs(v) / most * 34, wide = Math.max(1.5, (W - L - R) / Math.max(count, 1) * 0.8);
      body += `<rect x="${(x(i) - wide / 2).toFixed(1)}" y="${(v > 0 ? middle - h : middle).toFixed(1)}" width="${wide.toFixed(1)}" height="${h.toFixed(1)}" class="${paint(v)}">${bars === luck && chance[i] ? `<title>${escaped(chance[i])}</title>` : ""}</rect>`;
    });
    body += `<line x1="${L}" x2="${W - R}" y1="${middle}" y2="${middle}" stroke="var(--line)"/><text x="${L - 6}" y="${middle - 2}" text-anchor="end">luck</text><text x="${L - 6}" y="${middle + 11}" text-anchor="end">news</text>`;
    costly.forEach(([step, seat, loss, sentence]) => {
      const c = columns.length === 1 ? 0 : seat, at = y(values[shown.includes(c) ? c : 0][step]);
      body += `<path class="mark f-seat${seat % 6}" tabindex="0" role="button" data-step="${step}" d="M${x(step)} ${at - 2}l-8 -14h16z"><title>decision ${step + 1}, ${escaped(sentence)}: cost ${loss.toFixed(2)}</title></path>`;
    });
    if (turning !== null) body += `<text x="${Math.max(L + 38, Math.min(W - 40, x(turning)))}" y="${MID + 11}" text-anchor="middle">turning point</text><line x1="${x(turning)}" x2="${x(turning)}" y1="${y(values[0][turning])}" y2="${MID + 1}" stroke="var(--soft)"/>`;
    $("review-chart").innerHTML = `<svg class="xpd" viewBox="0 0 ${W} ${H}" role="img" aria-label="expected outcome over the game, luck and news below">${body}<line id="review-cursor" y1="${TOP}" y2="${LOW}" stroke="var(--hit)"/></svg>`;
    const svg = $("review-chart").firstChild;
    svg.addEventListener("click", e => {
      const mark = e.target.closest("[data-step]");
      if (mark) return go(+mark.dataset.step);
      const box = svg.getBoundingClientRect(), at = (e.clientX - box.left) / box.width * W;
      go(Math.round((at - L) / (W - L - R) * count));
    });
    svg.addEventListener("keydown", e => {
      const mark = e.target.closest("[data-step]");
      if (mark && (e.key === "Enter" || e.key === " ")) { e.preventDefault(); e.stopPropagation(); go(+mark.dataset.step); }
    });
  }

  function short() {
    const legend = $("review-legend");
    for (const c of shown) {
      const item = document.createElement("span");
      item.innerHTML = `<svg class="xpd" width="30" height="8" aria-hidden="true"><path class="n s-seat${c % 6}" stroke-width="2.5" stroke-dasharray="${DASH[c % 6]}" d="M0 4h30"/></svg> `;
      item.append(`expected outcome of ${named(c)}${columns.length === 2 ? " (the other seat's is the opposite)" : ""}`);
      legend.append(item);
    }
    const rest = document.createElement("span");
    rest.textContent = `bars: luck of ${named(0)}, and in grey news, where no chance was involved (what became known, and what the search had not foreseen); triangles: the costliest decisions; values by ${data.agent}`;
    legend.append(rest);
    const table = document.createElement("table");
    table.innerHTML = "<tr><th></th><th class=n>accuracy</th><th class=n>start</th><th class=n>luck</th><th class=n>news</th><th class=n>own losses</th><th class=n>from others</th><th class=n>outcome</th></tr>";
    for (const seat of seats) {
      const row = table.insertRow();
      const cells = [seat.seat, Math.round(100 * seat.accuracy) + " %", ...["start", "luck", "news", "own", "others", "outcome"].map(k => (seat[k] >= 0 ? "+" : "") + seat[k].toFixed(2))];
      cells.forEach((text, i) => { const cell = row.insertCell(); if (i) cell.className = "n"; cell.textContent = text; });
    }
    $("review-seats").append(table);
    listed("What cost most", costly.map(([step, , loss, sentence]) => [step, `decision ${step + 1}`, -loss, sentence]));
    listed("Luckiest and unluckiest", lucky.map(([step, who, change, words]) =>
      [step, `before ${step + 1}`, change, words, who === "team" ? "" : ` for ${who}`]));
  }

  function listed(title, rows) {
    if (!rows.length) return;
    const head = document.createElement("h2"), list = document.createElement("ul");
    head.textContent = title;
    for (const [step, where, change, words, whom] of rows) {
      const item = document.createElement("li"), button = document.createElement("button");
      button.textContent = `${where}: ${signed(change)}${whom || ""}`;
      button.addEventListener("click", () => go(step));
      item.append(button, Object.assign(document.createElement("span"), { textContent: words }));
      list.append(item);
    }
    $("review-marks").append(head, list);
  }


  document.addEventListener("expedition:shown", e => {
    const { at, view, seat } = e.detail;
    for (const end of ["x1", "x2"]) $("review-cursor").setAttribute(end, x(at));
    const found = at < count ? details[at] : null, mine = view === "all" || +view === seat;
    $("review-choices").textContent = "";
    // The cards and rolls are everybody's only in the view of everything.
    $("review-chance").textContent = view === "all" && chance[at] ? `Chance before it: ${chance[at]}.` : "";
    if (!found || !mine) {
      $("review-text").textContent = at >= count ? "The end." : !found ? "There was nothing to choose." : "Not shown to this seat.";
      return;
    }
    document.querySelectorAll("#board .hit-frame").forEach(one => one.remove());
    const svg = document.querySelector("#board svg");
    shared.frames(svg, found.chosen, "chosen-frame");
    shared.frames(svg, found.best, "best-frame", 6);
    $("review-text").textContent = found.text;
    const table = document.createElement("table");
    table.innerHTML = `<tr><th>choice</th><th class=n title="~: from a single search; the best and the played choice are valued in several copies">value</th><th class=n>visits</th></tr>`;
    for (const [text, value, visits, chosen, best] of found.alternatives) {
      const row = table.insertRow();
      row.className = `${chosen ? "chosen" : ""} ${best ? "best" : ""}`;
      row.insertCell().textContent = text;
      for (const number of [(chosen || best ? "" : "~") + value.toFixed(2), visits]) { const cell = row.insertCell(); cell.className = "n"; cell.textContent = number; }
    }
    $("review-choices").append(table);
    if (found.more) $("review-choices").append(`and ${found.more} more`);
  });
  chart();
  short();
})();
