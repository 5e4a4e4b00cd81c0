/* Runs before the first paint. Someone who never chose a theme gets the one their device asks for. */
(function () {
  var root = document.documentElement;
  if (root.dataset.theme && root.dataset.theme !== 'auto') return;
  root.dataset.theme = matchMedia('(prefers-contrast: more)').matches ? 'contrast'
    : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
})();
