// @ts-check
/* What a spectator's page makes of its frames where boards are hidden until all tables have played
   them: what the table is at, and the board that is shown instead. Pure, like store.js. */

/** @typedef {import('./state.js').State} State */

/** Where boards are hidden, a spectator's page shows released ones only, and those step by step: a
 * whole view that comes when one is released would tell its end.
 * @param {State} state */
export const watchesReleased = (state) => Boolean(!state.me && !state.commentary && state.table && state.table.policy === 'board');

/** The cards are hidden; what is shown of a released board stays.
 * @param {State} state @param {any} f @param {State} empty @returns {State} */
export function hiddenFrame(state, f, empty) {
  const at = f.place || { board: state.table ? state.table.board : 0, finished: Boolean(f.view && f.view.finished) };
  const place = { board: at.board, finished: at.finished, interrupted: Boolean(f.interrupted) };
  if (state.replay) return { ...state, place };
  const { me, table, tableVersion, connection, past, released, next, clock, left, commentary } = state;
  return { ...empty, me, table, tableVersion, connection, past, released, next, clock, left, commentary, place, hidden: true };
}

/** @param {State} state @param {any} replay @returns {State} */
export function replayBegins(state, replay) {
  return {
    ...state, replay: { ...replay, over: false }, hidden: false, game: null, version: -1, view: null, mine: null, past: [],
    resting: null, gathering: false, lastShown: false, interrupted: false, hands: null,
  };
}

/** One step of the replay is a game frame that has been before.
 * @param {State} state @param {any} step @param {(frame: any) => State} show @returns {State} */
export function replayStep(state, step, show) {
  if (!state.replay) return state;
  const { game, hands, finished } = state.replay;
  const brokenOff = step.last && !finished;
  return show({ game, version: step.number, events: step.events, view: step.view, interrupted: brokenOff, hands: brokenOff ? hands : null });
}

/** @param {State} state @param {any} next @returns {State} */
export function nextTable(state, next) {
  const known = state.next;
  return !next.text || known && known.table_url === next.table_url && known.text === next.text ? state : { ...state, next };
}
