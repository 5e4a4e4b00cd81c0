// @ts-check
/* What a table has to send, kept until the service has it: in order, each under one id for ever, so
 * that whatever is sent twice is done once. No name and no card lies in the browser's storage: people
 * are ids, and a called card is its place in the list that the page was sent. */

/** @typedef {{id: string, do: string, table: string, board: number, entry: string, seats: string, facts: any, instead_of?: any, refused?: string}} Item */
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
    /** @type {Item[]} */
    this.items = [];
    try {
      const kept = JSON.parse(storage.getItem(KEY) || '[]');
      if (Array.isArray(kept)) this.items = kept;
    } catch {
      this.items = [];
    }
  }

  /** @param {Item} item */
  add(item) {
    this.items = [...this.items, item];
    this.keep();
    return this.flush();
  }

  /** @param {string} id */
  drop(id) {
    this.items = this.items.filter((item) => item.id !== id);
    this.keep();
    this.moved({});
  }

  keep() {
    this.storage.setItem(KEY, JSON.stringify(this.items));
  }

  /** What waits, without what was refused. */
  get waiting() {
    return this.items.filter((item) => !item.refused);
  }

  /** Send what waits, one after the other; the first that does not arrive stops it. */
  async flush() {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let item = this.waiting[0]; item; item = this.waiting[0]) {
        /** @type {Answer} */
        let answer;
        try {
          answer = await this.post(item);
        } catch {
          this.moved({ online: false });
          return;
        }
        // The service is there and cannot answer now: what is kept stays as it is.
        if (answer.status >= 500 || answer.status === 429) {
          this.moved({ online: false });
          return;
        }
        const { id } = item;
        if (answer.ok) this.items = this.items.filter((one) => one.id !== id);
        else this.items = this.items.map((one) => (one.id === id ? { ...one, refused: answer.body?.error?.message || String(answer.status) } : one));
        this.keep();
        this.moved({ online: true, answer: answer.ok ? answer.body : undefined });
      }
    } finally {
      this.busy = false;
    }
  }
}
