// @ts-check
/* The director is called from the drawer, and answers there. */
import { html } from './html.js';

/* global gettext, interpolate */
/** @typedef {import('./state.js').State} State */

const KINDS = ['mistake', 'rules', 'behaviour', 'absent', 'technical', 'other'];

/** @param {string} kind */
function kindText(kind) {
  switch (kind) {
    case 'mistake': return gettext('A wrong card or bid');
    case 'rules': return gettext('A question about the rules');
    case 'behaviour': return gettext('How somebody behaves');
    case 'absent': return gettext('Somebody is not there');
    case 'technical': return gettext('Something does not work');
    default: return gettext('Something else');
  }
}

/** What the table is told of its last call.
 * @param {import('./state.js').Call|null} call */
export function callText(call) {
  if (!call) return '';
  const answer = call.text ? interpolate(gettext('The director says: %(text)s'), call, true) : '';
  switch (call.state) {
    case '': return '';
    case 'waiting': return gettext('The director has been called.');
    case 'coming': return answer || gettext('The director is coming.');
    case 'answered': return answer;
    default: return answer || gettext('The director was here.');
  }
}

/** What the director says unasked: to one table or to all, a line each.
 * @param {import('./state.js').Call|null} call */
export const noteText = (call) => (call && call.note ? interpolate(gettext('The director says: %(text)s'), { text: call.note }, true) : '');

/** Over the table until somebody has read it.
 * @param {State} state @param {any} act */
export function directorsNote(state, act) {
  const { call, noteRead } = state.talk;
  if (!call || !call.note || call.note_id === noteRead) return null;
  return html`<section class="ask undoing" role="group" aria-labelledby="note-title" key="note"><h2 id="note-title">${gettext('The director says')}</h2>${call.note.split('\n').map((line) => html`<p key=${line}>${line}</p>`)}
    <div class="acts"><button type="button" class="btn go" id="note-read" onClick=${() => act.noteRead(call.note_id)}>${gettext('Understood')}</button></div></section>`;
}

/** Whether a call waits for the director.
 * @param {import('./state.js').Call|null} call */
export const isCalled = (call) => Boolean(call && call.state && call.state !== 'done');

/** @param {State} state @param {any} act @param {any} page */
export function callSection(state, act, page) {
  const { call } = state.talk, waits = isCalled(call);
  if (!page.call && !call) return null;
  return html`<div class="director" key="director">
    ${noteText(call) ? html`<p class="told">${noteText(call)}</p>` : null}${callText(call) ? html`<p class="told">${callText(call)}</p>` : null}
    ${page.call && !waits ? html`<details><summary>${gettext('Call the director')}</summary><form onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); act.callDirector(/** @type {HTMLFormElement} */ (e.target)); }}>
      <label for="call-kind">${gettext('What for?')}</label><select id="call-kind" name="kind">${KINDS.map((kind) => html`<option key=${kind} value=${kind}>${kindText(kind)}</option>`)}</select>
      <label for="call-text">${gettext('In a few words (only the director reads it)')}</label><input id="call-text" name="text" maxlength="300" autocomplete="off" />
      <button class="btn go">${gettext('Call')}</button></form></details>` : null}</div>`;
}
