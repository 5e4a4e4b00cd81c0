// @ts-check
/* What a director took back, in words: for the live region and the page alike. */
import { fill } from './bids.js';
import { cardName, nameOf } from './words.js';

/* global gettext, ngettext */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */

/** What everybody has seen although it does not count any more.
 * @param {State} state @param {any} taken */
export function seenText(state, taken) {
  const cards = Object.entries(taken.cards).map(([seat, held]) => `${nameOf(state, /** @type {Seat} */ (seat))}: ${held.map(cardName).join(', ')}`);
  const partners = taken.partners.map((/** @type {Seat} */ seat) => fill(gettext('%(name)s as the partner'), { name: nameOf(state, seat) }));
  const seen = [...cards, ...partners].join('; ');
  const alone = (taken.operators || []).map((/** @type {Seat} */ seat) => fill(gettext('%(name)s has seen the fourth hand.'), { name: nameOf(state, seat) }));
  if (seen) alone.unshift(fill(gettext('Everybody has seen: %(seen)s.'), { seen }));
  return alone.join(' ') || gettext('No card was seen.');
}

/** @param {any} taken */
export const backText = (taken) => fill(ngettext('The director took back %(n)s action.', 'The director took back %(n)s actions.', taken.events.length), { n: taken.events.length });
