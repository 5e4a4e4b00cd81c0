// @ts-check
/* Card faces, suits and index glyphs, all drawn as paths: a card looks the same on every device and
   needs no font and no picture. The shapes are put into the page once; each card is a few <use>. */

const SUITS = {
  S: 'M50 5C56 22 92 40 92 63C92 77 82 85 72 85C64 85 58 81 54 75C55 85 59 91 66 95H34C41 91 45 85 46 75C42 81 36 85 28 85C18 85 8 77 8 63C8 40 44 22 50 5Z',
  H: 'M50 93C20 67 5 51 5 31C5 16 16 6 29 6C39 6 46 12 50 21C54 12 61 6 71 6C84 6 95 16 95 31C95 51 80 67 50 93Z',
  C: 'M50 5C62 5 71 14 71 25C71 31 68 36 64 40C67 38 70 37 74 37C86 37 95 46 95 58C95 70 86 79 74 79C66 79 59 75 55 69C56 82 60 91 67 95H33C40 91 44 82 45 69C41 75 34 79 26 79C14 79 5 70 5 58C5 46 14 37 26 37C30 37 33 38 36 40C32 36 29 31 29 25C29 14 38 5 50 5Z',
  D: 'M50 3C59 21 73 38 90 50C73 62 59 79 50 97C41 79 27 62 10 50C27 38 41 21 50 3Z',
};

/** Index glyphs: [width, strokes in a box 100 high].
 * @type {Record<string, [number, string]>} */
const GLYPHS = {
  A: [66, 'M7 95 33 6 59 95M17 66H49'], H: [64, 'M9 6V95M55 6V95M9 50H55'], V: [66, 'M7 6 33 95 59 6'],
  B: [62, 'M10 7V94H32C62 94 62 49 34 49H10M34 49C58 49 57 7 30 7H10'], K: [64, 'M10 6V95M55 6 12 58M27 42 58 95'],
  Q: [70, 'M35 7C3 7 3 94 35 94S67 7 35 7ZM42 70 62 95'], J: [56, 'M44 6V66C44 102 8 102 8 72'], D: [64, 'M10 7V94H24C68 94 68 7 24 7Z'],
  2: [62, 'M9 31C9 -1 53 -1 53 30C53 52 20 68 9 94H55'], 3: [62, 'M10 20C20 -1 53 3 53 27C53 44 40 48 27 48C42 48 55 54 55 71C55 101 14 101 7 77'],
  4: [64, 'M43 95V7L7 67H59'], 5: [62, 'M51 7H16L12 46C24 34 55 36 55 66C55 101 15 101 8 78'],
  6: [64, 'M50 13C28 -3 8 28 8 62C8 105 57 104 57 66C57 32 16 33 9 64'], 7: [60, 'M7 7H54C39 36 29 62 25 95'],
  8: [64, 'M32 47C7 45 8 7 32 7S57 45 32 47C1 49 2 94 32 94S63 49 32 47Z'], 9: [64, 'M14 88C36 104 56 73 56 39C56 -4 7 -3 7 35C7 69 48 68 55 37'],
  1: [30, 'M6 22 21 7V95'],
  T: [88, 'M6 22 21 7V95M60 7C34 7 34 94 60 94S86 7 60 7Z'],
};

/* Two-colour busts of our own: king with beard and crown, queen with tiara, jack with cap and neckerchief. */
const COURTS = {
  K: '<path class="k-c" d="M32 142C32 119 46 110 64 110S96 119 96 142Z"/><path class="k-p" d="M53 110 64 129 75 110Z"/><path class="k-g" d="M61 126H67L69 140H59Z"/>'
    + '<path class="k-p k-o" d="M49 78H79V92C79 104 72 112 64 112S49 104 49 92Z"/><path class="k-c" d="M48 90C53 96 58 92 64 92S75 96 80 90C81 108 73 120 64 123C55 120 47 108 48 90Z"/><path class="k-l" d="M58 103H70"/>'
    + '<circle class="k-c" cx="57.5" cy="84" r="2.3"/><circle class="k-c" cx="70.5" cy="84" r="2.3"/>'
    + '<path class="k-g k-o" d="M47 77 43 53 55 64 64 48 73 64 85 53 81 77Z"/><circle class="k-c" cx="64" cy="68" r="3"/>',
  Q: '<path class="k-c" d="M42 118C38 104 43 98 43 86C43 66 52 58 64 58S85 66 85 86C85 98 90 104 86 118Z"/><path class="k-c" d="M34 142C34 122 48 114 64 114S94 122 94 142Z"/>'
    + '<path class="k-p" d="M52 114C54 126 74 126 76 114L70 108H58Z"/><path class="k-p k-o" d="M50 82C54 80 60 76 64 72C68 76 74 80 78 82V92C78 104 72 112 64 112S50 104 50 92Z"/>'
    + '<circle class="k-c" cx="57.5" cy="89" r="2.3"/><circle class="k-c" cx="70.5" cy="89" r="2.3"/><path class="k-o k-n" d="M59 101C62 104 66 104 69 101"/>'
    + '<path class="k-g k-o" d="M47 72C54 64 74 64 81 72L80 56 72 62 64 50 56 62 48 56Z"/><circle class="k-g" cx="64" cy="127" r="4"/>',
  J: '<path class="k-c" d="M32 142C32 121 46 112 64 112S96 121 96 142Z"/><path class="k-c" d="M46 94C44 74 52 66 64 66S84 74 82 94Z"/>'
    + '<path class="k-p k-o" d="M49 80H79V91C79 104 72 111 64 111S49 104 49 91Z"/><circle class="k-c" cx="57.5" cy="88" r="2.3"/><circle class="k-c" cx="70.5" cy="88" r="2.3"/><path class="k-o k-n" d="M58 100C62 104 67 104 70 100"/>'
    + '<path class="k-g k-o" d="M50 108C56 115 72 115 78 108L80 117 67 119 72 132 64 126 56 132 61 119 48 117Z"/>'
    + '<path class="k-c" d="M43 80C41 62 56 52 70 55C82 57 88 67 85 79C72 72 56 73 43 80Z"/><path class="k-g k-o" d="M74 61C80 50 88 45 96 43C96 56 90 65 80 69Z"/>',
};

/** What is printed on the court cards, per index language.
 * @type {Record<string, Record<string, string>>} */
const INDEXES = { nl: { K: 'H', Q: 'V', J: 'B' }, en: {}, de: { Q: 'D', J: 'B' } };

/** @param {string} id @param {number} x @param {number} y @param {number} w @param {number} h @param {string} [cls] */
const use = (id, x, y, w, h, cls = '') => `<use href="#${id}" x="${x}" y="${y}" width="${w}" height="${h}"${cls ? ` class="${cls}"` : ''}/>`;
/** @param {string} glyph @param {number} height */
const glyphWidth = (glyph, height) => ((GLYPHS[glyph][0] + 2) / 103) * height;
/** @param {string} name @param {string} fallback */
const setting = (name, fallback) => (typeof document === 'undefined' ? '' : document.documentElement.dataset[name]) || fallback;

/** Puts the shapes into the page; safe to call again. */
export function drawShapes() {
  if (document.getElementById('card-shapes')) return;
  let s = '';
  for (const [k, d] of Object.entries(SUITS)) s += `<symbol id="s-${k}" viewBox="0 0 100 100"><path d="${d}" fill="currentColor"/></symbol>`;
  for (const [k, [w, d]] of Object.entries(GLYPHS)) s += `<symbol id="g-${k}" viewBox="-1 -1 ${w + 2} 103"><path d="${d}" fill="none" stroke="currentColor" stroke-width="16" stroke-linejoin="round" stroke-linecap="round"/></symbol>`;
  for (const [k, bust] of Object.entries(COURTS)) s += `<symbol id="c-${k}" viewBox="0 0 100 140">${bust}</symbol>`;
  let lattice = '';
  for (let y = 0; y < 5; y++) for (let x = 0; x < 4; x++) lattice += `<path d="M${14 + x * 24} ${10 + y * 24}l8 12-8 12-8-12z"/>`;
  s += `<symbol id="k-back" viewBox="0 0 100 140"><rect width="100" height="140" rx="9" class="kb-edge"/><rect x="6" y="6" width="88" height="128" rx="5" class="kb-fill"/><g class="kb-lat">${lattice}</g>`
    + '<circle cx="50" cy="70" r="27" class="kb-fill"/><circle cx="50" cy="70" r="25" class="kb-ring"/>'
    + `<g class="kb-ros">${use('s-S', 41, 48, 18, 18)}${use('s-H', 57, 61, 18, 18)}${use('s-C', 41, 74, 18, 18)}${use('s-D', 25, 61, 18, 18)}</g></symbol>`;
  document.body.insertAdjacentHTML('beforeend', `<svg id="card-shapes" width="0" height="0" aria-hidden="true" focusable="false">${s}</svg>`);
}

/** @param {number} x @param {number} y @param {number} r */
function starPath(x, y, r) {
  let d = '';
  for (let i = 0; i < 10; i++) {
    const angle = Math.PI * (i / 5 - 0.5), q = i % 2 ? r * 0.45 : r;
    d += `${i ? 'L' : 'M'}${(x + q * Math.cos(angle)).toFixed(1)} ${(y + q * Math.sin(angle)).toFixed(1)}`;
  }
  return `<path class="k-star" d="${d}Z"/>`;
}

/** The face of a card, "SK" or "HT", as SVG text. `star` marks one's own called card, `left` puts the
 * letters at the right, for a fan in the left hand.
 * @param {string} card @param {{star?: boolean, left?: boolean}} [options] */
export function face(card, options = {}) {
  const key = `${card}${options.star ? '*' : ''}${options.left ? '<' : ''}`;
  let made = faces.get(key);
  if (!made) faces.set(key, (made = faceAnew(card, options)));
  return made;
}

/** Settings come with the page, so what was drawn once stays right. @type {Map<string, string>} */
const faces = new Map();

/** @param {string} card @param {{star?: boolean, left?: boolean}} options */
function faceAnew(card, options) {
  const suit = card[0], rank = card[1], glyph = rankGlyph(rank), { left } = options;
  /** @param {number} x where it is in the right hand @param {number} w how wide it is */
  const at = (x, w) => (left ? 100 - x - w : x);
  /** @param {string} id @param {number} x @param {number} y @param {number} w @param {number} h */
  const put = (id, x, y, w, h) => use(id, at(x, w), y, w, h);
  let body;
  if (setting('cards', 'normal') === 'xl') {
    body = put(`g-${glyph}`, 8, 9, glyphWidth(glyph, 62), 62) + put(`s-${suit}`, 8, 82, 46, 46);
  } else {
    body = put(`g-${glyph}`, 8, 9, glyphWidth(glyph, 40), 40) + put(`s-${suit}`, 8, 55, 28, 28);
    if ('KQJ'.includes(rank)) body += use(`c-${rank}`, left ? -28 : 0, 0, 100, 140);
    else if (rank === 'A') body += `<circle class="k-ring" cx="${at(62, 0)}" cy="96" r="33"/>${put(`s-${suit}`, 37, 71, 50, 50)}`;
    else body += put(`s-${suit}`, 44, 82, 46, 46);
  }
  if (options.star) body += starPath(at(22, 0), 112, 15);
  return `<svg class="kaart k-${suit}" viewBox="0 0 100 140" aria-hidden="true" focusable="false"><rect class="k-face" x=".75" y=".75" width="98.5" height="138.5" rx="9"/>${body}<rect class="k-rim" x=".75" y=".75" width="98.5" height="138.5" rx="9"/></svg>`;
}

export const back = () => '<svg class="kaart k-back" viewBox="0 0 100 140" aria-hidden="true" focusable="false"><use href="#k-back"/></svg>';

/** @param {string} suit */
export const suitMark = (suit) => `<svg class="suit k-${suit}" viewBox="0 0 100 100" aria-hidden="true" focusable="false"><use href="#s-${suit}"/></svg>`;

/** The letter printed for a rank; also the key that picks it.
 * @param {string} rank */
export function rankGlyph(rank) {
  return (INDEXES[setting('index', 'nl')] || INDEXES.nl)[rank] || rank;
}

/** @param {string} rank */
export const rankText = (rank) => (rank === 'T' ? '10' : rankGlyph(rank));

/** Fills every element with data-card ("SA", or "back"): decoration on pages that the server renders. */
export function fillCards(root = document) {
  drawShapes();
  for (const el of root.querySelectorAll('[data-card]')) {
    const card = /** @type {HTMLElement} */ (el).dataset.card || 'back';
    el.innerHTML = card === 'back' ? back() : face(card);
  }
}
