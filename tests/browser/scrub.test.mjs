/* A board moment by moment: which step has which address, and what it shows. */
import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.gettext = (text) => text;
globalThis.ngettext = (one, many, n) => (n === 1 ? one : many);
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));

const { addressed, nextStretch, pauseAfter, places, stateAt, stretches, toldAt, whereAt } = await import('../../gameplay/static/gameplay/table/scrub.js');

const seats = Object.fromEntries([...'NESW'].map((seat, i) => [seat, { name: ['Noor', 'Evi', 'Sem', 'Wim'][i], kind: 'person', away: false }]));
const view = (changes) => ({ phase: 'auction', to_act: 'N', calls: [], contracts: [], trick: null, tricks: [], taken: {}, finished: false, result: null, ...changes });
const CARDS = ['HA', 'H2', 'H3', 'H4'];
const trickOf = (n) => ({ leader: 'N', cards: CARDS.slice(0, n), winner: 'N' });
const running = (n) => ({ number: 1, leader: 'N', plays: CARDS.slice(0, n).map((card, i) => ({ seat: 'NESW'[i], card })), winning: 'N' });
const steps = [
  { at_ms: 0, events: [], view: view({}) },
  { at_ms: 1000, events: [{ do: 'bid', seat: 'N', bid: 'rik' }], view: view({ to_act: 'E' }) },
  { at_ms: 1500, events: [{ do: 'bid', seat: 'E', bid: 'pass' }], view: view({ phase: 'declare', to_act: 'N' }) },
  { at_ms: 9000, events: [{ do: 'declare', seat: 'N', trump: 'H' }], view: view({ phase: 'play', trick: running(0) }) },
  ...[1, 2, 3].map((n) => ({ at_ms: 9000 + n, events: [{ do: 'play', seat: 'NES'[n - 1], card: CARDS[n - 1] }], view: view({ phase: 'play', trick: running(n) }) })),
  { at_ms: 9500, events: [{ do: 'play', seat: 'W', card: 'H4' }], view: view({ phase: 'play', trick: null, tricks: [trickOf(4)] }) },
];
const replay = { board: 5, game: 'g5', seats, hands: {}, finished: true, steps };

test('every step has an address, and one past the end is the end', () => {
  assert.equal(addressed('#3', '', 7), 3);
  assert.equal(addressed('', '?lang=nl&at=4', 7), 4);
  assert.equal(addressed('#3', '?at=4', 7), 3);
  assert.equal(addressed('#99', '', 7), 7);
  assert.equal(addressed('#content', '', 7), 0);
});

test('a trick that a step completes still lies there, and not at the step after it or before', () => {
  assert.equal(stateAt(replay, 7).resting.number, 1);
  assert.equal(stateAt(replay, 6).resting, null);
  assert.equal(stateAt({ ...replay, steps: [...steps, { at_ms: 9900, events: [{ do: 'play', seat: 'N', card: 'S2' }], view: view({ phase: 'play', tricks: [trickOf(4)], trick: running(0) }) }] }, 8).resting, null);
});

test('a step is the whole state: reached forwards or backwards it is the same', () => {
  assert.deepEqual(stateAt(replay, 5), stateAt(replay, 5));
  assert.equal(stateAt(replay, 5).me, '');
  assert.equal(stateAt(replay, 5).view, steps[5].view);
});

test('events lie in the bidding or in their trick, and whoever asks is told where and what', () => {
  assert.deepEqual(places(replay).map(({ trick }) => trick), [0, 0, 0, 1, 1, 1, 1]);
  assert.deepEqual(stretches(replay), [{ trick: 0, from: 1, steps: 3 }, { trick: 1, from: 4, steps: 4 }]);
  assert.equal(whereAt(replay, 5), 'Trick 1, card 2');
  assert.equal(whereAt(replay, 2), 'Bidding, 2');
  assert.equal(toldAt(replay, 0), 'The cards have been dealt.');
  assert.match(toldAt(replay, 7), /Wim .*Trick 1 for Noor\./);
});

test('whole stretches are stepped over in both directions and no further than the ends', () => {
  assert.equal(nextStretch(replay, 1, 1), 4);
  assert.equal(nextStretch(replay, 5, -1), 4);
  assert.equal(nextStretch(replay, 4, -1), 1);
  assert.equal(nextStretch(replay, 7, 1), 7);
  assert.equal(nextStretch(replay, 0, -1), 0);
});

test('it plays with the real pauses, or quickly', () => {
  assert.equal(pauseAfter(replay, 2, false), 7500);
  assert.equal(pauseAfter(replay, 2, true), 700);
});
