// @ts-check
/* All keys of the table, on one sheet. */
import { html } from './html.js';
import { rankText } from '../cards.js';
import { SUITS } from './derive.js';
import { suitName } from './bids.js';

/* global gettext, ngettext, interpolate */

/** Dutch names suits S H K R (schoppen, harten, klaveren, ruiten), English S H C D, German P H K R: Kreuz came before Karo.

 * @type {Record<string, Record<string, string>>} */
const SUIT_KEYS = { nl: { S: 'S', H: 'H', K: 'C', R: 'D' }, en: { S: 'S', H: 'H', C: 'C', D: 'D' }, de: { P: 'S', H: 'H', K: 'C', R: 'D' } };

/** The suit of each letter, in the language of the page. */
export const suitKeys = () => SUIT_KEYS[(document.documentElement.lang || 'nl').slice(0, 2)] || SUIT_KEYS.en;

/** @returns {[string[], string][]} */
function keysInWords() {
  const letters = suitKeys(), letter = (/** @type {string} */ suit) => String(Object.keys(letters).find((key) => letters[key] === suit));
  return [
    [['←', '→'], gettext('from card to card, from bid to bid')],
    [SUITS.map(letter), SUITS.map(suitName).join(', ')],
    [['A', rankText('K'), rankText('Q'), rankText('J'), 'T', '9 – 2'], gettext('then the card of that suit')],
    [['1 – 9', '0'], gettext('the first bid, the second…; pass')],
    [['Enter'], gettext('play it, say it')],
    [['Esc'], gettext('leave it, take it back')],
    [['L'], gettext('the last trick')],
    [['X'], gettext('claim the rest')],
    [[gettext('Space')], gettext('put the trick away')],
    [['N'], gettext('next deal')],
    [['?'], gettext('these keys')],
  ];
}

/** @param {any} act */
export function helpSheet(act) {
  return html`<section class="ask keys" role="dialog" aria-labelledby="keys-title" key="keys" onKeyDown=${(/** @type {KeyboardEvent} */ e) => { if (e.key === 'Escape' || e.key === '?') { e.stopPropagation(); act.help(false); } }}>
    <h2 id="keys-title" tabindex="-1">${gettext('Keys')}</h2>
    <dl>${keysInWords().map(([keys, meaning]) => html`<div key=${meaning}><dt>${keys.map((key) => html`<kbd key=${key}>${key}</kbd>`)}</dt><dd>${meaning}</dd></div>`)}</dl>
    <p class="acts"><button type="button" class="btn go" onClick=${() => act.help(false)}>${gettext('Close')}</button></p>
  </section>`;
}
