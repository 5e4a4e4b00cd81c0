// @ts-check
/* The time of whoever is to act, as it is shown and said. */
import { html } from './html.js';
import { WARNING, hasClock, reserveOf, stoodInFor } from './turnclock.js';
import { nameOf, timeText } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */

/** What the turn bar says while a house player has my seat.
 * @param {State} state @returns {[string, string]} */
export function stoodInText(state) {
  const sitter = /** @type {{why: string, returning: boolean}} */ (stoodInFor(state));
  const title = sitter.why === 'time' ? gettext('Your time was out: a house player plays') : gettext('You were gone: a house player plays');
  return [title, sitter.returning ? gettext('You play again from the next board.') : ''];
}

/** The clock in the turn bar; its room is there as long as the table has one.
 * @param {State} state */
export function turnClock(state) {
  const { hurry } = state;
  if (!hasClock(state) || state.replay || state.hidden || stoodInFor(state)) return null;
  if (!hurry) return html`<div class="hurry" key="hurry" />`;
  const names = { name: nameOf(state, hurry.seat), seconds: hurry.seconds, reserve: timeText(hurry.reserve) };
  const text = hurry.seat === state.me ? gettext('Your time: %(seconds)s seconds, reserve %(reserve)s') : gettext('Time of %(name)s: %(seconds)s seconds, reserve %(reserve)s');
  const low = hurry.seconds + hurry.reserve <= WARNING;
  return html`<div class=${`hurry${low ? ' low' : ''}${hurry.still ? ' still' : ''}`} key="hurry" role="timer" aria-live="off" aria-label=${interpolate(text, names, true)}>
    <b aria-hidden="true">${timeText(hurry.seconds)}</b><small aria-hidden="true">${hurry.reserve ? `+ ${timeText(hurry.reserve)}` : ''}</small><i aria-hidden="true" style=${{ '--part': hurry.part / 20 }} /></div>`;
}

/** On a plate: how much of the reserve is left, as a bar, and in figures where there is room.
 * @param {State} state @param {Seat} seat */
export function reserveLeft(state, seat) {
  const left = state.replay ? null : reserveOf(state, seat);
  if (left === null) return null;
  return html`<span class="reserve" style=${{ '--part': left / state.table.time.reserve }}><span class="sr">${interpolate(gettext('reserve %(time)s'), { time: timeText(left) }, true)}</span><b aria-hidden="true">+ ${timeText(left)}</b></span>`;
}

/** Sentences for the live region: a warning, and seats that change hands.
 * @param {State} before @param {State} state @returns {string[]} */
export function hurryNews(before, state) {
  const lines = [], { hurry } = state;
  if (state.warned && !before.warned && hurry) {
    const n = hurry.seconds + hurry.reserve;
    lines.push(interpolate(ngettext('You have %(n)s second left. Then a house player acts for you.', 'You have %(n)s seconds left. Then a house player acts for you.', n), { n }, true));
  }
  if (!before.table || before.tableVersion === state.tableVersion || before.table.board !== state.table.board) return lines;
  for (const seat of /** @type {Seat[]} */ (['N', 'E', 'S', 'W'])) {
    const was = before.table.seats[seat], is = state.table.seats[seat];
    if (is.kind !== 'person' || was.kind !== 'person' || was.away === is.away) continue;
    if (seat === state.me) lines.push(is.away ? stoodInFor(state) ? `${stoodInText(state)[0]}.` : gettext('A house player plays for you.') : gettext('You play again.'));
    else lines.push(interpolate(is.away ? gettext('A house player plays for %(name)s.') : gettext('%(name)s is back.'), { name: nameOf(state, seat) }, true));
  }
  return lines;
}
