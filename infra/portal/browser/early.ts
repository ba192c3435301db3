// Runs before the first paint, so that colours do not change in front of the reader. It is a classic script and
// therefore imports nothing.
try {
  const theme = localStorage.getItem('waypost.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The browser stores nothing: the theme is the system's.
}
