// @ts-check
/** Paints the cells of tables in tiles, which are painted once. A coarse tile is made of four finer ones, so millions
 *  of cells move as smoothly as a few. */
import {APART, viridis} from "./canvas.js";

/** @typedef {[number, number, number]} Tint red, green and blue */
/** @typedef {{width: number, height: number, dx: number, dy: number, start: number, index: (x: number, y: number) => number,
 *    numbers: (x: number, y: number) => number[], of: (numbers: number[]) => number[]}} Placed
 *  The arrangement of a table in the picture: the cell at (x, y) is the entry `x * dx + y * dy + start`. */

/** The width and height of a tile in pixels. */
const TILE = 512;
/** The maximum number of P-positions that may be drawn as points, and the maximum number drawn at a time. */
const MOST_LOST = 1 << 20, MOST_POINTS = 20000;
/** The colours of values up to this number are computed once. */
const LISTED = 1 << 16;

/**
 *  @param {any} table @param {number} layer the third number of triples
 *  @param {number} row the number of cells in a row, for single numbers @returns {Placed} */
export function shape({dims, side, cells}, layer, row) {
  const alone = dims === 1, deep = dims === 3, width = alone ? Math.min(row, side) : side;
  const [dx, dy, start] = alone ? [1, row, 0] : deep ? [side, side * side, layer] : [1, side, 0];
  return {width, height: alone ? Math.ceil(side / row) : side, dx, dy, start,
    index: (x, y) => { const at = x * dx + y * dy + start; return at < cells.length ? at : -1; },
    numbers: (x, y) => alone ? [y * row + x] : deep ? [y, x, layer] : [y, x],
    of: ([a, b]) => alone ? [a % row, Math.floor(a / row)] : [b, a]};
}

/** @param {any} table @param {number} at */
export const isP = (table, at) => table.cells[at] === (table.values ? 0 : 80);

/** The largest value. @param {any} table */
export function largest({cells}) {
  let most = 1;
  for (let k = 0; k < cells.length; k++) if (cells[k] > most) most = cells[k];
  return most;
}

/** The relative luminance of a colour, as the Web Content Accessibility Guidelines define it: above 0.18, black text is
 *  easier to read than white text.
 *  @param {Tint} tint */
export const luminance = tint => tint.reduce((sum, one, k) => sum + [.2126, .7152, .0722][k] * (one <= 10 ? one / 3295 : ((one / 255 + .055) / 1.055) ** 2.4), 0);

/** Returns the function that gives the colour of a cell by its content.
 *  @param {any} table @param {number} most @param {number} by @returns {(cell: number) => Tint} */
export function colours(table, most, by) {
  if (!table.values) return cell => OUTCOMES[/** @type {80} */ (cell)] ?? [120, 120, 120];
  if (by) return cell => APART[cell % by];
  // Large values are rare; the square root leaves more colours for the small ones.
  return cell => viridis(Math.sqrt(cell / most));
}
/** @type {Record<number, Tint>} */
const OUTCOMES = {80: [68, 1, 84], 78: [223, 227, 232], 76: [86, 180, 233], 82: [213, 94, 0], 68: [240, 228, 66]};
/** The colours of a claim's verdicts. A failure is conspicuous; where the claim holds, P-positions have their own
 *  colour. */
export const SAID = {fails: /** @type {Tint} */ ([213, 94, 0]), lost: /** @type {Tint} */ ([0, 95, 115]), holds: /** @type {Tint} */ ([205, 220, 216]), silent: /** @type {Tint} */ ([150, 150, 150])};

/** A colour as a pixel in the memory of a little-endian machine. @param {Tint} tint */
const packed = ([r, g, b]) => (255 << 24 | b << 16 | g << 8 | r) >>> 0;

/** The tiles of a table. */
export class Tiles {
  /**
   *  @param {any} table @param {Placed} placed
   *  @param {any} said the verdicts of a claim on the cells, if there is one @param {(cell: number) => Tint} ink
   *  @param {number} most */
  constructor(table, placed, said, ink, most) {
    this.placed = placed;
    /** @type {Map<string, HTMLCanvasElement>} */
    this.kept = new Map();
    this.pixel = said ? (() => {
      const {fails, lost, holds, silent} = SAID, [wrong, p, other, mute] = [fails, lost, holds, silent].map(packed);
      return (/** @type {number} */ at) => said[at] === 0 ? wrong : said[at] !== 1 ? mute : isP(table, at) ? p : other;
    })() : (() => {
      const listed = Uint32Array.from({length: Math.min(most, LISTED) + 1}, (_, cell) => packed(ink(cell))), {cells} = table;
      return (/** @type {number} */ at) => { const cell = cells[at]; return cell < listed.length ? listed[cell] : packed(ink(cell)); };
    })();
    this.end = table.cells.length;
  }

  /** The tile of a level, in which a pixel shows 2^level by 2^level cells.
   *  @param {number} level @param {number} tx @param {number} ty @returns {HTMLCanvasElement} */
  at(level, tx, ty) {
    const name = `${level} ${tx} ${ty}`, found = this.kept.get(name) ?? (level ? this.coarse(level, tx, ty) : this.fine(tx, ty));
    this.kept.set(name, found);
    return found;
  }

  /** @param {number} tx @param {number} ty */
  fine(tx, ty) {
    const {width, height, dx, dy, start} = this.placed, [left, top] = [tx * TILE, ty * TILE], canvas = sized(Math.min(TILE, width - left), Math.min(TILE, height - top));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), image = context.createImageData(canvas.width, canvas.height), pixels = new Uint32Array(image.data.buffer);
    for (let y = 0, k = 0; y < canvas.height; y++) {
      let at = left * dx + (top + y) * dy + start;
      for (let x = 0; x < canvas.width; x++, k++, at += dx) if (at < this.end) pixels[k] = this.pixel(at);
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }

  /** @param {number} level @param {number} tx @param {number} ty */
  coarse(level, tx, ty) {
    const {width, height} = this.placed, cells = TILE << level, finer = TILE << level - 1;
    const canvas = sized(Math.ceil(Math.min(cells, width - tx * cells) / 2 ** level), Math.ceil(Math.min(cells, height - ty * cells) / 2 ** level));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    for (const y of [2 * ty, 2 * ty + 1]) for (const x of [2 * tx, 2 * tx + 1]) {
      if (x * finer >= width || y * finer >= height) continue;
      const part = this.at(level - 1, x, y);
      context.drawImage(part, (x - 2 * tx) * TILE / 2, (y - 2 * ty) * TILE / 2, part.width / 2, part.height / 2);
      // Drop the finest tiles, which are too fine for this scale and are quickly painted again.
      if (level === 1) this.kept.delete(`0 ${x} ${y}`);
    }
    return canvas;
  }

  /** Paints the visible part.
   *  @param {any} context @param {{x: number, y: number, scale: number}} viewport @param {[number, number]} size */
  paint(context, {x, y, scale}, [wide, high]) {
    const {width, height} = this.placed, level = scale < 1 ? Math.floor(Math.log2(1 / scale)) : 0, cells = TILE << level, pixel = scale * 2 ** level;
    context.imageSmoothingEnabled = scale < 1;
    for (let ty = Math.max(0, Math.floor(y / cells)); ty * cells < Math.min(height, y + high / scale); ty++) {
      for (let tx = Math.max(0, Math.floor(x / cells)); tx * cells < Math.min(width, x + wide / scale); tx++) {
        const image = this.at(level, tx, ty);
        context.drawImage(image, (tx * cells - x) * scale, (ty * cells - y) * scale, image.width * pixel, image.height * pixel);
      }
    }
  }
}

/** @param {number} width @param {number} height */
function sized(width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  return canvas;
}

/** The indices of the P-positions; empty if there are too many to be drawn as points. @param {any} table */
export function losses(table) {
  const {cells} = table, lost = table.values ? 0 : 80;
  let count = 0;
  for (let k = 0; k < cells.length; k++) if (cells[k] === lost) count++;
  if (count > MOST_LOST) return new Uint32Array();
  const found = new Uint32Array(count);
  for (let k = 0, n = 0; n < count; k++) if (cells[k] === lost) found[n++] = k;
  return found;
}

/** Draws P-positions as points, for cells that are too small for their own marks.
 *  @param {any} context @param {Uint32Array} lost @param {any} table @param {Placed} placed
 *  @param {{x: number, y: number, scale: number}} viewport @param {[number, number]} size */
export function points(context, lost, {dims, side}, {width, start}, {x, y, scale}, [wide, high]) {
  const size = Math.max(1.6, scale * .45), small = scale < .6;
  context.fillStyle = "#fff";
  context.strokeStyle = "#111";
  context.lineWidth = 1;
  for (let n = 0, left = MOST_POINTS; n < lost.length && left > 0; n++) {
    const at = dims === 3 ? Math.floor(lost[n] / side) : lost[n];
    if (dims === 3 && lost[n] % side !== start) continue;
    const [px, py] = [(at % width + .5 - x) * scale, (Math.floor(at / width) + .5 - y) * scale];
    if (px < 0 || py < 0 || px > wide || py > high) continue;
    left -= 1;
    if (small) { context.fillRect(px - 1, py - 1, 2, 2); continue; }
    context.beginPath();
    context.arc(px, py, size, 0, 7);
    context.fill();
    context.stroke();
  }
}

/** Draws a cross on a cell where a claim fails, or a stroke where it makes no statement.
 *  @param {any} context @param {number} said @param {number} x @param {number} y @param {number} scale */
export function cross(context, said, x, y, scale) {
  if (said === 1) return;
  const r = scale * .28;
  context.strokeStyle = "#111";
  context.lineWidth = Math.max(1.5, scale / 12);
  context.beginPath();
  if (said === 0) { context.moveTo(x - r, y - r); context.lineTo(x + r, y + r); context.moveTo(x - r, y + r); context.lineTo(x + r, y - r); }
  else { context.moveTo(x - r, y); context.lineTo(x + r, y); }
  context.stroke();
}

/** Paints the whole table as one picture, in which each cell has at least one pixel.
 *  @param {any} table @param {Placed} placed @param {any} said @param {(cell: number) => Tint} ink
 *  @param {number} most */
export function whole(table, placed, said, ink, most) {
  const factor = Math.max(1, Math.floor(1024 / Math.max(placed.width, placed.height))), canvas = sized(placed.width * factor, placed.height * factor);
  new Tiles(table, placed, said, ink, most).paint(canvas.getContext("2d"), {x: 0, y: 0, scale: factor}, [canvas.width, canvas.height]);
  return canvas;
}
