/* How a hand is played, by itself: node --test tests/browser */
import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.gettext = (text) => text;
globalThis.ngettext = (one, many, n) => (n === 1 ? one : many);
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));

const at = '../../gameplay/static/gameplay/table/';
const { initial, reduce } = await import(`${at}store.js`);
const { likesOf } = await import(`${at}likes.js`);
const { handActs } = await import(`${at}playing.js`);
const { drawnPause, mayKeepReady, playsWhatLiesReady } = await import(`${at}premove.js`);
const { claimedTricks, mayClaim, tricksLeft } = await import(`${at}claim.js`);
const { outcomes, shown } = await import(`${at}compared.js`);
const { isAsked, isMeant, unread } = await import(`${at}undo.js`);
const { hint } = await import(`${at}hints.js`);

const RIK = { bid: 'rik', declarer: 'E', partner: null, trump: 'H', called: 'CA', blind: null, target: 8, tricks: 0, made: null };
const HELD = ['SA', 'D7', 'D2'];
const view = (changes = {}) => ({
  ruleset: 'championship-online', dealer: 'S', phase: 'play', to_act: 'S', ladder: ['rik'], ranks: [1], trumps: ['CDHS'], targets: [8], values: [10], values_reconstructed: true, calls: [], standing: null, pass_game: null,
  contracts: [RIK], trick: { number: 11, leader: 'W', plays: [{ seat: 'W', card: 'DK' }], winning: 'W' }, tricks: Array(10).fill({ leader: 'N', cards: ['C2', 'C3', 'C4', 'C5'], winner: 'W' }), blind_trick: null,
  taken: { N: 1, E: 2, S: 3, W: 4 }, cards_left: { N: 3, E: 3, S: 3, W: 2 }, finished: false, result: null, ...changes,
});
const plays = (...cards) => cards.map((card) => ({ seat: 'S', do: 'play', card }));
const game = (version, changes = {}, legal = plays('D7', 'D2'), own = {}) => ({ type: 'game', game: 'g1', version, events: [], view: view(changes), me: { seat: 'S', hand: HELD, legal, holds_called: false, blind: null, face_down: null, ...own } });
const others = (version) => game(version, { to_act: 'N', trick: { number: 11, leader: 'N', plays: [], winning: null } }, []);

/** A page without a page: its state, what was sent, and a clock that is moved by hand. */
function table(told, ...frames) {
  const it = { state: { ...initial('S'), connection: 'open' }, sent: [], time: 0, timers: [] };
  it.dispatch = (action) => { it.state = reduce(it.state, action); it.follow(); };
  it.send = (fields) => { it.sent.push(fields); it.dispatch({ type: 'sent', message: { id: `m${it.sent.length}`, game: 'g1', version: it.state.version, ...fields } }); };
  it.follow = () => {};
  it.likes = likesOf(told);
  Object.assign(it, handActs({ read: () => it.state, dispatch: it.dispatch, send: it.send, sweep: () => it.dispatch({ type: 'gathered' }), likes: it.likes, now: () => it.time }));
  it.follow = playsWhatLiesReady({
    read: () => it.state, play: it.play, drop: (card) => it.dispatch({ type: 'keep ready', card }), pause: () => 1500,
    later: (what, ms) => it.timers.push({ what, at: it.time + ms }), cancel: (timer) => { it.timers[timer - 1].what = () => {}; },
  });
  it.show = (frame) => it.dispatch({ type: 'frame', frame });
  it.wait = (ms) => { it.time += ms; for (const timer of it.timers.splice(0).map((t) => t)) if (timer.at <= it.time) timer.what(); else it.timers.push(timer); };
  frames.forEach(it.show);
  return it;
}

test('one tap plays, unless two quick ones, a drop or a question were asked for', () => {
  const tapped = (told, ...gaps) => { const it = table(told, game(5)); it.tap('D7'); for (const gap of gaps) { it.time += gap; it.tap('D7'); } return [it.sent.length, it.state.selected]; };
  assert.deepEqual(tapped({}), [1, null]);
  assert.deepEqual(tapped({ confirmPlay: '1' }), [0, 'D7']);
  assert.deepEqual(tapped({ confirmPlay: '1' }, 5000), [1, null]);
  assert.deepEqual(tapped({ playBy: 'double' }), [0, 'D7']);
  assert.deepEqual(tapped({ playBy: 'double' }, 5000), [0, 'D7']);
  assert.deepEqual(tapped({ playBy: 'double' }, 300), [1, null]);
  assert.deepEqual(tapped({ playBy: 'drag' }), [0, 'D7']);
  assert.deepEqual(tapped({ playBy: 'drag' }, 5000), [1, null]);
});

test('a card that is dragged to the table is played, and asked about where that is wanted', () => {
  const dropped = (told, card) => { const it = table(told, game(5)); it.drop(card); return [it.sent.length, it.state.selected, Boolean(it.state.refusal)]; };
  assert.deepEqual(dropped({ playBy: 'drag' }, 'D7'), [1, null, false]);
  assert.deepEqual(dropped({ playBy: 'drag', confirmPlay: '1' }, 'D7'), [0, 'D7', false]);
  assert.deepEqual(dropped({ playBy: 'drag' }, 'SA'), [0, null, true]);
});

test('a card before my turn is refused, and laid ready only for who wants that', () => {
  const early = table({}, others(5));
  early.tap('D7');
  assert.deepEqual([early.state.premove, Boolean(early.state.refusal)], [null, true]);
  const ready = table({ premove: '1' }, others(5));
  ready.tap('D7');
  assert.deepEqual([ready.state.premove, ready.state.refusal, ready.sent.length], ['D7', null, 0]);
  ready.tap('D7');
  assert.equal(ready.state.premove, null);
  ready.tap('D7');
  ready.tap('SA');
  assert.equal(ready.state.premove, 'SA');
});

test('what lies ready is played a while after my turn began, and taken back until then', () => {
  const it = table({ premove: '1' }, others(5));
  it.tap('D7');
  it.wait(60000);
  it.show(game(6));
  it.wait(1499);
  assert.deepEqual([it.sent.length, it.state.premove], [0, 'D7']);
  it.wait(1);
  assert.deepEqual([it.sent, it.state.premove], [[{ do: 'play', card: 'D7' }], null]);
  const back = table({ premove: '1' }, others(5));
  back.tap('D7');
  back.show(game(6));
  back.dispatch({ type: 'keep ready', card: 'D7' });
  back.wait(60000);
  assert.deepEqual(back.sent, []);
});

test('the pause is drawn, and nothing in it can tell of the card', () => {
  assert.equal(drawnPause.length, 0);
  assert.deepEqual([drawnPause(() => 0), drawnPause(() => 0.5), drawnPause(() => 1)], [900, 1750, 2600]);
});

test('what lies ready is taken back where it is not allowed, and for a claim or another board', () => {
  const ready = (frame) => { const it = table({ premove: '1' }, others(5)); it.tap('SA'); it.show(frame); it.wait(60000); return [it.state.premove, it.sent.length]; };
  assert.deepEqual(ready(game(6)), [null, 0]);
  assert.deepEqual(ready(game(6, { phase: 'claim', to_act: 'N' }, [])), [null, 0]);
  assert.deepEqual(ready({ ...game(1), game: 'g2' }), [null, 0]);
  assert.deepEqual(ready({ ...game(6, { to_act: 'E' }, [], { hand: ['D7', 'D2'] }) }), [null, 0]);
  assert.deepEqual(ready(game(6, { to_act: 'E' }, [])), ['SA', 0]);
});

test('without a connection and at a paused table nothing is played by itself', () => {
  const it = table({ premove: '1' }, others(5));
  it.tap('D7');
  it.dispatch({ type: 'connection', connection: 'lost' });
  it.show(game(6));
  it.wait(60000);
  assert.equal(it.sent.length, 0);
  it.dispatch({ type: 'connection', connection: 'open' });
  it.wait(1500);
  assert.equal(it.sent.length, 1);
  const paused = table({}, { type: 'table', game: 'g1', version: 1, state: { paused: true } }, others(5));
  assert.equal(mayKeepReady(paused.state, 'D7'), false);
});

test('a refusal puts the card back, says why, and takes back what lay ready behind it', () => {
  const it = table({ premove: '1' }, game(5));
  it.tap('D7');
  it.tap('D2');
  assert.deepEqual([it.state.pending.card, it.state.premove], ['D7', 'D2']);
  it.show({ type: 'error', id: 'm1', game: 'g1', version: 5, error: { code: 'stale_version', message: 'The table has moved on.', detail: {} } });
  assert.deepEqual([it.state.pending, it.state.premove, it.state.returned, it.state.refusal.message], [null, null, 'D7', 'The table has moved on.']);
  it.wait(60000);
  assert.equal(it.sent.length, 1);
  it.dispatch({ type: 'refusal over' });
  assert.equal(it.state.returned, null);
});

test('a trick that waits to be looked at is put away by the first tap, and hides no card of the next', () => {
  const done = (plays) => game(6, { tricks: Array(11).fill({ leader: 'W', cards: ['DK', 'D3', 'D4', 'D5'], winner: 'W' }), trick: { number: 12, leader: 'W', plays, winning: 'W' } });
  const it = table({ pace: 'tap' }, others(5), done([{ seat: 'W', card: 'DA' }]));
  it.tap('D7');
  assert.deepEqual([it.sent.length, it.state.resting], [0, null]);
  it.tap('D7');
  assert.equal(it.sent.length, 1);
  const mine = table({ pace: 'tap' }, others(5), done([]));
  mine.tap('D7');
  assert.equal(mine.sent.length, 1);
});

test('a claim shares out what is left, for every seat alike, and the rest is mine', () => {
  const claiming = reduce(table({}, game(5, {}, undefined, { may_claim: true })).state, { type: 'claiming', given: {} });
  assert.equal(tricksLeft(claiming.view), 3);
  assert.deepEqual(claimedTricks(claiming), { N: 1, E: 2, S: 6, W: 4 });
  assert.deepEqual(claimedTricks(reduce(claiming, { type: 'claiming', given: { N: 2, W: 1 } })), { N: 3, E: 2, S: 3, W: 5 });
  assert.equal(mayClaim(claiming), true);
  assert.equal(reduce(claiming, { type: 'frame', frame: game(6, { to_act: 'E' }, []) }).claiming, null);
  assert.equal(reduce(table({}, game(5)).state, { type: 'claiming', given: {} }).claiming, null);
});

test('how all tables did is told by what came of it in my seat, the best first', () => {
  const line = (game, score, contract = 'rik', tricks = [8]) => ({ game, contract_text: contract, declarer: 'N', tricks, seats: [{ seat: 'N', score: -99 }, { seat: 'S', score }] });
  const found = outcomes([line('a', -10), line('g1', -10), line('b', 20, 'piek', [1]), line('c', null), line('d', 0, 'thrown in', [])], 'S', 'g1');
  assert.deepEqual(found.map((one) => [one.score, one.contract, one.tricks, one.tables, one.mine]), [[20, 'piek', 1, 1, false], [0, 'thrown in', null, 1, false], [-10, 'rik', 8, 2, true]]);
  const many = outcomes(Array.from({ length: 30 }, (_, i) => line(i === 29 ? 'g1' : `t${i}`, -i)), 'S', 'g1');
  assert.deepEqual([shown(many).length, shown(many).at(-1).mine], [13, true]);
});

test('a newcomer is told in one line what to do', () => {
  const said = (changes, legal) => hint(table({}, game(5, changes, legal)).state);
  assert.equal(said({}), 'Play diamonds too. The highest wins.');
  assert.equal(said({}, plays('D7')), 'Only the raised card may be played.');
  assert.equal(said({ trick: { number: 11, leader: 'S', plays: [], winning: null } }, plays(...HELD)), 'You begin. High cards win.');
  assert.equal(said({ trick: { number: 11, leader: 'W', plays: [{ seat: 'W', card: 'CK' }], winning: 'W' } }, plays(...HELD)), 'You have no clubs: you cannot win this.');
  assert.equal(said({ phase: 'auction' }, [{ do: 'bid', bid: 'rik' }, { do: 'bid', bid: 'pass' }]), 'Many aces and kings? Bid. If not: pass.');
  assert.equal(said({ to_act: 'N' }, []), 'One card each. Wait a moment.');
});

test('a card that lies ready does not answer what I am asked; once I have said, it is played', () => {
  const it = table({ premove: '1' }, others(5));
  it.tap('D7');
  const undo = { seat: 'W', agreed: [], event: { do: 'play', seat: 'W', card: 'DK' } };
  it.show({ ...game(6), undo });
  it.wait(60000);
  assert.deepEqual([isAsked(it.state), it.sent.length, it.state.premove], [true, 0, 'D7']);
  assert.equal(isAsked({ ...it.state, table: { paused: true } }), false);
  it.show({ ...game(7), undo: { ...undo, agreed: ['S'] } });
  it.wait(60000);
  assert.deepEqual([it.sent, it.state.premove], [[{ do: 'play', card: 'D7' }], null]);
});

test('a question about taking back ends neither my claim nor the warning, a card does', () => {
  const it = table({}, game(5));
  it.state = { ...it.state, claiming: 3, warned: true };
  it.show({ ...game(6), undo: { seat: 'W', agreed: [], event: null } });
  assert.deepEqual([it.state.claiming, it.state.warned], [3, true]);
  it.show(others(7));
  assert.deepEqual([it.state.claiming, it.state.warned], [null, false]);
});

test('a double click takes nothing back, nor one right after my own action; a key does', () => {
  const meant = (detail, since) => isMeant({ detail }, since);
  assert.deepEqual([meant(1, 699), meant(2, 5000), meant(1, 700), meant(0, 100)], [false, false, true, true]);
});

test('what a director decided is shown until it is read, also when the table agreed on more since', () => {
  const taken = (at, by) => ({ at, by, to: 1, seat: null, events: [], cards: {}, hands: [], partners: [], operators: [] });
  const state = { ...initial('S'), takenBack: [taken(5, 'director'), taken(9, 'director'), taken(14, 'consent')] };
  assert.equal(unread(state).at, 9);
  assert.equal(unread({ ...state, backRead: 9 }), null);
});
