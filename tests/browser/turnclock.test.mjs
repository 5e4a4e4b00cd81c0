/* The clock of whoever is to act, as the page works it out: node --test tests/browser */
import assert from 'node:assert/strict';
import test from 'node:test';

const at = '../../gameplay/static/gameplay/table/';
const { initial, myTurn, reduce } = await import(`${at}store.js`);
const { reserveOf } = await import(`${at}turnclock.js`);

const NOON = Date.parse('2027-03-28T11:00:00.000Z');
const clock = (seat, changes = {}) => ({ seat, at: '2027-03-28T11:00:00.000Z', deadline: '2027-03-28T11:00:35.000Z', seconds: 15000, reserves: { N: 20000, S: 20000 }, ...changes });
const table = (version, changes = {}, south = {}) => ({
  type: 'table', table: 't', game: 'g', version, released: null,
  state: { policy: 'live', board: 1, paused: false, closed: false, time: { seconds: 15, reserve: 20, away: 60, back: 'at_once' }, seats: { N: { kind: 'house' }, E: { kind: 'house' }, W: { kind: 'house' }, S: { kind: 'person', away: false, ...south } }, boards: [], totals: {}, ...changes },
});
const game = (version, hurry, changes = {}) => ({
  type: 'game', game: 'g', version, events: [], clock: hurry, view: { phase: 'play', to_act: 'S', calls: [], contracts: [], trick: null, tricks: [], taken: {}, ...changes },
  me: { seat: 'S', hand: ['SA'], legal: [{ do: 'play', seat: 'S', card: 'SA' }] },
});
const heard = (state, ...frames) => frames.reduce((now, frame) => reduce(now, { type: 'frame', frame }), state);
const seconds = (state, ...after) => after.reduce((now, second) => reduce(now, { type: 'second', now: NOON + 1000 * second }), state);

test('first the seconds of the action go by, then the reserve', () => {
  const mine = heard(initial('S'), table(1), game(3, clock('S')));
  const shown = (second) => { const { hurry } = seconds(mine, second); return [hurry.seconds, hurry.reserve, hurry.part]; };
  assert.deepEqual([0, 6, 15, 20, 40].map(shown), [[15, 20, 20], [9, 20, 12], [0, 20, 0], [0, 15, 0], [0, 0, 0]]);
});

test('a clock that stands still shows what it showed', () => {
  const still = heard(initial('S'), table(1), game(3, clock('S', { at: null, deadline: null, seconds: 4000 })));
  assert.deepEqual(seconds(still, 500).hurry, { seat: 'S', seconds: 4, reserve: 20, part: 6, still: true });
});

test('what shows nothing new changes nothing', () => {
  const mine = seconds(heard(initial('S'), table(1), game(3, clock('S'))), 20);
  assert.equal(seconds(mine, 20), mine);
});

test('I am warned once in a turn, and again in the next one', () => {
  let mine = seconds(heard(initial('S'), table(1), game(3, clock('S'))), 24);
  assert.equal(mine.warned, false);
  mine = seconds(mine, 25, 26, 27);
  assert.equal(mine.warned, true);
  mine = seconds(heard(mine, game(4, clock('S'))), 28);
  assert.equal(mine.warned, true, 'a question about taking back is no new turn');
  mine = seconds(heard(mine, game(5, clock('S'), { taken: { S: 1 } })), 1);
  assert.equal(mine.warned, false);
  assert.equal(seconds(heard(mine, game(6, clock('N'), { taken: { S: 2 } })), 34).warned, false);
});

test('where I have my seat back with the next board, nothing of mine can be played', () => {
  const away = { away: true, why: 'time', returning: false };
  const at_once = heard(initial('S'), table(1, {}, away), game(3, undefined));
  assert.equal(myTurn(at_once), true);
  const later = heard(at_once, table(2, { time: { seconds: 15, reserve: 20, away: 60, back: 'board' } }, away));
  assert.equal(myTurn(later), false);
});

test('a table without a clock shows none', () => {
  const mine = seconds(heard(initial('S'), table(1, { time: undefined }), game(3, undefined)), 5);
  assert.equal(mine.hurry, null);
});

test('the reserve of every seat is known, of whoever is to act as it runs', () => {
  const state = seconds(heard(initial('S'), table(1), game(3, clock('N', { reserves: { N: 20000, S: 7400 } }))), 18);
  assert.deepEqual(['N', 'E', 'S'].map((seat) => reserveOf(state, seat)), [17, null, 8]);
  assert.equal(reserveOf(heard(initial('S'), table(1, { time: { seconds: 15, reserve: 0 } }), game(3, clock('S'))), 'S'), null);
});
