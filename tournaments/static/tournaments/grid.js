// @ts-check
/* The scorer's grid: a slip typed row by row, without a mouse. */

/** @typedef {{board: number, line?: Record<string, string>, told?: string, points?: (number|null)[], totals: number[], stands?: boolean, fixed?: boolean, doubt?: string}} Row */

const slip = /** @type {HTMLTableElement} */ (document.getElementById('slip'));
const FIELDS = ['code', 'who', 'partner', 'tricks'];
const NOTHING = FIELDS.map(() => '').join('|');
const lines = [...slip.tBodies[0].rows];
/** @type {Map<number, string>} What a row held when it was saved last. */
const saved = new Map();
/** @type {Set<number>} Boards whose result nobody has confirmed: Enter on the row does. */
const unconfirmed = new Set();

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** Who sat this one out made nothing.
 * @param {number|null} n */
const told = (n) => (n === null ? '–' : signed(n));

/** @param {HTMLTableRowElement} line @returns {HTMLInputElement[]} */
const fields = (line) => [...line.querySelectorAll('input')];

/** @param {HTMLTableRowElement} line */
const typed = (line) => fields(line).map((field) => field.value.trim()).join('|');

/** @param {Row[]} rows @param {number} [mine] The board whose fields may be written, too. */
function show(rows, mine) {
  rows.forEach((row, at) => {
    const line = lines[at];
    const points = line.querySelectorAll('[data-points]');
    const totals = line.querySelectorAll('[data-total]');
    points.forEach((cell, chair) => { cell.textContent = row.points ? told(row.points[chair]) : ''; });
    totals.forEach((cell, chair) => { cell.textContent = row.points ? `= ${signed(row.totals[chair])}` : ''; });
    if (row.told && !row.stands) unconfirmed.add(row.board);
    else unconfirmed.delete(row.board);
    fields(line).forEach((field) => { field.readOnly = row.fixed === true; });
    // What another desk wrote meanwhile comes into rows that nobody touched here.
    const untouched = typed(line) === (saved.get(row.board) ?? NOTHING);
    const mayWrite = mine === undefined || mine === row.board
      || (untouched && !line.contains(document.activeElement));
    if (row.line && mayWrite) {
      fields(line).forEach((field, place) => { field.value = row.line?.[FIELDS[place]] || ''; });
      saved.set(row.board, typed(line));
    }
    if (row.told && mayWrite) {
      line.dataset.state = 'saved';
      line.cells[line.cells.length - 1].textContent = `${row.told}${row.stands ? '' : ' ?'}${row.doubt ? ` – ${row.doubt}` : ''}`;
      line.classList.toggle('doubted', !!row.doubt);
    }
  });
}

/** @param {HTMLTableRowElement} line @param {boolean} confirms */
async function save(line, confirms = false) {
  const board = Number(line.dataset.board);
  const [code, who, partner, tricks] = fields(line).map((field) => field.value);
  const now = typed(line);
  if (!code.trim() || fields(line)[0].readOnly) return;
  if (saved.get(board) === now && !(confirms && unconfirmed.has(board))) return;
  const said = line.cells[line.cells.length - 1];
  const reason = /** @type {HTMLInputElement|null} */ (document.getElementById('reason'));
  try {
    const answer = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRFToken': slip.dataset.token || '' },
      body: JSON.stringify({ id: crypto.randomUUID?.() || String(Date.now()), board, code, who, partner, tricks, reason: reason?.value || '', before: saved.get(board) || '' }),
    });
    const body = await answer.json();
    if (answer.ok) show(body.rows, board);
    else {
      if (body.rows) show(body.rows, board);
      line.dataset.state = 'bad';
      said.textContent = body.error.message;
    }
  } catch {
    line.dataset.state = 'bad';
    said.textContent = slip.dataset.lost || '';
  }
}

/** @param {number} row @param {number} column */
function go(row, column) {
  const line = lines[Math.max(0, Math.min(lines.length - 1, row))];
  const field = fields(line)[Math.max(0, Math.min(FIELDS.length - 1, column))];
  field.focus();
  field.select();
}

slip.addEventListener('keydown', (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement)) return;
  const line = /** @type {HTMLTableRowElement} */ (field.closest('tr'));
  const row = lines.indexOf(line);
  const column = fields(line).indexOf(field);
  const atEnd = field.selectionStart === field.value.length;
  const atStart = field.selectionEnd === 0 || (field.selectionStart === 0 && field.selectionEnd === field.value.length);
  /** @type {Record<string, [number, number] | undefined>} */
  const moves = {
    Enter: [row + 1, 0],
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: atEnd && column < FIELDS.length - 1 ? [row, column + 1] : undefined,
    ArrowLeft: atStart && column > 0 ? [row, column - 1] : undefined,
  };
  const to = moves[event.key];
  if (!to) return;
  event.preventDefault();
  if (to[0] !== row) void save(line, event.key === 'Enter');
  go(...to);
});
slip.addEventListener('focusout', (event) => {
  const line = event.target instanceof Element ? event.target.closest('tr') : null;
  const next = event.relatedTarget instanceof Element ? event.relatedTarget.closest('tr') : null;
  if (line instanceof HTMLTableRowElement && line !== next) void save(line);
});

show(JSON.parse(document.getElementById('rows')?.textContent || '[]'));
