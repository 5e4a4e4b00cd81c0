// @ts-check
/* For who has never played: what can be done now, in one short line. */
import { discards, faceDownOffer, handInPlay, kind, legal, suitLed } from './derive.js';
import { myTurn } from './store.js';
import { picked } from './bidding.js';
import { fill, suitName } from './bids.js';
import { nameOf } from './words.js';

/* global gettext */
/** @typedef {import('./state.js').State} State */

/** @param {State} state @returns {string} */
export function hint(state) {
  const { view } = state;
  if (!view || !state.me || state.interrupted) return '';
  if (state.resting) return state.resting.winner === state.me ? gettext('The trick is yours.') : fill(gettext('%(name)s takes the trick.'), { name: nameOf(state, state.resting.winner) });
  if (!myTurn(state)) return view.phase === 'play' ? gettext('One card each. Wait a moment.') : gettext('Wait for your turn.');
  switch (view.phase) {
    case 'auction': return auctionHint(state);
    case 'choose': return picked(state) ? gettext('Now the button in the bar.') : gettext('Choose one of the games.');
    case 'declare': return declareHint(state);
    case 'leader': return gettext('Choose who begins.');
    case 'discard': return gettext('Choose a card you want to be rid of.');
    case 'exchange': return gettext('Give a card, or keep your hand.');
    case 'claim': return gettext('Do you believe it? If not: play on.');
    default: return discards(state.mine).size ? '' : playHint(state);
  }
}

/** @param {State} state */
function auctionHint(state) {
  const offers = legal(state.mine, 'bid').map((a) => a.bid);
  if (picked(state)) return gettext('Now the button in the bar.');
  if (!offers.includes('pass')) return gettext('You may not pass: choose a bid.');
  return offers.length > 1 ? gettext('Many aces and kings? Bid. If not: pass.') : gettext('Nothing is left for you but to pass.');
}

/** @param {State} state */
function declareHint(state) {
  const offers = legal(state.mine, 'declare'), { trump, card } = state.choice;
  if (!trump && new Set(offers.map((a) => a.trump)).size > 1) return gettext('Choose the suit of which you have most.');
  if (!card && offers.some((a) => a.card && (!trump || a.trump === trump))) return gettext('Ask for a card: its holder helps you.');
  return gettext('Now the button in the bar.');
}

/** @param {State} state */
function playHint(state) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), led = suitLed(view), hand = handInPlay(state);
  const [contract] = view.contracts, mine = contract && [contract.declarer, contract.partner].includes(/** @type {any} */ (state.me));
  if (contract && kind(contract.bid) === 'misere') {
    if (!mine) return fill(gettext('Let %(name)s win a trick: play low.'), { name: nameOf(state, contract.declarer) });
    return gettext('Win no trick: play low.');
  }
  if (new Set(legal(state.mine, 'play').map((a) => a.card)).size === 1) return gettext('Only the raised card may be played.');
  if (view.pass_game && !contract) return passGameHint(view.pass_game, view.taken[/** @type {import('./derive.js').Seat} */ (state.me)]);
  if (faceDownOffer(state.mine) === 'must') return gettext('Choose the card that you lead face down.');
  if (!led) return gettext('You begin. High cards win.');
  if (hand.some((card) => card[0] === led)) return fill(gettext('Play %(suit)s too. The highest wins.'), { suit: suitName(led) });
  const trump = contract && contract.trump;
  if (trump && hand.some((card) => card[0] === trump)) return fill(gettext('You have no %(suit)s: only a trump wins.'), { suit: suitName(led) });
  return fill(gettext('You have no %(suit)s: you cannot win this.'), { suit: suitName(led) });
}

/** What to try in a game for when all have passed, in which I have won `n` tricks so far.
 * @param {string} game @param {number} n @returns {string} */
export const passGameHint = (game, n) => fill({
  schoppen_mie: gettext('No queen of spades or last trick.'),
  one_or_five: gettext('Win 1 or 5 tricks; you have %(n)s.'),
  two_or_five: gettext('Win 2 or 5 tricks; you have %(n)s.'),
  one_three_five: gettext('Win 1, 3 or 5 tricks; you have %(n)s.'),
  one_five_eleven: gettext('Win 1, 5 or 11 tricks; you have %(n)s.'),
  rondpiek: gettext('Win just 1 trick; you have %(n)s.'),
  verplicht_misere: gettext('Win no trick: play low.'),
  dames: gettext('Win no trick with a queen in it.'),
  last_trick: gettext('Keep low cards for the last trick.'),
  fewest_tricks: gettext('As few tricks as you can: play low.'),
}[game] || '', { n });
