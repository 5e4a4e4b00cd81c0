// @ts-check
/* What bids, contracts and pass games are called, and what each of them promises. */
import { kind, rank, trumpsOf } from './derive.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./derive.js').PublicView} PublicView */

/** @param {string} text @param {Record<string, unknown>} values */
export const fill = (text, values) => interpolate(text, values, true);

/** @param {string} suit */
export const suitName = (suit) => ({ S: gettext('spades'), H: gettext('hearts'), C: gettext('clubs'), D: gettext('diamonds') })[suit] || suit;

/** The Dutch names are what the game is called everywhere.
 * @type {Record<string, string>} */
const NAMES = {
  rik: 'Rik', rik_beter: 'Rik beter', verplichte_rik: 'Verplichte rik', troela: 'Troela', piek: 'Piek', misere: 'Misère', open_piek: 'Open piek', open_misere: 'Open misère',
  open_piek_praatje: 'Open piek praatje', open_misere_praatje: 'Open misère praatje',
  wachten: 'Wachten', vraag: 'Vraag', meegaan: 'Meegaan', solo: 'Solo', kleine_miserie: 'Kleine miserie', pico: 'Pico', abondance: 'Abondance', abondance_in_troef: 'Abondance in troef',
  miserie: 'Miserie', troel: 'Troel', open_miserie: 'Open miserie', solo_slim: 'Solo slim',
};

const ALONE = /^(open_)?alleen_(\d+)(_beter)?$/;

/** @param {string} bid */
export function bidName(bid) {
  const alone = ALONE.exec(bid);
  if (alone) {
    const text = alone[1] ? gettext('Open %(tricks)s alone') : alone[3] ? gettext('%(tricks)s alone beter') : gettext('%(tricks)s alone');
    return fill(text, { tricks: alone[2] });
  }
  return bid === 'pass' ? gettext('Pass') : NAMES[bid] || bid.charAt(0).toUpperCase() + bid.slice(1).replaceAll('_', ' ');
}

/** Only who plays a rik is a rikker.
 * @param {string} bid */
export const isRik = (bid) => /^(verplichte_)?rik/.test(bid);

/** What whoever plays this bid is called.
 * @param {string} bid */
export const declarerName = (bid) => (isRik(bid) ? gettext('declarer') : gettext('player of the bid'));

/** On the ladder, where "alone" is left out if it has to be.
 * @param {string} bid @returns {[string, string]} */
export function rungName(bid) {
  const alone = ALONE.exec(bid);
  return alone && !alone[1] && !alone[3] ? [alone[2], gettext('alone')] : [bidName(bid), ''];
}

/** What will be trumps.
 * @param {PublicView} view @param {string} bid @param {boolean} own */
function trumpWords(view, bid, own) {
  const trumps = trumpsOf(view, bid);
  if (trumps === 'turned') return fill(gettext('%(suit)s trumps'), { suit: view.turned ? suitName(view.turned[0]) : '' });
  if (trumps === 'partner') return gettext('its holder names trumps');
  if (trumps === 'called') return gettext('its suit trumps');
  if (trumps.length === 1) return fill(gettext('%(suit)s trumps'), { suit: suitName(trumps) });
  if (!trumps) return gettext('no trumps');
  return own ? gettext('your trumps') : gettext('trumps of choice');
}

/** Some six words on what a bid promises: to whoever may make it, or of somebody else's.
 * @param {PublicView} view @param {string} bid @param {boolean} [own] */
export function bidMeaning(view, bid, own = true) {
  const words = { pass: gettext('you bid no more in this deal'), wachten: gettext('first hear what the others say'), meegaan: gettext('you become the partner') }[bid];
  if (words) return words;
  const values = { tricks: view.targets[view.ladder.indexOf(bid)], trumps: trumpWords(view, bid, own) };
  const open = bid.startsWith('open_') ? `, ${gettext('cards open')}` : '';
  if (bid === 'troela' || bid === 'troel') return fill(gettext('%(tricks)s with the fourth ace, %(trumps)s'), values);
  if (bid === 'vraag') return fill(gettext('%(tricks)s with whoever goes along, %(trumps)s'), values);
  if (bid === 'kleine_miserie') return gettext('put one card away, then not a single trick');
  switch (kind(bid)) {
    case 'rik': return fill(gettext('%(tricks)s with a partner, %(trumps)s'), values);
    case 'alleen': return fill(gettext('%(tricks)s without a partner, %(trumps)s'), values) + open;
    case 'piek': return fill(ngettext('exactly %(tricks)s trick, no trumps', 'exactly %(tricks)s tricks, no trumps', values.tricks || 1), values) + open;
    case 'misere': return gettext('not a single trick, no trumps') + open;
    default: return '';
  }
}

/** What a made contract is worth, without extra tricks.
 * @param {PublicView} view @param {string} bid */
export function bidValue(view, bid) {
  const points = view.values[view.ladder.indexOf(bid)];
  return points ? fill(gettext('%(points)s per opponent'), { points }) : '';
}

/** Is this bid as high as the one that stands, so that both are played side by side?
 * @param {PublicView} view @param {string} bid */
export const joins = (view, bid) => Boolean(view.standing && rank(view, bid) && rank(view, bid) === rank(view, view.standing.bid));

/** On the button: a bid that is played beside the standing one says so.
 * @param {PublicView} view @param {string} bid */
export const offerName = (view, bid) => (joins(view, bid) ? fill(gettext('%(bid)s too'), { bid: bidName(bid) }) : bidName(bid));

/** Said where somebody asks for it, of points that the source of the rules does not tell.
 * @param {PublicView|null} view */
export const valuesNote = (view) => (view && view.values_reconstructed ? gettext('The source of these rules does not tell all points. They were reconstructed, from games that were played and from related rules.') : '');

/** @param {string} game */
export const passGameName = (game) => ({
  schoppen_mie: gettext('Schoppen mie'), one_or_five: gettext('One or five'), two_or_five: gettext('Two or five'), one_three_five: gettext('One, three or five'), one_five_eleven: gettext('One, five or eleven'),
  rondpiek: 'Rondpiek', verplicht_misere: 'Verplicht misère', verplichte_rik: 'Verplichte rik', redeal: gettext('Deal again'), dames: gettext('Queens'), last_trick: gettext('The last trick'), fewest_tricks: gettext('Fewest tricks'),
})[game] || bidName(game);

/** @param {string} game */
export const passGameMeaning = (game) => ({
  schoppen_mie: gettext('avoid the queen of spades and the last trick'),
  one_or_five: gettext('win with exactly 1 or exactly 5 tricks, no trumps'),
  two_or_five: gettext('win with exactly 2 or exactly 5 tricks, no trumps'),
  one_three_five: gettext('win with exactly 1, 3 or 5 tricks, no trumps'),
  one_five_eleven: gettext('win with exactly 1, 5 or 11 tricks, no trumps'),
  rondpiek: gettext('win with exactly 1 trick, no trumps'),
  verplicht_misere: gettext('win without a single trick, no trumps'),
  verplichte_rik: gettext('who speaks first must play with a partner'),
  redeal: gettext('nobody plays, the cards are dealt again'),
  dames: gettext('avoid the four queens, no trumps'),
  last_trick: gettext('avoid the last trick, no trumps'),
  fewest_tricks: gettext('win with the fewest tricks, no trumps'),
})[game] || '';
