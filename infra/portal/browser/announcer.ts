/** Says short texts to those who hear the page. */
export const announcer = (): ((text: string) => void) => {
  const region = document.createElement('div');
  region.className = 'visually-hidden';
  region.setAttribute('role', 'status');
  document.body.append(region);
  return (text) => {
    region.textContent = text;
  };
};
