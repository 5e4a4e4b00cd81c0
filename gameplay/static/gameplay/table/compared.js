// @ts-check
/* How every table did on this board, once it is released: what came of it in my seat, the best first. */
import { html } from './html.js';
import { bottomSeat } from './felt.js';
import { capital, signed } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */
/** @typedef {{score: number, contract: string, declarer: string, tricks: number|null, tables: number, mine: boolean}} Outcome */

const MOST = 12;
// all pages of a field hear of a release in the same second
const SPREAD = 2000;

/** Outcomes that are the same but for the table are one line.
 * @param {any[]} traveller lines of the API @param {string} seat @param {string|null} game mine @returns {Outcome[]} */
export function outcomes(traveller, seat, game) {
  /** @type {Map<string, Outcome>} */
  const found = new Map();
  for (const line of traveller) {
    const at = line.seats.find((/** @type {any} */ one) => one.seat === seat);
    if (!at || at.score === null) continue;
    const tricks = line.tricks.length ? line.tricks[0] : null, key = [at.score, line.contract_text, line.declarer, tricks].join();
    const known = found.get(key) || { score: at.score, contract: line.contract_text, declarer: line.declarer, tricks, tables: 0, mine: false };
    found.set(key, { ...known, tables: known.tables + 1, mine: known.mine || line.game === game });
  }
  return [...found.values()].sort((a, b) => b.score - a.score || b.tables - a.tables);
}

/** The best ones, and mine wherever it is.
 * @param {Outcome[]} all */
export const shown = (all) => all.filter((one, i) => i < MOST || one.mine);

/** @param {State} state */
const isReleased = (state) => Boolean(state.view && state.view.result && state.view.result.hands);

/** Asks once for each board that is shown with its hands.
 * @param {{address: string, read: () => State, told: (game: string, lines: any[]) => void}} o */
export function asksForOthers({ address, read, told }) {
  /** @type {string|null} */
  let asked = null;
  return () => {
    const state = read(), at = state.replay || state.table;
    if (!address || !at || !at.board || !isReleased(state) || asked === state.game) return;
    const game = asked = state.game, path = address.replace('/0/', `/${at.board}/`);
    window.setTimeout(async () => {
      const answer = await fetch(path, { headers: { Accept: 'application/json' } }).catch(() => null);
      const board = answer && answer.ok ? await answer.json() : null;
      if (game && board && board.traveller) told(game, board.traveller);
    }, state.replay ? 0 : Math.random() * SPREAD);
  };
}

/** @param {State} state */
export function comparison(state) {
  const { compared } = state;
  if (!compared || compared.game !== state.game || !isReleased(state)) return null;
  const all = outcomes(compared.lines, bottomSeat(state), state.game), lines = shown(all);
  if (!all.length) return null;
  return html`<section key="compared" id="compared"><h2>${state.me ? gettext('Your seat at all tables') : gettext('The nearest seat at all tables')}</h2>
    <table class="evs compared"><thead><tr><th scope="col">${gettext('Points')}</th><th scope="col">${gettext('Contract')}</th><th scope="col">${gettext('Tricks')}</th><th scope="col">${gettext('Tables')}</th></tr></thead>
    <tbody>${lines.map((one, i) => html`<tr key=${i} class=${one.mine ? 'cur' : ''}><th scope="row">${signed(one.score)}${one.mine ? html`<span class="sr">, ${gettext('this table')}</span>` : null}</th><td>${capital(one.contract)}${one.declarer ? ` (${one.declarer})` : ''}</td><td>${one.tricks === null ? '–' : one.tricks}</td><td>${one.tables}</td></tr>`)}</tbody></table>
    ${all.length > lines.length ? html`<p class="small muted">${interpolate(gettext('And %(n)s more, on the page of this board.'), { n: all.length - lines.length }, true)}</p>` : null}</section>`;
}
