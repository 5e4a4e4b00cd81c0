// @ts-check
/* How much time whoever is to act has, and whether a house player has my seat. The server's clock
   counts; here it is only worked out. Pure, like store.js. */

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */
/** @typedef {import('./state.js').Clock} Clock */
/** @typedef {import('./state.js').Hurry} Hurry */

/** So long before a house player acts it is said that it will. */
export const WARNING = 10;

/** @param {State} state */
export const hasClock = (state) => Boolean(state.table && state.table.time && state.table.time.seconds);

/** What the page shows of a clock now. The same thing again is the same object, so that nothing is drawn anew.
 * @param {State} state @param {number} now @returns {Hurry|null} */
export function hurryAt(state, now) {
  const { turnClock, table, hurry } = state;
  if (!turnClock || !turnClock.seat || !table || !table.time) return null;
  const seat = turnClock.seat, gone = turnClock.at ? Math.max(0, now - Date.parse(turnClock.at)) : 0;
  const seconds = Math.max(0, turnClock.seconds - gone), over = Math.max(0, gone - turnClock.seconds);
  const shown = {
    seat, seconds: Math.ceil(seconds / 1000), reserve: Math.ceil(Math.max(0, (turnClock.reserves[seat] || 0) - over) / 1000),
    part: Math.ceil((20 * seconds) / (1000 * table.time.seconds)), still: !turnClock.at,
  };
  return hurry && Object.keys(shown).every((key) => /** @type {any} */ (shown)[key] === /** @type {any} */ (hurry)[key]) ? hurry : shown;
}

/** Seconds of a seat's reserve on this board; null where nobody is hurried, and for a house player.
 * @param {State} state @param {Seat} seat @returns {number|null} */
export function reserveOf({ turnClock, table, hurry }, seat) {
  const left = turnClock ? turnClock.reserves[seat] : undefined;
  if (left === undefined || !table || !table.time || !table.time.reserve) return null;
  return hurry && hurry.seat === seat ? hurry.reserve : Math.ceil(left / 1000);
}

/** Is this the time to tell me that mine is nearly over? Once for each of my turns.
 * @param {State} state @param {Hurry|null} hurry */
export function warns(state, hurry) {
  if (!hurry || hurry.seat !== state.me || hurry.still) return false;
  const { time } = state.table, whole = time.seconds + time.reserve;
  return state.warned || hurry.seconds + hurry.reserve <= Math.min(WARNING, Math.floor(whole / 2));
}

/** A house player has my seat, which I did not give up: who sits there as the table knows it.
 * @param {State} state @returns {{why: string, returning: boolean}|null} */
export function stoodInFor(state) {
  const sitter = state.me && state.table ? state.table.seats[state.me] : null;
  return sitter && sitter.away && sitter.why ? sitter : null;
}

/** Must I wait for the next board before I may act again?
 * @param {State} state */
export const waitsForNextBoard = (state) => Boolean(stoodInFor(state) && state.table.time && state.table.time.back === 'board');
