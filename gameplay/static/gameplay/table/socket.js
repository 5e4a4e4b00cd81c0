// @ts-check
/* Two ways in for the same frames: a socket for those who sit, an event stream for those who watch.
   Both come back by themselves; the waits grow so that a restarted server is not stampeded. */

const WAITS = [300, 800, 1500, 3000, 5000, 8000];

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

/**
 * @param {string} path
 * @param {{frame: (frame: any) => void, connection: (state: string) => void, unanswered: () => any}} on
 *   `unanswered` gives the message still without answer; it is sent again with its old id, which cannot play it twice.
 */
export function openSocket(path, on) {
  /** @type {WebSocket|null} */
  let socket = null;
  let attempt = 0, timer = 0;

  function connect() {
    socket = new WebSocket(socketAddress(path));
    socket.onopen = () => {
      if (attempt) send({ do: 'view' });
      const message = on.unanswered();
      if (message) send(message);
      attempt = 0;
      on.connection('open');
    };
    socket.onmessage = (event) => on.frame(JSON.parse(event.data));
    socket.onclose = (event) => {
      socket = null;
      const final = FINAL[event.code];
      if (final) return on.connection(final);
      on.connection('lost');
      timer = window.setTimeout(connect, waitBefore(attempt++));
    };
  }

  /** @param {any} message */
  function send(message) {
    if (!socket || socket.readyState !== WebSocket.OPEN) return false;
    const { acked: _, ...wire } = message;
    socket.send(JSON.stringify({ id: newId(), ...wire }));
    return true;
  }

  // the device knows before the socket does that the network is back
  window.addEventListener('online', () => { if (!socket) { clearTimeout(timer); connect(); } });
  connect();
  return { send };
}

/** @param {string} path @param {{frame: (frame: any) => void, connection: (state: string) => void}} on */
export function openStream(path, on) {
  let attempt = 0;
  function connect() {
    const source = new EventSource(path);
    source.onopen = () => { attempt = 0; on.connection('open'); };
    source.onmessage = (event) => on.frame(JSON.parse(event.data));
    source.onerror = () => {
      on.connection('lost');
      // the browser comes back by itself unless it has given up
      if (source.readyState === EventSource.CLOSED) { source.close(); window.setTimeout(connect, waitBefore(attempt++)); }
    };
  }
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
