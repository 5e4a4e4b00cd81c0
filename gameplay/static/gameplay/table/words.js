// @ts-check
/* Everything the table says, in whole sentences. English is the message id; the catalogue translates. */
import { PHASES, SEATS, actor as actorOf, handInPlay, asksForCard, asksTheUnknown, isForced, kind, legal, partnerSecret, playsOf, suitLed } from './derive.js';
import { bidMeaning, bidName, fill, isRik, passGameMeaning, passGameName, suitName } from './bids.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./derive.js').Seat} Seat */
/** @typedef {import('./derive.js').PublicView} PublicView */
/** @typedef {import('./state.js').State} State */

/** "the queen of spades" in running text.
 * @param {string} card */
export function cardName(card) {
  const [suit, rank] = card;
  /** @type {Record<string, string>} */
  const court = {
    SA: gettext('ace of spades'), SK: gettext('king of spades'), SQ: gettext('queen of spades'), SJ: gettext('jack of spades'),
    HA: gettext('ace of hearts'), HK: gettext('king of hearts'), HQ: gettext('queen of hearts'), HJ: gettext('jack of hearts'),
    CA: gettext('ace of clubs'), CK: gettext('king of clubs'), CQ: gettext('queen of clubs'), CJ: gettext('jack of clubs'),
    C1: gettext('joker'),
    DA: gettext('ace of diamonds'), DK: gettext('king of diamonds'), DQ: gettext('queen of diamonds'), DJ: gettext('jack of diamonds'),
  };
  /** @type {Record<string, string>} */
  const plain = { S: gettext('%(rank)s of spades'), H: gettext('%(rank)s of hearts'), C: gettext('%(rank)s of clubs'), D: gettext('%(rank)s of diamonds') };
  return court[card] || fill(plain[suit], { rank: rank === 'T' ? '10' : rank });
}

/** @param {string} card */
export const rankName = (card) => ({ A: gettext('ace'), K: gettext('king'), Q: gettext('queen'), J: gettext('jack') })[card[1]] || card[1];

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} text */
export const uncapital = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** @param {Seat} seat */
export const seatName = (seat) => ({ N: gettext('North'), E: gettext('East'), S: gettext('South'), W: gettext('West'), 5: gettext('the fifth chair'), 6: gettext('the sixth chair') })[seat];

/** My own compass seat on this board.
 * @param {State} state */
export const seatText = (state) => (state.me ? fill(gettext('You sit %(seat)s'), { seat: seatName(state.me) }) : '');

/** What the clock of the round shows, "12:40".
 * @param {number} left seconds */
export const timeText = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;

/** @param {number} n */
export const tricksText = (n) => fill(ngettext('%(n)s trick', '%(n)s tricks', n), { n });

/** @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** Who sits where on the board that is shown: of one played earlier, not as they sit now.
 * @param {State} state @returns {Record<string, {name: string, kind: string, away: boolean}>} */
export const sitters = (state) => (state.replay ? state.replay.seats : state.table ? { ...state.table.seats, ...state.table.bench } : {});

/** Who sits out this board, where five or six are at the table.
 * @param {State} state */
export function benchText(state) {
  const names = state.table && state.table.bench && !state.replay ? Object.keys(state.table.bench).map((place) => nameOf(state, /** @type {any} */ (place))) : [];
  return names.length ? fill(gettext('Out: %(names)s'), { names: names.join(', ') }) : '';
}

/** The name as its owner wrote it.
 * @param {State} state @param {Seat} seat @returns {string} */
export function fullName(state, seat) {
  const sitter = sitters(state)[seat];
  return sitter && sitter.name ? sitter.name : seatName(seat);
}

const LONG_NAME = 13;

/** What people at a table call each other: of a long name the first word, unless that is short or
 * somebody else's too.
 * @param {State} state @param {Seat} seat */
export function calledName(state, seat) {
  const name = fullName(state, seat);
  if (name.length <= LONG_NAME) return name;
  const first = (/** @type {string} */ text) => (/^\S{3,}|^\S+\s+\S+/.exec(text) || [text])[0];
  const alike = SEATS.filter((other) => first(fullName(state, other)) === first(name));
  return alike.length > 1 ? name : first(name);
}

/** How the table speaks of who sits there; "You" for my own seat.
 * @param {State} state @param {Seat} seat */
export const nameOf = (state, seat) => (seat === state.me ? gettext('You') : calledName(state, seat));

/** All of them, myself first.
 * @param {State} state @param {Seat[]} seats */
const namesOf = (state, seats) => joined([...seats].sort((a, b) => Number(b === state.me) - Number(a === state.me)).map((seat) => nameOf(state, seat)));

/** @param {string[]} names */
const joined = (names) => (names.length < 2 ? names.join('') : fill(gettext('%(some)s and %(last)s'), { some: names.slice(0, -1).join(', '), last: names[names.length - 1] }));

/** @param {State} state @param {Seat} seat @param {string} mine @param {string} other @param {Record<string, unknown>} [values] */
const says = (state, seat, mine, other, values = {}) => fill(seat === state.me ? mine : other, { ...values, name: nameOf(state, seat) });

/** The sentence in the contract box.
 * @param {State} state */
export function headline(state) {
  const view = state.view;
  if (state.hidden) return hiddenHeadline(state);
  if (!view) return gettext('Waiting for players');
  if (view.phase === 'auction') return view.standing ? fill(gettext('Highest bid: %(bid)s'), { bid: bidName(view.standing.bid) }) : gettext('No bid yet');
  if (view.phase === 'choose' && view.to_act) return says(state, view.to_act, gettext('You choose the game'), gettext('%(name)s chooses the game'));
  const [first] = view.contracts;
  const silent = !view.calls.length; // a pass game that was fixed beforehand, without an auction
  if (view.pass_game && !first) return fill(silent ? gettext('Without bidding: %(game)s') : gettext('Everybody passed: %(game)s'), { game: passGameName(view.pass_game) });
  if (!first) return view.finished ? gettext('Nobody plays this deal') : gettext('One moment');
  const bid = bidName(first.bid);
  if (isForced(view) && silent) return says(state, first.declarer, gettext('Without bidding: you must play %(bid)s'), gettext('Without bidding: %(name)s must play %(bid)s'), { bid });
  if (isForced(view)) return says(state, first.declarer, gettext('Everybody passed: you must play %(bid)s'), gettext('Everybody passed: %(name)s must play %(bid)s'), { bid });
  // of a partner who was never a secret
  if (first.partner && !asksForCard(first.bid)) return fill(gettext('%(names)s play %(bid)s'), { names: namesOf(state, [first.declarer, first.partner]), bid });
  if (view.contracts.length === 1) return says(state, first.declarer, gettext('You play %(bid)s'), gettext('%(name)s plays %(bid)s'), { bid });
  return fill(gettext('%(names)s play %(bid)s'), { names: namesOf(state, view.contracts.map((c) => c.declarer)), bid });
}

/** One quiet line below the facts while there are no pins.
 * @param {State} state */
export function subline(state) {
  const view = state.view;
  if (state.hidden) return state.table && state.table.closed ? '' : gettext('You see it here, card by card, as soon as all tables have played it.');
  if (!view) return gettext('The cards are dealt as soon as everybody sits.');
  if (view.phase === 'auction') return view.standing ? bidMeaning(view, view.standing.bid, view.standing.seat === state.me) : gettext('Whoever bids highest, plays.');
  if (view.phase === 'choose') return gettext('Everybody passed, so everybody plays for himself.');
  if (view.phase === 'declare') return view.contracts[0] && asksForCard(view.contracts[0].bid) ? gettext('Whoever holds that card is the secret partner.') : '';
  if (view.phase === 'discard') return gettext('Everybody puts one card away.');
  if (view.phase === 'exchange') return gettext('Whoever bid highest may exchange one card.');
  if (view.pass_game && !view.contracts.length) return `${capital(passGameMeaning(view.pass_game))}.`;
  return '';
}

/** @param {State} state */
export const paused = (state) => Boolean(state.table && state.table.paused);

/** "board 2 of 4"; a board that has another number where it was dealt says both.
 * @param {any} table */
export function boardOf(table) {
  if (!table || !table.board) return '';
  if (!table.length) return fill(gettext('board %(board)s'), table);
  if (table.number && table.number !== table.board) return fill(gettext('board %(board)s (%(number)s of %(length)s)'), table);
  return fill(gettext('board %(board)s of %(length)s'), table);
}

/** What the table is at, for those who may not see its cards.
 * @param {State} state */
function hiddenHeadline(state) {
  const board = capital(boardOf(state.table)), { place } = state;
  if (paused(state)) return fill(gettext('%(board)s, the table is paused'), { board });
  if (place && place.interrupted) return fill(gettext('%(board)s, interrupted'), { board });
  return fill(place && place.finished ? gettext('%(board)s, has been played') : gettext('%(board)s, is being played'), { board });
}

/** The same in one short line, below a board that was played before.
 * @param {State} state */
export function doing(state) {
  const { table, place } = state;
  if (!table || !table.board) return gettext('Waiting for players');
  if (table.closed) return place && place.interrupted ? fill(gettext('Board %(board)s was interrupted'), table) : gettext('This table has finished');
  if (table.paused) return gettext('The table is paused');
  if (!place || !place.finished) return fill(gettext('Now playing board %(board)s'), table);
  if (state.replay && state.replay.board === table.board) return table.number < table.length ? gettext('The next deal begins shortly') : gettext('That was the last board');
  return fill(gettext('Board %(board)s has been played here'), table);
}

/** Which board is shown to those who watch released ones.
 * @param {any} replay */
export const replayTitle = (replay) => fill(gettext('Board %(board)s, just played'), replay);

/** Title and second line of the turn bar.
 * @param {State} state @returns {[string, string]} */
export function turnText(state) {
  const view = state.view;
  if (state.hidden) return [doing(state), ''];
  if (!view) return [gettext('Waiting for players'), ''];
  if (state.interrupted) return [gettext('This board was interrupted'), ''];
  if (paused(state) && !state.replay) return [gettext('The table is paused'), gettext('The director has stopped play.')];
  const actor = actorOf(view), second = state.replay ? doing(state) : '';
  if (!actor) return [gettext('The deal is over'), second];
  const mine = actor === state.me;
  if (mine && state.pending) return [gettext('One moment'), state.pending.card ? capital(cardName(state.pending.card)) : ''];
  if (view.phase === 'auction') {
    return mine ? [gettext('Your bid'), auctionPrompt(state)]
      : [says(state, actor, '', gettext('%(name)s is bidding')), second];
  }
  if (view.phase === 'choose') return mine ? [gettext('You choose the game'), gettext('Everybody passed')] : [says(state, actor, '', gettext('%(name)s chooses the game')), second];
  if (view.phase === 'declare') return mine ? declareText(state) : [says(state, actor, '', gettext('%(name)s chooses trumps')), second];
  if (view.phase === 'leader') return mine ? [gettext('You say who leads'), gettext('To the first trick')] : [says(state, actor, '', gettext('%(name)s says who leads')), second];
  if (view.phase === 'claim' && view.claim) return mine ? [gettext('Do you agree?'), ''] : [says(state, actor, '', gettext('%(name)s answers the claim')), second];
  if (view.phase === 'discard') return mine ? [gettext('Put one card away'), gettext('Nobody else sees it')] : [says(state, actor, '', gettext('%(name)s puts a card away')), second];
  if (view.phase === 'exchange') return mine ? [gettext('Exchange a card?'), fill(gettext('Open: %(card)s'), { card: cardName(String(view.middle)) })] : [says(state, actor, '', gettext('%(name)s may exchange a card')), second];
  if (asksTheUnknown(state.mine, view.phase) && mine) return [gettext('You are asked something'), gettext('This page cannot show it. Load it again.')];
  if (!PHASES.includes(view.phase)) return [mine ? gettext('One moment') : says(state, actor, '', gettext('%(name)s is to act')), mine ? '' : gettext('Then it goes on')];
  if (view.operator && view.fourth) {
    const names = { name: nameOf(state, view.operator), hand: nameOf(state, view.fourth) };
    return mine ? [fill(gettext('You play for %(hand)s'), names), playPrompt(state)] : [fill(gettext('%(name)s plays for %(hand)s'), names), second];
  }
  if (mine) return [view.trick && view.trick.plays.length ? gettext('Your turn') : gettext('You lead'), playPrompt(state)];
  return [says(state, actor, '', gettext('%(name)s is to play')), second];
}

/** What I may do in the auction, in a few words.
 * @param {State} state */
function auctionPrompt(state) {
  const view = /** @type {PublicView} */ (state.view), offers = legal(state.mine, 'bid').map((a) => String(a.bid));
  const bound = offers.find((bid) => bid === 'troela' || bid === 'troel');
  if (!offers.includes('pass')) return bound ? fill(gettext('With your aces: %(bid)s or higher'), { bid: bidName(bound) }) : gettext('You may not pass');
  if (offers.length === 1) return gettext('You can only pass');
  if (offers.every((bid) => bid === 'pass' || bid === 'meegaan')) return gettext('Go along, or pass');
  return view.standing ? fill(gettext('Higher than %(bid)s, or pass'), { bid: bidName(view.standing.bid) }) : gettext('Bid, or pass');
}

/** @param {State} state @returns {[string, string]} */
function declareText(state) {
  const { trump, card } = state.choice, asks = legal(state.mine, 'declare').some((a) => a.card && (!trump || a.trump === trump));
  if (trump && (card || !asks)) return [gettext('Is this right?'), fill(gettext('%(suit)s are trumps'), { suit: capital(suitName(trump)) })];
  if (!trump) return [gettext('Choose trumps'), asks ? gettext('Then ask for a card') : ''];
  return [fill(gettext('%(suit)s are trumps'), { suit: capital(suitName(trump)) }), gettext('Now ask for a card')];
}

/** What may be played, in a few words.
 * @param {State} state */
export function playPrompt(state) {
  const { view, mine } = state;
  if (!view || !mine) return '';
  const cards = legal(mine, 'play').map((a) => String(a.card)), hand = handInPlay(state);
  const led = suitLed(view);
  const called = view.contracts[0] && view.contracts[0].called;
  if (cards.length && cards.every((card) => card === called)) return capital(fill(gettext('Asked for: the %(card)s must go'), { card: cardName(String(called)) }));
  if (led && cards.every((card) => card[0] === led) && hand.some((card) => card[0] === led)) return capital(fill(gettext('Follow suit: %(suit)s'), { suit: suitName(led) }));
  if (cards.length && cards.every((card) => card === 'SQ')) return gettext('The queen of spades must go');
  if (new Set(cards).size < hand.length) {
    if (view.pass_game === 'schoppen_mie' && !cards.some((card) => card[0] === 'S')) return gettext('No spades may be played yet');
    return gettext('Only the raised cards may be played');
  }
  return led ? fill(gettext('You have no %(suit)s: any card'), { suit: suitName(led) }) : gettext('Any card');
}

/** Why a card stays where it is.
 * @param {State} state @param {string} card */
export function whyNot(state, card) {
  if (state.interrupted) return gettext('This board was interrupted');
  if (paused(state)) return gettext('The table is paused');
  if (!state.view || actorOf(state.view) !== state.me) return gettext('It is not your turn yet');
  const led = suitLed(state.view);
  if (led && card[0] !== led && handInPlay(state).some((c) => c[0] === led)) return fill(gettext('Not allowed: you must follow %(suit)s'), { suit: suitName(led) });
  return fill(gettext('Not allowed: %(reason)s'), { reason: uncapital(playPrompt(state)) });
}

/** The label of the button that ends `declare`.
 * @param {string|null} trump @param {string|null} card @param {boolean} blind */
export function declareLabel(trump, card, blind) {
  if (card && blind) return fill(gettext('Ask blind for the %(card)s'), { card: cardName(card) });
  if (card) return fill(gettext('Ask for the %(card)s'), { card: cardName(card) });
  return trump ? fill(gettext('Play in %(suit)s'), { suit: suitName(trump) }) : gettext('Play');
}

/** The two captions below the pins.
 * @param {State} state @param {{ours: number, theirs: number, target: number, secret: boolean}} p @returns {[string, string, string, string]} */
export function pinText(state, p) {
  const view = /** @type {PublicView} */ (state.view), [contract] = view.contracts;
  const rikkers = contract.partner ? gettext('Declarers %(n)s') : gettext('Declarer %(n)s'), players = contract.partner ? gettext('Players %(n)s') : gettext('Player %(n)s');
  const left = fill(isRik(contract.bid) ? rikkers : players, { n: p.ours });
  const need = p.secret ? fill(gettext('of %(n)s together'), { n: p.target }) : kind(contract.bid) === 'piek' ? fill(gettext('exactly %(n)s'), { n: p.target })
    : kind(contract.bid) === 'misere' ? gettext('none allowed') : fill(gettext('of %(n)s needed'), { n: p.target });
  const right = p.secret ? fill(gettext('Others %(n)s'), { n: p.theirs }) : fill(gettext('Against %(n)s'), { n: p.theirs });
  const own = state.me && contract.declarer !== state.me ? fill(gettext('you %(n)s'), { n: view.taken[state.me] }) : '';
  return [left, need, right, own];
}

/** @param {State} state */
export function partnerText(state) {
  const [contract] = state.view ? state.view.contracts : [];
  if (!contract) return '';
  if (!contract.called && !contract.partner) return gettext('nobody');
  return partnerSecret(contract) ? gettext('partner secret') : nameOf(state, /** @type {Seat} */ (contract.partner));
}

/** Whose hands lie open, or will, and who may talk about them.
 * @param {State} state */
export function openText(state) {
  const { view } = state;
  if (!view || !view.opens || view.finished) return '';
  const talk = view.talk || [], names = namesOf(state, view.opens), all = view.opens.length === 4, [first] = view.opens;
  if (talk.length === 4) return gettext('Everybody may now talk about the cards.');
  if (talk.length > 1) return fill(gettext('%(names)s may now talk with each other.'), { names: namesOf(state, talk) });
  if (view.exposed) {
    if (all) return gettext('All cards lie open.');
    return view.opens.length > 1 ? fill(gettext('%(names)s have laid their cards open.'), { names }) : says(state, first, gettext('Your cards lie open.'), gettext('The cards of %(name)s lie open.'));
  }
  if (all) return gettext('Everybody will lay the cards open.');
  return view.opens.length > 1 ? fill(gettext('%(names)s will lay their cards open.'), { names }) : says(state, first, gettext('You will lay your cards open.'), gettext('%(name)s will lay the cards open.'));
}

/** The last trick, as it is read out.
 * @param {State} state */
export function lastTrickText(state) {
  const tricks = state.view ? state.view.tricks : [], last = tricks[tricks.length - 1];
  if (!last) return '';
  const cards = playsOf(last).map((play) => `${nameOf(state, play.seat)} ${cardName(play.card)}`).join(', ');
  return `${lastTitle(state, last)}: ${cards}.`;
}

/** @param {State} state @param {{winner: Seat}} last */
export const lastTitle = (state, last) => (last.winner === state.me ? gettext('Last trick, yours') : fill(gettext('Last trick, for %(name)s'), { name: nameOf(state, last.winner) }));
