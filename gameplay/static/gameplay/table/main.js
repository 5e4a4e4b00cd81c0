// @ts-check
/* Ties the parts together: frames in, messages out, one drawing per change, timers, focus, the live region. */
import { drawShapes } from '../cards.js';
import { html, render } from './html.js';
import { declareOptions, faceDownOffer, sortCards } from './derive.js';
import { handAsDrawn, initial, myTurn, reduce } from './store.js';
import { newId, openSocket, openStream, waitBefore } from './socket.js';
import { replayer } from './replay.js';
import { watchesReleased } from './watching.js';
import { BELOW } from './result.js';
import { showsResult, tablePage } from './view.js';
import { claimedTricks, mayClaim } from './claim.js';
import { asksForOthers } from './compared.js';
import { picked } from './bidding.js';
import { draggable } from './drag.js';
import { tableKeys } from './keys.js';
import { likesOf } from './likes.js';
import { handActs, hidesNextTrick } from './playing.js';
import { playsWhatLiesReady } from './premove.js';
import { capital, lastTrickText, paused, replayTitle, seatText, uncapital, whyNot } from './words.js';
import { keepsNewest, talkNews } from './talk.js';
import { talkActs } from './talking.js';
import { hurryNews } from './hurry.js';
import { isAsked, isMeant, mayUndo } from './undo.js';
import { hasClock } from './turnclock.js';
import { news } from './news.js';

/* global gettext, interpolate */

const likes = likesOf(document.documentElement.dataset);
const REST = likes.pace === 'fast' ? 350 : 900, REST_WHEN_PLAY_GOES_ON = 350, REFUSAL = 4000, QUIET_BEFORE_ALARM = 2000, ASK_FOR_NEXT = 5000, ASK_FOR_CLOCK = 15000, ASK_WHILE_WATCHING = 60000;

const root = /** @type {HTMLElement} */ (document.getElementById('table-app'));
const data = root.dataset;
const me = /** @type {any} */ (data.seat || '');
const narrow = matchMedia('(max-width: 699px)');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const page = {
  home: data.home, title: data.title || '', next: data.next || '', plays: data.plays === '1', board: data.board || '', standings: data.standings || '', call: data.call || '', table: data.table || '', commentary: data.comment || '', commentators: data.commentators || '', step: (data.replay || '').replace(/replay\/$/, ''), settings: data.settings, leave: data.leave, fill: data.fill, invite: data.invite, seat: data.takeSeat,
  // has a place here, also where he sits out a board and is shown what spectators are
  seated: Boolean(data.ws), token: data.token, opener: data.opener === '1', canTake: (data.canTake || '').split(' ').filter(Boolean),
  likes, narrow: narrow.matches, focusCard: /** @type {string|null} */ (null), below: BELOW,
};

let state = { ...initial(me), commentary: Boolean(data.commentary) };
/** @type {{send: (message: any) => boolean}} */
let line = { send: () => false };
let restTimer = 0, refusalTimer = 0, lostTimer = 0, askTimer = 0, focusTimer = 0, asked = 0, sentAt = -Infinity, seeksNext = false;
// this device's clock may be off, and everybody is to see the same card
const ahead = Date.parse(data.now || '') - arrived() || 0;
const replay = replayer({
  async fetch(board) {
    const answer = await fetch(String(data.replay).replace('/0/', `/${board}/`));
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  },
  now: () => Date.now() + ahead,
  begin: (begun) => dispatch({ type: 'replay', replay: begun }),
  step: (step) => dispatch({ type: 'replay step', step }),
  over: () => dispatch({ type: 'replay over' }),
});

// not when this script ran at last: on a slow device seconds after the page was made
function arrived() {
  const [page] = performance.getEntriesByType('navigation');
  return page instanceof PerformanceNavigationTiming ? performance.timeOrigin + page.responseStart : Date.now();
}

/** Points that the rules' source does not tell are called so until the tournament has confirmed them.
 * @param {any} frame */
function asConfirmed(frame) {
  if (data.confirmed && frame.view) frame.view.values_reconstructed = false;
  return frame;
}

/** @param {any} action */
function dispatch(action) {
  const before = state;
  state = reduce(state, action);
  if (state === before) return;
  draw(before);
  const shown = action.type === 'replay step' ? action.step : action.type === 'frame' && action.frame.type === 'game' ? action.frame : null;
  if (shown && (state.version !== before.version || state.game !== before.game)) announce(news(before, state, shown.events || []));
  announce([...around(before), ...talkNews(before, state)]);
  if (watchesReleased(state)) replay(state.released);
  if (state.table && state.table.closed) seekNext();
  else if (page.next && before.table && paused(state) !== paused(before)) askSoon();
  if (state.refusal && state.refusal !== before.refusal) {
    announce([state.refusal.message]);
    clearTimeout(refusalTimer);
    refusalTimer = window.setTimeout(() => dispatch({ type: 'refusal over' }), REFUSAL);
  }
  timeTheTrick(before);
  premove();
  askOthers();
  if (likes.sound && myTurn(state) && !myTurn(before)) tick();
  if (state.connection !== before.connection) alarm();
}

/** What happens to the table itself.
 * @param {import('./state.js').State} before */
function around(before) {
  const lines = hurryNews(before, state);
  if (before.table && paused(state) !== paused(before)) lines.push(paused(state) ? gettext('The table is paused.') : gettext('The table goes on.'));
  if (state.interrupted && !before.interrupted) lines.push(gettext('This board was interrupted.'));
  if (state.replay && (!before.replay || before.replay.game !== state.replay.game)) lines.push(`${replayTitle(state.replay)}.`);
  if (state.next && state.next.table_url && !(before.next && before.next.table_url)) lines.push(gettext('Your next table is there.'));
  if (before.me && !state.me && page.seated && state.view) lines.push(gettext('You sit out this board.'));
  else if (before.me && state.me !== before.me && page.title) lines.push(`${seatText(state)}.`);
  return lines;
}

/** From here on it is asked more often, until it is known where people sit next. */
function seekNext() {
  if (!page.next || seeksNext) return;
  seeksNext = true;
  clearTimeout(askTimer);
  ask();
}

/** A clock has been stopped or goes on; not all pages of a field are to ask at the same moment. */
function askSoon() {
  clearTimeout(askTimer);
  askTimer = window.setTimeout(ask, Math.random() * ASK_FOR_NEXT);
}

/** How long there still is at this table, and where its people sit when it has finished. */
async function ask() {
  let wait = !page.plays ? ASK_WHILE_WATCHING : seeksNext ? ASK_FOR_NEXT : ASK_FOR_CLOCK;
  try {
    const answer = await fetch(page.next, { headers: { Accept: 'application/json' } });
    if (answer.ok) {
      const told = await answer.json();
      if (seeksNext) dispatch({ type: 'next table', next: { text: told.text, table_url: told.table_url === location.pathname ? null : told.table_url } });
      else dispatch({ type: 'clock', clock: clockOf(told) });
    }
    asked = 0;
  } catch {
    wait = Math.max(wait, waitBefore(asked));
    asked += 1;
  }
  if (!state.next || !state.next.table_url) askTimer = window.setTimeout(ask, wait);
}

/** @param {{ends?: string|null, paused?: boolean}} told */
const clockOf = (told) => ({ ends: Date.parse(told.ends || '') || null, paused: Boolean(told.paused) });

/** A complete trick rests, then goes to its winner; when play goes on meanwhile, sooner.
 * @param {import('./state.js').State} before */
function timeTheTrick(before) {
  if (!state.resting || state.gathering || waitsForMe()) return;
  const goesOn = Boolean(state.view && state.view.trick && state.view.trick.plays.length);
  const fresh = state.resting !== before.resting;
  if (!fresh && !goesOn) return;
  clearTimeout(restTimer);
  restTimer = window.setTimeout(gather, goesOn ? REST_WHEN_PLAY_GOES_ON : REST);
}

/** Does the complete trick stay until I put it away? A question has its place. */
const waitsForMe = () => Boolean(likes.pace === 'tap' && state.resting && state.me && state.view && ['play', 'finished'].includes(state.view.phase));

function gather() {
  dispatch({ type: 'gathering' });
  restTimer = window.setTimeout(() => dispatch({ type: 'gathered' }), calm.matches ? 1 : 400);
}

/** Draws, and keeps the focus at its place in the hand when the card under it leaves the page. The
 * focus is let go before and not lost on the way, since a browser that loses the element with the
 * focus lays out the half-drawn page first; it comes back in a task of its own, for the same reason.
 * @param {import('./state.js').State} before */
function draw(before) {
  window.clearTimeout(focusTimer);
  const focused = /** @type {HTMLElement|null} */ (document.activeElement), card = focused ? focused.dataset.hand : undefined;
  const next = card && root.contains(focused) ? cardInPlaceOf(card, before) : null;
  if (focused && next) {
    focused.blur();
    page.focusCard = next;
  }
  const question = focused && root.contains(focused) ? focused.closest('.undoing, #undo') : null;
  if (page.narrow && showsResult(state) && !showsResult(before)) unfold(0);
  const newest = keepsNewest(root);
  render(tablePage(state, act, page), root);
  newest();
  if (question && !root.contains(focused)) window.setTimeout(() => { if (document.activeElement === document.body) focus((myTurn(state) && root.querySelector('[data-bid]:not([aria-disabled])')) || root.querySelector('.cardbtn[tabindex="0"]')); });
  if (next) window.setTimeout(() => { if (document.activeElement === document.body) focusCard('.cardbtn[tabindex="0"]'); });
  aimSkipLink();
  for (const question of QUESTIONS) if (Boolean(state[question.open]) !== Boolean(before[question.open])) moveFor(question);
}

/** An old phone has a whole score sheet to lay out: what is below the fold comes part by part.
 * @param {number} parts */
function unfold(parts) {
  page.below = parts;
  if (parts < BELOW) window.setTimeout(() => { unfold(parts + 1); draw(state); }, 50);
}

/** Which card lies where `card` lay, if that one is no longer drawn.
 * @param {string} card @param {import('./state.js').State} before */
function cardInPlaceOf(card, before) {
  const left = showsResult(state) ? [] : handAsDrawn(state, sortCards).map((each) => each.card);
  const at = handAsDrawn(before, sortCards).findIndex((each) => each.card === card);
  return left.includes(card) || at < 0 ? null : left[Math.min(at, left.length - 1)] || null;
}

/** On the score sheet there is no hand to skip to. */
function aimSkipLink() {
  const link = /** @type {HTMLAnchorElement} */ (document.querySelector('.skip')), hand = document.getElementById('hand');
  const target = hand ? '#hand' : '#content';
  if (link.hash === target) return;
  link.hash = target;
  link.textContent = hand ? gettext('To your hand') : gettext('To the content');
}

/** @type {{open: 'asking'|'claiming'|'helping', title: string, button: string}[]} */
const QUESTIONS = [{ open: 'asking', title: 'ask-title', button: 'stop' }, { open: 'claiming', title: 'claim-title', button: 'claim' }, { open: 'helping', title: 'keys-title', button: 'help' }];
let cameFrom = /** @type {Element|null} */ (null);

/** A question is opened and closed by the person, so the focus may follow. It stays where it is when
 * something else closed it and the focus was not inside.
 * @param {typeof QUESTIONS[0]} question */
function moveFor({ open, title, button }) {
  const focused = document.activeElement;
  if (state[open]) {
    cameFrom = focused;
    focus(document.getElementById(title));
  } else if (!focused || focused === document.body) {
    focus(document.getElementById(button) || (cameFrom && root.contains(cameFrom) ? cameFrom : root.querySelector('.cardbtn[tabindex="0"]')));
  }
}

/** @param {Element|null} target */
const focus = (target) => { if (target) /** @type {HTMLElement} */ (target).focus(); };

/** One soft tick for "your turn"; only for those who asked for it. */
function tick() {
  const audio = new AudioContext(), tone = audio.createOscillator(), volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.12);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.12);
  tone.onended = () => audio.close();
}

/** @param {string[]} lines */
function announce(lines) {
  const region = /** @type {HTMLElement} */ (document.getElementById('news'));
  for (const text of lines) region.append(Object.assign(document.createElement('p'), { textContent: text }));
  while (region.children.length > 8) /** @type {Element} */ (region.firstElementChild).remove();
}

/** Said at once, and only for a connection that is lost or taken over. */
function alarm() {
  const region = /** @type {HTMLElement} */ (document.getElementById('alarm'));
  /** @type {Partial<Record<typeof state.connection, string>>} */
  const said = { lost: gettext('Connection lost. Looking for the connection.'), replaced: gettext('You play on in another window.'), removed: gettext('This seat is no longer yours'), gone: gettext('This table is closed') };
  region.textContent = said[state.connection] || '';
}

/** A short gap in the connection is nobody's business; after two seconds it is said.
 * @param {string} connection */
function connection(connection) {
  const trying = connection === 'lost' && state.connection !== 'lost';
  if (trying && lostTimer) return; // counted from the first of many attempts
  clearTimeout(lostTimer);
  lostTimer = trying ? window.setTimeout(() => { lostTimer = 0; dispatch({ type: 'connection', connection }); }, QUIET_BEFORE_ALARM) : 0;
  if (connection === 'open') for (const message of state.talk.waiting) line.send(message);
  if (connection === 'silent') dispatch({ type: 'connection', connection: 'lost' });
  else if (connection !== 'lost') dispatch({ type: 'connection', connection });
}

/** @param {any} fields */
function send(fields) {
  const message = { id: newId(), game: state.game, version: state.version, ...fields };
  sentAt = performance.now();
  dispatch({ type: 'sent', message });
  line.send(message);
}

const sweep = () => { if (!state.resting) return false; clearTimeout(restTimer); gather(); return true; };
const hand = handActs({ read: () => state, dispatch, send, sweep, likes });
const askOthers = asksForOthers({ address: data.compare || '', read: () => state, told: (game, lines) => dispatch({ type: 'compared', game, lines }) });
const premove = playsWhatLiesReady({
  read: () => state, play: hand.play, waits: () => waitsForMe() && hidesNextTrick(state),
  drop(card) {
    dispatch({ type: 'keep ready', card });
    dispatch({ type: 'refuse', refusal: { code: 'not_now', message: interpolate(gettext('Taken back: %(reason)s'), { reason: uncapital(whyNot(state, card)) }, true) } });
  },
});

/** What buttons and keys may do. */
const act = {
  ...talkActs({ read: () => state, dispatch, send: (message) => line.send(message), focus: focusCard, page }),
  bid: (/** @type {string} */ bid) => { if (myTurn(state)) send({ do: 'bid', bid }); },
  choose: (/** @type {string} */ game) => { if (myTurn(state)) send({ do: 'choose', pass_game: game }); },
  pick: (/** @type {string} */ pick) => dispatch({ type: 'choose', choice: { pick } }),
  answer: (/** @type {boolean} */ accept) => { if (myTurn(state)) send({ do: 'answer', accept }); },
  leader: (/** @type {string} */ leader) => { if (myTurn(state)) send({ do: 'leader', leader }); },
  trump: (/** @type {string} */ trump) => dispatch({ type: 'choose', choice: { trump, card: null, blind: false } }),
  card: (/** @type {string} */ card, /** @type {boolean} */ blind) => {
    const { trump } = declareOptions(state.mine, state.choice.trump);
    dispatch({ type: 'choose', choice: { trump, card, blind } });
  },
  declare() {
    const options = declareOptions(state.mine, state.choice.trump);
    const answer = options.answer || options.cards.find((a) => a.card === state.choice.card && Boolean(a.blind) === state.choice.blind);
    if (!myTurn(state) || !answer) return;
    const { seat: _, ...fields } = answer;
    send(fields);
  },
  keep() { if (myTurn(state)) send({ do: 'exchange' }); },
  ...hand, sweep,
  /** In a task of its own: the browser has enough to do with the tap itself.
   * @param {string} card */
  tap: (card) => {
    const at = performance.now();
    window.setTimeout(() => { if (handAsDrawn(state, sortCards).some((each) => each.card === card && !each.gone)) hand.tap(card, at); });
  },
  claiming: (/** @type {any} */ given) => { if (!given || mayClaim(state)) dispatch({ type: 'claiming', given }); },
  claim() { if (mayClaim(state)) send({ do: 'claim', tricks: claimedTricks(state) }); },
  undo(/** @type {MouseEvent} */ click) { if (mayUndo(state) && isMeant(click, performance.now() - sentAt)) send({ do: 'undo' }); },
  undoAnswer(/** @type {boolean} */ agree) { if (isAsked(state)) send({ do: 'undo_answer', agree }); },
  noteRead: (/** @type {string} */ id) => dispatch({ type: 'note read', id }),
  backRead: (/** @type {number} */ at) => dispatch({ type: 'back read', at }),
  help: (/** @type {boolean} */ on) => dispatch({ type: 'help', on }),
  /** Enter on what is chosen already: that is what I say. */
  say() {
    const pick = picked(state), button = /** @type {HTMLElement|null} */ (root.querySelector('.turnbar.on .okbtn:not([aria-disabled], #undo)'));
    if (pick) act[state.view && state.view.phase === 'choose' ? 'choose' : 'bid'](pick);
    else if (button) button.click();
    return Boolean(pick || button);
  },
  escape() {
    if (state.premove) dispatch({ type: 'keep ready', card: state.premove });
    if (state.selected || state.suitKey) dispatch({ type: 'select', card: null });
    if (state.lastShown) act.showLast(false);
  },
  lastTrick() {
    const text = lastTrickText(state), button = /** @type {HTMLElement|null} */ (root.querySelector('.lastbtn'));
    if (button && button.offsetParent) act.showLast(!state.lastShown);
    announce([text || gettext('There is no last trick yet.')]);
  },
  faceDown: (/** @type {boolean} */ on) => { if (faceDownOffer(state.mine) === 'may') dispatch({ type: 'face down', on }); },
  suitKey: (/** @type {string} */ suit) => { dispatch({ type: 'suit key', suit }); focusCard(`[data-hand^="${suit}"]:not(.gone)`); },
  mark: (/** @type {string} */ card) => { dispatch({ type: 'select', card }); focusCard(`[data-hand="${card}"]`); },
  /** @param {FocusEvent} event */
  focused(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest('[data-hand]');
    const card = button ? /** @type {HTMLElement} */ (button).dataset.hand || null : null;
    if (card === page.focusCard) return;
    page.focusCard = card;
    // a tap gives the focus and then plays the card: a page that is drawn in between is laid out twice
    window.clearTimeout(focusTimer);
    focusTimer = window.setTimeout(() => draw(state));
  },
  back: () => send({ do: 'back' }),
  next: () => send({ do: 'next', board: state.table.board }),
  showLast: (/** @type {boolean} */ on) => dispatch({ type: 'show last', on }),
  ask: (/** @type {boolean} */ on) => dispatch({ type: 'ask', on }),
  reload: () => location.reload(),
};

/** @param {string} selector */
function focusCard(selector) {
  const button = /** @type {HTMLElement|null} */ (root.querySelector(selector));
  if (button) button.focus();
}

drawShapes();
if (likes.playBy === 'drag') draggable(root, hand.drop);
tableKeys({ root, read: () => state, act, likes });
narrow.addEventListener('change', () => { page.narrow = narrow.matches; render(tablePage(state, act, page), root); });
for (const frame of JSON.parse(/** @type {HTMLElement} */ (document.getElementById('frames')).textContent || '[]')) state = reduce(state, { type: 'frame', frame: asConfirmed(frame) });
root.replaceChildren();
draw(state);
if (watchesReleased(state)) replay(state.released);
if (page.next) {
  dispatch({ type: 'clock', clock: clockOf({ ends: data.ends, paused: data.paused === '1' }) });
  askTimer = window.setTimeout(ask, ASK_FOR_CLOCK);
}
const second = () => dispatch({ type: 'second', now: Date.now() + ahead });
if (page.next || hasClock(state)) {
  second();
  window.setInterval(second, 1000);
}
if (state.table && state.table.closed) seekNext();
askOthers();
/** @param {any} frame */
function heard(frame) {
  dispatch({ type: 'frame', frame: asConfirmed(frame) });
  if (hasClock(state)) second(); // of whoever is to act now
}
const on = { frame: heard, connection, unanswered: () => state.pending };
// a card that was put down without a line is not left behind unsaid
window.addEventListener('beforeunload', (event) => { if (state.pending && state.connection === 'lost') event.preventDefault(); });
line = data.ws || data.commentary ? openSocket(String(data.ws || data.commentary), on) : openStream(String(data.sse), on);
