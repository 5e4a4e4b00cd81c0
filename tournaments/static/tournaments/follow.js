// @ts-check
/* Following players: this browser remembers whom, per tournament; the page marks their names.
   Names come from what the page shows, so that nothing more is sent to anybody for it. */

const STORE = 'rikken.follow.';

/** @param {string} key @returns {Set<string>} entries that are followed in this tournament */
export function followed(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE + key) || '[]');
    return new Set(Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []);
  } catch {
    return new Set(); // a browser that keeps nothing
  }
}

/** @param {string} key @param {Set<string>} entries */
function keep(key, entries) {
  try {
    if (entries.size) localStorage.setItem(STORE + key, JSON.stringify([...entries]));
    else localStorage.removeItem(STORE + key);
  } catch { /* then it lasts as long as the page */ }
}

/** How many tables have somebody who is followed.
 * @param {Element} root */
export function countFollowed(root) {
  const count = [...root.querySelectorAll('.tiles > li')].filter((tile) => tile.querySelector('.followed')).length;
  for (const place of root.querySelectorAll('[data-followed-count]')) if (place.textContent !== String(count)) place.textContent = String(count);
}

/** @param {Element} root @param {() => void} changed @returns {{mark: () => void}} */
export function following(root, changed) {
  const panel = /** @type {HTMLDetailsElement|null} */ (root.querySelector('[data-follow]'));
  const key = panel ? panel.dataset.follow || '' : root.getAttribute('data-follow') || '';
  const entries = key ? followed(key) : new Set();

  const mark = () => {
    for (const name of root.querySelectorAll('[data-entry]')) name.classList.toggle('followed', entries.has(name.getAttribute('data-entry') || ''));
  };

  /** Followed ones first, then by name; the order stays while the list is open. */
  function list() {
    const place = panel && panel.querySelector('[data-own]');
    if (!place) return;
    /** @type {Map<string, string>} */
    const names = new Map();
    for (const each of root.querySelectorAll('.tiles [data-entry]')) names.set(each.getAttribute('data-entry') || '', each.getAttribute('title') || each.textContent || '');
    const order = [...names].sort(([a, one], [b, other]) => Number(entries.has(b)) - Number(entries.has(a)) || one.localeCompare(other));
    place.replaceChildren(...order.map(([entry, name]) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'chip';
      button.textContent = name;
      button.setAttribute('aria-pressed', String(entries.has(entry)));
      button.addEventListener('click', () => {
        if (!entries.delete(entry)) entries.add(entry);
        button.setAttribute('aria-pressed', String(entries.has(entry)));
        keep(key, entries);
        mark();
        countFollowed(root);
        changed();
      });
      return button;
    }));
  }

  if (panel) panel.addEventListener('toggle', () => panel.open && list());
  return { mark };
}
