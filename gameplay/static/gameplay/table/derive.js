// @ts-check
/* What follows from the frames, and nothing else: no page, no language, no clock. */

/** @typedef {'N'|'E'|'S'|'W'} Seat */
/** @typedef {{do: string, seat?: string, bid?: string, game?: string, leader?: Seat, trump?: string|null, card?: string|null, blind?: boolean, face_down?: boolean}} GameAction */
/** @typedef {{bid: string, declarer: Seat, partner: Seat|null, trump: string|null, called: string|null, blind: boolean|null, target: number, tricks: number, made: boolean|null}} Contract */
/** @typedef {{number: number, leader: Seat, plays: {seat: Seat, card: string|null}[], winning: Seat|null}} Trick */
/** @typedef {{leader: Seat, cards: string[], winner: Seat}} DoneTrick */
/** @typedef {{ruleset: string, dealer: Seat|null, forehand?: Seat, phase: string, to_act: Seat|null, ladder: string[], ranks: number[], trumps: string[], targets: number[], values: number[], values_reconstructed: boolean, calls: {seat: Seat, bid: string}[], standing: {seat: Seat, bid: string}|null, pass_game: string|null, contracts: Contract[], trick: Trick|null, tricks: DoneTrick[], blind_trick: number|null, taken: Record<Seat, number>, cards_left: Record<Seat, number>, finished: boolean, result: any, turned?: string, beter_suit?: string, middle?: string, exchange?: {seat: Seat, card: string|null}, opens?: Seat[], exposed?: Partial<Record<Seat, string[]>>, talk?: Seat[], claim?: {seat: Seat, tricks: Record<Seat, number>, accepted: Seat[]}, form?: string, fourth?: Seat, operator?: Seat|null}} PublicView */
/** @typedef {{seat: Seat, hand: string[], legal: GameAction[], holds_called: boolean, blind: boolean|null, face_down: string|null, discarded?: string, operates?: Seat, may_claim?: boolean, may_undo?: boolean}} SeatView */

/** @type {Seat[]} */
export const SEATS = ['N', 'E', 'S', 'W'];
/** With the bench, where five or six are at the table: also the letters of the chairs.
 * @type {any[]} */
export const PLACES = [...SEATS, '5', '6'];
export const SUITS = ['S', 'H', 'C', 'D'];
const RANKS = 'AKQJT987654321';

/** What this page knows how to show and to ask. */
export const PHASES = ['auction', 'choose', 'exchange', 'declare', 'leader', 'discard', 'play', 'claim', 'finished'];

/** Are there still bids to hear and questions to answer before the first lead?
 * @param {PublicView} view */
export const beforePlay = (view) => !['play', 'claim', 'finished'].includes(view.phase);

/** How a bid is played: with a partner, alone, for exactly some tricks or for none.
 * @param {string} bid */
export function kind(bid) {
  if (/piek|pico/.test(bid)) return 'piek';
  if (/mis[eè]r/.test(bid)) return 'misere';
  if (/alleen|solo|abondance/.test(bid)) return 'alleen';
  return /rik|troel|vraag/.test(bid) ? 'rik' : '';
}

/** Does its declarer ask for a card, and so for a secret partner?
 * @param {string} bid */
export const asksForCard = (bid) => /^(verplichte_)?rik/.test(bid);

/** How high a bid is, 0 for what is no bid.
 * @param {PublicView} view @param {string} bid */
export const rank = (view, bid) => view.ranks[view.ladder.indexOf(bid)] || 0;

/** The suits that may be trump under this bid, or the word for who names it.
 * @param {PublicView} view @param {string} bid */
export const trumpsOf = (view, bid) => view.trumps[view.ladder.indexOf(bid)] || '';

/** Who speaks first and, in most contracts, leads.
 * @param {PublicView} view @returns {Seat} */
export const forehand = (view) => view.forehand || after(/** @type {Seat} */ (view.dealer));

/** Does somebody play although all have passed?
 * @param {PublicView} view */
export const isForced = (view) => view.contracts.length > 0 && !view.standing;

/** Whose turn it is: the seat to act, or of three players who plays the fourth hand.
 * @param {PublicView} view */
export const actor = (view) => view.operator || view.to_act;

/** The hand I play: my own, or of three players the fourth hand. A closed one is sent in place of mine, an open one lies there.
 * @param {{view: PublicView|null, mine: SeatView|null}} state @returns {string[]} */
export function handInPlay({ view, mine }) {
  const open = mine && mine.operates && view && view.exposed && view.exposed[mine.operates];
  return open || (mine ? mine.hand : []);
}

/** How many tricks this deal has: in some contracts a card is put away first.
 * @param {PublicView} view */
export function dealLength(view) {
  const plays = view.trick ? view.trick.plays.length : 0, left = SEATS.reduce((sum, seat) => sum + view.cards_left[seat], plays);
  return !beforePlay(view) ? view.tricks.length + left / 4 : 13;
}

/** The seat `steps` places clockwise of `seat`.
 * @param {Seat} seat @param {number} [steps] @returns {Seat} */
export const after = (seat, steps = 1) => SEATS[(SEATS.indexOf(seat) + steps) % 4];

/** Where a seat is drawn when `bottom` sits nearest: b, l, t or r.
 * @param {Seat} seat @param {Seat} bottom */
export const place = (seat, bottom) => 'bltr'[(SEATS.indexOf(seat) - SEATS.indexOf(bottom) + 4) % 4];

/** Spades, hearts, clubs, diamonds (the colours alternate), each from high to low.
 * @param {string[]} cards */
export const sortCards = (cards) => [...cards].sort(
  (a, b) => SUITS.indexOf(a[0]) - SUITS.indexOf(b[0]) || RANKS.indexOf(a[1]) - RANKS.indexOf(b[1]),
);

/** "AK2.QT9.J87.A654" (spades.hearts.diamonds.clubs) as cards per suit.
 * @param {string} notation @returns {Record<string, string[]>} */
export function suitsOf(notation) {
  const parts = notation.split('.');
  return Object.fromEntries(['S', 'H', 'D', 'C'].map((suit, i) => [suit, [...(parts[i] || '')]]));
}

/** The actions of one kind I may take now.
 * @param {SeatView|null} mine @param {string} kind @returns {GameAction[]} */
export const legal = (mine, kind) => (mine ? mine.legal.filter((action) => action.do === kind) : []);

/** The cards I may play now. When I may lead face down, `faceDown` tells which of the two ways is meant.
 * @param {SeatView|null} mine @param {boolean} faceDown @returns {Set<string>} */
export function playable(mine, faceDown) {
  return new Set(legal(mine, 'play').filter((a) => Boolean(a.face_down) === faceDown).map((a) => String(a.card)));
}

/** 'no', 'may' or 'must': is a lead face down offered?
 * @param {SeatView|null} mine */
export function faceDownOffer(mine) {
  const plays = legal(mine, 'play');
  if (!plays.some((a) => a.face_down)) return 'no';
  return plays.every((a) => a.face_down) ? 'must' : 'may';
}

/** The cards I may put away, or give for the open card.
 * @param {SeatView|null} mine */
export const discards = (mine) => new Set([...legal(mine, 'discard'), ...legal(mine, 'exchange').filter((a) => a.card)].map((a) => String(a.card)));

/** The card that lies open in the middle now.
 * @param {PublicView} view */
export const inTheMiddle = (view) => (view.exchange && view.exchange.card) || view.middle || null;

/** Is something asked of me that this page cannot show?
 * @param {SeatView|null} mine @param {string} phase */
export const asksTheUnknown = (mine, phase) => Boolean(mine && mine.legal.length && !PHASES.includes(phase) || mine && mine.legal.length && !mine.legal.some((a) => KNOWN.includes(a.do)));
const KNOWN = ['bid', 'choose', 'exchange', 'declare', 'leader', 'discard', 'play', 'answer'];

/** The suit to follow in the running trick, or null before the lead. A card led face down counts as
 * the suit of the called card.
 * @param {PublicView} view @returns {string|null} */
export function suitLed(view) {
  if (!view.trick || !view.trick.plays.length) return null;
  const card = view.trick.plays[0].card;
  if (card) return card[0];
  const called = view.contracts[0] && view.contracts[0].called;
  return called ? called[0] : null;
}

/** The two questions of `declare`, from the legal combinations. `cards` depends on the trump chosen.
 * @param {SeatView|null} mine @param {string|null} trump */
export function declareOptions(mine, trump) {
  const all = legal(mine, 'declare');
  const trumps = SUITS.filter((suit) => all.some((a) => a.trump === suit));
  const chosen = trumps.length === 1 ? trumps[0] : trump;
  const fitting = trumps.length ? all.filter((a) => a.trump === chosen) : all;
  const cards = fitting.filter((a) => a.card);
  return { trumps, trump: chosen, cards, asks: all.some((a) => a.card), answer: cards.length ? null : fitting[0] || null };
}

/** Is the partner still nobody's knowledge but his own?
 * @param {Contract} contract */
export const partnerSecret = (contract) => Boolean(contract.called) && !contract.partner;

/** The row of thirteen pins, or null when there are no sides to show.
 * While the partner is secret the left side holds the declarer's own tricks only and the right side everybody else's.
 * @param {PublicView} view */
export function pins(view) {
  if (view.contracts.length !== 1) return null;
  const contract = view.contracts[0];
  const all = SEATS.reduce((sum, seat) => sum + view.taken[seat], 0);
  const ours = view.taken[contract.declarer] + (contract.partner ? view.taken[contract.partner] : 0);
  return { ours, theirs: all - ours, target: contract.target, secret: partnerSecret(contract) };
}

/** The side of a seat as far as everybody may know it.
 * @param {PublicView} view @param {Seat} seat */
export function role(view, seat) {
  for (const contract of view.contracts) {
    if (contract.declarer === seat) return 'declarer';
    if (contract.partner === seat) return 'partner';
  }
  return null;
}

/** The last call of a seat, or null.
 * @param {PublicView} view @param {Seat} seat */
export function lastCall(view, seat) {
  const calls = view.calls.filter((call) => call.seat === seat);
  return calls.length ? calls[calls.length - 1].bid : null;
}

/** The plays of a complete trick.
 * @param {DoneTrick} trick */
export const playsOf = (trick) => trick.cards.map((card, i) => ({ seat: after(trick.leader, i), card }));

/** The cards everybody has seen played, and the last of them.
 * @param {PublicView} view */
export function playedCards(view) {
  const cards = [...view.tricks.flatMap((trick) => trick.cards), ...(view.trick ? view.trick.plays.map((play) => play.card) : [])].filter(Boolean);
  return { gone: new Set(cards), last: cards[cards.length - 1] || null };
}

// at 360 pixels seven cards in a row are 46 pixels wide to the finger, eight only 40
const IN_A_ROW = 7;

/** Two rows on a narrow screen, split where a suit ends if that keeps the rows even; else one row.
 * @param {string[]} cards @param {boolean} narrow */
export function rows(cards, narrow) {
  if (!narrow || cards.length <= 6) return [cards];
  let best = Math.ceil(cards.length / 2), cost = Infinity;
  for (let i = Math.max(1, cards.length - IN_A_ROW); i <= Math.min(IN_A_ROW, cards.length - 1); i++) {
    const splitsSuit = cards[i][0] === cards[i - 1][0];
    const price = Math.abs(i - cards.length / 2) + (splitsSuit ? 1.4 : 0);
    if (price < cost) { cost = price; best = i; }
  }
  return [cards.slice(0, best), cards.slice(best)];
}
