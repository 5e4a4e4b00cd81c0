// @ts-check
/* “Copy” beside a field whose text is meant for another place. */

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? /** @type {HTMLElement|null} */ (event.target.closest('[data-copy]')) : null;
  const field = button && /** @type {HTMLTextAreaElement|null} */ (document.getElementById(button.dataset.copy || ''));
  if (!button || !field) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied || '';
  } catch { /* it is selected: the keyboard copies it */ }
});
