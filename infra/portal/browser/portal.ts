import { announce, fetchFile, isTyping } from './dom.ts';
import { connectKeyButton } from './key-dialog.ts';
import { readChoice, readPortalSettings, showSettings, storeChoice } from './portal-settings.ts';

// The script of every page.

const copyButton = (label: string, name: string, textOf: () => Promise<string>): HTMLButtonElement => {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'chip', textContent: label, ariaLabel: name });
  button.addEventListener('click', async () => {
    const copying = textOf().then((text) => navigator.clipboard.writeText(text));
    const outcome = await copying.then(
      () => 'Copied',
      () => 'Not copied',
    );
    button.textContent = outcome;
    announce(outcome);
    setTimeout(() => Object.assign(button, { textContent: label }), 2_000);
  });
  return button;
};

const connectCopying = (): void => {
  for (const block of document.querySelectorAll<HTMLElement>('.copyable')) {
    const text = async () => block.querySelector('pre')?.textContent?.trim() ?? '';
    block.append(copyButton('Copy', `Copy: ${block.dataset.what}`, text));
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-copy-page]')) {
    const text = async () => (await fetchFile(link.href)).text();
    link.before(copyButton('Copy page as Markdown', 'Copy page as Markdown', text), ' ');
  }
};

/** Shows all samples in one language, which is remembered for the whole portal. */
const connectSamples = (): void => {
  const radios = [...document.querySelectorAll<HTMLInputElement>('.samples input')];
  const choose = (language: string) => {
    for (const radio of radios) if (radio.value === language) radio.checked = true;
  };
  choose(readChoice('language') ?? '');
  for (const radio of radios)
    radio.addEventListener('change', () => {
      // Changing the language may change the height of the samples above.
      const top = radio.getBoundingClientRect().top;
      storeChoice('language', radio.value);
      choose(radio.value);
      scrollBy({ top: radio.getBoundingClientRect().top - top, behavior: 'instant' });
    });
};

const themes = ['system', 'light', 'dark'] as const;

/** Each click switches to the next theme. */
const connectTheme = (button: HTMLButtonElement): void => {
  let theme = themes.find((each) => each === readChoice('theme')) ?? 'system';
  const label = () => {
    button.ariaLabel = `Colours: ${theme}`;
  };
  button.addEventListener('click', () => {
    theme = themes[themes.indexOf(theme) + 1] ?? 'system';
    document.documentElement.dataset.theme = theme;
    storeChoice('theme', theme);
    label();
    announce(`Colours: ${theme}`);
  });
  label();
  button.hidden = false;
};

/** Loads the search only when it is opened: by its button, by Ctrl-K or Cmd-K, or by `/` outside fields. */
const connectSearch = (button: HTMLButtonElement): void => {
  const open = async () => {
    try {
      const { openSearch } = await import('./search.ts');
      openSearch(button.dataset.search ?? '');
    } catch {
      announce('The search cannot be loaded. Check your connection and try again.');
    }
  };
  const hasOwnSearch = document.querySelector('main :is([role="combobox"], [type="search"])') !== null;
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const isSlash =
      event.key === '/' && !event.ctrlKey && !event.metaKey && !hasOwnSearch && !isTyping(event);
    if (!isShortcut && !isSlash) return;
    event.preventDefault();
    void open();
  });
  const key = button.querySelector('kbd');
  if (key && /Mac|iPhone|iPad/.test(navigator.platform)) key.textContent = '⌘ K';
  button.hidden = false;
};

const connect = (selector: string, action: (button: HTMLButtonElement) => void): void => {
  const button = document.querySelector<HTMLButtonElement>(selector);
  if (button) action(button);
};

// Screen readers must not announce the lists as collapsed on wide screens, where styles always show them.
for (const [list, width] of Object.entries({ '.sidebar': '60rem', '.contents': '80rem' }))
  for (const details of document.querySelectorAll<HTMLDetailsElement>(`${list} details`))
    details.open = matchMedia(`(min-width: ${width})`).matches;
connectSamples();
connectCopying();
connect('[data-theme-button]', connectTheme);
connect('[data-search]', connectSearch);
connect('[data-key-button]', connectKeyButton);
// Without settings, samples keep the example address.
await readPortalSettings().then(showSettings, () => {});
