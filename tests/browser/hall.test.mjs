/* A table in the hall without internet: what it wrote down arrives once, in order, and is not lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEY, Queue, packed, unpacked } from '../../tournaments/static/tournaments/queue.js';

const called = () => ['SA', 'HA', 'CA', 'DA'];
const rik = { contracts: [{ bid: 'rik', declarer: 'N', partner: 'E', tricks: 9, called: 'CA' }] };

function shelf() {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text), kept };
}

/** A service that does everything once, and can be out of reach before or after it has done it. */
function service() {
  const it = { done: new Map(), tries: 0, net: 'up' };
  it.post = async (item) => {
    it.tries += 1;
    if (it.net === 'down') throw new TypeError('no network');
    if (item.board === 9) return { ok: false, status: 409, body: { error: { code: 'round_over', message: 'De ronde is voorbij.', final: true } } };
    if (!it.done.has(item.id)) it.done.set(item.id, item);
    if (it.net === 'answers get lost') throw new TypeError('no network');
    return { ok: true, status: 200, body: { state: {} } };
  };
  return it;
}

const item = (id, board, what = 'enter') => ({ id, do: what, table: 't', board, entry: 'e', seats: 's', facts: packed(rik, called) });

test('ten minutes without internet cost nothing and double nothing', async () => {
  const [storage, hall] = [shelf(), service()];
  const seen = [];
  let queue = new Queue(storage, hall.post, (change) => seen.push(change.online));
  hall.net = 'down';
  for (const board of [1, 2]) {
    await queue.add(item(`enter-${board}`, board));
    await queue.add(item(`confirm-${board}`, board, 'confirm'));
  }
  assert.equal(hall.done.size, 0);
  assert.equal(queue.waiting.length, 4);
  assert.ok(!seen.includes(true));
  queue = new Queue(storage, hall.post, () => {}); // the phone was put off and on again
  hall.net = 'answers get lost';
  await queue.flush();
  assert.equal(hall.done.size, 1); // done, and the phone does not know it
  assert.equal(queue.waiting.length, 4);
  hall.net = 'up';
  await Promise.all([queue.flush(), queue.flush()]);
  assert.deepEqual([...hall.done.keys()], ['enter-1', 'confirm-1', 'enter-2', 'confirm-2']);
  assert.equal(queue.waiting.length, 0);
  assert.deepEqual(JSON.parse(storage.kept.get(KEY)), []);
});

test('two tabs of one phone keep what either of them wrote down', async () => {
  const [storage, hall] = [shelf(), service()];
  hall.net = 'down';
  const [tab, other] = [0, 1].map(() => new Queue(storage, hall.post, () => {}));
  await tab.add(item('first', 1));
  await other.add(item('second', 2));
  let queue = new Queue(storage, hall.post, () => {}); // both were closed
  assert.deepEqual(queue.waiting.map((one) => one.id), ['first', 'second']);
  hall.net = 'up';
  await queue.flush();
  other.again('t');
  await tab.flush();
  other.drop('second');
  queue = new Queue(storage, hall.post, () => {});
  assert.deepEqual(queue.items, []); // what one tab has sent no other one brings back
  assert.deepEqual([...hall.done.keys()], ['first', 'second']);
  assert.equal(hall.tries, 4);
});

test('a browser that keeps nothing sends it all the same', async () => {
  const hall = service();
  const full = () => { throw new Error('no room'); };
  const queue = new Queue({ getItem: full, setItem: full }, hall.post, () => {});
  await queue.add(item('only', 1));
  assert.deepEqual([...hall.done.keys()], ['only']);
  assert.deepEqual(queue.items, []);
});

test('what is refused stays to be seen until somebody throws it away, and holds up nothing', async () => {
  const [storage, hall] = [shelf(), service()];
  const queue = new Queue(storage, hall.post, () => {});
  await queue.add(item('late', 9));
  await queue.add(item('next', 2));
  assert.deepEqual([...hall.done.keys()], ['next']);
  assert.equal(queue.items[0].refused, 'De ronde is voorbij.');
  queue.drop('late');
  assert.equal(queue.items.length, 0);
});

test('only the service itself says that something is done, or never will be', async () => {
  const queue = new Queue(shelf(), async () => answers.shift(), () => {});
  const page = { ok: true, status: 200, body: null };
  const csrf = { ok: false, status: 403, body: null };
  const unknown = { ok: false, status: 403, body: { error: { code: 'device_unknown', message: 'Scan opnieuw.', final: false } } };
  const done = { ok: true, status: 200, body: { state: {} } };
  const over = { ok: false, status: 409, body: { error: { code: 'seats_changed', message: 'Anderen.', final: true } } };
  const answers = [page, csrf, unknown];
  await queue.add(item('one', 1)); // the wifi of the hall answers with its own page
  await queue.flush();
  await queue.flush();
  assert.deepEqual(answers, []);
  assert.deepEqual(queue.waiting.map((one) => one.id), ['one']);
  answers.push(unknown, done); // one table's code is out of date: the next one's things go out
  await queue.add({ ...item('two', 1), table: 'u' });
  assert.deepEqual(queue.waiting.map((one) => one.id), ['one']);
  answers.push(over);
  await queue.flush();
  assert.equal(queue.items[0].refused, 'Anderen.');
  queue.again('t'); // the code was scanned again
  answers.push(done);
  await queue.flush();
  assert.deepEqual(queue.items, []);
});

test('no card lies on the phone, and what is sent has it again', async () => {
  const storage = shelf();
  const queue = new Queue(storage, async () => { throw new TypeError('no network'); }, () => {});
  await queue.add(item('one', 1));
  assert.ok(!storage.kept.get(KEY).includes('CA'));
  assert.deepEqual(unpacked(queue.items[0].facts, called), rik);
});
