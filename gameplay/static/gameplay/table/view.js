// @ts-check
/* The whole page as a function of the state. `act` is what buttons may do; see main.js. */
import { html } from './html.js';
import { icon } from './icons.js';
import { asksTheUnknown, declareOptions, faceDownOffer } from './derive.js';
import { picked } from './bidding.js';
import { claimDialog } from './claim.js';
import { helpSheet } from './help.js';
import { hint } from './hints.js';
import { bidMeaning, bidName, bidValue, offerName, passGameMeaning, passGameName } from './bids.js';
import { myTurn } from './store.js';
import { benchText, boardOf, capital, cardName, declareLabel, paused, replayTitle, seatText, timeText, turnText } from './words.js';
import { contractBox } from './contract.js';
import { felt } from './felt.js';
import { stoodInText, turnClock } from './hurry.js';
import { stoodInFor } from './turnclock.js';
import { fourHands } from './fourhands.js';
import { handSection } from './hand.js';
import { resultPage } from './result.js';
import { sidePanel, withOpenHands } from './side.js';
import { talkButton, talkDrawer } from './talk.js';
import { directorsNote } from './calling.js';
import { decision, mayUndo, undoButton, undoQuestion, waitsForAgreement } from './undo.js';
import { watchesReleased } from './watching.js';

/* global gettext, interpolate */
/** @typedef {import('./state.js').State} State */

/** Is it time for the score sheet? Not while the last trick still lies on the table.
 * @param {State} state */
export const showsResult = (state) => Boolean(state.view && (state.view.finished || state.interrupted) && !state.resting);

/** @param {State} state @param {any} act @param {any} page facts of the page: addresses, token, settings */
export function tablePage(state, act, page) {
  // five and six have no room for it, and have played before
  const tips = state.me && page.likes.hints && !(state.table && state.table.bench);
  const body = showsResult(state) ? resultPage(state, act, page) : [
    contractBox(state),
    felt(state, act, page),
    tips ? html`<p class="tip" key="tip">${hint(state)}</p>` : null,
    turnBar(state, act, page),
    state.me ? handSection(state, act, page) : null,
    state.commentary ? fourHands(state) : null,
    page.narrow ? null : sidePanel(state, page.commentators),
  ];
  const layout = `${showsResult(state) ? 'res' : `tbl${state.me ? '' : ' spec'}${tips ? ' tips' : ''}`}${state.replay || watchesReleased(state) || state.commentary ? ' replay' : ''}${state.commentary && !showsResult(state) ? ' scrubbing' : ''}`;
  return html`<div class=${layout} id="table-body">${topBar(state, act, page)}${body}${state.talk.open ? talkDrawer(state, act, page) : null}${state.asking && !over(state) ? leaveQuestion(state, act, page) : null}${claimDialog(state, act)}${undoQuestion(state, act)}${decision(state, act) || directorsNote(state, act)}${state.helping ? helpSheet(act) : null}</div>`;
}

/** @param {State} state @param {any} act @param {any} page */
function topBar(state, act, page) {
  const place = page.title || (state.table && state.table.planned ? gettext('Table') : gettext('Free table'));
  const board = state.replay ? replayTitle(state.replay) : capital(boardOf(state.table));
  const back = page.title ? interpolate(gettext('Back to %(place)s'), { place }, true) : gettext('Back to the front page');
  return html`<header class="bar slim" key="top">
    <a class="icon" href=${page.home} aria-label=${back}>${icon('back')}</a>
    <div class="at"><h1>${board ? html`<span class="wide">${place} · </span>${board}` : place}</h1>${page.title ? round(state) : state.view && benchText(state) ? html`<p class="round out"><span>${benchText(state)}</span></p>` : null}</div>
    <div class="end">
      ${page.commentary ? html`<a class="icon" id="commentary" href=${page.commentary}>${icon('eye')}<span>${gettext('Open hands')}</span></a>` : state.me || page.seated ? null : html`<span class="tag live">${icon('eye')}<span>${state.commentary ? gettext('Commentator') : gettext('Spectator')}</span></span>`}
      ${state.me ? html`<button type="button" class="icon wide-only" id="help" aria-label=${gettext('Keys')} aria-expanded=${state.helping ? 'true' : 'false'} onClick=${() => act.help(!state.helping)}>${icon('keys')}</button>` : null}
      ${talkButton(state, act, page)}
      ${page.settings ? html`<a class="icon" href=${page.settings} aria-label=${gettext('Settings')}>${icon('gear')}</a>` : null}
      ${state.me || page.seated ? html`<button type="button" class=${`icon${over(state) ? ' over' : ''}`} id="stop" aria-expanded=${state.asking ? 'true' : 'false'} onClick=${() => act.ask(!state.asking)}>${icon('door')}<span>${gettext('Stop')}</span></button>` : null}
    </div>${withOpenHands(page.commentators, 'eyes only-narrow')}</header>`;
}

/** At a table that has closed there is nothing to stop.
 * @param {State} state */
const over = (state) => Boolean(state.table && state.table.closed);

/** At a table of a round: my seat on this board, which is turned, and the time there is.
 * @param {State} state */
function round(state) {
  const { clock, left } = state, open = !over(state);
  return html`<p class="round">${state.me && state.view ? html`<span>${seatText(state)}</span>` : null}
    ${open && (clock.paused || paused(state)) ? html`<span>${gettext('clock stopped')}</span>` : open && left !== null ? html`<span role="timer" aria-label=${interpolate(gettext('Time left in the round: %(time)s'), { time: timeText(left) }, true)}><span class="wide">${gettext('time left')} </span><b>${timeText(left)}</b></span>` : null}</p>`;
}

/** @param {State} state @param {any} act @param {any} page */
function leaveQuestion(state, act, page) {
  return html`<section class="ask" role="dialog" aria-labelledby="ask-title" key="ask" onKeyDown=${(/** @type {KeyboardEvent} */ e) => { if (e.key === 'Escape') act.ask(false); }}>
    <h2 id="ask-title" tabindex="-1">${gettext('Stop playing?')}</h2>
    <p>${gettext('A house player takes your seat and plays on with your cards. The seat stays yours: come back to this table whenever you like.')}</p>
    <form method="post" action=${page.leave} class="acts"><input type="hidden" name="csrfmiddlewaretoken" value=${page.token} />
      <button class="btn go">${gettext('Leave the seat')}</button><button type="button" class="btn" onClick=${() => act.ask(false)}>${gettext('Play on')}</button></form>
  </section>`;
}

/** What the bar says when the connection is not there.
 * @param {State} state @returns {[string, string, string]|null} */
function connectionText(state) {
  switch (state.connection) {
    case 'lost': return [gettext('Looking for the connection'), gettext('Your cards are kept for you'), ''];
    case 'replaced': return [gettext('Playing in another window'), gettext('This window only looks on'), gettext('Play here')];
    case 'removed': return [gettext('This seat is no longer yours'), '', gettext('Load again')];
    case 'gone': return [gettext('This table is closed'), '', gettext('Load again')];
    default: return null;
  }
}

/** @param {State} state @param {any} act @param {any} page */
function turnBar(state, act, page) {
  const trouble = connectionText(state);
  const mine = myTurn(state) && !trouble;
  let [title, second] = trouble || turnText(state);
  if (!trouble && page.seated && !state.me && state.view && !state.replay) second = gettext('You sit out this board.');
  /** @type {any} */
  let button = null;
  if (trouble && trouble[2]) button = html`<button type="button" class="okbtn" onClick=${act.reload}>${trouble[2]}</button>`;
  else if (!trouble && state.refusal) [title, second] = [state.refusal.message, turnText(state)[0]];
  else if (stoodInFor(state)) {
    [title, second] = stoodInText(state);
    if (!/** @type {any} */ (stoodInFor(state)).returning) button = html`<button type="button" class="okbtn" id="back" onClick=${act.back}>${gettext('I am here again')}</button>`;
  } else if (state.premove) {
    [title, second] = readyText(state);
    button = html`<button type="button" class="okbtn" onClick=${act.escape}>${gettext('Take it back')}</button>`;
  } else if (state.resting && page.likes.pace === 'tap' && state.me) button = html`<button type="button" class="okbtn" id="sweep" onClick=${act.sweep}>${gettext('Put the trick away')}</button>`;
  else if (mine && state.selected && (page.likes.confirm || page.likes.playBy || discarding(state))) {
    title = interpolate(questionOf(state), { card: cardName(state.selected) }, true);
    second = howElse(state, page.likes.playBy);
    button = html`<button type="button" class="okbtn" onClick=${() => act.play(state.selected)}>${doingIt(state)}</button>`;
  } else if (mine && picked(state)) [title, second, button] = pickedBid(state, act);
  else if (mine && asksTheUnknown(state.mine, /** @type {any} */ (state.view).phase)) button = html`<button type="button" class="okbtn" onClick=${act.reload}>${gettext('Load again')}</button>`;
  else if (mine && exchanging(state)) button = html`<button type="button" class="okbtn" onClick=${act.keep}>${gettext('Keep your hand')}</button>`;
  else if (mine && state.view && state.view.phase === 'declare') button = declareButton(state, act);
  else if (mine && faceDownOffer(state.mine) !== 'no') button = faceDownButton(state, act);
  else if (!trouble && !state.me && page.canTake.length) {
    // the owner looks on while a house player plays his seat
    button = html`<form method="post" action=${page.seat}><input type="hidden" name="csrfmiddlewaretoken" value=${page.token} /><input type="hidden" name="seat" value=${page.canTake[0]} /><button class="okbtn">${gettext('Back to your seat')}</button></form>`;
  }
  if (!trouble && !state.refusal && waitsForAgreement(state)) second = waitsForAgreement(state);
  else if (!trouble && !button && mayUndo(state)) button = undoButton(state, act);
  const kind = `${mine ? ' on' : ''}${state.refusal && !trouble ? ' no' : ''}`;
  return html`<section class=${`turnbar${kind}`} key="turn" aria-label=${gettext('Whose turn it is')}>
    ${turnClock(state)}<div class="what"><b>${title}</b><span>${second}</span></div>${button}</section>`;
}

/** A card of mine lies ready.
 * @param {State} state @returns {[string, string]} */
const readyText = (state) => [myTurn(state) ? gettext('Your card is played') : turnText(state)[0], interpolate(gettext('Ready: the %(card)s'), { card: cardName(String(state.premove)) }, true)];

/** @param {State} state @param {string} playBy */
const howElse = (state, playBy) => (discarding(state) || !playBy ? gettext('Tap it again, or the button') : playBy === 'drag' ? gettext('Drag it, tap it again, or the button') : gettext('Tap it twice, or the button'));

/** @param {State} state */
const discarding = (state) => Boolean(state.view && ['discard', 'exchange'].includes(state.view.phase));
/** @param {State} state */
const exchanging = (state) => Boolean(state.view && state.view.phase === 'exchange');
/** @param {State} state */
const questionOf = (state) => (exchanging(state) ? gettext('Give the %(card)s for the open card?') : discarding(state) ? gettext('Discard the %(card)s?') : gettext('Play the %(card)s?'));
/** @param {State} state */
const doingIt = (state) => (exchanging(state) ? gettext('Exchange') : discarding(state) ? gettext('Put it away') : gettext('Play'));

/** A bid or a game that was picked of many: what it means, and the button that says it.
 * @param {State} state @param {any} act @returns {[string, string, any]} */
function pickedBid(state, act) {
  const view = /** @type {import('./derive.js').PublicView} */ (state.view), pick = String(picked(state));
  if (view.phase === 'choose') return [passGameName(pick), passGameMeaning(pick), html`<button type="button" class="okbtn" data-say=${pick} onClick=${() => act.choose(pick)}>${gettext('Play this')}</button>`];
  const value = bidValue(view, pick), passes = pick === 'pass', label = passes ? gettext('Pass') : interpolate(gettext('Bid %(bid)s'), { bid: bidName(pick) }, true);
  return [offerName(view, pick), bidMeaning(view, pick) + (value ? `; ${value}` : ''), html`<button type="button" class="okbtn" data-say=${pick} aria-label=${label} onClick=${() => act.bid(pick)}>${passes ? label : gettext('Bid')}</button>`];
}

/** @param {State} state @param {any} act */
function declareButton(state, act) {
  const options = declareOptions(state.mine, state.choice.trump);
  const { card, blind } = state.choice;
  if (options.cards.length ? !card : !options.answer) return null;
  const label = declareLabel(options.trump, options.cards.length ? card : null, blind);
  return html`<button type="button" class="okbtn" onClick=${act.declare}>${label}</button>`;
}

/** @param {State} state @param {any} act */
function faceDownButton(state, act) {
  const must = faceDownOffer(state.mine) === 'must';
  return html`<button type="button" class="okbtn" aria-pressed=${state.faceDown ? 'true' : 'false'} aria-disabled=${must ? 'true' : null} onClick=${() => must || act.faceDown(!state.faceDown)}>
    ${state.faceDown ? gettext('Face down: on') : gettext('Lead face down')}</button>`;
}
