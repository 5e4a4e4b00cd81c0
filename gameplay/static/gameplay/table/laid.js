// @ts-check
/* The hands that lie open in some contracts. Their places are kept from the moment it is known that
   they will be laid there, so that nothing moves when they are. */
import { html } from './html.js';
import { rankText, suitMark } from '../cards.js';
import { SEATS, SUITS, place, sortCards } from './derive.js';
import { drawn } from './contract.js';
import { suitName } from './bids.js';
import { nameOf } from './words.js';

/* global gettext, interpolate */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */

/** Whose hands are shown on the felt: not my own, which I hold.
 * @param {State} state @returns {Seat[]} */
const laid = (state) => SEATS.filter((seat) => state.view && ((state.view.opens || []).includes(seat) || (state.view.exposed || {})[seat])).filter((seat) => seat !== state.me);

/** What the felt keeps room for: one hand or more above the trick, one below.
 * @param {State} state @param {Seat} bottom */
export function laidWhere(state, bottom) {
  const places = laid(state).map((seat) => place(seat, bottom)), above = places.filter((where) => where !== 'b').length;
  return (above ? (above > 1 ? ' laid-many' : ' laid-one') : '') + (places.includes('b') ? ' laid-below' : '');
}

/** @param {State} state @param {Seat} bottom */
export function laidHands(state, bottom) {
  const seats = SEATS.map((_, i) => SEATS[(SEATS.indexOf(bottom) + 1 + i) % 4]).filter((seat) => laid(state).includes(seat));
  if (!seats.length) return null;
  const exposed = (state.view && state.view.exposed) || {}, { mine } = state, operates = mine && mine.operates;
  // while I play the open hand of three players it lies in front of me, and mine in its place
  const hands = operates && exposed[operates] ? { ...exposed, [operates]: /** @type {any} */ (mine).hand } : exposed;
  const whose = (/** @type {Seat} */ seat) => (seat === operates ? gettext('Your own hand') : interpolate(gettext('The hand of %(name)s'), { name: nameOf(state, seat) }, true));
  return seats.map((seat) => html`<section class=${`laid laid-${place(seat, bottom)}${hands[seat] ? '' : ' soon'}${seat === operates ? ' own' : ''}`} key=${`laid-${seat}`} aria-label=${whose(seat)}>
    <h2>${seat === operates ? whose(seat) : nameOf(state, seat)}</h2>${hands[seat] ? suits(hands[seat] || []) : html`<p class="soon">${gettext('cards open soon')}</p>`}</section>`);
}

/** @param {string[]} cards */
const suits = (cards) => SUITS.map((suit) => {
  const held = sortCards(cards.filter((card) => card[0] === suit));
  return html`<p key=${suit}>${drawn(suitMark(suit))}<span class="sr">${suitName(suit)}: </span><span>${held.length ? held.map((card) => html`<span key=${card}>${rankText(card[1])}</span>`) : '–'}</span></p>`;
});
