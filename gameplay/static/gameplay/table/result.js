// @ts-check
/* The score sheet of a finished board, and the way to the next one. */
import { html } from './html.js';
import { icon, star } from './icons.js';
import { rankText, suitMark } from '../cards.js';
import { SEATS, after, asksForCard, place, suitsOf } from './derive.js';
import { drawn } from './contract.js';
import { comparison } from './compared.js';
import { bottomSeat } from './felt.js';
import { aboutPoints, bidTable, totals, trickTable } from './side.js';
import { bidName, declarerName, passGameName, suitName } from './bids.js';
import { capital, cardName, doing, fullName, nameOf, replayTitle, seatName, signed, uncapital } from './words.js';
import { resultDetail, resultTitle, settled } from './news.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */

/** @param {State} state @param {any} act @param {any} page */
export function resultPage(state, act, page) {
  if (state.interrupted) return [brokenOff(state), fourHands(state), playedSoFar(state), nextBar(state, act, page)];
  const score = html`<section class="panel cmp" key="cmp" aria-label=${gettext('How it went so far')}>${totals(state, true)}${payments(state)}${bidTable(state)}${trickTable(state)}${aboutPoints(state)}${comparison(state)}</section>`;
  // when nothing follows, the totals are what everybody wants to see
  const closed = Boolean(state.table && state.table.closed);
  const below = (closed ? [score, fourHands(state)] : [fourHands(state), score]).slice(0, page.below);
  return [hero(state, page), ...below, page.below < BELOW ? html`<div class="fold" key="fold"></div>` : null, nextBar(state, act, page)];
}

/** Parts of the score sheet below the fold of a phone. */
export const BELOW = 2;

/** @param {State} state */
const playedSoFar = (state) => html`<section class="panel cmp" key="cmp" aria-label=${gettext('How it went so far')}>${state.view && state.view.calls.length ? bidTable(state) : html`<p class="muted">${gettext('No bid yet')}</p>`}${trickTable(state)}</section>`;

/** A board that was broken off has no result.
 * @param {State} state */
function brokenOff(state) {
  return html`<section class="res-hero" key="hero"><div><p class="kick">${boardName(state)}</p>
    <h2>${gettext('This board was interrupted')}</h2><p>${gettext('The table was closed before it was over. It has no score here.')}</p></div></section>`;
}

/** @param {State} state */
const boardName = (state) => {
  const shown = state.replay || state.table;
  return shown && shown.board ? capital(interpolate(gettext('board %(board)s'), shown, true)) : '';
};

/** @param {State} state @param {any} page */
function hero(state, page) {
  const { result } = /** @type {import('./derive.js').PublicView} */ (state.view), bottom = bottomSeat(state);
  const order = [0, 1, 2, 3].map((i) => after(bottom, i));
  return html`<section class="res-hero" key="hero"><div><p class="kick">${kicker(state)}</p>
    <h2>${settled(state).length ? titles(state) : result.pass_game ? passGameName(result.pass_game) : gettext('Nobody plays this deal')}</h2>
    <p>${details(state)}${result.early ? ` ${gettext('The rest did not have to be played.')}` : ''}</p></div>
    <dl class="scores">${order.map((seat) => html`<div key=${seat} class=${seat === state.me ? 'mine' : ''}><dt>${nameOf(state, seat)}</dt><dd class=${result.scores[seat] > 0 ? 'up' : result.scores[seat] < 0 ? 'down' : ''}>${signed(result.scores[seat])}</dd></div>`)}</dl>${elsewhere(state, page)}</section>`;
}

/** How it ended, in sentences.
 * @param {State} state */
function details(state) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), { result } = view, contracts = settled(state);
  const each = contracts.map((c, i) => `${contracts.length > 1 ? `${nameOf(state, c.declarer)}: ` : ''}${resultDetail(c, (view.contracts[i] || {}).target)}`);
  if (!contracts.length) each.push(result.pass_game === 'redeal' ? gettext('The cards are dealt again. Nobody scores.') : result.pass_game ? passText(state) : gettext('Everybody passed, so the deal is thrown in. Nobody scores.'));
  // of a game that was played and yet brought nobody anything
  if (result.pass_game && view.tricks.length && !(result.payments || []).length) each.push(gettext('Nobody pays anything.'));
  return each.join(' ');
}

/** How the others played it, which is told from the board's release on; the place is kept.
 * @param {State} state @param {any} page */
function elsewhere(state, page) {
  const shown = state.replay || state.table, released = Boolean(state.replay || (state.view && state.view.result && state.view.result.hands));
  const step = page.step && shown ? html`<a id="step" class=${released ? '' : 'not-yet'} aria-hidden=${released ? null : 'true'} href=${released ? page.step.replace(/\/0\/$/, `/${shown.board}/`) : null}>${gettext('Step through this board')}</a>` : null;
  if (!page.standings) return step ? html`<p class="elsewhere">${step}</p>` : null;
  return html`<p class="elsewhere">${step}<a href=${page.standings}>${gettext('Ranking')}</a>${page.board && shown ? html`<a id="traveller" class=${released ? '' : 'not-yet'} aria-hidden=${released ? null : 'true'} href=${released ? page.board.replace(/\/0\/$/, `/${shown.board}/`) : null}>${gettext('This board at all tables')}</a>` : null}</p>`;
}

/** Who took how many; in a joint contract one after the other.
 * @param {State} state */
function titles(state) {
  const contracts = settled(state);
  return contracts.map((/** @type {any} */ c, /** @type {number} */ i) => (i && c.declarer === state.me ? uncapital(resultTitle(state, c)) : resultTitle(state, c))).join(', ');
}

/** @param {State} state */
function kicker(state) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), [contract] = settled(state);
  const board = boardName(state) ? `${boardName(state)} · ` : '';
  if (!contract) return `${board}${view.calls.length ? gettext('everybody passed') : gettext('without bidding')}`;
  const trump = contract.trump ? interpolate(gettext('%(suit)s trumps'), { suit: suitName(contract.trump) }, true) : gettext('no trumps');
  const called = contract.called && asksForCard(contract.bid) ? `, ${interpolate(gettext('%(card)s asked'), { card: cardName(contract.called) }, true)}` : '';
  return `${board}${bidName(contract.bid)}, ${trump}${called}`;
}

/** Who took what, where everybody plays for himself.
 * @param {State} state */
function passText(state) {
  const { result, tricks } = /** @type {import('./derive.js').PublicView} */ (state.view);
  const of = (/** @type {(card: string) => boolean} */ counts) => SEATS.map((seat) => ({ seat, n: tricks.filter((t) => t.winner === seat).flatMap((t) => t.cards).filter(counts).length })).filter((one) => one.n);
  const lines = [`${gettext('Tricks')}: ${SEATS.map((seat) => `${nameOf(state, seat)} ${result.tricks[seat]}`).join(', ')}.`];
  const queens = result.pass_game === 'schoppen_mie' ? of((card) => card === 'SQ') : [];
  if (queens.length) lines.push(interpolate(gettext('The queen of spades: %(name)s.'), { name: nameOf(state, queens[0].seat) }, true));
  if (['schoppen_mie', 'last_trick'].includes(result.pass_game) && tricks.length) lines.push(interpolate(gettext('The last trick: %(name)s.'), { name: nameOf(state, tricks[tricks.length - 1].winner) }, true));
  if (result.pass_game === 'dames') lines.push(interpolate(gettext('Queens: %(names)s.'), { names: of((card) => card[1] === 'Q').map((one) => `${nameOf(state, one.seat)} ${one.n}`).join(', ') }, true));
  return lines.join(' ');
}

/** Who pays whom, all contracts of the deal together.
 * @param {State} state */
function payments(state) {
  /** @type {{from: Seat, to: Seat, amount: number}[]} */
  const paid = (state.view && state.view.result && state.view.result.payments) || [];
  if (!paid.length) return null;
  const net = SEATS.flatMap((from) => SEATS.map((to) => ({ from, to, amount: sum(paid, from, to) - sum(paid, to, from) }))).filter((one) => one.amount > 0);
  return html`<section key="paid"><h2>${gettext('Who pays whom')}</h2>${net.length ? html`<ul class="paid">${net.map((one) => html`<li key=${one.from + one.to}>${payment(state, one)}</li>`)}</ul>` : html`<p>${gettext('Nobody pays anything.')}</p>`}</section>`;
}

/** @param {{from: Seat, to: Seat, amount: number}[]} paid @param {Seat} from @param {Seat} to */
const sum = (paid, from, to) => paid.filter((one) => one.from === from && one.to === to).reduce((all, one) => all + one.amount, 0);

/** @param {State} state @param {{from: Seat, to: Seat, amount: number}} one */
function payment(state, { from, to, amount }) {
  const values = { payer: nameOf(state, from), payee: nameOf(state, to), amount };
  if (from === state.me) return interpolate(gettext('You pay %(payee)s %(amount)s'), values, true);
  return interpolate(to === state.me ? gettext('%(payer)s pays you %(amount)s') : gettext('%(payer)s pays %(payee)s %(amount)s'), values, true);
}

/** Before the release the same place says when they can be seen.
 * @param {State} state */
function fourHands(state) {
  const result = state.view && state.view.result ? { hands: state.view.result.hands, contracts: settled(state) } : { hands: state.hands, contracts: [] };
  const waits = Boolean(state.table && state.table.policy === 'board');
  if (!result.hands && !waits) return null;
  const bottom = bottomSeat(state);
  const order = [2, 1, 3, 0].map((i) => after(bottom, i));
  return html`<section class="four" key="four" aria-label=${gettext('The four hands')}>
    ${waits && !state.replay ? html`<p class="when" role="status">${result.hands ? gettext('All tables have played this board.') : gettext('You see the four hands as soon as all tables have played this board.')}</p>` : null}${order.map((seat) => diagram(state, seat, bottom, result))}</section>`;
}

/** @param {State} state @param {Seat} seat @param {Seat} bottom @param {any} result */
function diagram(state, seat, bottom, result) {
  const suits = result.hands ? suitsOf(result.hands[seat]) : null;
  const declarer = result.contracts.find((/** @type {any} */ c) => c.declarer === seat), partner = result.contracts.some((/** @type {any} */ c) => c.partner === seat);
  return html`<section class=${`diagram d-${place(seat, bottom)}`} key=${seat}><h3><b>${seat === state.me ? nameOf(state, seat) : fullName(state, seat)}</b><span class="muted">${seatName(seat)}</span>${declarer ? html`<span class="role">${declarerName(declarer.bid)}</span>` : partner ? html`<span class="role">${star()} ${gettext('partner')}</span>` : null}</h3>
    ${['S', 'H', 'C', 'D'].map((suit) => html`<p key=${suit}>${drawn(suitMark(suit))}<span class="sr">${suitName(suit)}: </span><span>${cardsOf(suits, suit)}</span></p>`)}</section>`;
}

/** @param {Record<string, string[]>|null} suits null while they may not be seen @param {string} suit */
function cardsOf(suits, suit) {
  if (!suits) return html`<span class="muted"><span aria-hidden="true">·</span><span class="sr">${gettext('not shown yet')}</span></span>`;
  return suits[suit].length ? suits[suit].map((rank) => html`<span key=${rank}>${rankText(rank)}</span>`) : '–';
}

/** Where a finished table leads to: back, and on to the next one as soon as there is one.
 * @param {State} state @param {any} page */
function wayOn(state, page) {
  const { next } = state, there = next && next.table_url;
  const back = page.title ? gettext('To the tournament') : gettext('To the front page');
  return html`<footer class="res-next" key="next"><div><b>${gettext('This table has finished')}</b><span>${(next && next.text) || (state.me ? gettext('Thank you for playing.') : gettext('Thank you for watching.'))}</span></div>
    <div class="acts">${page.plays ? html`<a class=${`btn go big${there ? '' : ' not-yet'}`} id="next-table" key="there" href=${there || null} aria-hidden=${there ? null : 'true'}>${gettext('To your next table')}</a>` : null}
    <a class=${`btn big${page.plays ? '' : ' go'}`} key="back" href=${page.home}>${back}</a></div></footer>`;
}

/** @param {State} state @param {any} act @param {any} page */
function nextBar(state, act, page) {
  const table = state.table || { ready: [], waiting_for: [] };
  if (table.closed) return wayOn(state, page);
  if (state.replay) return html`<footer class="res-next" key="next"><div><b>${replayTitle(state.replay)}</b><span>${doing(state)}</span></div></footer>`;
  if (table.paused) return html`<footer class="res-next" key="next"><div><b>${gettext('The table is paused')}</b><span>${gettext('The next board comes when the director lets play go on.')}</span></div></footer>`;
  const done = state.me ? table.ready.includes(state.me) || Boolean(state.pending && state.pending.do === 'next') : true;
  const waiting = table.waiting_for.filter((/** @type {Seat} */ seat) => seat !== state.me).map((/** @type {Seat} */ seat) => nameOf(state, seat));
  const soon = state.me ? gettext('The cards are being dealt') : gettext('The next deal begins shortly');
  const line = waiting.length ? interpolate(gettext('Still to press: %(names)s'), { names: waiting.join(', ') }, true) : done ? soon : gettext('The others are ready');
  if (table.length && table.number >= table.length && !table.again) return html`<footer class="res-next" key="next"><div><b>${gettext('That was the last board')}</b><span>${gettext('The table is being closed.')}</span></div></footer>`;
  return html`<footer class="res-next" key="next"><div><b>${interpolate(gettext('On to board %(board)s'), { board: (table.board || 0) + 1 }, true)}</b><span>${line}</span></div>
    ${state.me ? html`<button type="button" class="btn go big" id="next" aria-disabled=${done ? 'true' : null} onClick=${() => done || act.next()}>${done ? gettext('You are ready') : html`${gettext('Next deal')} ${icon('next')}`}</button>` : null}</footer>`;
}
