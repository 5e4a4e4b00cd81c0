// @ts-check
/* How this person likes to play, as the server wrote it on the page. */

/** @typedef {{playBy: ''|'double'|'drag', confirm: boolean, premove: boolean, left: boolean, pace: ''|'fast'|'tap', sound: boolean, hints: boolean, keysAnywhere: boolean}} Likes */

/** @param {Record<string, string|undefined>} told @returns {Likes} */
export const likesOf = (told) => ({
  playBy: told.playBy === 'double' || told.playBy === 'drag' ? told.playBy : '',
  confirm: told.confirmPlay === '1',
  premove: told.premove === '1',
  left: told.fan === 'left',
  pace: told.pace === 'fast' || told.pace === 'tap' ? told.pace : '',
  sound: told.sound === '1',
  hints: told.hints === '1',
  keysAnywhere: told.keys !== 'near',
});
