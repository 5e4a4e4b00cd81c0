// @ts-check
/* Keys that work wherever the focus is; in the hand and among bids, those of hand.js and bidding.js come
   first. They move the focus and choose, and Enter does it: no single key plays or says anything. */
import { declareOptions } from './derive.js';
import { myTurn } from './store.js';
import { suitKeys } from './help.js';

/** @typedef {import('./state.js').State} State */

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const OFFERED = '.mid button:not([aria-disabled="true"])';

/** @param {{root: HTMLElement, read: () => State, act: any, likes: import('./likes.js').Likes}} o */
export function tableKeys({ root, read, act, likes }) {
  /** @param {string} selector */
  const all = (selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
  /** @param {HTMLElement|undefined} it */
  const focus = (it) => { if (it) it.focus(); return Boolean(it); };

  /** A number chooses among what is asked, zero is to pass.

   * @param {number} n */
  const nth = (n) => focus(n ? all(OFFERED).filter((it) => it.dataset.bid !== 'pass')[n - 1] : all(`${OFFERED}[data-bid="pass"]`)[0]);

  /** A suit: asked of me, or where it is in my hand.

   * @param {string} suit */
  function suitOf(suit) {
    const { view, mine, choice } = read();
    if (myTurn(read()) && view && view.phase === 'declare') {
      const group = declareOptions(mine, choice.trump).trump && all('[data-group="card"]').length ? 'card' : 'trump';
      return focus(all(`${OFFERED}[data-group="${group}"][data-suit="${suit}"]`)[0]);
    }
    if (!all(`[data-hand^="${suit}"]:not(.gone)`).length) return false;
    act.suitKey(suit);
    return true;
  }

  /** @param {string} key */
  function character(key) {
    if (key === '?') return act.help(true), true;
    if (/^\d$/.test(key)) return nth(Number(key));
    const suit = suitKeys()[key.toUpperCase()];
    if (suit) return suitOf(suit);
    switch (key.toUpperCase()) {
      case 'L': return act.lastTrick(), true;
      case 'X': return act.claiming({}), true;
      case 'N': {
        const [next] = all('#next:not([aria-disabled="true"])');
        if (next) next.click();
        return Boolean(next);
      }
      default: return false;
    }
  }

  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (target.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return;
    const nowhere = !target.closest('button, a, summary, [tabindex="0"]');
    let done = false;
    if (event.key === 'Escape') act.escape();
    else if (ARROWS.includes(event.key)) done = nowhere && (focus(all(OFFERED)[0]) || focus(all('.cardbtn[tabindex="0"]')[0]));
    else if (event.key === 'Enter' && target.matches('.mid [aria-pressed="true"]')) done = act.say();
    else if (event.key === ' ' && nowhere) done = act.sweep();
    else if (event.key.length === 1 && event.key !== ' ' && (likes.keysAnywhere || target.closest('.hand, .mid'))) done = character(event.key);
    if (done) event.preventDefault();
  });
}
