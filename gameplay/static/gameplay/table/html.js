// @ts-check
/* The one place that knows which small libraries draw the page. */
import { h, render } from '../vendor/preact.js';
import htm from '../vendor/htm.js';

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(h);
export { render };
