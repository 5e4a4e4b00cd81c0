// @ts-check
/* The felt: plates, and in the middle the trick, the bids or a question. */
import { html } from './html.js';
import { icon, star } from './icons.js';
import { back, face, rankText, suitMark } from '../cards.js';
import { PHASES, SEATS, SUITS, asksTheUnknown, beforePlay, lastCall, place, playedCards, playsOf, rank, role, suitsOf } from './derive.js';
import { myTurn, stillToPlay, trickOnTable } from './store.js';
import { drawn } from './contract.js';
import { answeringTheClaim, bidding, choosing, declaring, exchanging, namingTheLeader, puttingAway, unknownStep, waitingForPlayers } from './bidding.js';
import { laidHands, laidWhere } from './laid.js';
import { bidName, declarerName, suitName } from './bids.js';
import { reserveLeft } from './hurry.js';
import { watchesReleased } from './watching.js';
import { claimButton } from './claim.js';
import { cardName, lastTitle, nameOf, seatName, sitters } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */

/** @param {State} state */
export const bottomSeat = (state) => /** @type {Seat} */ (state.me || 'S');

/** @param {State} state @param {any} act @param {any} page */
export function felt(state, act, page) {
  const bottom = bottomSeat(state);
  // left, opposite, right, then (for spectators) the one below: the order in which they play
  const seats = SEATS.map((_, i) => SEATS[(SEATS.indexOf(bottom) + 1 + i) % 4]).filter((seat) => seat !== state.me);
  return html`<section class=${`felt on-felt${laidWhere(state, bottom)}`} key="felt" aria-label=${gettext('Table')}>
    ${seats.map((seat) => plate(state, seat, bottom))}
    ${laidHands(state, bottom)}
    <div class="mid">${middle(state, act, page, bottom)}</div>
    ${tools(state, act)}</section>`;
}

/** @param {State} state @param {any} act @param {any} page @param {Seat} bottom */
function middle(state, act, page, bottom) {
  const view = state.view;
  if (!view) return state.hidden ? null : waitingForPlayers(state, page);
  if (view.phase === 'auction') return bidding(state, act);
  if (view.phase === 'choose') return choosing(state, act);
  if (view.phase === 'declare') return declaring(state, act);
  if (view.phase === 'leader') return namingTheLeader(state, act);
  if (view.phase === 'discard') return puttingAway(state);
  if (view.phase === 'claim' && view.claim) return answeringTheClaim(state, act);
  if (view.phase === 'exchange') return exchanging(state);
  if (!PHASES.includes(view.phase) || asksTheUnknown(state.mine, view.phase)) return unknownStep(state);
  if (state.lastShown && view.tricks.length) return oldTrick(state, bottom);
  return trick(state, bottom);
}

/** @param {State} state @param {Seat} seat @param {Seat} bottom */
function plate(state, seat, bottom) {
  const view = state.view, where = place(seat, bottom), sitter = sitters(state)[seat] || {};
  if (!view) {
    return html`<div class=${`seat seat-${where}${sitter.kind === 'empty' ? ' open' : ''}`} key=${`seat-${seat}`}><b>${sitter.kind === 'empty' ? gettext('Empty seat') : nameOf(state, seat)}</b><span class="sub">${sitter.kind === 'house' ? gettext('house player') : seatName(seat)}</span>${watchesReleased(state) ? noHand() : null}</div>`;
  }
  const calling = beforePlay(view);
  const turn = !state.resting && view.to_act === seat;
  const side = role(view, seat);
  const won = state.resting && state.resting.winner === seat;
  const classes = `seat seat-${where}${turn ? ' on' : ''}${side && !calling ? ' is-a' : ''}${won ? ' won' : ''}`;
  return html`<div class=${classes} key=${`seat-${seat}`}>
    <b class=${nameOf(state, seat).length > 8 ? 'long' : ''}>${nameOf(state, seat)}</b>
    <span class="sub">${calling ? callText(state, seat) : roleText(side, view.contracts[0])}${sitter.away ? awayText(Boolean(side && !calling)) : null}${view.dealer === seat && !(side && !calling) && !sitter.away ? html`<span class=${`deal${calling && lastCall(view, seat) ? ' wide' : ''}`}>${gettext('deals')}</span>` : null}${turn ? html`<span class="sr">${gettext('to act')}</span>` : null}</span>
    ${!calling ? html`<span class="tricks"><span>${view.taken[seat]}<span class="sr"> ${ngettext('trick', 'tricks', view.taken[seat])}</span></span></span>` : null}
    ${reserveLeft(state, seat)}${state.replay || state.commentary ? openHand(state, seat) : null}
  </div>`;
}

/** The hand as it was dealt, with what has been played crossed out; on wide screens.
 * @param {State} state @param {Seat} seat */
function openHand(state, seat) {
  const { gone, last } = playedCards(/** @type {import('./derive.js').PublicView} */ (state.view));
  const hands = state.replay ? state.replay.hands : state.hands;
  if (!hands) return noHand();
  const suits = suitsOf(hands[seat]);
  const card = (/** @type {string} */ suit, /** @type {string} */ rank) => (suit + rank === last ? html`<mark key=${rank}>${rankText(rank)}</mark>` : gone.has(suit + rank) ? html`<s key=${rank}>${rankText(rank)}</s>` : html`<span key=${rank}>${rankText(rank)}</span>`);
  return html`<div class="held">${SUITS.map((suit) => html`<p key=${suit}>${drawn(suitMark(suit))}<span class="sr">${suitName(suit)}: </span><span>${suits[suit].length ? suits[suit].map((rank) => card(suit, rank)) : '–'}</span></p>`)}</div>`;
}

/** Where an open hand will be, so that the plates stay as large as they are. */
const noHand = () => html`<div class="held none" aria-hidden="true">${SUITS.map((suit) => html`<p key=${suit}>${drawn(suitMark(suit))}<span>–</span></p>`)}</div>`;

/** A house player has the seat: said as far as there is room beside the role.
 * @param {boolean} beside */
const awayText = (beside) => (beside ? html`<span class="wide">${gettext('house')}</span>` : html`<span><span class="wide">${gettext('house plays')}</span><span class="only-narrow">${gettext('house')}</span></span>`);

/** @param {'declarer'|'partner'|null} side @param {{bid: string}|undefined} contract */
const roleText = (side, contract) => (side === 'declarer' && contract ? html`<span class="role">${declarerName(contract.bid)}</span>` : side === 'partner' ? html`<span class="role">${star()} ${gettext('partner')}</span>` : null);

/** @param {State} state @param {Seat} seat */
function callText(state, seat) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), bid = lastCall(view, seat);
  if (!bid) return null;
  if (view.phase === 'discard' && view.cards_left[seat] < 13) return html`<span class="bid pas">${gettext('ready')}</span>`;
  if (bid === 'pass') return html`<span class="bid pas">${gettext('passes')}</span>`;
  return html`<span class=${`bid${bidName(bid).length > 10 ? ' long' : ''}${view.standing && rank(view, view.standing.bid) === rank(view, bid) ? ' top' : ''}`}>${bidName(bid)}</span>`;
}

/** @param {State} state @param {Seat} bottom */
function trick(state, bottom) {
  const now = trickOnTable(state);
  if (!now) return html`<div class="trick" key="empty" />`;
  const toGo = now.complete ? [] : stillToPlay(now);
  const winning = now.complete || now.plays.length > 1 ? now.winning : null;
  const gather = state.gathering && now.winning ? ` gather gather-${place(now.winning, bottom)}` : '';
  return html`<div class=${`trick${gather}`} key=${`trick-${now.number}`} role="group" aria-label=${interpolate(gettext('Trick %(number)s'), now, true)}>
    ${now.plays.map((play) => tableCard(state, play, bottom, play.seat === winning))}
    ${toGo.map((seat) => html`<div class=${`tc tc-${place(seat, bottom)} slot${myTurn(state) && state.view && seat === state.view.to_act ? ' me' : ''}`} key=${`slot-${seat}`} aria-hidden="true">${seat === state.me ? gettext('your card') : nameOf(state, seat)}</div>`)}
  </div>`;
}

/** @param {State} state @param {{seat: Seat, card: string|null, own?: string}} play @param {Seat} bottom @param {boolean} highest */
function tableCard(state, play, bottom, highest) {
  const { seat, card } = play;
  const words = card ? cardName(card) : play.own ? `${cardName(play.own)}, ${gettext('face down')}` : gettext('a card, face down');
  return html`<div class=${`tc tc-${place(seat, bottom)}${highest ? ' win' : ''}`} key=${`card-${seat}`}>
    <span class="sr">${nameOf(state, seat)}: ${words}${highest ? `, ${gettext('highest so far')}` : ''}</span>${drawn(card ? face(card) : back(), 'card')}</div>`;
}

/** The last trick on request, on screens without the side panel.
 * @param {State} state @param {Seat} bottom */
function oldTrick(state, bottom) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), last = view.tricks[view.tricks.length - 1];
  return html`<div class="trick still old" key="old" role="group" aria-label=${gettext('Last trick')}>
    <p class="oldcap">${lastTitle(state, last)}</p>
    ${playsOf(last).map((play) => tableCard(state, play, bottom, play.seat === last.winner))}</div>`;
}

/** @param {State} state @param {any} act */
function tools(state, act) {
  const view = state.view;
  if (!view || view.phase !== 'play') return null;
  const last = view.tricks.length ? html`<button type="button" class="tool lastbtn" key="last" aria-pressed=${state.lastShown ? 'true' : 'false'} onClick=${() => act.showLast(!state.lastShown)}>${icon('last')}<span>${gettext('Last trick')}</span></button>` : null;
  return html`<div class="tools">${last}${claimButton(state, act)}</div>`;
}
