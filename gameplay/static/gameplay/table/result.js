// @ts-check
/* The score sheet of a finished board, and the way to the next one. */
import { html } from './html.js';
import { icon, star } from './icons.js';
import { rankText, suitMark } from '../cards.js';
import { SEATS, after, place, suitsOf } from './derive.js';
import { drawn } from './contract.js';
import { bottomSeat } from './felt.js';
import { bidTable, totals, trickTable } from './side.js';
import { bidName, capital, cardName, fullName, nameOf, passGameName, seatName, signed, suitName, uncapital, valuesNote } from './words.js';
import { resultDetail, resultTitle } from './news.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./store.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */

/** @param {State} state @param {any} act @param {any} page */
export function resultPage(state, act, page) {
  const score = html`<section class="panel cmp" key="cmp" aria-label=${gettext('How it went so far')}>${totals(state, true)}${bidTable(state)}${trickTable(state)}</section>`;
  // when nothing follows, the totals are what everybody wants to see
  const closed = Boolean(state.table && state.table.closed);
  return [hero(state), ...(closed ? [score, fourHands(state)] : [fourHands(state), score]), nextBar(state, act, page)];
}

/** @param {State} state */
function hero(state) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), result = view.result, bottom = bottomSeat(state);
  const order = [0, 1, 2, 3].map((i) => after(bottom, i));
  return html`<section class="res-hero" key="hero"><div><p class="kick">${kicker(state)}</p>
    <h2>${result.contracts.length ? titles(state) : result.pass_game ? passGameName(result.pass_game) : gettext('Nobody plays this deal')}</h2>
    <p>${result.contracts.map((/** @type {any} */ c, /** @type {number} */ i) => `${result.contracts.length > 1 ? `${nameOf(state, c.declarer)}: ` : ''}${resultDetail(c, (view.contracts[i] || {}).target)}`).join(' ')}${result.contracts.length ? '' : passText(state)}${result.early ? ` ${gettext('The rest did not have to be played.')}` : ''}</p></div>
    <dl class="scores">${order.map((seat) => html`<div key=${seat} class=${seat === state.me ? 'mine' : ''}><dt>${nameOf(state, seat)}</dt><dd class=${result.scores[seat] > 0 ? 'up' : result.scores[seat] < 0 ? 'down' : ''}>${signed(result.scores[seat])}</dd></div>`)}</dl>${valuesNote(view) ? html`<p class="small muted">${valuesNote(view)}</p>` : null}</section>`;
}

/** Who took how many; in a joint contract one after the other. @param {State} state */
function titles(state) {
  const { contracts } = /** @type {any} */ (state.view).result;
  return contracts.map((/** @type {any} */ c, /** @type {number} */ i) => (i && c.declarer === state.me ? uncapital(resultTitle(state, c)) : resultTitle(state, c))).join(', ');
}

/** @param {State} state */
function kicker(state) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), [contract] = view.result.contracts;
  const board = state.table && state.table.board ? `${capital(interpolate(gettext('board %(board)s'), state.table, true))} · ` : '';
  if (!contract) return `${board}${gettext('everybody passed')}`;
  const trump = contract.trump ? interpolate(gettext('%(suit)s trumps'), { suit: suitName(contract.trump) }, true) : gettext('no trumps');
  const called = contract.called ? `, ${interpolate(gettext('%(card)s asked'), { card: cardName(contract.called) }, true)}` : '';
  return `${board}${bidName(contract.bid)}, ${trump}${called}`;
}

/** @param {State} state */
function passText(state) {
  const tricks = state.view && state.view.result.tricks;
  if (!tricks) return '';
  return `${gettext('Tricks')}: ${SEATS.map((seat) => `${nameOf(state, seat)} ${tricks[seat]}`).join(', ')}.`;
}

/** @param {State} state */
function fourHands(state) {
  const result = state.view && state.view.result;
  if (!result.hands) return null;
  const bottom = bottomSeat(state);
  const order = [2, 1, 3, 0].map((i) => after(bottom, i));
  return html`<section class="four" key="four" aria-label=${gettext('The four hands')}>${order.map((seat) => diagram(state, seat, bottom, result))}</section>`;
}

/** @param {State} state @param {Seat} seat @param {Seat} bottom @param {any} result */
function diagram(state, seat, bottom, result) {
  const suits = suitsOf(result.hands[seat]);
  const declarer = result.contracts.some((/** @type {any} */ c) => c.declarer === seat), partner = result.contracts.some((/** @type {any} */ c) => c.partner === seat);
  return html`<section class=${`diagram d-${place(seat, bottom)}`} key=${seat}><h3><b>${seat === state.me ? nameOf(state, seat) : fullName(state, seat)}</b><span class="muted">${seatName(seat)}</span>${declarer ? html`<span class="role">${gettext('declarer')}</span>` : partner ? html`<span class="role">${star()} ${gettext('partner')}</span>` : null}</h3>
    ${['S', 'H', 'C', 'D'].map((suit) => html`<p key=${suit}>${drawn(suitMark(suit))}<span class="sr">${suitName(suit)}: </span><span>${suits[suit].length ? suits[suit].map((rank) => html`<span key=${rank}>${rankText(rank)}</span>`) : '–'}</span></p>`)}</section>`;
}

/** @param {State} state @param {any} act @param {any} page */
function nextBar(state, act, page) {
  const table = state.table || { ready: [], waiting_for: [] };
  if (table.closed) return html`<footer class="res-next" key="next"><div><b>${gettext('This table has finished')}</b><span>${gettext('Thank you for playing.')}</span></div><a class="btn go big" href=${page.home}>${gettext('To the front page')}</a></footer>`;
  const done = state.me ? table.ready.includes(state.me) || Boolean(state.pending && state.pending.do === 'next') : true;
  const waiting = table.waiting_for.filter((/** @type {Seat} */ seat) => seat !== state.me).map((/** @type {Seat} */ seat) => nameOf(state, seat));
  const soon = state.me ? gettext('The cards are being dealt') : gettext('The next deal begins shortly');
  const line = waiting.length ? interpolate(gettext('Still to press: %(names)s'), { names: waiting.join(', ') }, true) : done ? soon : gettext('The others are ready');
  return html`<footer class="res-next" key="next"><div><b>${interpolate(gettext('On to board %(board)s'), { board: (table.board || 0) + 1 }, true)}</b><span>${line}</span></div>
    ${state.me ? html`<button type="button" class="btn go big" id="next" aria-disabled=${done ? 'true' : null} onClick=${() => done || act.next()}>${done ? gettext('You are ready') : html`${gettext('Next deal')} ${icon('next')}`}</button>` : null}</footer>`;
}
