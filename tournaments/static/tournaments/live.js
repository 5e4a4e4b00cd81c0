// @ts-check
/* Pages that move: asks every few seconds whether something changed, and changes only what did.
   Elements stay the same elements, so focus, scrolling, what was typed and what was opened stay. */

import { countFollowed, following } from './follow.js';

const EVERY = 3000, HIDDEN = 20000, AFTER_TROUBLE = 15000;

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.id || node.getAttribute('data-key') || '' : '');

/** @param {Node} one @param {Node} other */
const alike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

/** What the person has done, and what the clock has: never taken from the server.
 * @param {Element} element @param {string} name */
const own = (element, name) => (name === 'open' && element.nodeName === 'DETAILS')
  || (name === 'hidden' && (element.hasAttribute('data-words') || element.hasAttribute('data-slide')))
  || (/^(value|checked|selected)$/.test(name) && /^(INPUT|OPTION|SELECT|TEXTAREA)$/.test(element.nodeName));

/** @param {Element} old @param {Element} fresh */
function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !own(old, name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value && !own(old, name)) old.setAttribute(name, value);
}

/** Makes `old` like `fresh`, with as few changes as it takes.
 * @param {Element} old @param {Element} fresh */
export function become(old, fresh) {
  attributes(old, fresh);
  if (old.hasAttribute('data-own')) return; // made by a script of the page
  if (old.hasAttribute('data-ends') || old.hasAttribute('data-since')) return; // the clock writes there
  const kept = new Map();
  for (const child of old.childNodes) if (keyOf(child)) kept.set(keyOf(child), child);
  let here = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const key = keyOf(wanted), known = key ? kept.get(key) : null;
    if (known && alike(known, wanted)) {
      if (known !== here) old.insertBefore(known, here);
      else here = known.nextSibling;
      become(known, /** @type {Element} */ (wanted));
    } else if (here && !key && !keyOf(here) && alike(here, wanted)) {
      if (here instanceof Element) become(here, /** @type {Element} */ (wanted));
      else if (here.nodeValue !== wanted.nodeValue) here.nodeValue = wanted.nodeValue;
      here = here.nextSibling;
    } else {
      old.insertBefore(wanted, here);
    }
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    old.removeChild(gone);
  }
}

/** @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds)), two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** @param {Element} root @param {number} ahead by how much this device's clock is ahead of the server's */
function tick(root, ahead) {
  const now = Date.now() - ahead;
  for (const [name, sign] of /** @type {[string, number][]} */ ([['data-ends', 1], ['data-since', -1]])) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      const text = clock(sign * (Date.parse(element.getAttribute(name) || '') - now) / 1000);
      if (element.textContent !== text) element.textContent = text;
    }
  }
}

/** Words from several fields and buttons together decide what is shown.
 * @param {Element} root */
function filter(root) {
  const field = /** @type {HTMLInputElement|null} */ (root.querySelector('[data-find]'));
  const chosen = root.querySelector('[data-only][aria-pressed="true"]');
  const asked = field ? field.value.trim().toLocaleLowerCase().split(/\s+/) : [], only = chosen && chosen.getAttribute('data-only');
  let found = 0;
  for (const element of root.querySelectorAll('[data-words]')) {
    const words = (element.getAttribute('data-words') || '').toLocaleLowerCase();
    const fits = asked.every((word) => words.includes(word)) && (!only || (only === 'followed' ? element.querySelector('.followed') !== null : element.getAttribute('data-state') === only));
    /** @type {HTMLElement} */ (element).hidden = !fits;
    if (fits) found += 1;
  }
  for (const element of root.querySelectorAll('[data-none]')) /** @type {HTMLElement} */ (element).hidden = found > 0;
  // what explains two neighbours makes no sense without them
  for (const element of root.querySelectorAll('[data-unfiltered]')) /** @type {HTMLElement} */ (element).hidden = asked.some(Boolean);
}

/** @param {HTMLElement} root */
export function live(root) {
  let etag = root.dataset.etag || '', timer = 0, asking = false;
  const ahead = Date.now() - Date.parse(root.dataset.now || new Date().toISOString());
  const chosen = () => {
    const pressed = root.querySelector('[data-only][aria-pressed="true"]');
    return pressed ? pressed.getAttribute('data-only') : '';
  };
  let only = chosen();

  const follow = following(root, () => filter(root));
  const show = () => {
    follow.mark();
    countFollowed(root);
    for (const button of root.querySelectorAll('[data-only]')) button.setAttribute('aria-pressed', String(button.getAttribute('data-only') === only));
    filter(root);
    tick(root, ahead);
  };
  const again = (/** @type {number} */ wait) => {
    clearTimeout(timer);
    timer = window.setTimeout(ask, wait);
  };
  async function ask() {
    if (asking) return;
    asking = true;
    let wait = document.hidden ? HIDDEN : EVERY;
    try {
      const answer = await fetch(/** @type {string} */ (root.dataset.live), { headers: etag ? { 'If-None-Match': etag } : {}, cache: 'no-store', credentials: 'same-origin' });
      if (answer.status === 200 && !answer.redirected) {
        const template = document.createElement('template');
        template.innerHTML = await answer.text();
        const fresh = document.createElement('div');
        for (const { name, value } of root.attributes) fresh.setAttribute(name, value);
        fresh.append(template.content);
        const focused = /** @type {HTMLElement|null} */ (document.activeElement);
        become(root, fresh);
        // moved to another place, an element would lose the focus that it has
        if (focused && focused !== document.activeElement && root.contains(focused)) focused.focus({ preventScroll: true });
        etag = answer.headers.get('ETag') || '';
        show();
        root.dispatchEvent(new CustomEvent('changed'));
      } else if (answer.status !== 304) {
        wait = AFTER_TROUBLE;
      }
    } catch {
      wait = AFTER_TROUBLE; // no line: what is shown stays, and is asked for again
    }
    asking = false;
    again(wait);
  }

  root.addEventListener('input', (event) => event.target instanceof Element && event.target.matches('[data-find]') && filter(root));
  root.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-only]') : null;
    if (!button) return;
    only = button.getAttribute('data-only');
    show();
  });
  document.addEventListener('visibilitychange', () => document.hidden || again(0));
  setInterval(() => tick(root, ahead), 500);
  show();
  again(document.hidden ? HIDDEN : EVERY);
}

if (typeof document !== 'undefined') for (const root of document.querySelectorAll('[data-live]')) live(/** @type {HTMLElement} */ (root));
