"use strict";
// What the pages share: unpacking of data, frames around parts of a picture, the choice of colours.
const shared = {
  NS: "http://www.w3.org/2000/svg",
  // Adds an empty picture to an element.
  picture(into) {
    const svg = document.createElementNS(shared.NS, "svg");
    svg.setAttribute("class", "xpd");
    svg.setAttribute("role", "img");
    into.append(svg);
    return svg;
  },
  // The data of a page: JSON, deflated, as base64. If the browser cannot unpack it, the waiting element says so.
  async unpacked(text, waiting) {
    const packed = Uint8Array.from(atob(text.trim()), c => c.charCodeAt(0));
    try {
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
      return JSON.parse(await new Response(stream).text());
    } catch (error) {
      waiting.textContent = `This page needs a browser from 2023 or later (${error.message}).`;
      return null;
    }
  },
  // Draws a frame around a part of a picture.
  frame(part, kind, margin = 2) {
    const box = part.getBBox(), mark = document.createElementNS(shared.NS, "rect");
    const place = { x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin };
    for (const [name, value] of Object.entries({ ...place, rx: 4, class: kind })) mark.setAttribute(name, value);
    part.append(mark);
    return mark;
  },
  // Draws frames around the parts of a picture with these names.
  frames(svg, names, kind, margin) {
    for (const name of names) for (const part of svg.querySelectorAll(`[data-t="${CSS.escape(name)}"]`)) shared.frame(part, kind, margin);
  },
  // Lets a list choose the page's colours.
  colours(select) {
    select.onchange = () => {
      if (select.value === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = select.value;
    };
  },
};
