// @ts-check
/* A board that everybody may see, moment by moment: every step of its replay has a number, which is
   its address. Pure: which state a step shows, what it is called, where it lies in the list. */
import { initial } from './store.js';
import { news } from './news.js';

/* global gettext, interpolate */
/** @typedef {import('./state.js').State} State */
/** @typedef {{at_ms: number, events: any[], view: any}} Step */
/** @typedef {{board: number, game: string, seats: any, hands: any, finished: boolean, steps: Step[], taken_back?: import('./state.js').TakenBack[]}} Replay */
/** @typedef {{number: number, seat: string|null, bid?: string, card?: string|null, trick: number}} Place one event in the list: `trick` 0 before the first lead */

/** The step an address names: `#12` or `?at=12`; the end where it is past it, else the beginning.
 * @param {string} hash @param {string} search @param {number} last */
export function addressed(hash, search, last) {
  const named = /^#(\d{1,3})$/.exec(hash) || /[?&]at=(\d{1,3})(?:&|$)/.exec(search);
  return named ? Math.min(last, Number(named[1])) : 0;
}

/** The page at one step. A trick that this step completes still lies there, as at the table.
 * @param {Replay} replay @param {number} number @returns {State} */
export function stateAt(replay, number) {
  const { steps, ...rest } = replay, { view } = steps[number], before = number ? steps[number - 1].view : null;
  const whole = before && view.tricks.length > before.tricks.length;
  const broken = number === steps.length - 1 && !rest.finished;
  return {
    ...initial(''),
    connection: 'open', game: rest.game, version: number, view, replay: { ...rest, over: number === steps.length - 1 },
    resting: whole ? { ...view.tricks[view.tricks.length - 1], number: view.tricks.length } : null,
    interrupted: broken, hands: broken ? rest.hands : null,
  };
}

/** What happened at a step, in whole sentences.
 * @param {Replay} replay @param {number} number */
export function toldAt(replay, number) {
  if (!number) return gettext('The cards have been dealt.');
  const lines = news(stateAt(replay, number - 1), stateAt(replay, number), replay.steps[number].events);
  return lines.join(' ') || gettext('The play goes on.');
}

/** Where that is: “Trick 5, card 2”.
 * @param {Replay} replay @param {number} number */
export function whereAt(replay, number) {
  const all = places(replay), place = all[number - 1];
  if (!place) return gettext('Before the bidding');
  if (place.trick) return interpolate(gettext('Trick %(trick)s, card %(card)s'), { trick: place.trick, card: all.slice(0, number).filter((each) => each.trick === place.trick && each.card !== undefined).length }, true);
  return place.bid ? interpolate(gettext('Bidding, %(number)s'), { number }, true) : gettext('Before the first trick');
}

/** All events in order.
 * @param {Replay} replay @returns {Place[]} */
export function places(replay) {
  return replay.steps.slice(1).map((step, index) => {
    const [event] = step.events.filter((each) => each.do !== 'finished'), before = replay.steps[index].view;
    const number = index + 1, seat = event ? event.seat : null;
    if (event && event.do === 'bid') return { number, seat, bid: event.bid, trick: 0 };
    const played = event && event.do === 'play', later = ['play', 'claim', 'finished'].includes(before.phase);
    const trick = played || later ? Math.max(1, before.tricks.length + (played ? 1 : 0)) : 0;
    return played ? { number, seat, card: event.card || null, trick } : { number, seat, trick };
  });
}

/** Stretches for the marks below the slider: the bidding and each trick, by how many steps they have.
 * @param {Replay} replay @returns {{trick: number, from: number, steps: number}[]} */
export function stretches(replay) {
  /** @type {{trick: number, from: number, steps: number}[]} */
  const found = [];
  for (const { trick, number } of places(replay)) {
    const last = found[found.length - 1];
    if (last && last.trick === trick) last.steps += 1;
    else found.push({ trick, from: number, steps: 1 });
  }
  return found;
}

/** The first step of the stretch after this one, or of this one, or of the one before.
 * @param {Replay} replay @param {number} number @param {1|-1} way */
export function nextStretch(replay, number, way) {
  const starts = [0, ...stretches(replay).map(({ from }) => from), replay.steps.length - 1];
  const beyond = way > 0 ? starts.find((from) => from > number) : [...starts].reverse().find((from) => from < number);
  return beyond === undefined ? number : beyond;
}

/** How long until the next step, played as it was or, quickly, one each so many ms.
 * @param {Replay} replay @param {number} number @param {boolean} quick */
export function pauseAfter(replay, number, quick) {
  const { steps } = replay;
  return quick ? 700 : Math.max(60, steps[number + 1].at_ms - steps[number].at_ms);
}
