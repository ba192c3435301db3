// Runs before the first paint, so that neither colours nor tabs change in front of the reader. It is a classic script
// and therefore imports nothing.
{
  const root = document.documentElement;
  root.dataset.js = '';
  try {
    const theme = localStorage.getItem('waypost.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // The browser stores nothing: the theme is the system's.
  }
}
