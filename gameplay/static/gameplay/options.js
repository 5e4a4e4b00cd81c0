// @ts-check
/* The heading over the rules names those that are chosen. Without a script it names those that were sent. */
for (const box of document.querySelectorAll('.rules-choice')) {
  box.addEventListener('change', () => {
    const chosen = box.querySelector('[name=ruleset]:checked ~ label .name'), now = box.querySelector('[data-now]');
    if (chosen && now) now.textContent = chosen.textContent;
  });
}
