// @ts-check
/* Bids and questions. Only what is legal is a button; the ladder shows the whole road. */
import { html } from './html.js';
import { suitMark } from '../cards.js';
import { PLACES, SUITS, declareOptions, lastCall, legal, rank } from './derive.js';
import { myTurn } from './store.js';
import { drawn } from './contract.js';
import { bidMeaning, bidName, bidValue, offerName, passGameMeaning, passGameName, rungName, suitName } from './bids.js';
import { claimLine } from './news.js';
import { cardName, nameOf, rankName, seatName, sitters } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */

/** Arrow keys walk through the buttons of a group.
 * @param {KeyboardEvent} event */
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

/** With so many bids to choose from they are picked on the ladder itself, and said in the turn bar. */
const MANY = 6, FEW_GAMES = 3, SHORT_LADDER = 10, SHORT_NAME = 9;

/** @param {State} state */
const bidsOffered = (state) => legal(state.mine, 'bid').map((a) => String(a.bid));

/** Is every rung of this ladder so short, and are there so few, that it fits above the bids?
 * @param {import('./derive.js').PublicView} view */
const isShort = (view) => view.ladder.length <= SHORT_LADDER && view.ladder.every((bid) => bidName(bid).length <= SHORT_NAME);

/** Bid or game, picked of many and not yet said.
 * @param {State} state */
export const picked = (state) => (myTurn(state) ? state.choice.pick : null);

/** @param {State} state @param {any} act */
export function bidding(state, act) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view);
  const mine = myTurn(state), offers = mine ? bidsOffered(state) : [];
  if (!isShort(view) || offers.length > MANY) return longLadder(state, act, offers);
  return html`<div class="bids" key="bids"><ol class="ladder" style=${{ '--n': Math.min(5, view.ladder.length) }} aria-label=${gettext('All bids from low to high')}>${view.ladder.map((bid) => shortRung(view, bid, offers))}</ol>
    ${mine ? html`<div class="bidgrid" role="group" key="mine" aria-label=${gettext('Your bid')} onKeyDown=${walk}>${[...offers.filter((b) => b !== 'pass'), ...offers.filter((b) => b === 'pass')].map((bid) => bidButton(view, bid, act))}</div>` : quiet(state)}</div>`;
}

/** What has become of a bid: the highest, overbid, allowed.
 * @param {import('./derive.js').PublicView} view @param {string} bid @param {string[]} offers @returns {[string, string]} */
function standingOf(view, bid, offers) {
  const top = view.standing ? view.standing.bid : null;
  const is = bid === top ? 'top' : offers.includes(bid) ? 'legal' : top && rank(view, bid) < rank(view, top) ? 'gone' : '';
  return [is, { top: gettext('highest bid'), gone: gettext('overbid'), legal: gettext('allowed'), '': '' }[is]];
}

/** @param {import('./derive.js').PublicView} view @param {string} bid @param {string[]} offers */
function shortRung(view, bid, offers) {
  const [is, words] = standingOf(view, bid, offers), [name, more] = rungName(bid);
  return html`<li class=${is} key=${bid}>${more ? html`<span>${name}<span class="w"> ${more}</span></span>` : name}${words ? html`<span class="sr">, ${words}</span>` : null}</li>`;
}

/** The whole road, on which what is allowed can be pressed. Passing keeps the last place.
 * @param {State} state @param {any} act @param {string[]} offers */
function longLadder(state, act, offers) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), pick = picked(state);
  const words = ['wachten', 'meegaan'].filter((bid) => offers.includes(bid));
  const own = state.me ? lastCall(view, state.me) : null;
  const rung = (/** @type {string} */ bid) => {
    const [is, said] = standingOf(view, bid, offers), name = offers.includes(bid) ? offerName(view, bid) : bidName(bid);
    const value = bidValue(view, bid), points = value ? html`<span class="pts"><span aria-hidden="true">${view.values[view.ladder.indexOf(bid)]}</span><span class="sr">, ${value}</span></span>` : null;
    return html`<li class=${is} key=${bid}>${offers.includes(bid) ? html`<button type="button" class="rung" data-bid=${bid} aria-pressed=${pick === bid ? 'true' : 'false'} onClick=${() => act.pick(bid)}><span>${name}</span>${points}</button>` : html`<span class="rung"><span>${name}</span>${said ? html`<span class="sr">, ${said}</span>` : null}${points}</span>`}</li>`;
  };
  const pass = offers.includes('pass') ? html`<button type="button" class="rung" data-bid="pass" aria-pressed=${pick === 'pass' ? 'true' : 'false'} onClick=${() => act.pick('pass')}>${bidName('pass')}</button>` : html`<span class="rung">${own === 'pass' ? gettext('You passed') : ''}</span>`;
  return html`<div class="bids road" key="road"><ol class="rungs" style=${columns(view)} aria-label=${gettext('All bids from low to high')} onKeyDown=${walk}>
    ${view.ladder.map(rung)}${words.map(rung)}<li class=${`pass${offers.includes('pass') ? ' legal' : ''}`} key="pass">${pass}</li></ol>
    <p class="small pts-note">${view.values_reconstructed ? gettext('Below a bid: points per opponent, reconstructed.') : gettext('Below a bid: points per opponent.')}</p></div>`;
}

/** How many bids go in a row, by the room there is and the longest word.
 * @param {import('./derive.js').PublicView} view */
function columns(view) {
  const cells = view.ladder.length + 2, long = view.ladder.some((bid) => bidName(bid).split(' ').some((word) => word.length > 8));
  return { '--narrow': cells > 15 ? 6 : long ? 3 : 5, '--wide': cells > 20 ? 6 : cells > 12 ? 5 : 4, '--flat': cells > 20 ? 8 : cells > 14 ? 7 : 4 };
}

/** @param {import('./derive.js').PublicView} view @param {string} bid @param {any} act */
function bidButton(view, bid, act) {
  const value = bidValue(view, bid);
  return html`<button type="button" key=${bid} data-bid=${bid} class=${`bidbtn${bid === 'pass' ? ' pass' : ''}`} onClick=${() => act.bid(bid)}>
    <b>${offerName(view, bid)}</b><span>${bidMeaning(view, bid)}</span>${value ? html`<span class="pts">${value}</span>` : null}</button>`;
}

/** The same space when somebody else is at it.
 * @param {State} state */
function quiet(state) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view);
  const own = state.me ? lastCall(view, state.me) : null;
  return html`<div class="quiet" key="quiet">
    ${othersTurn(state)}
    ${own && view.phase === 'auction' ? html`<span>${own === 'pass' ? gettext('You passed') : interpolate(gettext('You bid %(bid)s'), { bid: bidName(own) }, true)}</span>` : null}</div>`;
}

/** @param {State} state @param {any} act */
export function choosing(state, act) {
  if (!myTurn(state)) return html`<div class="bids" key="choosing"><span />${quiet(state)}</div>`;
  const games = legal(state.mine, 'choose').map((a) => String(a.game)), many = games.length > FEW_GAMES, pick = picked(state);
  const button = (/** @type {string} */ game) => html`<button type="button" class="bidbtn" key=${game} data-game=${game} aria-pressed=${many ? (pick === game ? 'true' : 'false') : null} onClick=${() => (many ? act.pick(game) : act.choose(game))}><b>${passGameName(game)}</b><span>${passGameMeaning(game)}</span></button>`;
  return html`<div class=${`questions${many ? ' many' : ''}`} key="choose"><p class="q">${gettext('What will be played?')}</p>
    <div class="bidgrid" role="group" aria-label=${gettext('What will be played?')} onKeyDown=${walk}>${games.map(button)}</div></div>`;
}

/** Who leads to the first trick.
 * @param {State} state @param {any} act */
export function namingTheLeader(state, act) {
  if (!myTurn(state)) return html`<div class="bids" key="naming"><span />${quiet(state)}</div>`;
  return html`<div class="questions" key="leader"><p class="q">${gettext('Who leads to the first trick?')}</p>
    <div class="bidgrid two" role="group" aria-label=${gettext('Who leads to the first trick?')} onKeyDown=${walk}>${legal(state.mine, 'leader').map((a) => html`<button type="button" class="bidbtn" key=${a.leader} data-leader=${a.leader} onClick=${() => act.leader(a.leader)}><b>${nameOf(state, /** @type {any} */ (a.leader))}</b></button>`)}</div></div>`;
}

/** Everybody puts a card away: what I have done, and who is at it.
 * @param {State} state */
export function puttingAway(state) {
  if (myTurn(state)) return html`<div class="bids" key="away"><span /><div class="quiet"><b>${gettext('Put one card away')}</b><span>${gettext('Choose it in your hand. Only you see which one it is.')}</span></div></div>`;
  const own = state.mine && state.mine.discarded;
  return html`<div class="bids" key="away"><span /><div class="quiet">${othersTurn(state)}${own ? html`<span>${interpolate(gettext('You have put away the %(card)s.'), { card: cardName(own) }, true)}</span>` : null}</div></div>`;
}

/** The open card, which the highest bidder may take for one of his.
 * @param {State} state */
export function exchanging(state) {
  const card = cardName(String(state.view && state.view.middle));
  if (myTurn(state)) return html`<div class="bids" key="exchange"><span /><div class="quiet"><b>${interpolate(gettext('The %(card)s lies open'), { card }, true)}</b><span>${gettext('Choose the card that you give for it, or keep your hand. Everybody sees what you give.')}</span></div></div>`;
  return html`<div class="bids" key="exchange"><span /><div class="quiet">${othersTurn(state)}<span>${interpolate(gettext('The %(card)s lies open and may be exchanged.'), { card }, true)}</span></div></div>`;
}

/** Somebody has laid his hand open and says who gets the tricks that are left.
 * @param {State} state @param {any} act */
export function answeringTheClaim(state, act) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), claim = /** @type {NonNullable<import('./derive.js').PublicView['claim']>} */ (view.claim);
  const asked = myTurn(state) && legal(state.mine, 'answer').length;
  return html`<div class="questions claim" key="claim"><p class="q">${claimLine(state, claim)}</p>
    ${asked ? html`<div class="bidgrid two" role="group" aria-label=${gettext('Do you agree?')} onKeyDown=${walk}>
      <button type="button" class="bidbtn" data-accept="1" onClick=${() => act.answer(true)}><b>${gettext('I agree')}</b></button><button type="button" class="bidbtn" data-accept="" onClick=${() => act.answer(false)}><b>${gettext('Play on')}</b></button></div>` : othersTurn(state)}</div>`;
}

/** A step of the game that this page does not know.
 * @param {State} state */
export const unknownStep = (state) => html`<div class="bids" key="unknown"><span /><div class="quiet">${othersTurn(state)}<span>${myTurn(state) ? gettext('You are asked something that this page cannot show. Load it again.') : gettext('Please wait, then it goes on.')}</span></div></div>`;

/** @param {State} state */
function othersTurn(state) {
  const actor = state.view && state.view.to_act;
  return actor && actor !== state.me ? html`<b key=${actor}>${interpolate(gettext('%(name)s is thinking'), { name: nameOf(state, actor) }, true)}</b>` : null;
}

/** @param {State} state @param {any} act */
export function declaring(state, act) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view);
  if (!myTurn(state)) return html`<div class="bids" key="declaring">${html`<span />`}${quiet(state)}</div>`;
  const hand = state.mine ? state.mine.hand : [];
  const { trumps, trump, cards, asks } = declareOptions(state.mine, state.choice.trump);
  return html`<div class="questions" key="declare">
    <div role="group" aria-label=${gettext('Trumps')}><p class="q">${asks ? '1. ' : ''}${gettext('Trumps')}</p><div class="suits" onKeyDown=${walk}>
      ${SUITS.map((suit) => suitButton({ suit, group: 'trump', on: trump === suit, off: !trumps.includes(suit), note: trumps.includes(suit) ? cardCount(hand, suit) : gettext('not allowed'), pick: () => act.trump(suit) }))}</div></div>
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
  else if (!trump) note = gettext('afterwards');
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
  if (cards.some((a) => a.card && a.card[1] === 'K')) return gettext('There is no ace to ask for, so you ask for a king.');
  if (cards.length && cards.every((a) => a.card && a.card[1] !== 'A')) return gettext('There is no higher card to ask for.');
  if (!cards.length) return gettext('There is no ace to ask for: you play alone.');
  return gettext('Its holder is your secret partner.');
}

/** A suit to press. One that is not on offer stays in its cell and says why.
 * @param {{suit: string, group: string, on: boolean, off: boolean, note: string, pick: () => void}} o */
const suitButton = ({ suit, group, on, off, note, pick }) => html`<button type="button" class="suitbtn" key=${suit} data-suit=${suit} data-group=${group} aria-pressed=${on ? 'true' : 'false'} aria-disabled=${off ? 'true' : null} onClick=${() => off || pick()}>
  ${drawn(suitMark(suit), 'chiph')}<b>${suitName(suit)}</b><span>${note}</span></button>`;

/** Before the first deal: who is here, and how the other seats fill.
 * @param {State} state @param {any} page */
export function waitingForPlayers(state, page) {
  const seats = sitters(state);
  const empty = PLACES.filter((place) => seats[place] && seats[place].kind === 'empty');
  const form = (/** @type {string} */ action, /** @type {any} */ content, /** @type {string} */ seat = '') => html`<form method="post" action=${action}><input type="hidden" name="csrfmiddlewaretoken" value=${page.token} />${seat ? html`<input type="hidden" name="seat" value=${seat} />` : null}${content}</form>`;
  return html`<div class=${`waiting${empty.length > 2 ? ' many' : ''}`} key="waiting">
    <p>${empty.length ? interpolate(ngettext('%(n)s seat is still empty.', '%(n)s seats are still empty.', empty.length), { n: empty.length }, true) : gettext('Everybody is here. The cards are being dealt.')}</p>
    ${page.opener && empty.length ? html`<div class="acts">${empty.map((seat) => html`<div key=${seat}>${form(page.invite, html`<button class="btn">${interpolate(gettext('Invite for %(seat)s'), { seat: seatName(seat) }, true)}</button>`, seat)}</div>`)}${form(page.fill, html`<button class="btn go">${gettext('House players in the empty seats')}</button>`)}</div>` : null}
  </div>`;
}
