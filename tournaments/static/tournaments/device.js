// @ts-check
/* The phone of a table in the hall: what was played, what it scores, who confirms it. */
import { html, render } from '../gameplay/table/html.js';
import { drawShapes, rankText, suitMark } from '../gameplay/cards.js';
import { Queue, packed, unpacked } from './queue.js';

/** @typedef {{entry: string, name: string}} Person */
/** @typedef {{bid: string, name: string, target: number, most: number, needs: string[], may: string[], trumps: string[], called: string[], called_beside_trump: boolean, called_is_trump: boolean, joined_by: string[], by_forehand: boolean}} ContractForm */
/** @typedef {{game: string, name: string, counts: boolean, needs: string[], may: string[], contract: ContractForm|null}} GameForm */
/** @typedef {{contracts: ContractForm[], pass_games: GameForm[], thrown_in: boolean}} Form */
/** @typedef {{facts: any, entry: string, stands: boolean, scores: Record<string, number>, told: string, hidden?: boolean}} Result */
/** @typedef {{board: number, dealer: string, holders: Record<string, string>, form: number, result: Result|null}} Board */
/** @typedef {{title: string, tableId: string, table: number, round: number, rounds: number, begun: boolean, closing: boolean, seats: string, people: Person[], notes: string[], boards: Board[], totals: number[], forms: Form[]}} State */
/** @typedef {{pick: string, declarers: string[], bids: Record<string, string>, tricks: Record<string, number>, partner: string, trump: string, called: string, penalty_card: string, last_trick: string, taken: Record<string, number>, pot_cards: Record<string, number>}} Draft */

const root = /** @type {HTMLElement} */ (document.getElementById('device'));
const words = JSON.parse(/** @type {HTMLElement} */ (document.getElementById('words')).textContent || '{}');
/** @type {State} */
let state = JSON.parse(/** @type {HTMLElement} */ (document.getElementById('state')).textContent || '{}');
const SEATS = ['N', 'E', 'S', 'W'], SUITS = ['S', 'H', 'C', 'D'];
const ASK_AGAIN = 4000;

/** @returns {Draft} */
const blank = () => ({ pick: '', declarers: [], bids: {}, tricks: {}, partner: '', trump: '', called: '', penalty_card: '', last_trick: '', taken: { N: 0, E: 0, S: 0, W: 0 }, pot_cards: { N: 0, E: 0, S: 0, W: 0 } });

let online = true;
let current = firstOpen();
let changing = false;
/** @type {any} The facts that somebody saw and corrects. */
let seen = null;
let writer = '';
let draft = blank();
/** @type {{scores?: Record<string, number>, told?: string, refused?: string, of?: string}} */
let preview = {};

/** @param {string} text @param {Record<string, unknown>} values */
const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
/** @param {string} entry */
const nameOf = (entry) => state.people.find((one) => one.entry === entry)?.name || '';
const board = () => /** @type {Board} */ (state.boards.find((one) => one.board === current) || state.boards[0]);
const form = () => state.forms[board().form];
/** @param {string} seat */
const nameAt = (seat) => nameOf(board().holders[seat]);
/** Seats of the board in the order in which people sit; of five one has none. */
const seats = () => state.people.flatMap((one) => SEATS.filter((seat) => board().holders[seat] === one.entry));

function firstOpen() {
  return (state.boards.find((one) => !one.result) || state.boards.find((one) => !one.result?.stands) || state.boards[state.boards.length - 1])?.board || 0;
}

/** @param {number} number */
const cardsOf = (number) => (/** @type {string} */ bid) => {
  const where = state.boards.find((one) => one.board === number);
  const known = where ? state.forms[where.form] : form();
  const found = known.contracts.find((one) => one.bid === bid) || known.pass_games.find((one) => one.contract?.bid === bid)?.contract;
  return found?.called || [];
};

// -- what waits to be sent ---------------------------------------------------------------------

/** @param {any} body */
async function post(body) {
  const answer = await fetch(root.dataset.send || '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRFToken': root.dataset.token || '' },
    body: JSON.stringify(body),
  });
  const type = answer.headers.get('Content-Type') || '';
  return { ok: answer.ok, status: answer.status, body: type.includes('json') ? await answer.json() : null };
}

const queue = new Queue(localStorage, (item) => post({ ...item, facts: unpacked(item.facts, cardsOf(item.board)), ...(item.instead_of ? { instead_of: unpacked(item.instead_of, cardsOf(item.board)) } : {}) }), (change) => {
  if (change.online !== undefined) online = change.online;
  if (change.answer?.state) take(change.answer.state);
  draw();
});

/** @param {State} next */
function take(next) {
  if (next.tableId === state.tableId) state = next;
}

/** @param {string} what @param {any} facts @param {string} entry */
function send(what, facts, entry) {
  const item = { id: crypto.randomUUID?.() || String(Date.now()) + Math.random().toString(36).slice(2), do: what, table: state.tableId, number: state.table, board: current, entry, seats: state.seats, facts: packed(facts, cardsOf(current)), ...(what === 'correct' && seen ? { instead_of: packed(seen, cardsOf(current)) } : {}) };
  changing = false;
  draft = blank();
  preview = {};
  void queue.add(item);
  draw();
}

async function ask() {
  try {
    const answer = await fetch(`${root.dataset.page}?format=json`, { headers: { Accept: 'application/json' } });
    const body = await answer.json();
    online = true;
    if (body.state) take(body.state);
    else {
      root.dataset.over = body.error?.message || '';
      // The page that refuses this phone knows what to do with what it kept.
      if (queue.items.length) location.reload();
    }
    if (queue.waiting.length) void queue.flush();
  } catch {
    online = false;
  }
  draw();
}

// -- the form ----------------------------------------------------------------------------------

/** @returns {{contract?: ContractForm, game?: GameForm}} */
function picked() {
  const game = form().pass_games.find((one) => `game:${one.game}` === draft.pick);
  if (game) return { game, contract: game.contract || undefined };
  return { contract: form().contracts.find((one) => one.bid === draft.pick) };
}

/** The facts as far as they are complete, or null.
 * @returns {any} */
function facts() {
  if (draft.pick === 'thrown_in') return { thrown_in: true };
  const { contract, game } = picked();
  if (!contract && !game) return null;
  /** @type {any} */
  const made = {};
  if (contract) {
    if (!draft.declarers.length) return null;
    const pair = contract.needs.includes('partner') || contract.may.includes('partner');
    if (contract.needs.includes('partner') && !draft.partner) return null;
    made.contracts = draft.declarers.map((seat) => ({
      bid: draft.bids[seat] || contract.bid,
      declarer: seat,
      tricks: draft.tricks[seat] ?? contract.target,
      ...(pair && draft.partner ? { partner: draft.partner } : {}),
      ...(draft.trump ? { trump: draft.trump } : {}),
      ...(draft.called ? { called: draft.called } : {}),
    }));
  }
  if (game) {
    made.pass_game = game.game;
    for (const name of /** @type {const} */ (['penalty_card', 'last_trick'])) {
      if (draft[name]) made[name] = draft[name];
      else if (game.needs.includes(name)) return null;
    }
    for (const name of /** @type {const} */ (['taken', 'pot_cards'])) {
      if (game.needs.includes(name)) made[name] = draft[name];
    }
  }
  return made;
}

let asked = 0;
function score() {
  const complete = facts();
  const of = JSON.stringify(complete);
  if (preview.of === of) return;
  preview = { of };
  if (!complete) return;
  const mine = ++asked;
  post({ do: 'score', table: state.tableId, board: current, facts: complete }).then(
    (answer) => {
      if (mine !== asked) return;
      preview = answer.ok ? { ...answer.body, of } : { refused: answer.body?.error?.message, of };
      online = true;
      draw();
    },
    () => {
      online = false;
      draw();
    },
  );
}

/** @param {Partial<Draft>} change */
function set(change) {
  draft = { ...draft, ...change };
  score();
  draw();
}

/** @param {string} seat */
function declare(seat) {
  const joined = picked().contract?.joined_by.length;
  const has = draft.declarers.includes(seat);
  const declarers = joined ? (has ? draft.declarers.filter((one) => one !== seat) : [...draft.declarers, seat]) : [seat];
  set({ declarers, partner: declarers.includes(draft.partner) ? '' : draft.partner });
}

/** @param {string} label @param {boolean} pressed @param {() => void} act @param {{disabled?: boolean, label?: string}} more */
const choice = (label, pressed, act, more = {}) => html`<button type="button" class="pickb" aria-pressed=${pressed} disabled=${more.disabled} onClick=${act}>${label}</button>`;

/** @param {string} title @param {unknown} inside @param {string} kind */
const group = (title, inside, kind = '') => html`<fieldset class=${`ask ${kind}`}><legend>${title}</legend><div class="row">${inside}</div></fieldset>`;

/** @param {string} title @param {string} chosen @param {(seat: string) => void} act @param {string[]} without @param {boolean} none */
const people = (title, chosen, act, without = [], none = false) =>
  group(title, [...seats().map((seat) => choice(nameAt(seat), chosen === seat, () => act(seat), { disabled: without.includes(seat) })), none ? choice(words.alone, chosen === '', () => act('')) : null], 'four');

/** @param {string} title @param {number} value @param {number} most @param {(n: number) => void} act @param {string} note */
const stepper = (title, value, most, act, note = '') =>
  html`<fieldset class="ask"><legend>${title}</legend><div class="stepper"><button type="button" aria-label=${`${title}: −1`} disabled=${value <= 0} onClick=${() => act(value - 1)}>−</button><output aria-label=${title}><b>${value}</b> ${note}</output><button type="button" aria-label=${`${title}: +1`} disabled=${value >= most} onClick=${() => act(value + 1)}>+</button></div></fieldset>`;

/** @param {string} letter @param {boolean} pressed @param {() => void} act @param {boolean} disabled @param {string} rank */
const suit = (letter, pressed, act, disabled = false, rank = '') =>
  html`<button type="button" class="pickb suitb" aria-pressed=${pressed} aria-label=${`${root.dataset[`suit${letter}`]}${rank ? ` ${rank}` : ''}`} disabled=${disabled} onClick=${act}><span dangerouslySetInnerHTML=${{ __html: suitMark(letter) }}></span>${rank ? html`<small>${rankText(rank)}</small>` : null}</button>`;

/** @param {ContractForm} contract */
function contractAsked(contract) {
  const joined = contract.joined_by.length > 0;
  const target = fill(words.of, { target: contract.target });
  const others = [contract.bid, ...contract.joined_by.filter((bid) => bid !== contract.bid)];
  const byName = (/** @type {string} */ bid) => form().contracts.find((one) => one.bid === bid)?.name || bid;
  const beside = (/** @type {string} */ card) => contract.called_beside_trump && card[0] === draft.trump;
  return html`${group(joined ? words.together : words.who, seats().map((seat) => choice(nameAt(seat), draft.declarers.includes(seat), () => declare(seat))), 'four')}
  ${contract.trumps.length > 1 ? group(words.trump, SUITS.filter((letter) => contract.trumps.includes(letter)).map((letter) => suit(letter, draft.trump === letter, () => set({ trump: letter, called: draft.called[0] === letter ? '' : draft.called }))), 'half') : null}
  ${contract.called.length ? group(words.called, SUITS.flatMap((letter) => contract.called.filter((card) => card[0] === letter)).filter((card) => card[1] === 'A' || contract.called.length <= 4).map((card) => suit(card[0], draft.called === card, () => set({ called: card }), beside(card), card[1])), 'half') : null}
  ${contract.needs.includes('partner') || contract.may.includes('partner') ? people(words.partner, draft.partner, (seat) => set({ partner: seat }), draft.declarers, contract.may.includes('partner')) : null}
  ${draft.declarers.map((seat) => html`${others.length > 1 ? group(fill(words.as, { name: nameAt(seat) }), others.map((bid) => choice(byName(bid), (draft.bids[seat] || contract.bid) === bid, () => set({ bids: { ...draft.bids, [seat]: bid } })))) : null}${stepper(`${words.tricks}: ${nameAt(seat)}${draft.partner ? ` + ${nameAt(draft.partner)}` : ''}`, draft.tricks[seat] ?? contract.target, contract.most, (n) => set({ tricks: { ...draft.tricks, [seat]: n } }), target)}`)}`;
}

/** @param {GameForm} game */
function gameAsked(game) {
  const counts = /** @type {const} */ (['taken', 'pot_cards']).filter((name) => game.needs.includes(name));
  return html`${game.contract ? contractAsked(game.contract) : null}
  ${game.needs.includes('penalty_card') || game.may.includes('penalty_card') ? people(words.penalty_card, draft.penalty_card, (seat) => set({ penalty_card: seat })) : null}
  ${game.needs.includes('last_trick') ? people(words.last_trick, draft.last_trick, (seat) => set({ last_trick: seat })) : null}
  ${counts.map((name) => html`<div class="counts"><p><b>${words[name]}</b></p>${seats().map((seat) => stepper(nameAt(seat), draft[name][seat], 13, (n) => set({ [name]: { ...draft[name], [seat]: n } })))}</div>`)}`;
}

function asking() {
  const { contract, game } = picked();
  const all = form();
  const complete = facts();
  const known = board().result;
  const pick = (/** @type {string} */ word) => () => set({ ...blank(), pick: word, declarers: [], ...(all.contracts.find((one) => one.bid === word)?.trumps.length === 1 ? { trump: all.contracts.find((one) => one.bid === word)?.trumps[0] } : {}) });
  return html`<form class="entry" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
  ${group(words.what, [...all.contracts.map((one) => choice(one.name, draft.pick === one.bid, pick(one.bid))), ...all.pass_games.map((one) => choice(one.name, draft.pick === `game:${one.game}`, pick(`game:${one.game}`))), all.thrown_in ? choice(words.thrown_in, draft.pick === 'thrown_in', pick('thrown_in')) : null], 'ladder')}
  ${game ? gameAsked(game) : contract ? contractAsked(contract) : null}
  <section class="sum" aria-live="polite">${preview.scores ? scores(preview.scores) : html`<p class="muted">${preview.refused || words.fill}</p>`}
  ${group(words.writer, state.people.map((one) => choice(one.name, writer === one.entry, () => { writer = one.entry; draw(); })), 'four')}
  <button type="button" class="btn go big" disabled=${!complete || !writer || !!preview.refused} onClick=${() => send(known ? 'correct' : 'enter', complete, writer)}>${known ? words.correct : words.enter}</button>
  ${known ? html`<button type="button" class="btn" onClick=${() => { changing = false; draw(); }}>${words.back}</button>` : null}</section></form>`;
}

const scores = (/** @type {Record<string, number>} */ of) => points(seats().map((seat) => [nameAt(seat), of[seat]]));

/** @param {[string, number][]} made */
const points = (made) => html`<dl class=${`four-scores${made.length > 4 ? ' of-five' : ''}`}>${made.map(([name, many]) => html`<div><dt>${name}</dt><dd class=${many > 0 ? 'up' : many < 0 ? 'down' : ''}>${signed(many)}</dd></div>`)}</dl>`;

/** @param {string} entry @param {any} of */
const confirming = (entry, of) => html`<p><b>${words.confirm}</b></p><div class="row four">${state.people.filter((one) => one.entry !== entry).map((one) => html`<button type="button" class="btn go" onClick=${() => send('confirm', of, one.entry)}>${one.name}</button>`)}</div>`;

/** Whoever confirms reads all that was written down, and not the points alone.
 * @param {any} first */
const howPlayed = (first) => (first?.called ? html`<p>${words.trump}: ${first.trump ? mark(first.trump) : '–'} · ${words.called}: ${mark(first.called[0])}${rankText(first.called[1])}</p>` : null);

/** @param {string} letter */
const mark = (letter) => html`<span class="inked" role="img" aria-label=${root.dataset[`suit${letter}`]} dangerouslySetInnerHTML=${{ __html: suitMark(letter) }}></span>`;

/** @param {number} number */
function turnTo(number) {
  current = number;
  changing = false;
  draft = blank();
  preview = {};
  draw();
}

/** The next board that nobody has written down yet. */
function onward() {
  const next = state.boards.find((one) => !one.result);
  return next ? html`<button type="button" class="btn go" id="onward" onClick=${() => turnTo(next.board)}>${fill(words.onward, { board: next.board })}</button>` : null;
}

/** @param {Result} result */
function entered(result) {
  if (result.hidden) return html`<section class="sum" id="result"><p class="mark">${words.elsewhere}</p></section>`;
  const by = result.entry ? fill(words.unconfirmed, { name: nameOf(result.entry) }) : words.by_organizer;
  return html`<section class="sum" id="result"><h2>${result.told}</h2>${howPlayed(result.facts.contracts?.[0])}${scores(result.scores)}<p class="muted">${by} ${result.stands && result.entry ? words.stands : ''}</p>
  ${result.stands ? onward() : confirming(result.entry, result.facts)}
  <button type="button" class="btn" onClick=${() => { changing = true; seen = result.facts; draft = drafted(result.facts); preview = {}; score(); draw(); }}>${words.change}</button></section>`;
}

/** A form filled in with what is known.
 * @param {any} of
 * @returns {Draft} */
function drafted(of) {
  const made = blank();
  const [first] = of.contracts || [];
  made.pick = of.thrown_in ? 'thrown_in' : of.pass_game ? `game:${of.pass_game}` : first?.bid || '';
  for (const one of of.contracts || []) {
    made.declarers.push(one.declarer);
    made.bids[one.declarer] = one.bid;
    made.tricks[one.declarer] = one.tricks;
  }
  return { ...made, partner: first?.partner || '', trump: first?.trump || '', called: first?.called || '', penalty_card: of.penalty_card || '', last_trick: of.last_trick || '', taken: of.taken || made.taken, pot_cards: of.pot_cards || made.pot_cards };
}

/** @param {any[]} kept */
function waiting(kept) {
  const last = kept[kept.length - 1];
  const entries = kept.filter((item) => item.do !== 'confirm');
  const shown = unpacked((entries[entries.length - 1] || last).facts, cardsOf(current));
  return html`<section class="sum" id="kept"><p class="mark">${words.queued}</p>${last.do === 'confirm' ? html`<p>${words.stands}</p>` : confirming(last.entry, shown)}</section>`;
}

const refusals = () => queue.items.filter((item) => item.refused).map((item) => html`<div class="mark bad" role="alert"><p>${words.refused} ${fill(words.place, { table: item.number ?? '–', board: item.board })}: ${item.refused}</p><button type="button" class="btn sm" onClick=${() => queue.drop(item.id)}>${words.away}</button></div>`);

function middle() {
  if (root.dataset.over) return html`<p class="mark">${root.dataset.over}</p><p><a class="btn go" href=${root.dataset.event}>${words.event}</a></p>`;
  if (!state.begun || !state.boards.length) return html`<p class="mark">${words.waits}</p>`;
  const kept = queue.waiting.filter((item) => item.board === current && item.table === state.tableId);
  const { result } = board();
  const done = state.boards.every((one) => one.result?.stands);
  const { dealer, holders } = board();
  const out = !Object.values(holders).includes(dealer);
  return html`<p class="muted">${fill(words.board, { board: current })}, ${fill(out ? words.sits_out : words.dealer, { name: nameOf(dealer) })}</p>
  ${done && !changing ? html`<p class="mark good" id="all-done">${words.all_done}</p>` : null}
  ${kept.length && !changing ? waiting(kept) : result && !changing ? entered(result) : asking()}
  ${totals()}`;
}

/** With their own cards they wait for nobody, and keep the score here. */
const totals = () => (state.totals?.length ? html`<section class="sum" id="totals"><h2>${words.totals}</h2>${points(state.people.map((one, chair) => [one.name, state.totals[chair]]))}</section>` : null);

function draw() {
  const place = state.boards.findIndex((one) => one.board === current) + 1;
  const count = queue.waiting.length;
  render(
    html`<header class="bar slim"><h1>${root.dataset.table} ${state.table} <span>· ${root.dataset.boardWord} ${place}/${state.boards.length}</span></h1><span class=${`tag ${online && !count ? 'good' : 'bad'}`} role="status">${count ? fill(words.kept, { count }) : online ? words.online : words.offline}</span></header>
    <div class="narrow"><nav class="chips" aria-label=${root.dataset.boardsWord}>${state.boards.map((one) => html`<button type="button" class="chip" aria-current=${one.board === current ? 'true' : null} onClick=${() => turnTo(one.board)}>${one.board}${one.result ? (one.result.stands ? ' ✓' : ' ?') : ''}</button>`)}</nav>
    <div role="status" id="notes">${(state.notes || []).map((note) => html`<p class="mark" key=${note}>${words.director} ${note}</p>`)}</div>
    ${refusals()}${middle()}</div>`,
    root,
  );
}

queue.again(state.tableId);
drawShapes();
root.replaceChildren();
draw();
addEventListener('online', () => void ask());
addEventListener('offline', () => { online = false; draw(); });
setInterval(() => void ask(), ASK_AGAIN);
if (queue.waiting.length) void queue.flush();
