// @ts-check
/* A page to step through one board: slider, buttons, keys, a list of all events, each with its address. */
import { drawShapes, rankText, suitMark } from '../cards.js';
import { html, render } from './html.js';
import { icon } from './icons.js';
import { playsOf } from './derive.js';
import { bidName } from './bids.js';
import { contractBox, drawn } from './contract.js';
import { felt } from './felt.js';
import { ORDER, fourHands } from './fourhands.js';
import { resultLine } from './news.js';
import { cardName, nameOf, signed } from './words.js';
import { takenBackList } from './undo.js';
import { addressed, nextStretch, pauseAfter, places, stateAt, stretches, toldAt, whereAt } from './scrub.js';

/* global gettext, interpolate */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */

const AGAIN = 4000;
const root = /** @type {HTMLElement} */ (document.getElementById('board-app')), data = root.dataset;

/** @type {import('./scrub.js').Replay|null} */
let replay = null;
let at = 0, playing = false, quick = false, timer = 0, copied = '';

/** @param {number} number @param {boolean} [goesOn] */
function go(number, goesOn = false) {
  if (!replay) return;
  if (!goesOn) stop();
  at = Math.min(replay.steps.length - 1, Math.max(0, number));
  copied = '';
  history.replaceState(null, '', `#${at}`);
  draw();
}

function stop() {
  clearTimeout(timer);
  playing = false;
}

function play() {
  if (!replay) return;
  if (playing) {
    stop();
    draw();
    return;
  }
  if (at === replay.steps.length - 1) at = 0;
  playing = true;
  draw();
  wait();
}

function wait() {
  clearTimeout(timer);
  if (!replay || !playing) return;
  if (at === replay.steps.length - 1) {
    stop();
    draw();
  } else {
    timer = window.setTimeout(() => {
      go(at + 1, true);
      wait();
    }, pauseAfter(replay, at, quick));
  }
}

async function copy() {
  const address = location.href;
  try {
    await navigator.clipboard.writeText(address);
    copied = gettext('The link to this moment has been copied.');
  } catch {
    copied = address;
  }
  draw();
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!replay || event.ctrlKey || event.metaKey || event.altKey) return;
  const slider = target.matches('input'), pressed = event.key;
  if (pressed === ' ' && target.matches('a, button, summary')) return;
  if (pressed === 'ArrowRight' && (event.shiftKey || !slider)) go(event.shiftKey ? nextStretch(replay, at, 1) : at + 1);
  else if (pressed === 'ArrowLeft' && (event.shiftKey || !slider)) go(event.shiftKey ? nextStretch(replay, at, -1) : at - 1);
  else if (pressed === 'PageDown' || pressed === 'PageUp') go(nextStretch(replay, at, pressed === 'PageDown' ? 1 : -1));
  else if (pressed === 'Home') go(0);
  else if (pressed === 'End') go(replay.steps.length - 1);
  else if (pressed === ' ') play();
  else return;
  event.preventDefault();
}

// -- drawing -----------------------------------------------------------------------------------

function draw() {
  if (!replay) return;
  const state = stateAt(replay, at);
  const still = { ...state, table: null };
  render(html`<div class="tbl spec replay scrubbing" id="table-body">${topBar(state)}${contractBox(state)}${felt(still, {}, { canTake: [] })}${scrub(replay)}${fourHands(state)}${side(replay, state)}</div>`, root);
  follow();
}

/** Where the list scrolls by itself, the event that is shown stays in sight; the page never moves. */
function follow() {
  const list = root.querySelector('.side'), now = root.querySelector('.evs .cur');
  if (!list || !now || list.scrollHeight <= list.clientHeight) return;
  const inside = now.getBoundingClientRect(), box = list.getBoundingClientRect();
  if (inside.top < box.top) list.scrollTop += inside.top - box.top - 8;
  else if (inside.bottom > box.bottom) list.scrollTop += inside.bottom - box.bottom + 8;
}

/** @param {State} state */
function topBar(state) {
  const title = interpolate(gettext('Board %(board)s'), { board: state.replay.board }, true);
  return html`<header class="bar slim" key="top"><a class="icon" href=${data.back} aria-label=${gettext('To the table')}>${icon('back')}</a>
    <div class="at"><h1>${data.title ? html`<span class="wide">${data.title} · </span>` : null}${title}</h1></div>
    <div class="end">${data.before ? html`<a class="icon" href=${data.before} aria-label=${gettext('The board before')}>${icon('prev')}</a>` : null}${data.after ? html`<a class="icon" href=${data.after} aria-label=${gettext('The board after')}>${icon('next')}</a>` : null}
      <button type="button" class="icon" onClick=${copy}>${icon('link')}<span class="wide">${gettext('Copy the link')}</span><span class="sr only-narrow">${gettext('Copy the link')}</span></button></div></header>`;
}

/** @param {import('./scrub.js').Replay} board */
function scrub(board) {
  const last = board.steps.length - 1, told = toldAt(board, at), where = whereAt(board, at);
  const button = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ does, more = '') => html`<button type="button" class=${more} id=${id} aria-label=${label} onClick=${does}>${icon(name)}</button>`;
  return html`<section class="scrub" key="scrub" aria-label=${gettext('Step through the board')}>
    <div class="keys">${button('first', gettext('To the beginning'), 'first', () => go(0))}${button('prev', gettext('One step back'), 'prev', () => go(at - 1))}
      ${button('play', playing ? gettext('Stand still') : gettext('Play with the real pauses'), playing ? 'pause' : 'play', play, 'main')}
      ${button('next', gettext('One step on'), 'next', () => go(at + 1))}${button('end', gettext('To the end'), 'end', () => go(last))}
      <button type="button" class="quick" id="quick" aria-pressed=${quick ? 'true' : 'false'} onClick=${() => { quick = !quick; draw(); wait(); }}>${gettext('Quickly')}</button></div>
    <p class="ev" role="status"><span class="what">${copied || told}</span><span>${where}</span></p>
    <input type="range" id="slider" min="0" max=${last} step="1" value=${at} aria-label=${gettext('Moment of this board')} aria-valuetext=${`${where}: ${told}`} onInput=${(/** @type {any} */ e) => go(Number(e.target.value))} />
    <div class="ticks" aria-hidden="true">${stretches(board).map(({ trick, from, steps }) => html`<span key=${from} class=${at >= from && at < from + steps ? 'cur' : ''} style=${{ flexGrow: steps }}>${trick || (steps > 2 ? gettext('bids') : '')}</span>`)}</div></section>`;
}

/** At the end: what came of it.
 * @param {State} state */
function result(state) {
  const told = state.view && state.view.result;
  if (state.interrupted) return html`<section key="result"><h2>${gettext('This board was interrupted')}</h2></section>`;
  if (!told) return null;
  return html`<section key="result"><h2>${gettext('Result')}</h2><p>${resultLine(state)}</p><dl class="points">${ORDER.map((seat) => html`<div key=${seat}><dt>${nameOf(state, seat)}</dt><dd class=${told.scores[seat] > 0 ? 'up' : told.scores[seat] < 0 ? 'down' : ''}>${signed(told.scores[seat])}</dd></div>`)}</dl></section>`;
}

/** All events as links; what lies ahead of the slider is hidden.
 * @param {import('./scrub.js').Replay} board @param {State} state */
function side(board, state) {
  return html`<aside class="side" key="side" aria-label=${gettext('All events')}>${result(state)}
    <section key="events"><h2>${gettext('Bidding and tricks')}</h2><table class="evs numbered"><thead><tr><th scope="col">${gettext('Trick')}</th>${ORDER.map((seat) => html`<th scope="col" key=${seat}>${nameOf(state, seat)}</th>`)}</tr></thead>
      <tbody>${rows(board, state)}</tbody></table></section>${takenBackList({ ...state, takenBack: (board.taken_back || []).filter((taken) => Number(taken.step) <= at) })}
    <p class="below links" key="links">${data.compare ? html`<a href=${data.compare}>${gettext('How the other tables played it')}</a>` : null}<a href=${data.svg}>${gettext('As a picture (SVG)')}</a></p></aside>`;
}

/** @param {import('./scrub.js').Replay} board @param {State} state */
function rows(board, state) {
  /** @type {{label: string, cells: Record<string, any>, wide: any}[]} */
  const made = [];
  let trick = -1;
  for (const each of places(board)) {
    const row = made[made.length - 1];
    if (each.bid !== undefined || each.card !== undefined) {
      const fits = row && !row.wide && each.trick === trick && !row.cells[String(each.seat)];
      if (fits) row.cells[String(each.seat)] = each;
      else made.push({ label: each.trick ? String(each.trick) : made.length ? '' : gettext('bid'), cells: { [String(each.seat)]: each }, wide: null });
    } else made.push({ label: '', cells: {}, wide: each });
    trick = each.trick;
  }
  const won = /** @type {any} */ (state.view).tricks;
  return made.map(({ label, cells, wide }, index) => {
    if (wide) return html`<tr key=${index}><td></td><td colspan="4" class=${cell(wide)}>${link(wide, wide.number > at ? null : toldAt(board, wide.number))}</td></tr>`;
    const winner = Number(label) && won[Number(label) - 1] ? won[Number(label) - 1].winner : null;
    return html`<tr key=${index}>${label ? html`<th scope="row" class="muted">${label}</th>` : html`<td />`}${ORDER.map((seat) => html`<td key=${seat} class=${`${cells[seat] ? cell(cells[seat]) : ''}${winner === seat ? ' w' : ''}`}>${cells[seat] ? link(cells[seat], cells[seat].number > at ? null : content(cells[seat], state, winner === seat)) : ''}</td>`)}</tr>`;
  });
}

/** @param {{number: number}} each */
const cell = (each) => (each.number === at ? 'cur' : each.number > at ? 'fut' : '');

/** @param {{number: number}} each @param {any} told null: not shown yet */
const link = (each, told) => html`<a href=${`#${each.number}`} aria-current=${each.number === at ? 'step' : null}>${told === null ? html`<span aria-hidden="true">·</span><span class="sr">${interpolate(gettext('Event %(number)s, not shown yet'), each, true)}</span>` : told}</a>`;

/** @param {any} each @param {State} state @param {boolean} wins */
function content(each, state, wins) {
  if (each.bid !== undefined) return each.bid === 'pass' ? gettext('passes') : bidName(each.bid);
  const card = each.card || faceUp(each, state);
  if (!card) return html`<span class="sr">${gettext('a card, face down')}</span><span aria-hidden="true">?</span>`;
  return html`<span class="sr">${cardName(card)}${wins ? `, ${gettext('wins')}` : ''}</span><span aria-hidden="true">${drawn(suitMark(card[0]))}${rankText(card[1])}</span>`;
}

/** A card that was led face down, once it has been turned.
 * @param {any} each @param {State} state */
function faceUp(each, state) {
  const done = /** @type {any} */ (state.view).tricks[each.trick - 1];
  const played = done && playsOf(done).find((play) => play.seat === each.seat);
  return played ? played.card : null;
}

// -- beginning ---------------------------------------------------------------------------------

async function load() {
  try {
    const answer = await fetch(String(data.replay));
    if (!answer.ok) throw new Error(String(answer.status));
    replay = await answer.json();
  } catch {
    window.setTimeout(load, AGAIN);
    return;
  }
  root.replaceChildren();
  const arrive = () => go(addressed(location.hash, location.search, /** @type {any} */ (replay).steps.length - 1));
  window.addEventListener('hashchange', arrive);
  document.addEventListener('keydown', key);
  arrive();
}

drawShapes();
load();
