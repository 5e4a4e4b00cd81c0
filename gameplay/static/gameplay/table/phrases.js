// @ts-check
/* What can be said with one tap, in the words of the card table; the service knows the same names. */

/* global gettext */

/** Those about the cards are offered where the rules let players confer, and nowhere else.
 * @type {Record<string, string[]>} */
export const PHRASES = {
  table: ['good_evening', 'good_luck', 'one_moment', 'well_played', 'bad_luck', 'sorry', 'thanks', 'goodbye'],
  praatje: ['lead_spades', 'lead_hearts', 'lead_clubs', 'lead_diamonds', 'take_it', 'stay_under', 'throw_high', 'keep_low', 'i_take_it', 'i_go_under', 'i_am_out', 'yes', 'no'],
};

/** @param {string} phrase */
export function phraseText(phrase) {
  switch (phrase) {
    case 'good_evening': return gettext('Good evening');
    case 'good_luck': return gettext('Good luck');
    case 'one_moment': return gettext('One moment');
    case 'well_played': return gettext('Well played');
    case 'bad_luck': return gettext('Bad luck');
    case 'sorry': return gettext('Sorry');
    case 'thanks': return gettext('Thank you');
    case 'goodbye': return gettext('See you');
    case 'lead_spades': return gettext('Lead spades');
    case 'lead_hearts': return gettext('Lead hearts');
    case 'lead_clubs': return gettext('Lead clubs');
    case 'lead_diamonds': return gettext('Lead diamonds');
    case 'take_it': return gettext('Take it');
    case 'stay_under': return gettext('Stay under it');
    case 'throw_high': return gettext('Throw your high ones');
    case 'keep_low': return gettext('Keep your low ones');
    case 'i_take_it': return gettext('I take this one');
    case 'i_go_under': return gettext('I can go under');
    case 'i_am_out': return gettext('I have none of that suit');
    case 'yes': return gettext('Yes');
    case 'no': return gettext('No');
    default: return phrase;
  }
}
