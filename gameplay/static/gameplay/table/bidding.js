// @ts-check
/* Bids and questions. Only what is legal is a button; the ladder shows the whole road. */
import { html } from './html.js';
import { suitMark } from '../cards.js';
import { SEATS, SUITS, declareOptions, lastCall, legal } from './derive.js';
import { myTurn } from './store.js';
import { drawn } from './contract.js';
import { bidMeaning, bidName, bidValue, nameOf, passGameMeaning, passGameName, rankName, seatName, suitName } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */

/** Arrow keys walk through the buttons of a group. @param {KeyboardEvent} event */
function walk(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const buttons = /** @type {HTMLElement[]} */ ([...group.querySelectorAll('button')]);
  const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
  if (at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length].focus();
}

/** @param {State} state @param {any} act */
export function bidding(state, act) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view);
  const mine = myTurn(state);
  const offers = legal(state.mine, 'bid').map((a) => String(a.bid));
  const top = view.standing ? view.standing.bid : null;
  const rung = (/** @type {string} */ bid) => {
    const is = bid === top ? 'top' : top && view.ladder.indexOf(bid) < view.ladder.indexOf(top) ? 'gone' : mine && offers.includes(bid) ? 'legal' : '';
    const words = { top: gettext('highest bid'), gone: gettext('overbid'), legal: gettext('allowed') }[is];
    const alone = /^alleen_(\d+)$/.exec(bid);
    return html`<li class=${is} key=${bid}>${alone ? html`<span>${alone[1]}<span class="w"> ${gettext('alone')}</span></span>` : bidName(bid)}${words ? html`<span class="sr">, ${words}</span>` : null}</li>`;
  };
  return html`<div class="bids" key="bids"><ol class="ladder" aria-label=${gettext('All bids from low to high')}>${view.ladder.map(rung)}</ol>
    ${mine ? html`<div class="bidgrid" role="group" key="mine" aria-label=${gettext('Your bid')} onKeyDown=${walk}>${[...offers.filter((b) => b !== 'pass'), ...offers.filter((b) => b === 'pass')].map((bid) => bidButton(view, bid, act))}</div>` : quiet(state)}</div>`;
}

/** @param {import('./derive.js').PublicView} view @param {string} bid @param {any} act */
function bidButton(view, bid, act) {
  const joins = view.standing && view.standing.bid === bid;
  const value = bidValue(view, bid);
  return html`<button type="button" key=${bid} data-bid=${bid} class=${`bidbtn${bid === 'pass' ? ' pass' : ''}`} onClick=${() => act.bid(bid)}>
    <b>${joins ? interpolate(gettext('%(bid)s too'), { bid: bidName(bid) }, true) : bidName(bid)}</b><span>${bidMeaning(view, bid)}</span>${value ? html`<span class="pts">${value}</span>` : null}</button>`;
}

/** The same space when somebody else is at it. @param {State} state */
function quiet(state) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), actor = view.to_act;
  const own = state.me ? lastCall(view, state.me) : null;
  return html`<div class="quiet" key="quiet">
    ${actor && actor !== state.me ? html`<b>${interpolate(gettext('%(name)s is thinking'), { name: nameOf(state, actor) }, true)}</b>` : null}
    ${own ? html`<span>${own === 'pass' ? gettext('You passed') : interpolate(gettext('You bid %(bid)s'), { bid: bidName(own) }, true)}</span>` : null}</div>`;
}

/** @param {State} state @param {any} act */
export function choosing(state, act) {
  if (!myTurn(state)) return html`<div class="bids" key="choosing">${html`<span />`}${quiet(state)}</div>`;
  return html`<div class="questions" key="choose"><p class="q">${gettext('What will be played?')}</p>
    <div class="bidgrid" role="group" aria-label=${gettext('What will be played?')} onKeyDown=${walk}>${legal(state.mine, 'choose').map((a) => html`<button type="button" class="bidbtn" key=${a.game} data-game=${a.game} onClick=${() => act.choose(a.game)}><b>${passGameName(String(a.game))}</b><span>${passGameMeaning(String(a.game))}</span></button>`)}</div></div>`;
}

/** @param {State} state @param {any} act */
export function declaring(state, act) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view);
  if (!myTurn(state)) return html`<div class="bids" key="declaring">${html`<span />`}${quiet(state)}</div>`;
  const hand = state.mine ? state.mine.hand : [];
  const { trumps, trump, cards, asks } = declareOptions(state.mine, state.choice.trump);
  return html`<div class="questions" key="declare">
    <div role="group" aria-label=${gettext('Trumps')}><p class="q">${asks ? '1. ' : ''}${gettext('Trumps')}</p><div class="suits" onKeyDown=${walk}>
      ${SUITS.map((suit) => suitButton({ suit, group: 'trump', on: trump === suit, off: !trumps.includes(suit), note: cardCount(hand, suit), pick: () => act.trump(suit) }))}</div></div>
    ${asks ? html`<div role="group" aria-label=${gettext('The card you ask for')}><p class="q">2. ${gettext('Ask for a card')}</p><div class="suits" onKeyDown=${walk}>
      ${SUITS.map((suit) => askButton(state, act, hand, trump, cards, suit))}</div><p class="hint">${hint(state, cards, trump)}</p></div>` : null}
  </div>`;
}

/** @param {string[]} hand @param {string} suit */
function cardCount(hand, suit) {
  const n = hand.filter((card) => card[0] === suit).length;
  return interpolate(ngettext('%(n)s card', '%(n)s cards', n), { n }, true);
}

/** @param {State} state @param {any} act @param {string[]} hand @param {string|null} trump @param {import('./derive.js').GameAction[]} cards @param {string} suit */
function askButton(state, act, hand, trump, cards, suit) {
  const offer = cards.find((a) => a.card && a.card[0] === suit);
  let note = '';
  if (offer && offer.card) note = offer.blind ? interpolate(gettext('%(rank)s, blind'), { rank: rankName(offer.card) }, true) : rankName(offer.card);
  else if (!trump) note = gettext('trumps first');
  else if (suit === trump) note = gettext('is trumps');
  else if (hand.includes(`${suit}A`)) note = gettext('yours');
  else if (!hand.some((card) => card[0] === suit)) note = gettext('none of it');
  else note = gettext('not allowed');
  const on = Boolean(offer && state.choice.card === offer.card);
  return suitButton({ suit, group: 'card', on, off: !offer, note, pick: () => offer && act.card(offer.card, Boolean(offer.blind)) });
}

/** @param {State} state @param {import('./derive.js').GameAction[]} cards @param {string|null} trump */
function hint(state, cards, trump) {
  if (!trump) return gettext('Its holder is your secret partner.');
  if (cards.some((a) => a.blind)) return gettext('Blind: you have no card of that suit, so you will once lead a card face down.');
  if (cards.some((a) => a.card && a.card[1] === 'K')) return gettext('You hold all four aces, so you ask for a king.');
  return gettext('Its holder is your secret partner.');
}

/** A suit to press. One that is not on offer stays in its cell and says why.
 * @param {{suit: string, group: string, on: boolean, off: boolean, note: string, pick: () => void}} o */
const suitButton = ({ suit, group, on, off, note, pick }) => html`<button type="button" class="suitbtn" key=${suit} data-suit=${suit} data-group=${group} aria-pressed=${on ? 'true' : 'false'} aria-disabled=${off ? 'true' : null} onClick=${() => off || pick()}>
  ${drawn(suitMark(suit), 'chiph')}<b>${suitName(suit)}</b><span>${note}</span></button>`;

/** Before the first deal: who is here, and how the other seats fill. @param {State} state @param {any} page */
export function waitingForPlayers(state, page) {
  const seats = (state.table && state.table.seats) || {};
  const empty = SEATS.filter((seat) => seats[seat] && seats[seat].kind === 'empty');
  const form = (/** @type {string} */ action, /** @type {any} */ content, /** @type {string} */ seat = '') => html`<form method="post" action=${action}><input type="hidden" name="csrfmiddlewaretoken" value=${page.token} />${seat ? html`<input type="hidden" name="seat" value=${seat} />` : null}${content}</form>`;
  return html`<div class="waiting" key="waiting">
    <p>${empty.length ? interpolate(ngettext('%(n)s seat is still empty.', '%(n)s seats are still empty.', empty.length), { n: empty.length }, true) : gettext('Everybody is here. The cards are being dealt.')}</p>
    ${page.opener && empty.length ? html`<div class="acts">${empty.map((seat) => html`<div key=${seat}>${form(page.invite, html`<button class="btn">${interpolate(gettext('Invite for %(seat)s'), { seat: seatName(seat) }, true)}</button>`, seat)}</div>`)}${form(page.fill, html`<button class="btn go">${gettext('House players in the empty seats')}</button>`)}</div>` : null}
  </div>`;
}
