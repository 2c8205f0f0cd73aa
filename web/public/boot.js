// Runs before the first paint, so that a chosen theme does not flash. The keys are those of
// src/ui/settings.svelte.ts, which keeps them up to date afterwards.
(function () {
  var root = document.documentElement;
  try {
    var s = JSON.parse(localStorage.getItem('cornerwise.settings') || '{}');
    if (s.theme === 'light' || s.theme === 'dark') root.dataset.theme = s.theme;
    if (s.palette === 'vermilion') root.dataset.palette = s.palette;
    if (s.marks === 'strong') root.dataset.marks = s.marks;
    if (s.motion === 'less') root.dataset.motion = s.motion;
    if (/^(en|fr|nl|eo)$/.test(s.language)) root.lang = s.language;
  } catch {
    // Storage can be switched off: then the system's theme and the usual palette stay.
  }
})();
