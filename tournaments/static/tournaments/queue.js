// @ts-check
/* What a table has to send, kept until the service has it: in order, each under one id for ever, so
 * that whatever is sent twice is done once. No name and no card lies in the browser's storage: people
 * are ids, and a called card is its place in the list that the page was sent. */

/** @typedef {{id: string, do: string, table: string, board: number, number?: number, entry: string, seats: string, facts: any, instead_of?: any, refused?: string}} Item */
/** @typedef {{ok: boolean, status: number, body: any}} Answer */

export const KEY = 'rikken-hall';

/** @param {any} facts @param {(bid: string) => string[]} called The cards that may be called, by bid. */
export function packed(facts, called) {
  const contracts = facts.contracts?.map((/** @type {any} */ one) => (one.called ? { ...one, called: called(one.bid).indexOf(one.called) } : one));
  return contracts ? { ...facts, contracts } : facts;
}

/** @param {any} facts @param {(bid: string) => string[]} called */
export function unpacked(facts, called) {
  const contracts = facts.contracts?.map((/** @type {any} */ one) => (typeof one.called === 'number' ? { ...one, called: called(one.bid)[one.called] } : one));
  return contracts ? { ...facts, contracts } : facts;
}

export class Queue {
  /** @param {Pick<Storage, 'getItem'|'setItem'>} storage @param {(item: Item) => Promise<Answer>} post
   * @param {(change: {answer?: any, online?: boolean}) => void} moved */
  constructor(storage, post, moved) {
    this.storage = storage;
    this.post = post;
    this.moved = moved;
    this.busy = false;
    /** Whether this browser keeps nothing: then what waits lies in this page alone. */
    this.apart = false;
    /** @type {Item[]} */
    this.items = [];
    this.items = this.read();
  }

  /** What lies on the phone: another tab may have put something there, or sent it.
   * @returns {Item[]} */
  read() {
    if (this.apart) return this.items;
    try {
      const kept = JSON.parse(this.storage.getItem(KEY) || '[]');
      return Array.isArray(kept) ? kept : [];
    } catch {
      return this.items;
    }
  }

  /** @param {(items: Item[]) => Item[]} edit */
  change(edit) {
    this.items = edit(this.read());
    try {
      this.storage.setItem(KEY, JSON.stringify(this.items));
    } catch {
      this.apart = true;
    }
  }

  /** @param {Item} item */
  add(item) {
    this.change((items) => [...items, item]);
    return this.flush();
  }

  /** @param {string} id */
  drop(id) {
    this.change((items) => items.filter((item) => item.id !== id));
    this.moved({});
  }

  /** The phone has used the table's code again: what it was refused there may be taken now.
   * @param {string} table */
  again(table) {
    this.change((items) => items.map((item) => (item.table === table && item.refused ? { ...item, refused: undefined } : item)));
  }

  /** What waits, without what was refused. */
  get waiting() {
    return this.items.filter((item) => !item.refused);
  }

  /** Send what waits, one after the other; the first that does not arrive stops it. Done is only what
   * the service answers with its table, refused only what it says it will never take: a page of
   * somebody's wifi, a lost cookie or a race is neither. */
  async flush() {
    if (this.busy) return;
    this.busy = true;
    /** @type {Set<string>} Tables that the service takes nothing of now. */
    const held = new Set();
    const next = () => {
      this.items = this.read();
      return this.waiting.find((item) => !held.has(item.table));
    };
    try {
      for (let item = next(); item; item = next()) {
        /** @type {Answer} */
        let answer;
        try {
          answer = await this.post(item);
        } catch {
          this.moved({ online: false });
          return;
        }
        const { id, table } = item;
        const { state, error } = answer.body || {};
        const done = answer.ok && state;
        // It is not the service, or it cannot answer now: what is kept stays as it is.
        if (!done && !error?.code) {
          this.moved({ online: false });
          return;
        }
        if (done) this.change((items) => items.filter((one) => one.id !== id));
        else if (error.final) this.change((items) => items.map((one) => (one.id === id ? { ...one, refused: error.message || error.code } : one)));
        else held.add(table);
        this.moved({ online: true, answer: done ? answer.body : undefined });
      }
    } finally {
      this.busy = false;
    }
  }
}
