// @ts-check
/* A card chosen before my turn. It is known here alone until it is played, and when that happens tells
   nothing: the pause is drawn anew each time, from when the turn began, whatever the card and the hand. */
import { handInPlay, playable } from './derive.js';
import { isStill, myTurn } from './store.js';
import { isAsked } from './undo.js';

/** @typedef {import('./state.js').State} State */

// milliseconds; about as long as somebody takes who knows what to play
const SHORTEST = 900, LONGEST = 2600;

/** @param {() => number} [draw] */
export const drawnPause = (draw = Math.random) => Math.round(SHORTEST + draw() * (LONGEST - SHORTEST));

/** @param {State} state @param {string} card */
export const mayKeepReady = (state, card) => Boolean(state.me && state.view && state.view.phase === 'play' && !myTurn(state) && !isStill(state)
  && handInPlay(state).includes(card) && !(state.pending && state.pending.card === card));

/** Is the card that lies ready to be played now, once the pause is over? A card is an answer to what I am asked: only one that I mean so.

 * @param {State} state */
const isDue = (state) => Boolean(state.premove && myTurn(state) && state.connection === 'open' && !isAsked(state));

/**
 * To be called after every change of the state.
 * @param {{read: () => State, play: (card: string) => void, drop: (card: string) => void, waits?: (state: State) => boolean, pause?: () => number, later?: (what: () => void, ms: number) => number, cancel?: (timer: number) => void}} o
 *   `waits`: something else has to be seen first
 */
export function playsWhatLiesReady({ read, play, drop, waits = () => false, pause = drawnPause, later = setTimeout.bind(globalThis), cancel = clearTimeout.bind(globalThis) }) {
  let timer = 0;
  const over = () => {
    timer = 0;
    const { premove } = read();
    if (premove) play(premove);
  };
  return () => {
    const state = read();
    if (!isDue(state) || waits(state)) {
      if (timer) cancel(timer);
      timer = 0;
    } else if (!playable(state.mine, state.faceDown).has(String(state.premove))) {
      drop(String(state.premove));
    } else if (!timer) {
      timer = later(over, pause());
    }
  };
}
