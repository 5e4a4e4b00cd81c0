/* The state of the table page, by itself: node --test tests/browser */
import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.gettext = (text) => text;
globalThis.ngettext = (one, many, n) => (n === 1 ? one : many);
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));

const at = '../../gameplay/static/gameplay/table/';
const { initial, reduce, handAsDrawn, trickOnTable, myTurn } = await import(`${at}store.js`);
const { declareOptions, faceDownOffer, pins, place, playable, rows, sortCards, suitLed } = await import(`${at}derive.js`);
const { news } = await import(`${at}news.js`);
const { waitBefore } = await import(`${at}socket.js`);

const RIK = { bid: 'rik', declarer: 'E', partner: null, trump: 'H', called: 'CA', blind: null, target: 8, tricks: 0, made: null };
const view = (changes = {}) => ({
  ruleset: 'championship-online', dealer: 'S', phase: 'play', to_act: 'S', ladder: ['rik'], ranks: [1], trumps: ['CDHS'], targets: [8], values: [10], values_reconstructed: true, calls: [], standing: null, pass_game: null,
  contracts: [RIK], trick: { number: 1, leader: 'W', plays: [{ seat: 'W', card: 'DK' }], winning: 'W' }, tricks: [], blind_trick: null,
  taken: { N: 0, E: 0, S: 0, W: 0 }, cards_left: { N: 13, E: 13, S: 13, W: 13 }, finished: false, result: null, ...changes,
});
const mine = (hand, legal, changes = {}) => ({ seat: 'S', hand, legal, holds_called: false, blind: null, face_down: null, ...changes });
const plays = (...cards) => cards.map((card) => ({ seat: 'S', do: 'play', card }));
const game = (version, changes = {}, me = mine(['SA', 'D7', 'D2'], plays('D7', 'D2')), id = 'g1') => ({ type: 'game', game: id, version, events: [], view: view(changes), me });
const after = (...frames) => frames.reduce((state, frame) => reduce(state, { type: 'frame', frame }), initial('S'));
const message = { id: 'm1', game: 'g1', version: 5, do: 'play', card: 'D7' };

test('an older frame of the same game changes nothing', () => {
  const state = after(game(7));
  assert.equal(reduce(state, { type: 'frame', frame: game(6, { to_act: 'N' }) }), state);
});

test('who sits out a board has no seat on it, and is dealt his hand on the next', () => {
  const out = after(game(60), game(1, { dealer: null, forehand: 'N' }, null, 'g2'));
  assert.deepEqual([out.me, out.mine, myTurn(out)], ['', null, false]);
  const back = reduce(out, { type: 'frame', frame: game(1, { dealer: null, forehand: 'N', to_act: 'W' }, mine(['SA'], plays('SA'), { seat: 'W' }), 'g3') });
  assert.deepEqual([back.me, back.mine.hand, myTurn(back)], ['W', ['SA'], true]);
});

test('a late frame of a game that is over does not bring it back', () => {
  const state = after(game(60), game(1, {}, undefined, 'g2'), game(61));
  assert.equal(state.game, 'g2');
});

test('the card I tap lies on the table at once and is an open place in my hand', () => {
  const state = reduce(after(game(5)), { type: 'sent', message });
  assert.deepEqual(trickOnTable(state).plays.at(-1), { seat: 'S', card: 'D7' });
  assert.deepEqual(handAsDrawn(state, sortCards), [{ card: 'SA', gone: false }, { card: 'D7', gone: true }, { card: 'D2', gone: false }]);
  assert.equal(myTurn(state), false);
});

test('a refused card is back in my hand and the reason is said', () => {
  const sent = reduce(after(game(5)), { type: 'sent', message });
  const state = reduce(sent, { type: 'frame', frame: { type: 'error', id: 'm1', game: 'g1', version: 5, error: { code: 'must_follow_suit', message: 'Follow suit.', detail: {} } } });
  assert.equal(state.pending, null);
  assert.equal(state.refusal.message, 'Follow suit.');
  assert.equal(handAsDrawn(state, sortCards).every((c) => !c.gone), true);
  assert.equal(trickOnTable(state).plays.length, 1);
});

test('an error about another message leaves my card where it is', () => {
  const sent = reduce(after(game(5)), { type: 'sent', message });
  assert.equal(reduce(sent, { type: 'frame', frame: { type: 'error', id: 'other', game: 'g1', version: 5, error: { code: 'x', message: 'x', detail: {} } } }), sent);
});

test('a question about taking back does not give me back the card that is on its way', () => {
  const sent = reduce(after(game(5)), { type: 'sent', message });
  const asked = reduce(sent, { type: 'frame', frame: { ...game(6), undo: { seat: 'W', agreed: [], event: { do: 'play', seat: 'W', card: 'D3' } } } });
  assert.deepEqual([asked.pending.id, handAsDrawn(asked, sortCards)[1]], ['m1', { card: 'D7', gone: true }]);
  const played = reduce(asked, { type: 'frame', frame: game(7, { to_act: 'E' }, mine(['SA', 'D2'], [])) });
  assert.equal(played.pending, null);
});

test('the place of a played card stays open until the trick is gathered', () => {
  const before = reduce(after(game(5)), { type: 'sent', message });
  const played = reduce(before, { type: 'frame', frame: game(6, { to_act: 'E' }, mine(['SA', 'D2'], [])) });
  assert.deepEqual(handAsDrawn(played, sortCards).map((c) => c.gone), [false, true, false]);
  const done = reduce(played, { type: 'frame', frame: game(8, { to_act: 'N', tricks: [{ leader: 'W', cards: ['DK', 'DA', 'D3', 'D7'], winner: 'N' }], trick: { number: 2, leader: 'N', plays: [], winning: null } }, mine(['SA', 'D2'], [])) });
  assert.equal(done.resting.number, 1);
  assert.equal(trickOnTable(done).complete, true);
  const gathered = reduce(reduce(done, { type: 'gathering' }), { type: 'gathered' });
  assert.deepEqual(handAsDrawn(gathered, sortCards).map((c) => c.card), ['SA', 'D2']);
});

test('my hand never closes its gap while it is my turn', () => {
  const played = reduce(reduce(after(game(5)), { type: 'sent', message }), { type: 'frame', frame: game(6, { to_act: 'E' }, mine(['SA', 'D2'], [])) });
  const won = reduce(played, { type: 'frame', frame: game(8, { to_act: 'S', tricks: [{ leader: 'W', cards: ['D3', 'D4', 'D5', 'D7'], winner: 'S' }], trick: { number: 2, leader: 'S', plays: [], winning: null } }, mine(['SA', 'D2'], plays('SA', 'D2'))) });
  const gathered = reduce(won, { type: 'gathered' });
  assert.equal(handAsDrawn(gathered, sortCards).length, 3);
});

test('a new game clears what was chosen for the old one', () => {
  let state = reduce(after(game(5)), { type: 'choose', choice: { trump: 'H', card: 'CA', blind: false } });
  state = reduce(state, { type: 'select', card: 'SA' });
  const next = reduce(state, { type: 'frame', frame: game(1, {}, undefined, 'g2') });
  assert.deepEqual([next.choice.trump, next.selected, next.pending], [null, null, null]);
});

test('a frame that changes nothing of mine keeps the card I have chosen', () => {
  const state = reduce(after(game(5)), { type: 'select', card: 'SA' });
  assert.equal(reduce(state, { type: 'frame', frame: game(6) }).selected, 'SA');
});

test('while the partner is secret the pins count the declarer alone', () => {
  const taken = { N: 2, E: 3, S: 0, W: 1 };
  assert.deepEqual(pins(view({ taken })), { ours: 3, theirs: 3, target: 8, secret: true });
  assert.deepEqual(pins(view({ taken, contracts: [{ ...RIK, partner: 'N' }] })), { ours: 5, theirs: 1, target: 8, secret: false });
});

test('a lead face down counts as the suit that was asked', () => {
  assert.equal(suitLed(view({ trick: { number: 1, leader: 'E', plays: [{ seat: 'E', card: null }], winning: null } })), 'C');
});

test('the lead face down is offered, and then picks among its own cards', () => {
  const me = mine(['SA', 'D7'], [...plays('SA', 'D7'), { do: 'play', seat: 'S', card: 'D7', face_down: true }]);
  assert.equal(faceDownOffer(me), 'may');
  assert.deepEqual([...playable(me, true)], ['D7']);
  assert.deepEqual([...playable(me, false)], ['SA', 'D7']);
});

test('where only a lead face down is legal it is chosen already', () => {
  const me = mine(['SA'], [{ do: 'play', seat: 'S', card: 'SA', face_down: true }]);
  assert.equal(after(game(5, {}, me)).faceDown, true);
});

test('the cards one may ask for follow from the trump, and a single trump needs no choice', () => {
  const legal = [{ do: 'declare', trump: 'H', card: 'CA' }, { do: 'declare', trump: 'S', card: 'DA', blind: true }];
  assert.deepEqual(declareOptions(mine([], legal), 'S').cards.map((a) => a.card), ['DA']);
  assert.deepEqual(declareOptions(mine([], legal), null).cards, []);
  const alone = declareOptions(mine([], [{ do: 'declare', trump: 'D', card: null }]), null);
  assert.deepEqual([alone.trump, alone.asks, alone.answer.trump], ['D', false, 'D']);
});

test('seats lie in their true directions around mine', () => {
  assert.deepEqual(['W', 'N', 'E', 'S'].map((seat) => place(seat, 'S')), ['l', 't', 'r', 'b']);
  assert.deepEqual(['N', 'E', 'S', 'W'].map((seat) => place(seat, 'E')), ['r', 'b', 'l', 't']);
});

test('two rows on a phone, none of more than seven, split between suits where that keeps them even', () => {
  const hand = ['SQ', 'S8', 'S7', 'S2', 'HJ', 'HT', 'H8', 'H2', 'CJ', 'CT', 'D7', 'D6', 'D4'];
  assert.deepEqual(rows(hand, true).map((row) => row.length), [6, 7]);
  assert.deepEqual(rows(hand.map((card, i) => (i === 7 ? 'C2' : card)), true).map((row) => row.length), [7, 6]);
  assert.deepEqual(rows(hand, false).map((row) => row.length), [13]);
});

test('each event is told once, and so is my turn', () => {
  const before = after(game(5, { to_act: 'W', trick: { number: 1, leader: 'W', plays: [], winning: null } }, mine(['SA', 'D7'], [])));
  const frame = { ...game(6), events: [{ do: 'play', seat: 'W', card: 'DK' }] };
  const now = reduce(before, { type: 'frame', frame });
  assert.deepEqual(news(before, now, frame.events), ['West plays the king of diamonds.', 'Your turn: follow suit: diamonds.']);
});

test('a partner who becomes known is told in words', () => {
  const before = after(game(5, { to_act: 'N' }));
  const frame = game(6, { to_act: 'E', contracts: [{ ...RIK, partner: 'N' }] });
  const now = reduce(before, { type: 'frame', frame });
  assert.deepEqual(news(before, now, []), ['The ace of clubs has fallen: North is the partner.']);
});

test('waits between attempts grow and stay below two seconds', () => {
  assert.ok(waitBefore(0) < 500);
  assert.ok(waitBefore(50) > 1000 && waitBefore(50) < 2000);
});

test('a board kept from those who watch shows nothing, and the next frame with a view does', () => {
  const hidden = reduce(initial(''), { type: 'frame', frame: { type: 'game', game: 'g1', version: 3, events: [], view: null, place: { board: 1, finished: false } } });
  assert.deepEqual([hidden.hidden, hidden.view, hidden.game], [true, null, null]);
  const shown = reduce(hidden, { type: 'frame', frame: { ...game(60), me: undefined } });
  assert.deepEqual([shown.hidden, shown.version], [false, 60]);
});

const OPERATES = { form: 'blinde', fourth: 'W', to_act: 'W', operator: 'S', trick: { number: 1, leader: 'E', plays: [{ seat: 'E', card: 'DK' }, { seat: 'S', card: 'D7' }], winning: 'E' } };
const forWest = (...cards) => cards.map((card) => ({ seat: 'W', do: 'play', card, by: 'S' }));

test('while I play the open hand of three it is the one in front of me, and its card lies there at once', () => {
  const before = game(5, { form: 'blinde', fourth: 'W', operator: null });
  const now = game(6, { ...OPERATES, exposed: { W: ['CA', 'D9'] } }, mine(['SA', 'D2'], forWest('D9'), { operates: 'W' }));
  const state = after(before, now);
  assert.equal(myTurn(state), true);
  assert.deepEqual(handAsDrawn(state, sortCards).map((c) => c.card), ['CA', 'D9']);
  assert.equal(handAsDrawn(state, sortCards).some((c) => c.gone), false);
  const sent = reduce(state, { type: 'sent', message: { id: 'm2', game: 'g1', version: 6, do: 'play', card: 'D9' } });
  assert.deepEqual(trickOnTable(sent).plays.at(-1), { seat: 'W', card: 'D9' });
  const back = reduce(sent, { type: 'frame', frame: game(7, { form: 'blinde', fourth: 'W', operator: null, to_act: 'N', exposed: { W: ['CA'] } }, mine(['SA', 'D2'], [])) });
  assert.deepEqual(handAsDrawn(back, sortCards), [{ card: 'SA', gone: false }, { card: 'D2', gone: false }]);
});

test('a closed hand of three is sent in place of mine, and none of my cards is shown as gone', () => {
  const now = game(6, OPERATES, mine(['CA', 'D9'], forWest('D9'), { operates: 'W' }));
  const state = after(game(5, { operator: null }), now);
  assert.deepEqual(handAsDrawn(state, sortCards), [{ card: 'CA', gone: false }, { card: 'D9', gone: false }]);
  assert.equal(myTurn(after(game(6, { ...OPERATES, operator: 'N' }, mine(['SA', 'D2'], [])))), false);
});
