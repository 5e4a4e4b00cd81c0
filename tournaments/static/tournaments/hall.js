// @ts-check
/* The hall's screen: one part after the other, until somebody pauses it. The clock at the top stays. */

const EACH = 12000;
const root = /** @type {HTMLElement} */ (document.getElementById('live')), button = /** @type {HTMLElement} */ (document.getElementById('pause'));
let shown = '', paused = false, timer = 0;

const slides = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-slide]')]);

/** A part that is gone, because the field has shrunk or a round is over, is followed by the first.
 * @param {number} by */
function show(by) {
  const all = slides(), here = all.findIndex((slide) => slide.id === shown);
  const at = here < 0 ? 0 : (here + by + all.length) % all.length;
  shown = all.length ? all[at].id : '';
  for (const slide of all) slide.hidden = slide.id !== shown;
  const which = document.getElementById('which');
  if (which) which.textContent = `${at + 1} / ${all.length}`;
  clearTimeout(timer);
  if (!paused) timer = window.setTimeout(show, EACH, 1);
}

function pause() {
  paused = !paused;
  button.setAttribute('aria-pressed', String(paused));
  show(0);
}

button.addEventListener('click', pause);
for (const [id, by] of /** @type {[string, number][]} */ ([['back', -1], ['on', 1]])) document.getElementById(id)?.addEventListener('click', () => show(by));
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === ' ' && !(event.target instanceof Element && event.target.matches('button'))) pause();
  else if (event.key === 'ArrowRight' || event.key === 'PageDown') show(1);
  else if (event.key === 'ArrowLeft' || event.key === 'PageUp') show(-1);
  else return;
  event.preventDefault();
});
// what is new came visible: only the part that is shown stays so, and no time starts anew
root.addEventListener('changed', () => {
  for (const slide of slides()) slide.hidden = slide.id !== shown;
  if (!slides().some((slide) => slide.id === shown)) show(0);
});
show(0);
