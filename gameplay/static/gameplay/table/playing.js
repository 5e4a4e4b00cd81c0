// @ts-check
/* How a card leaves my hand: by a tap, two quick ones, a drop or a key; at once, after it was asked
   whether it is meant, or laid ready for my turn. */
import { discards, playable } from './derive.js';
import { myTurn } from './store.js';
import { mayKeepReady } from './premove.js';
import { whyNot } from './words.js';

/** @typedef {import('./state.js').State} State */

const QUICK = 600;

/** Do cards of the next trick lie behind the one that waits to be looked at?

 * @param {State} state */
export const hidesNextTrick = (state) => Boolean(state.resting && state.view && state.view.trick && state.view.trick.plays.length);

/**
 * @param {{read: () => State, dispatch: (action: any) => void, send: (fields: any) => void, sweep: () => void, likes: import('./likes.js').Likes, now?: () => number}} o
 */
export function handActs({ read, dispatch, send, sweep, likes, now = () => performance.now() }) {
  let last = { card: '', at: -QUICK };

  /** @param {string} card */
  const putsAway = (card) => myTurn(read()) && discards(read().mine).has(card);
  /** @param {string} card */
  const mayNow = (card) => myTurn(read()) && playable(read().mine, read().faceDown).has(card);
  /** @param {string|null} card */
  const select = (card) => dispatch({ type: 'select', card });

  /** Not now: kept for my turn, if that is wanted.

   * @param {string} card */
  function notNow(card) {
    if (likes.premove && mayKeepReady(read(), card)) dispatch({ type: 'keep ready', card });
    else dispatch({ type: 'refuse', refusal: { code: 'not_now', message: whyNot(read(), card) } });
  }

  /** @param {string} card */
  function play(card) {
    const { view, faceDown } = read();
    last = { card: '', at: -QUICK };
    if (putsAway(card)) send({ do: String(view && view.phase), card });
    else if (!mayNow(card)) notNow(card);
    else send(faceDown ? { do: 'play', card, face_down: true } : { do: 'play', card });
  }

  /** @param {string} card @param {number} at When the finger came: a slow phone may look at it later. */
  function tap(card, at = now()) {
    const state = read(), chosen = state.selected === card;
    const quick = last.card === card && at - last.at < QUICK;
    last = { card, at };
    if (state.premove === card) dispatch({ type: 'keep ready', card });
    // what is put away does not come back: it is always asked once more
    else if (putsAway(card)) chosen ? play(card) : select(card);
    else if (likes.pace === 'tap' && hidesNextTrick(state)) sweep();
    else if (!mayNow(card)) notNow(card);
    else if (likes.playBy === 'double' ? quick : chosen || !(likes.confirm || likes.playBy)) play(card);
    else select(card);
  }

  /** Dragged to the table and let go.

   * @param {string} card */
  function drop(card) {
    if (putsAway(card) || (likes.confirm && mayNow(card))) select(card);
    else play(card);
  }

  return { tap, play, drop, select };
}
