// @ts-check
/* The drawer for talk at the table. Drawn over words, never over the hand or the turn bar; it opens
   and closes only when somebody asks for it. */
import { html } from './html.js';
import { icon } from './icons.js';
import { callSection, callText, isCalled, noteText } from './calling.js';
import { PHRASES, phraseText } from './phrases.js';
import { channelOf, ids, mayChat, mayConfer, unread } from './said.js';
import { calledName } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Said} Said */

/** Lines for the live region: each message of another once, and what the director does.
 * @param {State} before @param {State} state */
export function talkNews(before, state) {
  if (!before.talk.told) return [];
  const call = callText(state.talk.call);
  const director = call && call !== callText(before.talk.call) ? [call] : [];
  const note = noteText(state.talk.call);
  if (note && note !== noteText(before.talk.call)) director.push(note);
  return [...director, ...spoken(before, state)];
}

/** @param {State} before @param {State} state */
function spoken(before, state) {
  const known = new Set(ids(before.talk.messages));
  return state.talk.messages.filter((said) => !said.own && !known.has(said.id)).map((said) => `${nameIn(state, said)}: ${wordsOf(said)}`);
}

/** @param {Said} said */
const wordsOf = (said) => (said.phrase ? phraseText(said.phrase) : said.gone ? gettext('removed') : said.text || '');

/** @param {State} state @param {Said} said */
const nameIn = (state, said) => (said.own ? gettext('You') : said.place && 'NESW'.includes(said.place) ? calledName(state, /** @type {any} */ (said.place)) : said.name);

/** @param {State} state @param {any} act @param {any} page */
export function talkButton(state, act, page) {
  if (!page.seated || !state.table || (state.table.chat === 'shut' && !state.view && !page.call)) return null;
  const count = unread(state), called = isCalled(state.talk.call);
  const news = count ? interpolate(ngettext('Talk, %(n)s new message', 'Talk, %(n)s new messages', count), { n: count }, true) : gettext('Talk');
  const label = page.call ? interpolate(gettext('%(talk)s, or call the director'), { talk: news }, true) : news;
  return html`<button type="button" class=${`icon talkbtn${called ? ' called' : ''}`} id="talk" aria-expanded=${state.talk.open ? 'true' : 'false'} aria-label=${label} onClick=${() => act.talk(!state.talk.open)} onKeyDown=${(/** @type {KeyboardEvent} */ e) => { if (e.key === 'Escape' && state.talk.open) act.talk(false); }}>${icon('talk')}${page.call ? html`<span class="badge calls">${gettext('Director')}</span>` : null}${count ? html`<b class="count" aria-hidden="true">${count > 9 ? '9+' : count}</b>` : mayConfer(state) ? html`<b class="count dot" aria-hidden="true"></b>` : null}</button>`;
}

/** @param {State} state @param {any} act @param {any} page */
export function talkDrawer(state, act, page) {
  const channel = channelOf(state);
  return html`<section class="talk" id="talk-drawer" key="talk" role="dialog" aria-labelledby="talk-title" onKeyDown=${(/** @type {KeyboardEvent} */ e) => { e.stopPropagation(); if (e.key === 'Escape') act.talk(false); }}>
    <header><h2 id="talk-title">${channel === 'praatje' ? conferTitle(state) : gettext('Talk at the table')}</h2><button type="button" class="icon" aria-label=${gettext('Close')} onClick=${() => act.talk(false)}>${icon('close')}</button></header>
    <ol class="said">${state.talk.messages.map((said) => line(state, act, said))}${mutedLine(state, act)}</ol>
    <p class="notice" role="status">${state.talk.refusal || (channel ? '' : closedText(state))}</p>
    ${channel ? writing(state, act, channel) : null}
    ${callSection(state, act, page)}</section>`;
}

/** @param {State} state */
function conferTitle(state) {
  const others = /** @type {any} */ (state.view).talk.filter((/** @type {any} */ seat) => seat !== state.me);
  return interpolate(gettext('Praatje with %(names)s'), { names: others.map((/** @type {any} */ seat) => calledName(state, seat)).join(', ') }, true);
}

/** @param {State} state */
const closedText = (state) => (state.table && state.table.chat === 'shut' ? gettext('At this table nobody chats.') : gettext('You can talk again when this board is over.'));

/** @param {State} state @param {any} act @param {Said} said */
function line(state, act, said) {
  const chosen = state.talk.chosen === said.id, name = nameIn(state, said);
  const text = html`<b>${name}</b> <span class=${said.gone ? 'muted' : ''}>${wordsOf(said)}</span>${said.channel === 'praatje' ? html` <small>${gettext('praatje')}</small>` : null}`;
  if (said.own) return html`<li key=${said.id} class="own"><p>${text}</p></li>`;
  return html`<li key=${said.id}><p>${text}</p><button type="button" class="icon" aria-expanded=${chosen ? 'true' : 'false'} aria-label=${interpolate(gettext('More about what %(name)s said'), { name }, true)} onClick=${() => act.chooseSaid(said.id)}>${icon('more')}</button>
    ${chosen ? html`<div class="acts">
      ${said.place ? html`<button type="button" class="btn" onClick=${() => act.mute(said.place, true)}>${interpolate(gettext('Mute %(name)s'), { name }, true)}</button>` : null}
      ${state.talk.reported.includes(said.id) ? html`<span class="muted">${gettext('Reported')}</span>` : html`<button type="button" class="btn" onClick=${() => act.report(said.id)}>${gettext('Report')}</button>`}</div>` : null}</li>`;
}

/** @param {State} state @param {any} act */
const mutedLine = (state, act) => state.talk.muted.map((place) => {
  const name = 'NESW'.includes(place) ? calledName(state, /** @type {any} */ (place)) : gettext('who sits out');
  return html`<li key=${`muted-${place}`} class="muted"><p>${interpolate(gettext('You do not hear %(name)s.'), { name }, true)}</p><button type="button" class="btn" onClick=${() => act.mute(place, false)}>${gettext('Hear again')}</button></li>`;
});

/** @param {State} state @param {any} act @param {string} channel */
function writing(state, act, channel) {
  const both = mayConfer(state) && mayChat(state);
  return html`<div class="write" key="write">
    ${both ? html`<div class="chips" role="group" aria-label=${gettext('Who hears it')}>${['praatje', 'table'].map((each) => html`<button type="button" class="chip" key=${each} aria-pressed=${each === channel ? 'true' : 'false'} onClick=${() => act.channel(each)}>${each === 'table' ? gettext('The table') : gettext('Praatje')}</button>`)}</div>` : null}
    <div class="chips" role="group" aria-label=${gettext('Quick phrases')}>${PHRASES[channel].map((phrase) => html`<button type="button" class="chip" key=${phrase} onClick=${() => act.speak({ channel, phrase })}>${phraseText(phrase)}</button>`)}</div>
    <form onSubmit=${(/** @type {Event} */ e) => send(e, act, channel)}><label class="sr" for="talk-text">${gettext('Your message')}</label><input id="talk-text" name="text" maxlength="200" autocomplete="off" enterkeyhint="send" placeholder=${gettext('Your message')} /><button class="btn go">${gettext('Send')}</button></form></div>`;
}

/** @param {Event} event @param {any} act @param {string} channel */
function send(event, act, channel) {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem('text')), text = input.value.trim();
  if (!text) return;
  act.speak({ channel, text });
  input.value = '';
}

/** Keeps the newest line in sight, unless somebody has scrolled up to read. Asked before a drawing; the answer is run after it.
 * @param {HTMLElement} root */
export function keepsNewest(root) {
  const list = root.querySelector('.said');
  const atEnd = !list || list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  return () => { const now = root.querySelector('.said'); if (now && atEnd) now.scrollTop = now.scrollHeight; };
}
