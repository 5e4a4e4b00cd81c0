// @ts-check
/* Draws the suits of a hand that the server wrote. */
import { drawShapes, suitMark } from '../gameplay/cards.js';

drawShapes();
for (const element of document.querySelectorAll('[data-suit]')) element.innerHTML = suitMark(element.getAttribute('data-suit') || 'S');
