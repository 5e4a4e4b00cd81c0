// @ts-check
/* Dragging a card to the table. A drag is never the only way: a tap and a key do the same. */

const STARTS = 8; // pixels; less is a tap that was not quite still

/** @param {HTMLElement} root @param {(card: string) => void} drop */
export function draggable(root, drop) {
  /** @type {{button: HTMLElement, x: number, y: number, id: number, moved: boolean}|null} */
  let held = null;
  let swallow = false;

  root.addEventListener('pointerdown', (event) => {
    const button = /** @type {HTMLElement|null} */ (/** @type {HTMLElement} */ (event.target).closest('.cardbtn:not(.gone)'));
    swallow = false;
    if (button && event.isPrimary && event.button === 0) held = { button, x: event.clientX, y: event.clientY, id: event.pointerId, moved: false };
  });
  root.addEventListener('pointermove', (event) => {
    if (!held || event.pointerId !== held.id) return;
    const x = event.clientX - held.x, y = event.clientY - held.y;
    if (!held.moved && Math.hypot(x, y) < STARTS) return;
    if (!held.moved) {
      held.moved = true;
      held.button.setPointerCapture(held.id);
      held.button.classList.add('held');
    }
    held.button.style.setProperty('transform', `translate(${x}px, ${y}px)`);
  });
  const letGo = (/** @type {PointerEvent} */ event) => {
    if (!held || event.pointerId !== held.id) return;
    const { button, moved } = held;
    held = null;
    button.classList.remove('held');
    button.style.removeProperty('transform');
    if (!moved) return;
    swallow = true;
    const hand = button.closest('.hand');
    if (event.type === 'pointerup' && hand && event.clientY < hand.getBoundingClientRect().top) drop(String(button.dataset.hand));
  };
  root.addEventListener('pointerup', letGo);
  root.addEventListener('pointercancel', letGo);
  // the click that follows a drag is no tap
  root.addEventListener('click', (event) => {
    if (!swallow) return;
    swallow = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}
