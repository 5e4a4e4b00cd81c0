// @ts-check
/* What the live region says: every event once, in the shortest true sentence. */
import { actor, after, asksForCard, kind, legal } from './derive.js';
import { bidName, fill, passGameName, suitName } from './bids.js';
import { backText, seenText } from './taken.js';
import { capital, cardName, nameOf, openText, playPrompt, signed, tricksText, uncapital } from './words.js';

/* global gettext, ngettext, interpolate */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./derive.js').Seat} Seat */

/** @param {State} state @param {Seat} seat @param {string} mine @param {string} other @param {Record<string, unknown>} [values] */
const says = (state, seat, mine, other, values = {}) => fill(seat === state.me ? mine : other, { ...values, name: nameOf(state, seat) });

/** What somebody did, in a whole sentence.
 * @param {State} state @param {any} event */
export const eventText = (state, event) => capital(sentence(state, event));

/** @param {State} state @param {any} event */
function sentence(state, event) {
  const seat = event.seat;
  switch (event.do) {
    case 'bid':
      if (event.bid === 'pass') return says(state, seat, gettext('You pass.'), gettext('%(name)s passes.'));
      if (event.bid === 'wachten') return says(state, seat, gettext('You wait.'), gettext('%(name)s waits.'));
      if (event.bid === 'meegaan') return says(state, seat, gettext('You go along.'), gettext('%(name)s goes along.'));
      return says(state, seat, gettext('You bid %(bid)s.'), gettext('%(name)s bids %(bid)s.'), { bid: bidName(event.bid) });
    case 'choose':
      return says(state, seat, gettext('You choose %(game)s.'), gettext('%(name)s chooses %(game)s.'), { game: passGameName(event.game) });
    case 'declare': {
      const trump = event.trump ? fill(gettext('%(suit)s are trumps.'), { suit: capital(suitName(event.trump)) }) : '';
      const asked = event.card ? says(state, seat, gettext('You ask for the %(card)s.'), gettext('%(name)s asks for the %(card)s.'), { card: cardName(event.card) }) : '';
      return `${trump} ${asked}`.trim();
    }
    case 'leader':
      return event.leader === state.me ? gettext('You lead to the first trick.') : fill(gettext('%(name)s leads to the first trick.'), { name: nameOf(state, event.leader) });
    case 'discard':
      return says(state, seat, gettext('You put a card away.'), gettext('%(name)s puts a card away.'));
    case 'exchange': {
      const taken = cardName(String(state.view && state.view.middle));
      if (!event.card) return says(state, seat, gettext('You keep your hand.'), gettext('%(name)s leaves the open card.'));
      return says(state, seat, gettext('You take the %(taken)s and give the %(card)s.'), gettext('%(name)s takes the %(taken)s and gives the %(card)s.'), { taken, card: cardName(event.card) });
    }
    case 'play':
      if (!event.card) return says(state, seat, gettext('You lead a card face down.'), gettext('%(name)s leads a card face down.'));
      return says(state, seat, gettext('You play the %(card)s.'), gettext('%(name)s plays the %(card)s.'), { card: cardName(event.card) });
    case 'claim':
      return claimLine(state, event);
    case 'answer':
      return event.accept ? says(state, seat, gettext('You agree.'), gettext('%(name)s agrees.')) : says(state, seat, gettext('You play on.'), gettext('%(name)s plays on.'));
    case 'finished':
      return resultLine(state);
    case 'undo_asked':
      return says(state, seat, gettext('You ask to take that back.'), gettext('%(name)s asks to take that back.'));
    case 'undo_answered':
      return event.agree ? says(state, seat, gettext('You agree.'), gettext('%(name)s agrees.')) : says(state, seat, gettext('You refuse.'), gettext('%(name)s refuses.'));
    case 'rolled_back':
      return event.by === 'director' ? `${backText(event)} ${seenText(state, event)}` : fill(gettext('Taken back: %(what)s'), { what: event.events.map((/** @type {any} */ each) => sentence(state, each)).join(' ') });
    default:
      return '';
  }
}

/** Who gets how many, in the order of play from the claimer on.
 * @param {State} state @param {{seat: Seat, tricks: Record<Seat, number>}} claim */
export function claimLine(state, claim) {
  const tricks = [0, 1, 2, 3].map((i) => after(claim.seat, i)).map((seat) => `${nameOf(state, seat)} ${claim.tricks[seat]}`).join(', ');
  return says(state, claim.seat, gettext('You claim. In the end: %(tricks)s.'), gettext('%(name)s claims. In the end: %(tricks)s.'), { tricks });
}

/** The contracts that were played, also the one that is played when all have passed.
 * @param {State} state @returns {any[]} */
export function settled(state) {
  const { result, contracts } = /** @type {import('./derive.js').PublicView} */ (state.view);
  return result.contracts.length ? result.contracts : contracts;
}

/** The outcome in one sentence.
 * @param {State} state */
export function resultLine(state) {
  const result = state.view && state.view.result;
  if (!result) return '';
  const own = state.me ? ` ${fill(gettext('Your score: %(score)s.'), { score: signed(result.scores[state.me]) })}` : '';
  const contracts = settled(state);
  if (!contracts.length) return gettext('The deal is over.') + own;
  return contracts.map((/** @type {any} */ c) => `${resultTitle(state, c)}: ${c.made ? gettext('made') : gettext('lost')}.`).join(' ') + own;
}

/** @param {State} state @param {any} contract */
export function resultTitle(state, contract) {
  const tricks = tricksText(contract.tricks);
  if (contract.partner) {
    const partner = contract.partner === state.me ? gettext('you') : nameOf(state, contract.partner);
    return fill(gettext('%(declarer)s and %(partner)s take %(tricks)s'), { declarer: nameOf(state, contract.declarer), partner, tricks });
  }
  return says(state, contract.declarer, gettext('You take %(tricks)s'), gettext('%(name)s takes %(tricks)s'), { tricks });
}

/** How far above or below the target.
 * @param {any} contract @param {number|undefined} target */
export function resultDetail(contract, target) {
  if (kind(contract.bid) === 'piek') return fill(contract.made ? gettext('Exactly %(n)s, as promised: made.') : gettext('Exactly %(n)s was promised: lost.'), { n: target });
  if (kind(contract.bid) === 'misere') return contract.made ? gettext('Not a single trick, as promised: made.') : gettext('No trick was promised: lost.');
  if (target === undefined) return contract.made ? gettext('Made.') : gettext('Lost.');
  const over = contract.tricks - target;
  const needed = fill(gettext('%(n)s were needed'), { n: target });
  if (!contract.made) return `${needed}: ${fill(ngettext('lost, %(n)s trick short.', 'lost, %(n)s tricks short.', -over), { n: -over })}`;
  if (!over) return `${needed}: ${gettext('made exactly.')}`;
  return `${needed}: ${fill(ngettext('made with %(n)s trick over.', 'made with %(n)s tricks over.', over), { n: over })}`;
}

/** Sentences for a game frame, given the state before and after it.
 * @param {State} before @param {State} now @param {any[]} events @returns {string[]} */
export function news(before, now, events) {
  const lines = events.map((event) => sentence(now, event));
  const view = now.view, old = before.view;
  if (view && old && before.game === now.game) {
    const [contract] = view.contracts;
    if (contract && contract.partner && asksForCard(contract.bid) && !(old.contracts[0] && old.contracts[0].partner)) {
      lines.push(says(now, contract.partner, gettext('The %(card)s has fallen: you are the partner.'), gettext('The %(card)s has fallen: %(name)s is the partner.'), { card: cardName(String(contract.called)) }));
    }
    if ((view.opens && !old.opens) || (view.exposed && !old.exposed)) lines.push(openText(now));
    if (view.tricks.length > old.tricks.length && !view.finished) {
      const done = view.tricks[view.tricks.length - 1];
      lines.push(says(now, done.winner, gettext('Trick %(number)s is yours.'), gettext('Trick %(number)s for %(name)s.'), { number: view.tricks.length }));
    }
  }
  const turned = view && actor(view) === now.me && (!old || actor(old) !== now.me || old.to_act !== view.to_act || before.game !== now.game || view.tricks.length > old.tricks.length || view.phase !== old.phase);
  if (turned && now.me) lines.push(turnLine(now));
  return lines.filter(Boolean).map(capital);
}

/** @param {State} state */
function turnLine(state) {
  const phase = state.view && state.view.phase;
  if (phase === 'auction') return gettext('Your bid.');
  if (phase === 'choose') return gettext('You choose the game.');
  if (phase === 'declare') return legal(state.mine, 'declare').some((a) => a.card) ? gettext('Choose trumps and ask for a card.') : gettext('Choose trumps.');
  if (phase === 'leader') return gettext('You say who leads to the first trick.');
  if (phase === 'discard') return gettext('Put one card away.');
  if (phase === 'claim') return gettext('A claim: do you agree?');
  if (phase === 'exchange') return gettext('You may exchange the open card.');
  if (phase !== 'play') return '';
  return fill(gettext('Your turn: %(prompt)s.'), { prompt: uncapital(playPrompt(state)) });
}
