// @ts-check
/* All four hands below the felt, with what has been played crossed out: on narrow screens the plates
   have no room for them. */
import { rankText, suitMark } from '../cards.js';
import { html } from './html.js';
import { SUITS, place, playedCards, suitsOf } from './derive.js';
import { suitName } from './bids.js';
import { drawn } from './contract.js';
import { bottomSeat } from './felt.js';
import { fullName } from './words.js';

/* global gettext */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */

export const ORDER = /** @type {Seat[]} */ (['W', 'N', 'E', 'S']);

/** @param {State} state */
export function fourHands(state) {
  const held = state.replay ? state.replay.hands : state.hands;
  if (!state.view || !held) return null;
  const { gone, last } = playedCards(state.view), bottom = bottomSeat(state);
  return html`<section class="fourhands" key="hands" aria-labelledby="hands-title"><h2 class="sr" id="hands-title">${gettext('The four hands')}</h2>${ORDER.map((seat) => {
    const suits = suitsOf(held[seat]);
    return html`<section class=${`diagram d-${place(seat, bottom)}`} key=${seat}><h3><b>${fullName(state, seat)}</b></h3>${SUITS.map((suit) => html`<p key=${suit}>${drawn(suitMark(suit))}<span class="sr">${suitName(suit)}: </span><span>${suits[suit].length ? suits[suit].map((/** @type {string} */ rank) => (suit + rank === last ? html`<mark key=${rank}>${rankText(rank)}</mark>` : gone.has(suit + rank) ? html`<s key=${rank}>${rankText(rank)}</s>` : html`<span key=${rank}>${rankText(rank)}</span>`)) : '–'}</span></p>`)}</section>`;
  })}</section>`;
}
