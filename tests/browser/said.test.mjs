/* What is said at the table, as the page knows it: node --test tests/browser */
import assert from 'node:assert/strict';
import test from 'node:test';

const at = '../../gameplay/static/gameplay/table/';
const { initial, reduce } = await import(`${at}store.js`);
const { channelOf, mayChat, unread } = await import(`${at}said.js`);

const said = (id, changes = {}) => ({ id, at: '2027-03-28T11:00:00.000Z', name: 'Noud', place: 'N', channel: 'table', text: 'Hallo', ...changes });
const talk = (...messages) => ({ type: 'frame', frame: { type: 'talk', table: 't', messages, muted: [] } });
const after = (...actions) => actions.reduce(reduce, initial('S'));
const message = { id: 'm1', do: 'say', game: 'g', version: 3, channel: 'table', text: 'Ja' };

test('what was said before the page came is not new, and what I say is not either', () => {
  const state = after(talk(said('a')), talk(said('a'), said('b'), said('c', { own: true })));
  assert.equal(unread(state), 1);
  assert.equal(unread(reduce(state, { type: 'talk open', on: true })), 0);
  assert.equal(unread(after(talk(said('a')), { type: 'talk open', on: true }, talk(said('a'), said('b')), { type: 'talk open', on: false })), 0);
});

test('a message waits for its answer and holds up no card', () => {
  const sent = after({ type: 'sent', message: { ...message, id: 'card', do: 'play', card: 'SA' } }, { type: 'talk sent', message });
  assert.deepEqual([sent.pending.id, sent.talk.waiting], ['card', [message]]);
  const state = reduce(sent, { type: 'frame', frame: { type: 'ack', id: 'm1', game: 'g', version: 3 } });
  assert.deepEqual([state.pending.id, state.talk.waiting], ['card', []]);
  const refused = reduce(sent, { type: 'frame', frame: { type: 'error', id: 'm1', error: { code: 'too_fast', message: 'Wacht even.' } } });
  assert.deepEqual([refused.pending.id, refused.refusal, refused.talk.refusal], ['card', null, 'Wacht even.']);
});

test('the chat is open between boards, and a praatje comes first while I may confer', () => {
  const state = (chat, view) => ({ ...initial('S'), table: { chat }, view });
  assert.deepEqual([mayChat(state('between', null)), mayChat(state('between', { finished: false, talk: [] })), mayChat(state('between', { finished: true, talk: [] })), mayChat(state('shut', null))], [true, false, true, false]);
  const conferring = { finished: false, talk: ['N', 'S'] };
  assert.deepEqual([channelOf(state('between', conferring)), channelOf(state('open', conferring)), channelOf(state('open', { finished: false, talk: ['N', 'W'] }))], ['praatje', 'praatje', 'table']);
  assert.equal(channelOf({ ...state('open', conferring), talk: { ...state('open', null).talk, channel: 'table' } }), 'table');
});
