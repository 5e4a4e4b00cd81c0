// @ts-check
/* Everything the table says, in whole sentences. English is the message id; the catalogue translates. */
import { SEATS, after, legal, partnerSecret, suitLed } from './derive.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./derive.js').Seat} Seat */
/** @typedef {import('./derive.js').PublicView} PublicView */
/** @typedef {import('./state.js').State} State */

/** @param {string} text @param {Record<string, unknown>} values */
const fill = (text, values) => interpolate(text, values, true);

/** @param {string} suit */
export const suitName = (suit) => ({ S: gettext('spades'), H: gettext('hearts'), C: gettext('clubs'), D: gettext('diamonds') })[suit] || suit;

/** "the queen of spades" in running text. @param {string} card */
export function cardName(card) {
  const [suit, rank] = card;
  const court = {
    SA: gettext('ace of spades'), SK: gettext('king of spades'), SQ: gettext('queen of spades'), SJ: gettext('jack of spades'),
    HA: gettext('ace of hearts'), HK: gettext('king of hearts'), HQ: gettext('queen of hearts'), HJ: gettext('jack of hearts'),
    CA: gettext('ace of clubs'), CK: gettext('king of clubs'), CQ: gettext('queen of clubs'), CJ: gettext('jack of clubs'),
    DA: gettext('ace of diamonds'), DK: gettext('king of diamonds'), DQ: gettext('queen of diamonds'), DJ: gettext('jack of diamonds'),
  };
  const plain = { S: gettext('%(rank)s of spades'), H: gettext('%(rank)s of hearts'), C: gettext('%(rank)s of clubs'), D: gettext('%(rank)s of diamonds') };
  return court[card] || fill(plain[suit], { rank: rank === 'T' ? '10' : rank });
}

/** @param {string} card */
export const rankName = (card) => ({ A: gettext('ace'), K: gettext('king'), Q: gettext('queen'), J: gettext('jack') })[card[1]] || card[1];

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} text */
export const uncapital = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** @param {string} bid */
export function bidName(bid) {
  const alone = /^alleen_(\d+)$/.exec(bid);
  if (alone) return fill(gettext('%(tricks)s alone'), { tricks: alone[1] });
  return {
    rik: gettext('Rik'), rik_beter: gettext('Rik beter'), piek: gettext('Piek'), misere: gettext('Misère'), pass: gettext('Pass'),
  }[bid] || capital(bid.replaceAll('_', ' '));
}

/** Six words on what a bid promises: to whoever may make it, or of somebody else's.
 * @param {PublicView} view @param {string} bid @param {boolean} [own] */
export function bidMeaning(view, bid, own = true) {
  const tricks = view.targets[view.ladder.indexOf(bid)];
  const alone = /^alleen_(\d+)$/.exec(bid);
  const chosen = own ? gettext('%(tricks)s with a partner, your trumps') : gettext('%(tricks)s with a partner, trumps of choice');
  if (alone) return fill(own ? gettext('%(tricks)s without a partner, your trumps') : gettext('%(tricks)s without a partner, trumps of choice'), { tricks });
  return {
    rik: fill(chosen, { tricks }), rik_beter: fill(gettext('%(tricks)s with a partner, hearts trumps'), { tricks }),
    piek: fill(ngettext('exactly %(tricks)s trick, no trumps', 'exactly %(tricks)s tricks, no trumps', tricks || 1), { tricks }), misere: gettext('not a single trick, no trumps'), pass: gettext('you bid no more in this deal'),
  }[bid] || '';
}

/** What a made contract is worth, without extra tricks. @param {PublicView} view @param {string} bid */
export function bidValue(view, bid) {
  const points = view.values[view.ladder.indexOf(bid)];
  return points ? fill(gettext('%(points)s per opponent'), { points }) : '';
}

/** Said where somebody asks for it, of points that the source of the rules does not tell. @param {PublicView|null} view */
export const valuesNote = (view) => (view && view.values_reconstructed ? gettext('The official table of points is not public. These points were worked out from games that were played.') : '');

/** @param {string} game */
export const passGameName = (game) => ({ schoppen_mie: gettext('Schoppen mie'), one_or_five: gettext('One or five') })[game] || capital(game.replaceAll('_', ' '));
/** @param {string} game */
export const passGameMeaning = (game) => ({
  schoppen_mie: gettext('avoid the queen of spades and the last trick; at first no spades may be played'),
  one_or_five: gettext('win with exactly 1 or exactly 5 tricks, no trumps'),
})[game] || '';

/** @param {Seat} seat */
export const seatName = (seat) => ({ N: gettext('North'), E: gettext('East'), S: gettext('South'), W: gettext('West') })[seat];

/** My own compass seat on this board. @param {State} state */
export const seatText = (state) => (state.me ? fill(gettext('You sit %(seat)s'), { seat: seatName(state.me) }) : '');

/** What the clock of the round shows, "12:40". @param {number} left seconds */
export const timeText = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;

/** @param {number} n */
export const tricksText = (n) => fill(ngettext('%(n)s trick', '%(n)s tricks', n), { n });

/** @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** Who sits where on the board that is shown: of one played earlier, not as they sit now.
 * @param {State} state @returns {Record<string, {name: string, kind: string, away: boolean}>} */
export const sitters = (state) => (state.replay ? state.replay.seats : state.table ? state.table.seats : {});

/** The name as its owner wrote it. @param {State} state @param {Seat} seat @returns {string} */
export function fullName(state, seat) {
  const sitter = sitters(state)[seat];
  return sitter && sitter.name ? sitter.name : seatName(seat);
}

const LONG_NAME = 13;

/** What people at a table call each other: of a long name the first word, unless that is short or
 * somebody else's too. @param {State} state @param {Seat} seat */
function calledName(state, seat) {
  const name = fullName(state, seat);
  if (name.length <= LONG_NAME) return name;
  const first = (/** @type {string} */ text) => (/^\S{3,}|^\S+\s+\S+/.exec(text) || [text])[0];
  const alike = SEATS.filter((other) => first(fullName(state, other)) === first(name));
  return alike.length > 1 ? name : first(name);
}

/** How the table speaks of who sits there; "You" for my own seat. @param {State} state @param {Seat} seat */
export const nameOf = (state, seat) => (seat === state.me ? gettext('You') : calledName(state, seat));

/** All of them, myself first. @param {State} state @param {Seat[]} seats */
const namesOf = (state, seats) => joined([...seats].sort((a, b) => Number(b === state.me) - Number(a === state.me)).map((seat) => nameOf(state, seat)));

/** @param {string[]} names */
const joined = (names) => (names.length < 2 ? names.join('') : fill(gettext('%(some)s and %(last)s'), { some: names.slice(0, -1).join(', '), last: names[names.length - 1] }));

/** @param {State} state @param {Seat} seat @param {string} mine @param {string} other @param {Record<string, unknown>} [values] */
const says = (state, seat, mine, other, values = {}) => fill(seat === state.me ? mine : other, { ...values, name: nameOf(state, seat) });

/** The sentence in the contract box. @param {State} state */
export function headline(state) {
  const view = state.view;
  if (state.hidden) return hiddenHeadline(state);
  if (!view) return gettext('Waiting for players');
  if (view.phase === 'auction') return view.standing ? fill(gettext('Highest bid: %(bid)s'), { bid: bidName(view.standing.bid) }) : gettext('No bid yet');
  if (view.phase === 'choose' && view.to_act) return says(state, view.to_act, gettext('You choose the game'), gettext('%(name)s chooses the game'));
  if (view.pass_game) return fill(gettext('Everybody passed: %(game)s'), { game: passGameName(view.pass_game) });
  const [first] = view.contracts;
  if (!first) return gettext('Nobody plays this deal');
  const bid = bidName(first.bid);
  if (view.contracts.length === 1) return says(state, first.declarer, gettext('You play %(bid)s'), gettext('%(name)s plays %(bid)s'), { bid });
  return fill(gettext('%(names)s play %(bid)s'), { names: namesOf(state, view.contracts.map((c) => c.declarer)), bid });
}

/** One quiet line below the facts while there are no pins. @param {State} state */
export function subline(state) {
  const view = state.view;
  if (state.hidden) return state.table && state.table.closed ? '' : gettext('You see it here, card by card, as soon as all tables have played it.');
  if (!view) return gettext('The cards are dealt as soon as four seats are taken.');
  if (view.phase === 'auction') return view.standing ? bidMeaning(view, view.standing.bid, view.standing.seat === state.me) : gettext('Whoever bids highest, plays.');
  if (view.phase === 'choose') return gettext('Everybody passed, so everybody plays for himself.');
  if (view.phase === 'declare') return view.contracts[0] && view.contracts[0].bid.startsWith('rik') ? gettext('Whoever holds that ace is the secret partner.') : '';
  if (view.pass_game) return capital(passGameMeaning(view.pass_game));
  return '';
}

/** @param {State} state */
export const paused = (state) => Boolean(state.table && state.table.paused);

/** "board 2 of 4"; a board that has another number where it was dealt says both. @param {any} table */
export function boardOf(table) {
  if (!table || !table.board) return '';
  if (!table.length) return fill(gettext('board %(board)s'), table);
  if (table.number && table.number !== table.board) return fill(gettext('board %(board)s (%(number)s of %(length)s)'), table);
  return fill(gettext('board %(board)s of %(length)s'), table);
}

/** What the table is at, for those who may not see its cards. @param {State} state */
function hiddenHeadline(state) {
  const board = capital(boardOf(state.table)), { place } = state;
  if (paused(state)) return fill(gettext('%(board)s, the table is paused'), { board });
  if (place && place.interrupted) return fill(gettext('%(board)s, interrupted'), { board });
  return fill(place && place.finished ? gettext('%(board)s, has been played') : gettext('%(board)s, is being played'), { board });
}

/** The same in one short line, below a board that was played before. @param {State} state */
export function doing(state) {
  const { table, place } = state;
  if (!table || !table.board) return gettext('Waiting for players');
  if (table.closed) return place && place.interrupted ? fill(gettext('Board %(board)s was interrupted'), table) : gettext('This table has finished');
  if (table.paused) return gettext('The table is paused');
  if (!place || !place.finished) return fill(gettext('Now playing board %(board)s'), table);
  if (state.replay && state.replay.board === table.board) return table.number < table.length ? gettext('The next deal begins shortly') : gettext('That was the last board');
  return fill(gettext('Board %(board)s has been played here'), table);
}

/** Which board is shown to those who watch released ones. @param {any} replay */
export const replayTitle = (replay) => fill(gettext('Board %(board)s, just played'), replay);

/** Title and second line of the turn bar. @param {State} state @returns {[string, string]} */
export function turnText(state) {
  const view = state.view;
  if (state.hidden) return [doing(state), ''];
  if (!view) return [gettext('Waiting for players'), ''];
  if (state.interrupted) return [gettext('This board was interrupted'), ''];
  if (paused(state) && !state.replay) return [gettext('The table is paused'), gettext('The director has stopped play.')];
  const actor = view.to_act, second = state.replay ? doing(state) : '';
  if (!actor) return [gettext('The deal is over'), second];
  const mine = actor === state.me;
  if (mine && state.pending) return [gettext('One moment'), state.pending.card ? capital(cardName(state.pending.card)) : ''];
  if (view.phase === 'auction') {
    return mine ? [gettext('Your bid'), view.standing ? fill(gettext('Higher than %(bid)s, or pass'), { bid: bidName(view.standing.bid) }) : gettext('Bid, or pass')]
      : [says(state, actor, '', gettext('%(name)s is bidding')), second];
  }
  if (view.phase === 'choose') return mine ? [gettext('You choose the game'), gettext('Everybody passed')] : [says(state, actor, '', gettext('%(name)s chooses the game')), second];
  if (view.phase === 'declare') return mine ? declareText(state) : [says(state, actor, '', gettext('%(name)s chooses trumps')), second];
  if (mine) return [view.trick && view.trick.plays.length ? gettext('Your turn') : gettext('You lead'), playPrompt(state)];
  return [says(state, actor, '', gettext('%(name)s is to play')), second];
}

/** @param {State} state @returns {[string, string]} */
function declareText(state) {
  const { trump, card } = state.choice;
  if (trump && card) return [gettext('Is this right?'), fill(gettext('%(suit)s are trumps'), { suit: capital(suitName(trump)) })];
  if (!trump) return [gettext('Choose trumps'), gettext('Then ask for a card')];
  return [fill(gettext('%(suit)s are trumps'), { suit: capital(suitName(trump)) }), gettext('Now ask for a card')];
}

/** What may be played, in a few words. @param {State} state */
export function playPrompt(state) {
  const { view, mine } = state;
  if (!view || !mine) return '';
  const cards = legal(mine, 'play').map((a) => String(a.card));
  const led = suitLed(view);
  const called = view.contracts[0] && view.contracts[0].called;
  if (cards.length && cards.every((card) => card === called)) return capital(fill(gettext('Asked for: the %(card)s must go'), { card: cardName(String(called)) }));
  if (led && cards.every((card) => card[0] === led) && mine.hand.some((card) => card[0] === led)) return capital(fill(gettext('Follow suit: %(suit)s'), { suit: suitName(led) }));
  if (cards.length && cards.every((card) => card === 'SQ')) return gettext('The queen of spades must go');
  if (new Set(cards).size < mine.hand.length) {
    if (view.pass_game === 'schoppen_mie' && !cards.some((card) => card[0] === 'S')) return gettext('No spades may be played yet');
    return gettext('Only the raised cards may be played');
  }
  return led ? fill(gettext('You have no %(suit)s: any card'), { suit: suitName(led) }) : gettext('Any card');
}

/** Why a card stays where it is. @param {State} state @param {string} card */
export function whyNot(state, card) {
  if (state.interrupted) return gettext('This board was interrupted');
  if (paused(state)) return gettext('The table is paused');
  if (!state.view || state.view.to_act !== state.me) return gettext('It is not your turn yet');
  const led = suitLed(state.view);
  if (led && card[0] !== led && state.mine && state.mine.hand.some((c) => c[0] === led)) return fill(gettext('Not allowed: you must follow %(suit)s'), { suit: suitName(led) });
  return fill(gettext('Not allowed: %(reason)s'), { reason: uncapital(playPrompt(state)) });
}

/** The label of the button that ends `declare`. @param {string|null} trump @param {string|null} card @param {boolean} blind */
export function declareLabel(trump, card, blind) {
  if (card && blind) return fill(gettext('Ask blind for the %(card)s'), { card: cardName(card) });
  if (card) return fill(gettext('Ask for the %(card)s'), { card: cardName(card) });
  return trump ? fill(gettext('Play in %(suit)s'), { suit: suitName(trump) }) : gettext('Play');
}

/** The two captions below the pins. @param {State} state @param {{ours: number, theirs: number, target: number, secret: boolean}} p @returns {[string, string, string, string]} */
export function pinText(state, p) {
  const view = /** @type {PublicView} */ (state.view), [contract] = view.contracts;
  const left = contract.partner ? fill(gettext('Declarers %(n)s'), { n: p.ours }) : fill(gettext('Declarer %(n)s'), { n: p.ours });
  const need = p.secret ? fill(gettext('of %(n)s together'), { n: p.target }) : contract.bid === 'piek' ? fill(gettext('exactly %(n)s'), { n: p.target })
    : contract.bid === 'misere' ? gettext('none allowed') : fill(gettext('of %(n)s needed'), { n: p.target });
  const right = p.secret ? fill(gettext('Others %(n)s'), { n: p.theirs }) : fill(gettext('Against %(n)s'), { n: p.theirs });
  const own = state.me && contract.declarer !== state.me ? fill(gettext('you %(n)s'), { n: view.taken[state.me] }) : '';
  return [left, need, right, own];
}

/** @param {State} state */
export function partnerText(state) {
  const [contract] = state.view ? state.view.contracts : [];
  if (!contract || !contract.called) return '';
  return partnerSecret(contract) ? gettext('partner secret') : nameOf(state, /** @type {Seat} */ (contract.partner));
}

/** Who leads the first trick. @param {PublicView} view */
export const forehand = (view) => after(view.dealer);
