// @ts-check
/* The director is called from the drawer, and answers there. */
import { html } from './html.js';

/* global gettext, interpolate */
/** @typedef {import('./state.js').State} State */

/** @param {State} state @param {any} act @param {any} page */
export function callSection(state, act, page) {
  if (!page.call) return null;
  return null;
}
