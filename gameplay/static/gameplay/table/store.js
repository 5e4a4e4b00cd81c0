// @ts-check
/* The state of the page and the one function that changes it. No page and no clock in here, so that
   it can be tested by itself. A frame is a whole view: it replaces, it is never merged. */
import { actor, after, handInPlay, playsOf } from './derive.js';
import { SILENCE, isTalkAnswer, talkAction } from './said.js';
import { hurryAt, waitsForNextBoard, warns } from './turnclock.js';
import { hiddenFrame, nextTable, replayBegins, replayStep, watchesReleased } from './watching.js';

/** @typedef {import('./derive.js').PublicView} PublicView */
/** @typedef {import('./derive.js').SeatView} SeatView */
/** @typedef {import('./derive.js').Seat} Seat */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Message} Message */

const NO_CHOICE = { trump: null, card: null, blind: false, pick: null }, NO_CLOCK = { ends: null, paused: false };

/** @param {Seat|''} me @returns {State} */
export const initial = (me) => ({
  me, table: null, tableVersion: -1, game: null, version: -1, view: null, mine: null, past: [],
  resting: null, gathering: false, gaps: [], pending: null, lastSent: null, refusal: null, connection: 'connecting',
  choice: NO_CHOICE, faceDown: false, selected: null, suitKey: null, lastShown: false, hidden: false, asking: false, premove: null, returned: null, claiming: null, helping: false, compared: null,
  coming: null, released: null, replay: null, place: null, commentary: false, interrupted: false, hands: null, next: null, clock: NO_CLOCK, left: null, talk: SILENCE, turnClock: null, hurry: null, warned: false, undo: null, takenBack: [], backRead: 0,
});

/** @param {State} state @param {any} action @returns {State} */
export function reduce(state, action) {
  switch (action.type) {
    case 'frame': return frame(state, action.frame);
    case 'sent': return sent(state, action.message);
    case 'connection': return action.connection === state.connection ? state : { ...state, connection: action.connection };
    case 'gathering': return state.resting ? { ...state, gathering: true } : state;
    case 'gathered': return gathered(state);
    case 'refusal over': return { ...state, refusal: null, returned: null };
    case 'refuse': return { ...state, refusal: action.refusal, suitKey: null };
    case 'choose': return { ...state, choice: { ...state.choice, ...action.choice } };
    case 'face down': return { ...state, faceDown: action.on };
    case 'select': return { ...state, selected: action.card, suitKey: null };
    case 'keep ready': return { ...state, premove: action.card === state.premove ? null : action.card, selected: null, suitKey: null, refusal: null };
    case 'suit key': return { ...state, suitKey: action.suit, selected: null };
    case 'show last': return { ...state, lastShown: action.on };
    case 'replay': return replayBegins(state, action.replay);
    case 'replay step': return replayStep(state, action.step, (f) => gameShown(state, f));
    case 'replay over': return state.replay ? { ...state, replay: { ...state.replay, over: true } } : state;
    case 'next table': return nextTable(state, action.next);
    case 'clock': return clock(state, action.clock);
    case 'second': return second(state, action.now);
    case 'claiming': return { ...state, claiming: state.mine && state.mine.may_claim ? action.given : null, asking: false, helping: false };
    case 'compared': return { ...state, compared: { game: action.game, lines: action.lines } };
    case 'back read': return { ...state, backRead: action.at };
    case 'help': return { ...state, helping: action.on, asking: false, claiming: null };
    case 'ask': return { ...state, asking: action.on, helping: false, claiming: null };
    default: return talkAction(state, action);
  }
}

/** @param {State} state @param {{ends: number|null, paused: boolean}} told @returns {State} */
const clock = (state, told) => (told.ends === state.clock.ends && told.paused === state.clock.paused ? state : { ...state, clock: told, left: null });

/** @param {State} state @param {number} now @returns {State} */
function second(state, now) {
  const { ends } = state.clock, left = ends === null ? null : Math.max(0, Math.ceil((ends - now) / 1000));
  const hurry = hurryAt(state, now), warned = warns(state, hurry);
  return left === state.left && hurry === state.hurry && warned === state.warned ? state : { ...state, left, hurry, warned };
}

/** @param {State} state @param {any} f @returns {State} */
function frame(state, f) {
  if (isTalkAnswer(state, f)) return talkAction(state, { type: 'talk answer', frame: f });
  switch (f.type) {
    case 'table': return tableFrame(state, f);
    case 'game': return gameFrame(state, f);
    case 'talk': return talkAction(state, { type: 'talk frame', frame: f });
    case 'ack': return acked(state, f);
    case 'error': return refused(state, f);
    case 'notice': return f.code === 'replaced' ? { ...state, connection: 'replaced' } : { ...state, refusal: { code: f.code, message: f.message } };
    default: return state;
  }
}

/** The seats of the next board come with its cards: beside the old ones they would name the wrong people.
 * @param {State} state @param {any} f @returns {State} */
function tableFrame(state, f) {
  if (f.version < (state.coming ? state.coming.version : state.tableVersion)) return state;
  if (state.view && !state.replay && f.game && f.game !== state.game) return { ...state, coming: f };
  return { ...state, ...tableOf(f) };
}

/** @param {any} f */
const tableOf = (f) => ({ table: f.state, tableVersion: f.version, released: f.released || null, coming: null, turnClock: f.clock || null });

/** @param {State} state @param {any} f @returns {State} */
function gameFrame(state, f) {
  if (!f.view || watchesReleased(state)) return hiddenFrame(state, f, initial(''));
  return state.past.includes(f.game) ? state : gameShown(state, f);
}

/** @param {State} state @param {any} f @returns {State} */
function gameShown(state, f) {
  if (f.game !== state.game) return newGame(state, f);
  if (f.version < state.version) return state;
  const before = /** @type {PublicView} */ (state.view), now = /** @type {PublicView} */ (f.view);
  const mine = /** @type {SeatView|null} */ (f.me || null);
  const next = { ...state, ...broken(f), ...undoOf(f), me: seatIn(state, f), version: f.version, view: now, mine, turnClock: f.clock || null };
  const still = JSON.stringify(now) === JSON.stringify(before);
  if (state.pending && isAnswered(state.pending, f, still)) next.pending = null;
  if (now.tricks.length > before.tricks.length) {
    next.resting = { ...now.tricks[now.tricks.length - 1], number: now.tricks.length };
    next.gathering = false;
  }
  const wentBack = next.takenBack.length > state.takenBack.length;
  next.gaps = gapsAfter(state, mine);
  if (now.phase !== before.phase) { next.choice = NO_CHOICE; next.lastShown = false; }
  if (now.calls.length !== before.calls.length) next.choice = NO_CHOICE;
  if (before.phase === 'exchange' || (before.phase === 'discard' && now.phase === 'play')) next.gaps = [];
  if (now.tricks.length > before.tricks.length || !mine || !mine.legal.some((a) => a.face_down)) next.faceDown = false;
  if (state.selected && !handInPlay(next).includes(state.selected)) next.selected = null;
  next.premove = wentBack ? null : stillReady(state, next);
  if (wentBack) Object.assign(next, { resting: null, gathering: false, choice: NO_CHOICE, lastShown: false, gaps: gapsOnTable(next) });
  // what is said about taking back is a version too, and changes nothing about my turn
  if (wentBack || !still) { next.claiming = null; next.warned = false; }
  // only a lead face down is on offer: then that is how the card lies
  if (mine && mine.legal.length && mine.legal.every((a) => a.face_down)) next.faceDown = true;
  return next;
}

/** A card lies ready for one turn of one hand; a claim or a question in between takes it back.

 * @param {State} before @param {State} next */
function stillReady(before, next) {
  const { premove, mine, view } = next, sameHand = Boolean(mine && before.mine && mine.operates === before.mine.operates);
  return premove && view && view.phase === 'play' && sameHand && handInPlay(next).includes(premove) ? premove : null;
}

/** A board may be turned: then I hold another compass seat on it. Where the dealer sits out, who is sent no hand does so too.
 * @param {State} state @param {any} f @returns {Seat|''} */
const seatIn = (state, f) => (f.me ? f.me.seat : f.view.dealer === null ? '' : state.me);

/** @param {State} state @param {any} f @returns {State} */
function newGame(state, f) {
  const mine = f.me || null;
  const me = seatIn(state, f);
  const own = me && f.view.trick ? f.view.trick.plays.filter((/** @type {any} */ p) => p.seat === me && p.card) : [];
  const table = state.coming && state.coming.game === f.game ? tableOf(state.coming) : {};
  return {
    ...state, ...table, ...broken(f), ...undoOf(f), backRead: 0, me, game: f.game, version: f.version, view: f.view, mine, turnClock: f.clock || null,
    hidden: false, past: state.game ? [...state.past.slice(-20), state.game] : state.past,
    resting: null, gathering: false, gaps: own.map((/** @type {any} */ p) => p.card), pending: null, refusal: null, choice: NO_CHOICE,
    faceDown: Boolean(mine && mine.legal.length && mine.legal.every((/** @type {any} */ a) => a.face_down)),
    selected: null, suitKey: null, lastShown: false, premove: null, returned: null, claiming: null,
  };
}

/** @param {any} f */
const broken = (f) => ({ interrupted: Boolean(f.interrupted), hands: f.hands || null });

/** What is asked about taking back, and what was taken back.
 * @param {any} f */
const undoOf = (f) => ({ undo: f.undo || null, takenBack: f.taken_back || [] });

/** A message is answered by any later version of its game: either it made that version, or it came too late. Not so by a
 * question about taking back, which leaves everything as it was and lets a card on its way through.
 * @param {Message} pending @param {any} f @param {boolean} still */
const isAnswered = (pending, f, still) => pending.game === f.game && f.version > (pending.version ?? -1) && f.version >= (pending.acked ?? 0)
  && (!still || Boolean(pending.acked) || pending.do === 'undo');

/** The places of cards that left my hand stay open until the trick is gathered, and while it is my turn.
 * @param {State} state @param {SeatView|null} mine @returns {string[]} */
function gapsAfter(state, mine) {
  // another hand is in front of me now, of which no card is away
  if (!mine || !state.mine || state.mine.operates !== mine.operates) return [];
  const left = state.mine.hand.filter((card) => !mine.hand.includes(card));
  // a new card away means that my turn is over: older gaps close now at the latest
  return left.length ? left : state.gaps.filter((card) => !mine.hand.includes(card));
}

/** @param {State} state @returns {State} */
function gathered(state) {
  const next = { ...state, resting: null, gathering: false };
  const myTurn = state.view && actor(state.view) === state.me && !state.pending;
  if (!myTurn) next.gaps = gapsOnTable(state);
  return next;
}

/** My card in the running trick keeps its place.
 * @param {State} state */
function gapsOnTable(state) {
  const plays = state.view && state.view.trick ? state.view.trick.plays : [];
  return plays.some((p) => p.seat === state.me) ? state.gaps.slice(-1) : [];
}

/** @param {State} state @param {Message} message @returns {State} */
function sent(state, message) {
  const next = { ...state, pending: message, lastSent: message.id, refusal: null, selected: null, suitKey: null, premove: null, returned: null, claiming: null };
  // playing to the next trick sweeps the old one away at once
  if (message.do === 'play') { next.resting = null; next.gathering = false; }
  return next;
}

/** @param {State} state @param {any} f @returns {State} */
function acked(state, f) {
  if (!state.pending || state.pending.id !== f.id) return state;
  if (state.pending.do === 'next' || (f.game === state.game && f.version <= state.version)) return { ...state, pending: null };
  return { ...state, pending: { ...state.pending, acked: f.version } };
}

/** @param {State} state @param {any} f @returns {State} */
function refused(state, f) {
  const refusal = { code: f.error.code, message: f.error.message };
  // a later version may have ended the waiting before it is said why
  if (f.id && f.id !== state.lastSent) return state;
  if (!f.id) return { ...state, refusal };
  return { ...state, pending: null, premove: null, returned: (state.pending && state.pending.card) || null, refusal };
}

/** My hand as drawn: what I hold and the open places, in the order of `sort`. A card on its way is an open place too.
 * @param {State} state @param {(cards: string[]) => string[]} sort */
export function handAsDrawn(state, sort) {
  const hand = handInPlay(state);
  const away = new Set(state.gaps);
  if (state.pending && ['play', 'discard', 'exchange'].includes(state.pending.do) && state.pending.card) away.add(state.pending.card);
  return sort([...new Set([...hand, ...away])]).map((card) => ({ card, gone: away.has(card) }));
}

/** The trick as it lies on the table: a complete one that still rests, or the running one with my card already in it.
 * @param {State} state */
export function trickOnTable(state) {
  const view = state.view;
  if (!view) return null;
  if (state.resting) return { number: state.resting.number, leader: state.resting.leader, plays: playsOf(state.resting), winning: state.resting.winner, complete: true };
  if (!view.trick) return null;
  const { pending, me } = state;
  const plays = view.trick.plays.map((play) => (play.seat === me && !play.card && state.mine && state.mine.face_down ? { ...play, own: state.mine.face_down } : play));
  if (pending && pending.do === 'play' && me && view.to_act && plays.length < 4 && actor(view) === me) {
    plays.push({ seat: view.to_act, card: pending.face_down ? null : pending.card || null });
  }
  return { number: view.trick.number, leader: view.trick.leader, plays, winning: view.trick.winning, complete: false };
}

/** Is it my turn, with nothing of mine under way?
 * @param {State} state */
export const myTurn = (state) => Boolean(state.me && state.view && actor(state.view) === state.me && state.mine && state.mine.legal.length && !state.pending && !isStill(state) && !waitsForNextBoard(state));

/** Nobody may act: the table is paused, or the board was broken off.
 * @param {State} state */
export const isStill = (state) => Boolean(state.interrupted || (state.table && state.table.paused));

/** Seats that have yet to play to the trick on the table.
 * @param {{leader: Seat, plays: {seat: Seat}[]}} trick */
export const stillToPlay = (trick) => [0, 1, 2, 3].map((i) => after(trick.leader, i)).filter((seat) => !trick.plays.some((p) => p.seat === seat));
