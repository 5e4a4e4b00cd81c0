// @ts-check
/* Beside the table, on wide screens: the bidding, the last trick, the score so far. */
import { html } from './html.js';
import { face, rankText, suitMark } from '../cards.js';
import { PLACES, SEATS, after, forehand, playsOf } from './derive.js';
import { drawn } from './contract.js';
import { bidName, valuesNote } from './bids.js';
import { takenBackList } from './undo.js';
import { cardName, lastTitle, nameOf, signed } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */

/** @param {State} state @param {string} [commentators] who sees all hands at this table */
export function sidePanel(state, commentators = '') {
  const view = state.view;
  return html`<aside class="side" key="side" aria-label=${gettext('How it went so far')}>
    ${view && view.calls.length ? bidTable(state) : null}
    ${state.me ? lastTrick(state) : trickTable(state)}
    <div class="below" key="below">${takenBackList(state)}${totals(state)}${aboutPoints(state)}${withOpenHands(commentators, 'small muted')}</div></aside>`;
}

/** Who sees all hands at this table, for all to know.
 * @param {string} names @param {string} cls */
export const withOpenHands = (names, cls) => (names ? html`<p class=${cls}>${interpolate(gettext('With open hands, for commentary: %(names)s'), { names }, true)}</p>` : null);

/** Where the points come from, for whoever asks.
 * @param {State} state */
export const aboutPoints = (state) => (valuesNote(state.view) ? html`<details class="small about" key="about"><summary>${gettext('About the points (reconstructed)')}</summary><p>${valuesNote(state.view)}</p></details>` : null);

/** @param {State} state */
export function bidTable(state) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), first = forehand(view);
  const order = [0, 1, 2, 3].map((i) => after(first, i));
  /** @type {Array<Record<string, string>>} */
  const rounds = [];
  for (const call of view.calls) {
    const round = rounds[rounds.length - 1];
    if (!round || order.indexOf(call.seat) <= Math.max(...Object.keys(round).map((s) => order.indexOf(/** @type {any} */ (s))))) rounds.push({ [call.seat]: call.bid });
    else round[call.seat] = call.bid;
  }
  return html`<section key="bids"><h2>${gettext('The bidding')}</h2><table class="evs calls"><thead><tr>${order.map((s) => html`<th scope="col" key=${s}>${nameOf(state, s)}</th>`)}</tr></thead>
    <tbody>${rounds.map((round, i) => html`<tr key=${i}>${order.map((s) => html`<td key=${s}>${round[s] ? (round[s] === 'pass' ? html`<span class="muted">${gettext('passes')}</span>` : bidName(round[s])) : ''}</td>`)}</tr>`)}</tbody></table></section>`;
}

/** @param {State} state */
function lastTrick(state) {
  const tricks = state.view ? state.view.tricks : [];
  const shown = state.resting ? tricks.slice(0, -1) : tricks;
  const last = shown[shown.length - 1];
  if (!last) return null;
  return html`<section key="last"><h2>${lastTitle(state, last)}</h2><div class="lastrow">${playsOf(last).map((play) => html`<figure key=${play.seat + play.card} class=${play.seat === last.winner ? 'w' : ''}><span class="sr">${cardName(play.card)}, </span>${drawn(face(play.card))}<figcaption>${nameOf(state, play.seat)}</figcaption></figure>`)}</div></section>`;
}

/** All tricks, for those who watch.
 * @param {State} state */
export function trickTable(state) {
  const tricks = state.view ? state.view.tricks : [];
  if (!tricks.length) return null;
  const order = ['W', 'N', 'E', 'S'];
  return html`<section key="tricks"><h2>${gettext('The tricks')}</h2><table class="evs numbered"><thead><tr><th scope="col">${gettext('Trick')}</th>${order.map((s) => html`<th scope="col" key=${s}>${nameOf(state, /** @type {any} */ (s))}</th>`)}</tr></thead>
    <tbody>${tricks.map((trick, i) => html`<tr key=${i}><th scope="row" class="muted">${i + 1}</th>${order.map((s) => {
      const play = playsOf(trick).find((p) => p.seat === s);
      return html`<td key=${s} class=${trick.winner === s ? 'w' : ''}>${play ? html`<span class="sr">${cardName(play.card)}${trick.winner === s ? `, ${gettext('wins')}` : ''}</span><span aria-hidden="true">${drawn(suitMark(play.card[0]))}${rankText(play.card[1])}</span>` : ''}</td>`;
    })}</tr>`)}</tbody></table></section>`;
}

/** @param {State} state @param {boolean} [full] on the score sheet: more boards, the last one marked */
export function totals(state, full = false) {
  const table = state.table;
  // boards of a plan are turned and compared with other tables: a sum by seat would mean nothing
  if (!table || table.planned || state.replay || !(table.boards.length || full)) return null;
  const boards = table.boards.slice(full ? -12 : -5);
  // people move from board to board where some sit out: their columns stay where their chairs are
  const columns = table.chairs ? PLACES.filter((p) => table.chairs[p]).sort((a, b) => PLACES.indexOf(table.chairs[a]) - PLACES.indexOf(table.chairs[b])) : SEATS;
  return html`<section key="totals"><h2>${table.closed ? gettext('Final score') : gettext('Score of the table')}</h2><table class=${`totals evs${columns.length > 4 ? ' many' : ''}`}><thead><tr><th scope="col">${gettext('Board')}</th>${columns.map((s) => html`<th scope="col" key=${s}>${nameOf(state, /** @type {any} */ (s))}</th>`)}</tr></thead>
    <tbody>${boards.map((/** @type {any} */ b) => html`<tr key=${b.board} class=${full && b.board === table.board ? 'cur' : ''}><td>${b.board}</td>${columns.map((s) => html`<td key=${s}>${signed(b.scores[s])}</td>`)}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">${gettext('Total')}</th>${columns.map((s) => html`<td key=${s}>${signed(table.totals[s])}</td>`)}</tr></tfoot></table></section>`;
}
