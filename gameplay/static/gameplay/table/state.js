// @ts-check
/* What the page knows, as a type. It has a file of its own since collecting static files follows
   imports in comments too, and modules that name each other it cannot give names by content. */

/** @typedef {import('./derive.js').PublicView} PublicView */
/** @typedef {import('./derive.js').SeatView} SeatView */
/** @typedef {import('./derive.js').Seat} Seat */
/** @typedef {{seat: Seat|null, at: string|null, deadline: string|null, seconds: number, reserves: Partial<Record<Seat, number>>}} Clock as frames have it, in milliseconds */
/** @typedef {{seat: Seat, seconds: number, reserve: number, part: number, still: boolean}} Hurry what is left, in whole seconds; `part` of the time of an action in twentieths */
/** @typedef {{id: string, game: string|null, version: number|null, do: string, bid?: string, card?: string, face_down?: boolean, tricks?: Record<string, number>, acked?: number}} Message */
/**
 * @typedef {object} State
 * @property {Seat|''} me my seat, '' for a spectator
 * @property {any} table state of the latest table frame
 * @property {number} tableVersion
 * @property {string|null} game
 * @property {number} version
 * @property {PublicView|null} view
 * @property {SeatView|null} mine
 * @property {string[]} past games that are over for this page: a late frame of one is ignored
 * @property {import('./derive.js').DoneTrick & {number: number}|null} resting a complete trick that still lies on the table
 * @property {boolean} gathering
 * @property {string[]} gaps cards of mine that have left the hand, whose place is still open
 * @property {Message|null} pending the one message that waits for its answer
 * @property {string|null} lastSent its id, or that of the last one there was
 * @property {{code: string, message: string}|null} refusal
 * @property {'connecting'|'open'|'lost'|'replaced'|'gone'|'removed'} connection
 * @property {{trump: string|null, card: string|null, blind: boolean, pick: string|null}} choice what is chosen and not yet said: trumps and a card, or a bid or game of many
 * @property {boolean} faceDown
 * @property {string|null} selected a card of mine, chosen but not yet played
 * @property {string|null} premove a card of mine that lies ready for my turn; nobody else knows of it
 * @property {string|null} returned a card that was refused and has just come back to my hand
 * @property {string|null} suitKey a suit chosen by its key, waiting for the rank
 * @property {boolean} lastShown is the last trick shown in the middle (narrow screens)
 * @property {boolean} hidden is this board kept from those who watch until it is over
 * @property {any} coming table frame of a board whose cards are not here yet
 * @property {any} released the newest board of this table that may be watched, and since when
 * @property {any} replay the released board that is shown: board, game, seats, hands; `over` when it has ended
 * @property {{board: number, finished: boolean, interrupted: boolean}|null} place what the table is at while its cards are hidden
 * @property {boolean} commentary is this the page of a commentator, who is sent all hands
 * @property {boolean} interrupted the board was broken off and stays as it is
 * @property {Record<Seat, string>|null} hands as dealt, of a board that was broken off and released
 * @property {{table_url: string|null, text: string}|null} next where to go when this table has finished
 * @property {{ends: number|null, paused: boolean}} clock until when there is time at this table
 * @property {number|null} left whole seconds until then, as they are shown
 * @property {Partial<Record<Seat, number>>|null} claiming the tricks given to others in a claim that is not yet made
 * @property {{game: string, lines: any[]}|null} compared what all tables made of a released board
 * @property {boolean} helping is the sheet of keys open
 * @property {Clock|null} turnClock whose time runs, where the table has a clock
 * @property {Hurry|null} hurry what is left of it, as it is shown
 * @property {boolean} warned has it been said that my time is nearly over
 * @property {{seat: Seat, agreed: Seat[], event: any}|null} undo who asks to take back what
 * @property {TakenBack[]} takenBack what does not count any more on this board
 * @property {number} backRead up to which of them I have read what was decided
 * @property {boolean} asking is the question about leaving open
 * @property {Talk} talk what is said at the table
 */
/** @typedef {{at: number, to: number, by: 'consent'|'director', seat: Seat|null, events: any[], cards: Partial<Record<Seat, string[]>>, hands: Seat[], partners: Seat[], operators: Seat[], step?: number}} TakenBack */
/** @typedef {{id: string, at: string, name: string, place: string|null, channel: 'table'|'praatje', text?: string, phrase?: string, gone?: boolean, own?: boolean}} Said */
/** @typedef {{state: 'waiting'|'coming'|'answered'|'done'|'', text: string, by: string, note?: string, note_id?: string}} Call */
/** @typedef {{id: string, do: string, game: string|null, version: number|null, channel?: string, text?: string, phrase?: string, message?: string, seat?: string, board?: number, on?: boolean}} Saying */
/**
 * @typedef {object} Talk
 * @property {Said[]} messages those that I may hear
 * @property {string[]} muted places that I do not hear
 * @property {Call|null} call the last call for the director at this table
 * @property {string} noteRead which of the director's messages I have read
 * @property {boolean} told has a frame of the talk come
 * @property {boolean} open
 * @property {string[]} seen ids that have been looked at
 * @property {Saying[]} waiting sent and not answered
 * @property {string|null} chosen a message whose actions are shown
 * @property {string|null} channel the one that was chosen
 * @property {string|null} refusal
 * @property {string[]} reported
 */

export {};
