// @ts-check
/* What somebody may do with the talk at his table. Beside the game: what is said waits for nothing
   and holds nothing up, and it is sent again with its old id until it is answered. */
import { newId } from './socket.js';

/* global gettext */

/** @typedef {import('./state.js').State} State */

/** @param {{read: () => State, dispatch: (action: any) => void, send: (message: any) => void, focus: (selector: string) => void, page: any}} at */
export function talkActs({ read, dispatch, send, focus, page }) {
  // one id for one wish: pressed again after a lost answer, it calls only once
  let callId = '';

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
    speak: (/** @type {any} */ said) => tell({ do: 'say', ...said }),
    mute: (/** @type {string} */ seat, /** @type {boolean} */ on) => tell({ do: 'mute', seat, on, board: read().table.board }),
    report: (/** @type {string} */ message) => tell({ do: 'report', message }),
    chooseSaid: (/** @type {string} */ id) => dispatch({ type: 'talk choose', id }),
    /** @param {HTMLFormElement} form */
    async callDirector(form) {
      callId = callId || newId();
      const body = new URLSearchParams({ ...Object.fromEntries(/** @type {any} */ (new FormData(form))), table: page.table, command: callId, csrfmiddlewaretoken: page.token });
      const failed = gettext('The director could not be reached. Try again.');
      try {
        const answer = await fetch(page.call, { method: 'POST', body, headers: { Accept: 'application/json' } });
        const told = await answer.json();
        dispatch({ type: 'talk call', refusal: answer.ok ? null : told.error.message });
        if (answer.ok) { form.reset(); /** @type {HTMLDetailsElement} */ (form.parentElement).open = false; }
        callId = '';
      } catch { dispatch({ type: 'talk call', refusal: failed }); }
    },
    channel: (/** @type {string} */ channel) => dispatch({ type: 'talk channel', channel }),
  };
}
