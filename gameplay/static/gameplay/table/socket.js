// @ts-check
/* Two ways in for the same frames: a socket for those who sit, an event stream for those who watch.
   Both come back by themselves. A line may be dead without saying so - another network, a laptop that
   slept - so whoever hears nothing asks, and takes a new line when nobody answers. */

// Growing, so that a restarted server is not stampeded; short, since people are back within two seconds.
const WAITS = [250, 500, 1000, 1500];
const LOOK = 500, QUIET = 8000, STREAM_QUIET = 40000; // ms; a table says something to its listeners every 15 seconds
/** Unheard for longer than a page that is awake can be: it slept, and its line has hardly outlived that. */
const ASLEEP = 10500, STREAM_ASLEEP = 16000;
/** How long nobody may answer before it is said, before another line is tried, and on a page that was just looked at again. */
const SILENT = 2000, DEAD = 5000, AWAKE = 1000;

/** @param {number} attempt */
export const waitBefore = (attempt) => WAITS[Math.min(attempt, WAITS.length - 1)] * (0.75 + Math.random() / 2);

/** Codes after which coming back would be wrong.
 * @type {Record<number, 'replaced'|'removed'|'gone'>} */
const FINAL = { 4001: 'replaced', 4003: 'removed', 4004: 'gone' };

/** A full address for a path of this site.
 * @param {string} path */
function socketAddress(path) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : url.protocol === 'http:' ? 'ws:' : url.protocol;
  return url.href;
}

/** When a line was last heard, since when it owes an answer, and how long it may. */
function silence() {
  let heard = 0, asked = 0, patience = DEAD;
  const owes = (/** @type {number} */ most) => Boolean(asked && Date.now() - asked > most);
  return {
    begins() { [heard, asked, patience] = [0, Date.now(), DEAD]; },
    /** Was it in doubt until now that anybody is there? */
    ends() {
      const doubted = !heard || owes(SILENT);
      [heard, asked, patience] = [Date.now(), 0, DEAD];
      return doubted;
    },
    asked() { if (!asked) asked = Date.now(); },
    hurries() { patience = AWAKE; },
    slept: () => Boolean(heard && Date.now() - heard > ASLEEP),
    /** @returns {'dead'|'silent'|'quiet'|''} */
    verdict: () => (owes(patience) ? 'dead' : owes(SILENT) ? 'silent' : !asked && Date.now() - heard > QUIET ? 'quiet' : ''),
  };
}

/** The device, or its person, is back: it may have slept, and have another network.
 * @param {() => void} awake @param {() => void} [online] */
function whenBack(awake, online = awake) {
  window.addEventListener('online', online);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) awake(); });
  document.addEventListener('resume', awake);
}

/**
 * @param {string} path
 * @param {{frame: (frame: any) => void, connection: (state: string) => void, unanswered: () => any}} on
 *   `unanswered` gives the message still without answer; it is sent again with its old id, which cannot play it twice.
 */
export function openSocket(path, on) {
  /** @type {WebSocket|null} */
  let socket = null;
  let attempt = 0, timer = 0, over = false;
  const quiet = silence();

  function connect() {
    clearTimeout(timer);
    const line = new WebSocket(socketAddress(path));
    socket = line;
    quiet.begins();
    line.onopen = () => {
      const message = line === socket && on.unanswered();
      if (message) send(message);
    };
    // the first frame comes unasked; a proxy may open a line to nobody
    line.onmessage = (event) => {
      if (line !== socket) return;
      attempt = 0;
      if (quiet.ends()) on.connection('open');
      on.frame(JSON.parse(event.data));
    };
    line.onclose = (event) => { if (line === socket) lost(event.code); };
  }

  /** @param {number} [code] */
  function lost(code = 0) {
    socket = null;
    const final = FINAL[code];
    over = Boolean(final);
    on.connection(final || 'lost');
    if (!over) timer = window.setTimeout(connect, waitBefore(attempt++));
  }

  /** This line is dead, whatever the browser thinks; it would take minutes to find out. */
  function drop() {
    const line = socket;
    lost();
    if (line) line.close();
  }

  /** @param {any} message */
  function send(message) {
    if (!socket || socket.readyState !== WebSocket.OPEN) return false;
    const { acked: _, ...wire } = message;
    socket.send(JSON.stringify({ id: newId(), ...wire }));
    quiet.asked();
    return true;
  }

  function look() {
    const found = socket ? quiet.verdict() : '';
    if (found === 'dead') drop();
    else if (found === 'silent') on.connection('silent');
    else if (found === 'quiet') send({ do: 'ping' });
  }

  window.setInterval(look, LOOK);
  // the device knows before the socket does that the network has gone
  window.addEventListener('offline', () => { if (socket) drop(); });
  whenBack(() => {
    if (over) return;
    if (socket && quiet.slept()) drop();
    if (!socket) connect();
    else if (send({ do: 'ping' })) quiet.hurries();
  });
  connect();
  return { send };
}

/** @param {string} path @param {{frame: (frame: any) => void, connection: (state: string) => void}} on */
export function openStream(path, on) {
  let attempt = 0, timer = 0, heard = 0;
  /** @type {EventSource} */
  let source;
  function connect() {
    clearTimeout(timer);
    source = new EventSource(path);
    heard = Date.now();
    source.onopen = () => { attempt = 0; heard = Date.now(); on.connection('open'); };
    source.onmessage = (event) => { heard = Date.now(); on.frame(JSON.parse(event.data)); };
    source.addEventListener('here', () => { heard = Date.now(); });
    source.onerror = () => {
      on.connection('lost');
      // the browser comes back by itself unless it has given up, and then not at once
      again(waitBefore(attempt++));
    };
  }
  /** @param {number} wait */
  function again(wait) {
    source.close();
    clearTimeout(timer);
    timer = window.setTimeout(connect, wait);
  }
  const look = (quiet = STREAM_QUIET) => { if (source.readyState === EventSource.OPEN && Date.now() - heard > quiet) again(0); };
  window.setInterval(() => look(), LOOK);
  whenBack(() => look(STREAM_ASLEEP), () => again(0));
  connect();
  return { send: () => false };
}

/** A UUID; crypto.randomUUID is missing on plain http, which is how a club's laptop serves the hall. */
export function newId() {
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 0x0f) | 0x40; b[8] = (b[8] & 0x3f) | 0x80;
  const hex = [...b].map((x) => x.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
