// @ts-check
import { html } from './html.js';

/** @type {Record<string, string>} */
const PATHS = {
  back: 'M15 5l-7 7 7 7',
  next: 'M8 5l9 7-9 7',
  last: 'M4 8h11v12H4zM8 8V4h12v12h-5',
  keys: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10',
  gear: 'M12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8',
  first: 'M6 5v14M19 5l-9 7 9 7z',
  prev: 'M16 5l-9 7 9 7',
  end: 'M18 5v14M5 5l9 7-9 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  link: 'M10 14a4 4 0 0 1 0-6l3-3a4.2 4.2 0 0 1 6 6l-2 2M14 10a4 4 0 0 1 0 6l-3 3a4.2 4.2 0 0 1-6-6l2-2',
  door: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  down: 'M6 4h12v16H6zM9 9l6 6M15 9l-6 6',
  talk: 'M4 5h16v11H11l-5 4v-4H4z',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  eye: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
};

/** @param {string} name */
export const icon = (name) => html`<svg class="ic" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${PATHS[name]} /></svg>`;

export const star = () => html`<svg class="star" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M12 1.8l3 7 7.5.6-5.7 4.9 1.8 7.4L12 17.7l-6.6 4 1.8-7.4L1.5 9.4 9 8.8z" /></svg>`;
