// @ts-check
/* Plays a released board by the clock: it began when the board was released, for everybody who watches. */

const AGAIN = 4000; // ms, after the board could not be fetched
const LONGEST_TIMER = 60000;

/** The last step that has begun `elapsed` ms after the first.
 * @param {{at_ms: number}[]} steps @param {number} elapsed */
export function stepAt(steps, elapsed) {
  let at = 0;
  while (at + 1 < steps.length && steps[at + 1].at_ms <= elapsed) at += 1;
  return at;
}

/**
 * @param {{fetch: (board: number) => Promise<any>, now: () => number, begin: (replay: any) => void, step: (step: any) => void, over: () => void}} on
 *   `now` in ms on the server's clock.
 * @returns {(released: {board: number, game: string, at: string}|null) => void} to be told what may be watched; again is no harm
 */
export function replayer(on) {
  let wanted = '', timer = 0;

  /** @param {{board: number, game: string, at: string}} released */
  async function load(released) {
    let replay;
    try {
      replay = await on.fetch(released.board);
    } catch {
      if (wanted === released.game) timer = window.setTimeout(load, AGAIN, released);
      return;
    }
    if (wanted === released.game) play(replay, Date.parse(released.at));
  }

  /** @param {any} replay @param {number} start */
  function play(replay, start) {
    const { steps, ...rest } = replay;
    let shown = -1;
    on.begin(rest);
    const show = () => {
      const elapsed = on.now() - start, at = stepAt(steps, elapsed), last = at === steps.length - 1;
      if (at !== shown) on.step({ ...steps[at], events: at === shown + 1 ? steps[at].events : [], number: at, last });
      shown = at;
      if (last) on.over();
      else timer = window.setTimeout(show, Math.min(LONGEST_TIMER, Math.max(10, steps[at + 1].at_ms - elapsed)));
    };
    show();
  }

  return (released) => {
    if (!released || released.game === wanted) return;
    clearTimeout(timer);
    wanted = released.game;
    load(released);
  };
}
