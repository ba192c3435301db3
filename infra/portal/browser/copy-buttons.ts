const shownMilliseconds = 2_000;

/** Gives every block of code a button that copies it. `say` tells those who do not see the button what came of it. */
export const addCopyButtons = (root: ParentNode, say: (text: string) => void): void => {
  for (const block of root.querySelectorAll<HTMLElement>('.copyable')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-button';
    button.textContent = 'Copy';
    const what = block.dataset.what ?? 'code';
    button.setAttribute('aria-label', `Copy: ${what}`);
    button.addEventListener('click', () => {
      const text = block.querySelector('pre')?.textContent?.trim() ?? '';
      const told = (word: string) => {
        button.textContent = word;
        say(word);
        setTimeout(() => {
          button.textContent = 'Copy';
        }, shownMilliseconds);
      };
      navigator.clipboard.writeText(text).then(
        () => told('Copied'),
        () => told('Not allowed'),
      );
    });
    block.append(button);
  }
};
