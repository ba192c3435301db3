// Runs before the first paint, so that the colours do not change visibly. It is a classic script and therefore imports
// nothing.
try {
  const theme = localStorage.getItem('waypost.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked, so the system's theme applies.
}
