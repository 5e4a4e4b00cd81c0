// @ts-check
import { fillCards } from './cards.js';

fillCards();
