// @ts-check
/* A form that was refused is open again, with what was written in it. */
export {};

const told = document.getElementById('kept');
/** @type {Record<string, string>} */
const kept = JSON.parse(told?.textContent || '{}');

/** @param {HTMLFormElement} form */
const isIt = (form) => {
  const does = [...form.querySelectorAll('button')].some((button) => button.name === 'do' && button.value === kept.do);
  const ruling = /** @type {HTMLInputElement|null} */ (form.querySelector('[name="ruling"]'));
  return does && (ruling?.value || '') === (kept.ruling || '');
};

const form = told ? [...document.querySelectorAll('form')].find(isIt) : undefined;
if (form) {
  for (const [name, value] of Object.entries(kept)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
  const around = form.closest('details');
  if (around) around.open = true;
  form.scrollIntoView({ block: 'center' });
}
