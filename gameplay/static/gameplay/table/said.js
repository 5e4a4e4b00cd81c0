// @ts-check
/* What is said at the table, as the page knows it. No words and no page in here. */

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Talk} Talk */
/** @typedef {import('./state.js').Said} Said */

/** @type {Talk} */
export const SILENCE = { messages: [], muted: [], call: null, noteRead: '', told: false, open: false, seen: [], waiting: [], chosen: null, channel: null, refusal: null, reported: [] };

/** What a frame or the person at the page does to the talk.
 * @param {State} state @param {any} action @returns {State} */
export function talkAction(state, action) {
  const next = change(state.talk, action);
  return next === state.talk ? state : { ...state, talk: next };
}

/** @param {Talk} talk @param {any} action @returns {Talk} */
function change(talk, action) {
  switch (action.type) {
    case 'talk frame': return heard(talk, action.frame);
    case 'talk open': return { ...talk, open: action.on, chosen: null, refusal: null, seen: ids(talk.messages) };
    case 'talk sent': return { ...talk, waiting: [...talk.waiting, action.message], refusal: null, chosen: null };
    case 'talk answer': return answered(talk, action.frame);
    case 'talk choose': return { ...talk, chosen: talk.chosen === action.id ? null : action.id };
    case 'talk channel': return { ...talk, channel: action.channel };
    case 'note read': return { ...talk, noteRead: action.id };
    case 'talk call': return { ...talk, refusal: action.refusal || null };
    default: return talk;
  }
}

/** @param {Said[]} messages */
export const ids = (messages) => messages.map((said) => said.id);

/** What was said before this page was there is not new.
 * @param {Talk} talk @param {any} f @returns {Talk} */
function heard(talk, f) {
  const seen = talk.open || !talk.told ? ids(f.messages) : talk.seen;
  return { ...talk, messages: f.messages, muted: f.muted, call: f.call || null, seen, told: true };
}

/** @param {Talk} talk @param {any} f @returns {Talk} */
function answered(talk, f) {
  const mine = talk.waiting.find((message) => message.id === f.id);
  if (!mine) return talk;
  const waiting = talk.waiting.filter((message) => message !== mine);
  if (f.type === 'error') return { ...talk, waiting, refusal: f.error.message };
  return { ...talk, waiting, reported: mine.do === 'report' ? [...talk.reported, String(mine.message)] : talk.reported };
}

/** An answer to something of the talk, and so nothing that the game waits for.
 * @param {State} state @param {any} f */
export const isTalkAnswer = (state, f) => Boolean(f.id && state.talk.waiting.some((message) => message.id === f.id));

/** Messages of others that nobody has looked at.
 * @param {State} state */
export const unread = (state) => (state.talk.open ? 0 : state.talk.messages.filter((said) => !said.own && !state.talk.seen.includes(said.id)).length);

/** May I confer about the cards now?
 * @param {State} state */
export const mayConfer = (state) => Boolean(state.me && state.view && !state.view.finished && !state.interrupted && (state.view.talk || []).includes(state.me));

/** May the table chat now? The server decides; this only says what to offer.
 * @param {State} state */
export function mayChat(state) {
  const chat = state.table && state.table.chat;
  return chat === 'open' || (chat === 'between' && (!state.view || state.view.finished || state.interrupted));
}

/** The channel that is written to: the praatje, where there is one, unless the other was chosen.
 * @param {State} state */
export function channelOf(state) {
  const open = [...(mayConfer(state) ? ['praatje'] : []), ...(mayChat(state) ? ['table'] : [])];
  return open.includes(String(state.talk.channel)) ? state.talk.channel : open[0] || null;
}
