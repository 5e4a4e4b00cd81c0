// @ts-check
/* A phone whose code holds no more: what it kept is sent if it still may be, else it is shown in
 * words and handed to the organizer. Nothing leaves this phone's storage before somebody has it. */
import { Queue, unpacked } from './queue.js';

/** @typedef {import('./queue.js').Item} Item */

const root = /** @type {HTMLElement} */ (document.getElementById('late'));
const said = (/** @type {string} */ id) => JSON.parse(document.getElementById(id)?.textContent || '{}');
const words = said('words');
/** @type {{seats: Record<string, string>, contracts: {bid: string, name: string, called: string[]}[], games: Record<string, string>}} */
const known = said('known');
const [why, status] = root.querySelectorAll('p');
const list = /** @type {HTMLUListElement} */ (root.querySelector('ul'));
const button = /** @type {HTMLButtonElement} */ (root.querySelector('button'));

/** @param {string} text @param {Record<string, unknown>} values */
const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
const cardsOf = (/** @type {string} */ bid) => known.contracts.find((one) => one.bid === bid)?.called || [];

/** A called card is its place in a list; without the list it is left out, and counts for no point.
 * @param {any} facts */
function whole(facts) {
  const full = unpacked(facts, cardsOf);
  return full.contracts ? { ...full, contracts: full.contracts.map((/** @type {any} */ one) => (typeof one.called === 'string' ? one : { ...one, called: undefined })) } : full;
}

/** @param {string} where @param {any} body */
async function post(where, body) {
  const answer = await fetch(where, { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-CSRFToken': root.dataset.token || '' }, body: JSON.stringify(body) });
  const type = answer.headers.get('Content-Type') || '';
  return { ok: answer.ok, status: answer.status, body: type.includes('json') ? await answer.json() : null };
}

const queue = new Queue(localStorage, (item) => post(root.dataset.send || '', { ...item, facts: whole(item.facts), ...(item.instead_of ? { instead_of: whole(item.instead_of) } : {}) }), () => draw());

/** What was played, in words: “Rik: North + East, tricks: 9”.
 * @param {any} facts */
function told(facts) {
  const seat = (/** @type {string} */ letter) => known.seats[letter] || letter;
  const parts = (facts.contracts || []).map((/** @type {any} */ one) => fill(words.played, { what: known.contracts.find((each) => each.bid === one.bid)?.name || one.bid, who: [one.declarer, one.partner].filter(Boolean).map(seat).join(' + '), tricks: one.tricks }));
  if (facts.pass_game) {
    parts.unshift(known.games[facts.pass_game] || facts.pass_game);
    for (const name of ['penalty_card', 'last_trick']) if (facts[name]) parts.push(seat(facts[name]));
    for (const name of ['taken', 'pot_cards']) if (facts[name]) parts.push(Object.entries(facts[name]).map(([letter, count]) => `${seat(letter)} ${count}`).join(', '));
  }
  return parts.join('; ') || words.thrown_in;
}

function draw() {
  const kept = queue.items;
  if (!kept.length && root.hidden) return;
  root.hidden = false;
  /** @type {HTMLElement} */ (root.querySelector('h2')).textContent = fill(words.count, { count: kept.length });
  why.textContent = kept.length ? words.why : '';
  button.hidden = !kept.length;
  list.replaceChildren(
    ...kept.map((item) => {
      const line = document.createElement('li');
      line.textContent = `${fill(words.place, { table: item.number ?? '–', board: item.board })}: ${told(item.facts)}${item.refused ? ` (${item.refused})` : ''} `;
      const away = document.createElement('button');
      away.type = 'button';
      away.className = 'btn sm';
      away.textContent = words.away;
      away.setAttribute('aria-label', `${words.away}: ${fill(words.place, { table: item.number ?? '–', board: item.board })}`);
      away.addEventListener('click', () => queue.drop(item.id));
      line.append(away);
      return line;
    }),
  );
}

async function hand() {
  let refused = '';
  let handed = 0;
  for (const item of [...queue.items]) {
    try {
      const { id, table, board, entry } = item;
      const answer = await post(root.dataset.late || '', { id, table, board, entry, facts: whole(item.facts) });
      if (answer.ok && answer.body?.handed) {
        handed += 1;
        queue.drop(id);
      } else refused = answer.body?.error?.message || words.offline;
    } catch {
      refused = words.offline;
      break;
    }
  }
  status.textContent = [handed ? words.handed : '', refused].filter(Boolean).join(' ');
}

button.addEventListener('click', () => void hand());
draw();
if (queue.waiting.length) void queue.flush();
