// @ts-check
/* My own hand: one tab stop, arrows inside it; a suit letter, then a rank letter picks a card. */
import { html } from './html.js';
import { face, rankGlyph } from '../cards.js';
import { SUITS, discards, handInPlay, playable, rows, sortCards } from './derive.js';
import { handAsDrawn, myTurn } from './store.js';
import { drawn } from './contract.js';
import { suitKeys } from './help.js';
import { cardName, nameOf } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */

/** @param {State} state @param {any} act @param {any} page */
export function handSection(state, act, page) {
  const cards = handAsDrawn(state, sortCards);
  const phase = myTurn(state) && state.view && state.connection === 'open' ? state.view.phase : '';
  const can = phase === 'play' ? playable(state.mine, state.faceDown) : ['discard', 'exchange'].includes(phase) ? discards(state.mine) : null;
  const count = cards.filter((c) => !c.gone).length;
  const stop = tabStop(cards, page.focusCard, can);
  const operates = state.mine && state.mine.operates;
  const called = state.mine && !operates && state.mine.holds_called && state.view && state.view.contracts[0] ? state.view.contracts[0].called : null;
  const lines = rows(cards.map((c) => c.card), page.narrow);
  const gone = new Set(cards.filter((c) => c.gone).map((c) => c.card));
  return html`<section class="hand on-felt" key="hand" id="hand" tabindex=${cards.length ? null : '-1'} aria-label=${operates ? interpolate(gettext('The hand of %(name)s'), { name: nameOf(state, operates) }, true) : interpolate(ngettext('Your hand, %(n)s card', 'Your hand, %(n)s cards', count), { n: count }, true)} onKeyDown=${(/** @type {KeyboardEvent} */ e) => keyInHand(e, state, act)} onFocusIn=${(/** @type {FocusEvent} */ e) => act.focused(e)}>
    ${lines.map((line, i) => html`<div class="row" key=${i} style=${{ '--n': line.length }}>${line.map((card, at) => cardButton(card, { can, gone: gone.has(card), selected: state.selected === card, ready: state.premove === card, back: state.returned === card, stop: stop === card, called: called === card, left: page.likes.left ? line.length - at : 0, act }))}</div>`)}
  </section>`;
}

/** The card that Tab reaches: the one last focused, else the first that may be played.
 * @param {{card: string, gone: boolean}[]} cards @param {string|null} last @param {Set<string>|null} can */
function tabStop(cards, last, can) {
  if (last && cards.some((c) => c.card === last)) return last;
  const first = cards.find((c) => !c.gone && (!can || can.has(c.card))) || cards.find((c) => !c.gone) || cards[0];
  return first ? first.card : null;
}

/** What was drawn last for each card: the same again is not looked through again.
 * @type {Map<string, {as: string, button: any}>} */
const last = new Map();

/** @param {string} card @param {{can: Set<string>|null, gone: boolean, selected: boolean, ready: boolean, back: boolean, stop: boolean, called: boolean, left: number, act: any}} o
 *   `left`: in a fan for the left hand, how far the card lies above the last one */
function cardButton(card, { can, gone, selected, ready, back, stop, called, left, act }) {
  const may = can && can.has(card);
  const state = gone ? gettext('played') : may ? gettext('playable') : can ? gettext('not allowed') : '';
  const classes = `cardbtn${gone ? ' gone' : can ? (may ? ' can' : ' dim') : ''}${selected ? ' sel' : ''}${ready ? ' ready' : ''}${back ? ' back' : ''}`;
  const label = `${cardName(card)}${called ? `, ${gettext('asked for: you are the partner')}` : ''}${state ? `, ${state}` : ''}${selected ? `, ${gettext('chosen')}` : ''}${ready ? `, ${gettext('lies ready')}` : ''}`;
  const as = `${classes}|${label}|${left}|${stop}`, kept = last.get(card);
  if (kept && kept.as === as) return kept.button;
  const button = html`<button type="button" key=${card} data-hand=${card} class=${classes} style=${left ? { '--z': left } : null} tabindex=${stop ? '0' : '-1'} aria-disabled=${gone || (can && !may) ? 'true' : null} aria-label=${label} onClick=${() => gone || act.tap(card)}>${drawn(face(card, { star: called, left: left > 0 }))}</button>`;
  last.set(card, { as, button });
  return button;
}

/** @param {KeyboardEvent} event @param {State} state @param {any} act */
function keyInHand(event, state, act) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const buttons = /** @type {HTMLElement[]} */ ([.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('.cardbtn')]);
  const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  const to = step ? (at + step + buttons.length) % buttons.length : event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : -1;
  if (to >= 0) {
    event.preventDefault();
    if (state.selected) act.select(null);
    buttons[to].focus();
  } else if (event.key === 'Escape') {
    act.escape();
  } else if (event.key === 'Enter' && state.selected && buttons[at] && buttons[at].dataset.hand === state.selected) {
    event.preventDefault();
    act.play(state.selected);
  } else if (event.key.length === 1) {
    letter(event.key.toUpperCase(), event, state, act);
  }
}

/** @param {string} key @param {KeyboardEvent} event @param {State} state @param {any} act */
function letter(key, event, state, act) {
  const held = handInPlay(state);
  if (state.suitKey) {
    const card = held.find((c) => c[0] === state.suitKey && (rankGlyph(c[1]) === key || c[1] === key || (c[1] === 'T' && key === '1')));
    if (card) {
      event.preventDefault();
      return act.mark(card);
    }
  }
  const suit = suitKeys()[key];
  if (suit && SUITS.includes(suit) && held.some((c) => c[0] === suit)) {
    event.preventDefault();
    act.suitKey(suit);
  }
}
