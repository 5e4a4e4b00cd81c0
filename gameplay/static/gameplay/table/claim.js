// @ts-check
/* Claiming the tricks that are left: how they are shared out is said for each seat alike, whoever may
   be a partner, and what is not given to others is one's own. */
import { html } from './html.js';
import { SEATS, after, dealLength } from './derive.js';
import { myTurn } from './store.js';
import { nameOf, tricksText } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */

/** May I claim now?

 * @param {State} state */
export const mayClaim = (state) => Boolean(myTurn(state) && state.mine && state.mine.may_claim && state.connection === 'open');

/** Tricks that nobody has taken yet, the running one among them.

 * @param {import('./derive.js').PublicView} view */
export const tricksLeft = (view) => dealLength(view) - view.tricks.length;

/** What is left for me when the others get what was given to them.

 * @param {State} state */
function ownShare(state) {
  const given = Object.values(state.claiming || {}).reduce((sum, n) => sum + n, 0);
  return tricksLeft(/** @type {import('./derive.js').PublicView} */ (state.view)) - given;
}

/** All tricks of the deal by seat, as a claim says them.

 * @param {State} state @returns {Record<Seat, number>} */
export function claimedTricks(state) {
  const { taken } = /** @type {import('./derive.js').PublicView} */ (state.view), given = state.claiming || {};
  return /** @type {Record<Seat, number>} */ (Object.fromEntries(SEATS.map((seat) => [seat, taken[seat] + (seat === state.me ? ownShare(state) : given[seat] || 0)])));
}

/** @param {State} state @param {any} act */
export function claimDialog(state, act) {
  if (!state.claiming || !mayClaim(state)) return null;
  const me = /** @type {Seat} */ (state.me), mine = ownShare(state), given = state.claiming;
  const left = tricksLeft(/** @type {import('./derive.js').PublicView} */ (state.view));
  const close = () => act.claiming(null);
  const row = (/** @type {Seat} */ seat) => {
    const most = mine + (given[seat] || 0);
    return html`<label key=${seat}><span>${nameOf(state, seat)}</span><select data-share=${seat} value=${String(given[seat] || 0)} onChange=${(/** @type {any} */ e) => act.claiming({ ...given, [seat]: Number(e.target.value) })}>
      ${Array.from({ length: most + 1 }, (_, n) => html`<option key=${n} value=${String(n)} selected=${n === (given[seat] || 0)}>${n}</option>`)}</select></label>`;
  };
  return html`<section class="ask claims" role="dialog" aria-labelledby="claim-title" key="claims" onKeyDown=${(/** @type {KeyboardEvent} */ e) => { if (e.key === 'Escape') close(); }}>
    <h2 id="claim-title" tabindex="-1">${interpolate(ngettext('Who takes the trick that is left?', 'Who takes the %(n)s tricks that are left?', left), { n: left }, true)}</h2>
    <div class="shares"><p><span>${nameOf(state, me)}</span><b aria-live="polite">${mine}</b></p>${[1, 2, 3].map((i) => row(after(me, i)))}</div>
    <p>${gettext('Your cards are laid open, and the others are asked one after the other.')}</p>
    <div class="acts"><button type="button" class="btn go" id="claim-it" onClick=${act.claim}>${interpolate(gettext('Lay open: %(tricks)s for me'), { tricks: tricksText(mine) }, true)}</button><button type="button" class="btn" onClick=${close}>${gettext('Play on')}</button></div>
  </section>`;
}

/** In the corner of the felt, while I may.

 * @param {State} state @param {any} act */
export const claimButton = (state, act) => (mayClaim(state) ? html`<button type="button" class="tool claimbtn" id="claim" key="claim" aria-expanded=${state.claiming ? 'true' : 'false'} onClick=${() => act.claiming(state.claiming ? null : {})}><span>${gettext('I claim the rest…')}</span></button>` : null);
