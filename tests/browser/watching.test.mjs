/* Boards that are turned, hidden, released and paused, as the page keeps them: node --test tests/browser */
import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.gettext = (text) => text;
globalThis.ngettext = (one, many, n) => (n === 1 ? one : many);
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
globalThis.window = globalThis;

const at = '../../gameplay/static/gameplay/table/';
const { initial, myTurn, reduce } = await import(`${at}store.js`);
const { playedCards } = await import(`${at}derive.js`);
const { replayer, stepAt } = await import(`${at}replay.js`);
const { boardOf, doing, headline, nameOf, turnText } = await import(`${at}words.js`);

const NAMES = ['Noor', 'Evi', 'Sem', 'Wim'];
/** Who sits where when the board is turned: everybody keeps his chair. */
const seats = (turn) => Object.fromEntries([...'NESW'].map((seat, i) => [seat, { name: NAMES[(i - turn + 4) % 4], kind: 'person', away: false }]));
const table = (version, turn = 0, changes = {}, game = 'g1', released = null) => ({
  type: 'table', table: 't1', game, version, released,
  state: { policy: 'board', board: 5, number: 1, length: 4, planned: true, turn, paused: false, closed: false, seats: seats(turn), boards: [], totals: {}, ready: [], waiting_for: [], ...changes },
});
const view = (changes = {}) => ({ phase: 'play', to_act: 'S', calls: [], contracts: [], trick: null, tricks: [], taken: {}, finished: false, result: null, ...changes });
const game = (seat, version = 3, id = 'g1', changes = {}) => ({
  type: 'game', game: id, version, events: [], view: view(changes), me: { seat, hand: ['SA'], legal: [{ do: 'play', seat, card: 'SA' }], holds_called: false, blind: null, face_down: null },
});
const hidden = (board = 5, finished = false) => ({ type: 'game', game: `g${board}`, version: 0, events: [], view: null, place: { board, finished } });
const after = (me, ...frames) => frames.reduce((state, frame) => reduce(state, { type: 'frame', frame }), initial(me));
const step = (number, changes = {}) => ({ number, at_ms: number * 100, events: [], view: view(changes), last: false });
const REPLAY = { board: 5, game: 'g5', seats: seats(1), hands: { N: 'A...', E: '...', S: '...', W: '...' }, finished: true };

test('my seat follows a board that is turned, and "You" with it', () => {
  const state = after('S', table(1), game('S'), table(2, 1, {}, 'g2'), game('W', 1, 'g2'));
  assert.equal(state.me, 'W');
  assert.equal(nameOf(state, 'W'), 'You');
  assert.equal(nameOf(state, 'E'), 'Noor');
});

test('until the cards of the turned board are here, the old board keeps its names', () => {
  const state = after('S', table(1), game('S'), table(2, 1, {}, 'g2'));
  assert.equal(nameOf(state, 'S'), 'You');
  assert.equal(nameOf(state, 'N'), 'Noor');
  assert.equal(reduce(state, { type: 'frame', frame: table(1) }), state);
});

test('nobody may act at a table that is paused, and it says so', () => {
  const state = after('S', table(1), game('S'));
  assert.equal(myTurn(state), true);
  const paused = reduce(state, { type: 'frame', frame: table(2, 0, { paused: true }) });
  assert.equal(myTurn(paused), false);
  assert.equal(turnText(paused)[0], 'The table is paused');
});

test('a board that was broken off asks nobody for anything', () => {
  const state = after('S', table(1), { ...game('S'), interrupted: true });
  assert.equal(myTurn(state), false);
  assert.equal(turnText(state)[0], 'This board was interrupted');
});

test('who watches is told which board is played and nothing of its cards', () => {
  const state = after('', table(1), hidden());
  assert.equal(headline(state), 'Board 5 (1 of 4), is being played');
  assert.equal(headline(after('', table(1, 0, { board: 1 }), hidden(1))), 'Board 1 of 4, is being played');
  assert.equal(headline(after('', table(1), hidden(5, true))), 'Board 5 (1 of 4), has been played');
  assert.equal(state.view, null);
});

test('a whole view that comes with the release does not tell the end before the replay does', () => {
  const over = { ...game('S', 60, 'g5', { finished: true }), me: undefined };
  assert.equal(after('', table(1), hidden(), over).view, null);
});

test('a released board is shown with the seats of that board while the table goes on', () => {
  let state = reduce(after('', table(1), hidden()), { type: 'replay', replay: REPLAY });
  state = reduce(state, { type: 'replay step', step: step(0) });
  state = reduce(state, { type: 'frame', frame: table(2, 2, { board: 6, number: 2 }, 'g6') });
  state = reduce(state, { type: 'frame', frame: hidden(6) });
  assert.equal(nameOf(state, 'E'), 'Noor');
  assert.equal(doing(state), 'Now playing board 6');
  assert.equal(state.version, 0);
  assert.notEqual(state.view, null);
});

test('a step that comes late does not turn the replay back', () => {
  let state = reduce(after('', table(1), hidden()), { type: 'replay', replay: REPLAY });
  state = reduce(state, { type: 'replay step', step: step(7) });
  assert.equal(reduce(state, { type: 'replay step', step: step(6) }), state);
});

test('an interrupted board shows its hands at its last step only', () => {
  let state = reduce(after('', table(1), hidden()), { type: 'replay', replay: { ...REPLAY, finished: false } });
  state = reduce(state, { type: 'replay step', step: step(1) });
  assert.deepEqual([state.interrupted, state.hands], [false, null]);
  state = reduce(state, { type: 'replay step', step: { ...step(2), last: true } });
  assert.deepEqual([state.interrupted, state.hands], [true, REPLAY.hands]);
});

test('the number of a board is that of the session, and its place at this table is told beside it', () => {
  assert.equal(boardOf({ board: 5, number: 1, length: 4 }), 'board 5 (1 of 4)');
  assert.equal(boardOf({ board: 2, number: 2, length: 4 }), 'board 2 of 4');
  assert.equal(boardOf({ board: 9, number: 9, length: null }), 'board 9');
});

test('played cards are those of complete tricks and of the running one, but none that lies face down', () => {
  const tricks = [{ leader: 'N', cards: ['SA', 'S2', 'S3', 'S4'], winner: 'N' }];
  const { gone, last } = playedCards(view({ tricks, trick: { number: 2, leader: 'N', plays: [{ seat: 'N', card: null }], winning: null } }));
  assert.deepEqual([[...gone], last], [['SA', 'S2', 'S3', 'S4'], 'S4']);
});

test('the clock decides which step is shown', () => {
  const steps = [0, 100, 250].map((at_ms) => ({ at_ms }));
  assert.deepEqual([-5, 0, 99, 100, 249, 9999].map((ms) => stepAt(steps, ms)), [0, 0, 0, 1, 1, 2]);
});

/** A replayer on a clock of its own; answers what it showed. */
function playing(now, steps, fail = 0) {
  const said = [];
  const play = replayer({
    fetch: async (board) => { if (fail-- > 0) throw new Error('404'); return { ...REPLAY, board, game: `g${board}`, steps }; },
    now, begin: (it) => said.push(`begin ${it.board}`), step: (it) => said.push(it.number), over: () => said.push('over'),
  });
  return { play, said };
}
const released = (board, at) => ({ board, game: `g${board}`, at: new Date(at).toISOString() });
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

test('who comes late begins where the others are, and sees the end once', async () => {
  const start = 1_000_000, began = Date.now();
  const { play, said } = playing(() => start + 120 + Date.now() - began, [0, 50, 100, 200].map((at_ms) => ({ at_ms, events: [] })));
  play(released(5, start));
  play(released(5, start));
  await pause(20);
  assert.deepEqual(said, ['begin 5', 2]);
  await pause(200);
  assert.deepEqual(said, ['begin 5', 2, 3, 'over']);
});

test('the next release takes over from a replay that still runs', async () => {
  const { play, said } = playing(() => 1_000_000, [{ at_ms: 0, events: [] }, { at_ms: 30, events: [] }]);
  play(released(5, 1_000_000));
  await pause(5);
  play(released(6, 1_000_000));
  await pause(60);
  assert.deepEqual(said.slice(0, 4), ['begin 5', 0, 'begin 6', 0]);
  play(null);
  play(released(9, 0)); // long over: only its end
  await pause(10);
  assert.deepEqual(said.slice(-3), ['begin 9', 1, 'over']);
});

test('a pass game for dessert is played without bidding, and nobody is said to have passed', () => {
  const dessert = after('S', table(1), game('S', 1, 'g1', { pass_game: 'dames' }));
  assert.match(headline(dessert), /^Without bidding: /);
  const passed = after('S', table(1), game('S', 1, 'g1', { pass_game: 'dames', calls: [{ seat: 'N', bid: 'pass' }] }));
  assert.match(headline(passed), /^Everybody passed: /);
  const forced = [{ bid: 'rik', declarer: 'N', trump: null, called: null, partner: null }];
  const rik = after('S', table(1), game('S', 1, 'g1', { pass_game: 'verplichte_rik', contracts: forced }));
  assert.match(headline(rik), /^Without bidding: Noor must play /);
});
