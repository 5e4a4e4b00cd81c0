// @ts-check
/* The contract box: the state of the deal in words, always in the same place. */
import { html } from './html.js';
import { star } from './icons.js';
import { rankText, suitMark } from '../cards.js';
import { asksForCard, beforePlay, dealLength, forehand, inTheMiddle, pins } from './derive.js';
import { suitName } from './bids.js';
import { capital, cardName, headline, nameOf, openText, partnerText, pinText, rankName, subline } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */

/** A drawing given as SVG text.
 * @param {string} svg @param {string} [cls] */
export const drawn = (svg, cls = '') => html`<span class=${`drawn ${cls}`} aria-hidden="true" dangerouslySetInnerHTML=${{ __html: svg }} />`;

/** @param {State} state */
export function contractBox(state) {
  const view = state.view;
  const p = view && !beforePlay(view) ? pins(view) : null;
  const below = [otherTricks(state), subline(state)].filter(Boolean).join(' ');
  return html`<section class="say" key="say" aria-label=${gettext('Contract')}>
    <p class=${`lead${headline(state).length > 26 ? ' long' : ''}`}>${headline(state)}</p>
    ${facts(state)}
    ${p ? pinRow(state, p) : html`<p class="small muted" key=${below}>${below}</p>`}</section>`;
}

/** @param {string} suit @param {any} text */
const pip = (suit, text) => html`<span class="pip">${drawn(suitMark(suit))}<span>${text}</span></span>`;

/** A card that everybody has seen, or only I.
 * @param {string} card @param {string} [cls] */
const seenCard = (card, cls = '') => html`<span class=${cls}>${pip(card[0], html`<span class="sr">${cardName(card)}</span><span aria-hidden="true">${rankText(card[1])}</span>`)}</span>`;

/** @param {State} state */
function facts(state) {
  const view = state.view;
  if (!view) return null;
  const open = openText(state), away = state.mine && state.mine.discarded;
  const shown = html`${view.turned ? html`<div><dt>${gettext('Turned')}</dt><dd>${seenCard(view.turned)}</dd></div>` : null}
    ${view.beter_suit ? html`<div><dt>${gettext('Beter')}</dt><dd>${pip(view.beter_suit, suitName(view.beter_suit))}</dd></div>` : null}
    ${inTheMiddle(view) ? html`<div><dt>${gettext('In the middle')}</dt><dd>${seenCard(String(inTheMiddle(view)))}</dd></div>` : null}
    ${away ? html`<div><dt>${gettext('Put away')}</dt><dd>${seenCard(away)}</dd></div>` : null}
    ${open ? html`<div class="open-line"><dt class="sr">${gettext('Open cards')}</dt><dd><span>${open}</span></dd></div>` : null}`;
  if (view.phase === 'auction' || !view.contracts.length) {
    return html`<dl class="facts words">
      ${view.dealer ? html`<div><dt>${gettext('Dealer')}</dt><dd><span>${nameOf(state, view.dealer)}</span></dd></div>` : null}
      <div><dt>${gettext('Leads')}</dt><dd><span>${nameOf(state, forehand(view))}</span></dd></div>${shown}
      ${view.standing && view.phase === 'auction' ? html`<div><dt>${gettext('From')}</dt><dd><span>${nameOf(state, view.standing.seat)}</span></dd></div>` : null}</dl>`;
  }
  const [contract] = view.contracts;
  const trump = contract.trump || (view.phase === 'declare' && view.to_act === state.me ? state.choice.trump : null);
  const asks = asksForCard(contract.bid), called = contract.called, declared = !['exchange', 'declare'].includes(view.phase);
  return html`<dl class=${`facts${trump || called ? '' : ' words'}`}>
    <div><dt class=${trump ? 'wide' : ''}>${gettext('Trumps')}</dt><dd>${trump ? pip(trump, html`<span class="w4">${suitName(trump)} </span><span class="x">${gettext('trumps')}</span>`) : declared ? gettext('none') : gettext('not yet')}</dd></div>
    ${called && !asks ? html`<div><dt>${gettext('Fourth ace')}</dt><dd>${seenCard(called)}</dd></div>` : null}
    ${asks && (called || !declared) ? html`<div><dt class=${called ? 'wide' : ''}>${gettext('Asked')}</dt><dd>${called ? pip(called[0], html`${rankName(called)}<span class="x"> ${gettext('asked')}</span>${contract.blind ? ` (${gettext('blind')})` : ''}`) : gettext('not yet')}</dd></div>` : null}
    ${called || contract.partner || (asks && declared) ? html`<div><dt class="wide">${gettext('Partner')}</dt><dd class="known">${contract.partner ? star() : null}<span>${partnerText(state)}</span></dd></div>` : null}${shown}
  </dl>`;
}

/** Where there are no two sides, the tricks are said in words.
 * @param {State} state */
function otherTricks(state) {
  const view = state.view;
  if (!view || view.phase !== 'play') return '';
  if (view.contracts.length > 1) {
    return view.contracts.map((c) => `${nameOf(state, c.declarer)} ${view.taken[c.declarer]}${c.made === null ? '' : c.made ? ` (${gettext('made')})` : ` (${gettext('lost')})`}`).join(', ');
  }
  if (view.pass_game && state.me && !view.contracts.length) return interpolate(gettext('Trick %(number)s. You have %(n)s.'), { number: view.tricks.length + 1, n: view.taken[state.me] }, true);
  return '';
}

/** @param {State} state @param {{ours: number, theirs: number, target: number, secret: boolean}} p */
function pinRow(state, p) {
  const [left, need, right, own] = pinText(state, p);
  const length = dealLength(/** @type {import('./derive.js').PublicView} */ (state.view));
  const cells = Array.from({ length }, (_, i) => {
    const side = i < p.ours ? 'a' : i >= length - p.theirs ? (p.secret ? 'n' : 'd') : '';
    const goal = i === p.target - 1 ? ' goal' : i === 0 && p.target === 0 ? ' goal0' : '';
    return html`<i class=${side + goal} key=${i} />`;
  });
  return html`<div><div class="pins" role="img" aria-label=${capital(`${left}, ${need}. ${right}${own ? `, ${own}` : ''}.`)}>${cells}</div>
    <div class="cap" aria-hidden="true"><span>${left} <span class="muted">${need}</span></span><span>${right}${own ? html`<span class="muted">, ${own}</span>` : null}</span></div></div>`;
}
