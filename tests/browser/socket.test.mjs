/* The line of a seat, with a clock and a network of our own: node --test tests/browser */
import assert from 'node:assert/strict';
import test from 'node:test';

let now = 0, timers = [], lines = [];
const listening = {};
const later = (job, wait, every = 0) => { timers.push({ at: now + wait, job, every, id: timers.length + 1 }); return timers.length; };
globalThis.window = {
  setTimeout: (job, wait, ...rest) => later(() => job(...rest), wait),
  setInterval: (job, every) => later(job, every, every),
  addEventListener: (name, job) => { listening[name] = job; },
};
globalThis.document = { hidden: false, addEventListener: (name, job) => { listening[name] = job; } };
globalThis.location = { href: 'https://rikken.example/tables/t1/' };
globalThis.clearTimeout = (id) => { if (id) timers[id - 1].over = true; };
Date.now = () => 1_000_000 + now;
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  said = [];
  constructor() { lines.push(this); }
  send(text) { this.said.push(JSON.parse(text)); }
  close() { this.closed = true; }
  opens() { this.readyState = 1; this.onopen(); }
  hears(frame) { this.onmessage({ data: JSON.stringify(frame) }); }
  ends(code) { this.readyState = 3; this.onclose({ code }); }
};
const { openSocket } = await import('../../gameplay/static/gameplay/table/socket.js');

function pass(ms) {
  for (const end = now + ms; ;) {
    const next = timers.filter((each) => !each.over).sort((a, b) => a.at - b.at)[0];
    if (!next || next.at > end) { now = end; return; }
    now = next.at;
    if (next.every) next.at += next.every; else next.over = true;
    next.job();
  }
}

/** A page at its table, and what it was told of its line. */
function seated(waits = null) {
  [now, timers, lines] = [0, [], []];
  const page = { told: [], frames: [], waits };
  page.line = openSocket('/ws/tables/t1/', { frame: (frame) => page.frames.push(frame), connection: (state) => page.told.push(state), unanswered: () => page.waits });
  lines[0].opens();
  lines[0].hears({ type: 'table' });
  return page;
}
const CARD = { id: 'c1', do: 'play', card: 'D7', game: 'g1', version: 5 };

test('a quiet line is asked whether somebody is there, and all is well', () => {
  const page = seated();
  pass(8500);
  assert.deepEqual(lines[0].said.map((one) => one.do), ['ping']);
  lines[0].hears({ type: 'ack' });
  pass(3000);
  assert.deepEqual([page.told, lines.length], [['open'], 1]);
});

test('a card that nobody answers is said after two seconds, and goes again over another line', () => {
  const page = seated();
  page.waits = CARD;
  page.line.send(CARD);
  pass(1900);
  assert.deepEqual(page.told, ['open']);
  pass(600);
  assert.equal(page.told.at(-1), 'silent');
  pass(3500);
  assert.equal(lines[0].closed, true);
  assert.equal(lines.length, 2);
  lines[1].opens();
  assert.deepEqual(lines[1].said, [CARD]);
  assert.notEqual(page.told.at(-1), 'open', 'a line to nobody is none');
  lines[1].hears({ type: 'table' });
  assert.equal(page.told.at(-1), 'open');
});

test('what a dead line says or does later is nobody\'s business', () => {
  const page = seated();
  listening.offline();
  const told = page.told.length;
  lines[0].hears({ type: 'game' });
  lines[0].ends(4001);
  assert.deepEqual([page.frames.length, page.told.length], [1, told]);
});

test('the network goes and comes: the new line is tried in the same moment', () => {
  const page = seated();
  listening.offline();
  assert.equal(page.told.at(-1), 'lost');
  listening.online();
  assert.equal(lines.length, 2);
});

test('a line that never opens is given up', () => {
  seated();
  lines[0].ends(1006);
  pass(400);
  assert.equal(lines.length, 2);
  pass(6000);
  assert.equal(lines.length, 3);
});

test('a page that was asleep for long takes a new line in the same moment', () => {
  const page = seated();
  now += 3_600_000; // no timer ran
  listening.visibilitychange();
  assert.deepEqual([lines[0].closed, lines.length], [true, 2]);
  lines[1].opens();
  lines[1].hears({ type: 'table' });
  assert.equal(page.told.at(-1), 'open');
  pass(5000);
  assert.equal(lines.length, 2);
});

test('a page that was asleep for a moment has its line, or another one, within two seconds', () => {
  seated();
  now += 6000;
  listening.resume();
  assert.equal(lines.length, 1);
  assert.equal(lines[0].said.at(-1).do, 'ping');
  pass(2000);
  assert.equal(lines.length, 2);
});

test('a page whose seat is played elsewhere stays away, whatever the network does', () => {
  const page = seated();
  lines[0].ends(4001);
  listening.online();
  listening.visibilitychange();
  pass(20_000);
  assert.deepEqual([page.told.at(-1), lines.length], ['replaced', 1]);
});
