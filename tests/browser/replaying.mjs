/* The frames of whole games go to the reducer over a bad line: FRAMES=file node --test replaying.mjs
   Written by test_replaying.py: a line for each game, then a line for each of its moments. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

globalThis.gettext = (text) => text;
globalThis.ngettext = (one, many, n) => (n === 1 ? one : many);
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));

const at = '../../gameplay/static/gameplay/table/';
const { initial, reduce, handAsDrawn, trickOnTable, myTurn } = await import(`${at}store.js`);
const { actor, handInPlay, sortCards } = await import(`${at}derive.js`);
const { headline, turnText } = await import(`${at}words.js`);
const { news } = await import(`${at}news.js`);
const { tablePage } = await import(`${at}view.js`);

const LIKES = { playBy: '', confirm: false, premove: false, left: false, hints: true, pace: 'calm', keys: true };
const PAGE = { home: '/', canTake: [], narrow: false, seated: true, likes: LIKES };
const ACT = new Proxy({}, { get: () => () => {} });
const LOST = 0.12, TWICE = 0.1, LATE = 0.1, REFUSED = 0.1, OLD = 0.02, OLD_TABLE = 0.3, DRAWN = 0.02;

/** The same line on every run. */
function dice(seed) {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One page that stays open over all games, at a seat of each or watching. */
class Page {
  constructor(seed) {
    this.state = initial('');
    this.roll = dice(seed);
    this.frames = 0;
  }

  do(action) { this.state = reduce(this.state, action); }

  hear(frame) {
    const before = this.state;
    this.do({ type: 'frame', frame });
    this.frames += 1;
    const lines = [headline(this.state), ...turnText(this.state), ...(this.state === before ? [] : news(before, this.state, frame.events || []))];
    for (const line of lines) assert.doesNotMatch(String(line), /undefined|null|NaN|\[object|%\(/);
  }

  /** The card is where the person put it from the moment it is sent, and back when it is refused. */
  act(frame, action, me) {
    const { seat: _, by: __, game, ...fields } = action;
    const message = { ...fields, ...(game ? { pass_game: game } : {}), id: `m${this.frames}`, game: frame.game, version: frame.version };
    this.do({ type: 'sent', message });
    assert.equal(myTurn(this.state), false, 'nothing can be sent twice');
    if (action.do === 'play') {
      assert.equal(trickOnTable(this.state).plays.at(-1).card, action.face_down ? null : action.card);
      if (!this.state.mine.operates) assert.ok(handAsDrawn(this.state, sortCards).find((one) => one.card === action.card).gone);
    }
    const roll = this.roll();
    if (roll < REFUSED) {
      this.hear({ type: 'error', id: message.id, game: frame.game, version: frame.version, error: { code: 'stale', message: 'no', detail: {} } });
      this.shows(frame, me);
      this.do({ type: 'sent', message });
    }
    return { type: 'ack', id: message.id, game: frame.game, version: frame.version + 1 };
  }

  shows(frame, me) {
    const { state } = this, { view } = frame, mine = frame.me || null;
    assert.equal(state.view, view);
    assert.equal(state.mine, mine);
    assert.deepEqual([state.game, state.version, state.me, state.pending], [frame.game, frame.version, me, null]);
    assert.equal(state.table.board, frame.board, 'the names are those of this board');
    assert.equal(myTurn(state), Boolean(mine && mine.legal.length && actor(view) === me));
    const drawn = handAsDrawn(state, sortCards);
    assert.deepEqual(drawn.filter((one) => !one.gone).map((one) => one.card), sortCards(handInPlay({ view, mine })).filter((card) => !drawn.some((one) => one.card === card && one.gone)));
    for (const { card, gone } of drawn) assert.ok(gone || handInPlay({ view, mine }).includes(card));
    assert.ok(drawn.filter((one) => one.gone).every((one) => !handInPlay({ view, mine }).includes(one.card)), 'what I hold can be seen');
    const trick = trickOnTable(state);
    if (state.resting) assert.deepEqual(trick.plays.map((one) => one.card), view.tricks.at(-1).cards);
    else if (view.trick) assert.deepEqual(trick.plays.map(({ seat, card }) => ({ seat, card })), view.trick.plays);
    if (this.roll() < DRAWN) tablePage(state, ACT, PAGE);
    if (state.resting && this.roll() < 0.6) { this.do({ type: 'gathering' }); this.do({ type: 'gathered' }); }
  }
}

const seat = (name) => ({ name, kind: 'person', away: false });
const table = (game, board) => ({
  type: 'table', table: 't1', game, version: board, released: null,
  state: { policy: 'live', board, number: board, length: null, planned: false, turn: 0, paused: false, closed: false, seats: { N: seat('Noor'), E: seat('Evi'), S: seat('Sem'), W: seat('Wim') }, boards: [], totals: { N: 0, E: 0, S: 0, W: 0 }, ready: [], waiting_for: [] },
});

/** One game as one viewer is sent it, on a page that has shown others before. */
function watch(page, name, board, me, moments) {
  const frames = moments.map(({ public: frame, own }) => ({ ...frame, game: name, board, ...(me ? { me: own[me] } : {}) }));
  const sent = frames.map((frame) => JSON.stringify(frame));
  if (page.roll() < OLD_TABLE && page.state.table) page.hear(table(page.state.game, page.state.table.board));
  page.hear(table(name, board));
  let shown = -1;
  for (const [now, frame] of frames.entries()) {
    const { action } = moments[now], last = now === frames.length - 1;
    const acts = me && action && (action.by || action.seat) === me && shown === now - 1 && shown >= 0;
    const ack = acts ? { ...page.act(frames[shown], action, me), version: frame.version } : null;
    if (ack && page.roll() < 0.5) page.hear(ack);
    if (!last && page.roll() < LOST) continue;
    page.hear(frame);
    if (ack) page.hear(ack);
    if (page.roll() < TWICE) page.hear(frame);
    if (page.roll() < LATE) page.hear(frames[Math.floor(page.roll() * now)]);
    if (page.last && page.roll() < OLD) page.hear(page.last);
    page.shows(frame, me);
    shown = now;
  }
  page.last = frames.at(-1);
  assert.deepEqual(frames.map((frame) => JSON.stringify(frame)), sent, 'no frame was changed by being shown');
}

test('whatever the line does, the page shows the view of the server', (context) => {
  const watching = new Page(1), seated = [new Page(2), new Page(3)];
  const lines = readFileSync(process.env.FRAMES, 'utf8').trimEnd().split('\n');
  let game = null, games = 0;
  const over = () => {
    if (!game) return;
    games += 1;
    for (const [number, me] of ['', ...game.seats].entries()) {
      try { watch(me ? seated[number - 1] : watching, game.name, games, me, game.moments); } catch (error) { error.message = `${game.name}, ${me || 'who watches'}: ${error.message}`; throw error; }
    }
  };
  for (const line of lines) {
    const told = JSON.parse(line);
    if (told.name) { over(); game = { ...told, moments: [] }; } else game.moments.push(told);
  }
  over();
  context.diagnostic(`games ${games}`);
});
