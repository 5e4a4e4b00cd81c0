// @ts-check
/* Taking back: my own last action, what others ask, and what a director took back. A question lies over
   the page where nothing is shifted by it, and takes no focus: who plays on has answered, too. */
import { html } from './html.js';
import { eventText } from './news.js';
import { fill } from './bids.js';
import { backText, seenText } from './taken.js';
import { nameOf } from './words.js';

/* global gettext */
/** @typedef {import('./state.js').State} State */

/** May I ask now?
 * @param {State} state */
export const mayUndo = (state) => Boolean(state.mine && state.mine.may_undo && !state.undo && !state.pending && state.connection === 'open' && !(state.table && state.table.paused));

/** Am I asked, and have not said?
 * @param {State} state */
export const isAsked = (state) => Boolean(state.me && state.mine && state.undo && state.undo.seat !== state.me && !state.undo.agreed.includes(state.me) && !state.pending && state.connection === 'open' && !(state.table && state.table.paused));

/* The second of two quick clicks on "Play" or "Pass" lands where this button has just come. A key does not: the button is a new one, which has no focus. */
const AFTERWARDS = 700;

/** Is this button meant by this click, so many milliseconds after my own action?
 * @param {{detail: number}} click @param {number} since */
export const isMeant = ({ detail }, since) => detail === 0 || (detail === 1 && since >= AFTERWARDS);

/** @param {State} state @param {any} act */
export const undoButton = (state, act) => html`<button type="button" class="okbtn" id="undo" key="undo" onClick=${act.undo}>${gettext('Take it back')}</button>`;

/** @param {State} state @param {any} act */
export function undoQuestion(state, act) {
  if (!isAsked(state)) return null;
  const undo = /** @type {any} */ (state.undo);
  return html`<section class="ask undoing" role="group" aria-labelledby="undo-title" key="undoing">
    <h2 id="undo-title">${fill(gettext('%(name)s asks to take this back:'), { name: nameOf(state, undo.seat) })}</h2>
    <p>${eventText(state, undo.event)}</p>
    <div class="acts"><button type="button" class="btn go" id="undo-agree" onClick=${() => act.undoAnswer(true)}>${gettext('Agree')}</button><button type="button" class="btn" id="undo-refuse" onClick=${() => act.undoAnswer(false)}>${gettext('Refuse')}</button></div>
  </section>`;
}

/** What the others are asked about me.
 * @param {State} state */
export const waitsForAgreement = (state) => (state.undo && state.undo.seat === state.me ? gettext('The others are asked whether you may take it back.') : '');

/** The director's last decision that I have not read.
 * @param {State} state */
export const unread = (state) => state.takenBack.filter((taken) => taken.by === 'director' && taken.at > state.backRead).pop() || null;

/** A director's decision, until I have read it.
 * @param {State} state @param {any} act */
export function decision(state, act) {
  const taken = unread(state);
  if (!taken || isAsked(state)) return null;
  return html`<section class="ask undoing" role="group" aria-labelledby="undo-title" key="decision">
    <h2 id="undo-title">${backText(taken)}</h2><p>${seenText(state, taken)}</p>
    <div class="acts"><button type="button" class="btn go" id="back-read" onClick=${() => act.backRead(taken.at)}>${gettext('Understood')}</button></div></section>`;
}

/** All of this board, beside the table.
 * @param {State} state */
export function takenBackList(state) {
  if (!state.takenBack.length) return null;
  return html`<section key="taken-back"><h2>${gettext('Taken back')}</h2><ul class="small">${state.takenBack.map((taken) => takenBackLine(state, taken))}</ul></section>`;
}

/** @param {State} state @param {any} taken */
export const takenBackLine = (state, taken) => html`<li key=${taken.at}>${taken.events.map((/** @type {any} */ event) => eventText(state, event)).join(' ')}${taken.by === 'director' ? ` ${gettext('By the director.')} ${seenText(state, taken)}` : ''}</li>`;
