// @ts-check
/* What somebody may do with the talk at his table. Beside the game: what is said waits for nothing
   and holds nothing up, and it is sent again with its old id until it is answered. */
import { newId } from './socket.js';

/** @typedef {import('./state.js').State} State */

/** @param {{read: () => State, dispatch: (action: any) => void, send: (message: any) => void, focus: (selector: string) => void}} at */
export function talkActs({ read, dispatch, send, focus }) {
  /** @param {any} fields */
  function tell(fields) {
    const { game, version } = read(), message = { id: newId(), game, version, ...fields };
    dispatch({ type: 'talk sent', message });
    send(message);
  }
  return {
    /** @param {boolean} on */
    talk(on) {
      dispatch({ type: 'talk open', on });
      // the button is where the focus was before the drawer came
      if (!on) focus('#talk');
    },
    say: (/** @type {any} */ said) => tell({ do: 'say', ...said }),
    mute: (/** @type {string} */ seat, /** @type {boolean} */ on) => tell({ do: 'mute', seat, on, board: read().table.board }),
    report: (/** @type {string} */ message) => tell({ do: 'report', message }),
    chooseSaid: (/** @type {string} */ id) => dispatch({ type: 'talk choose', id }),
    channel: (/** @type {string} */ channel) => dispatch({ type: 'talk channel', channel }),
  };
}
