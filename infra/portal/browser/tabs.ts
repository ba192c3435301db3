import { readChoice, storeChoice } from './portal-settings.ts';

/**
 * Turns the `details` of each `[data-tabs]` element into tabs by the ARIA pattern. All of them follow one choice, which
 * is remembered for the whole portal. Without this script, each `details` can be opened by itself.
 */
export const connectTabs = (): void => {
  const groups = [...document.querySelectorAll<HTMLElement>('[data-tabs]')].map(createTabs);
  const show = (language: string) => {
    for (const tabs of groups) {
      // Not every request has a sample in every language.
      if (!tabs.some((tab) => tab.language === language)) continue;
      for (const { button, panel, ...tab } of tabs) {
        panel.hidden = tab.language !== language;
        button.setAttribute('aria-selected', String(!panel.hidden));
        button.tabIndex = panel.hidden ? -1 : 0;
      }
    }
  };
  show('curl');
  show(readChoice('language') ?? 'curl');
  for (const { language, button } of groups.flat())
    button.addEventListener('click', () => {
      // The groups above may change their height.
      const top = button.getBoundingClientRect().top;
      storeChoice('language', language);
      show(language);
      scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
    });
};

/** Returns the language, button and panel of each tab. */
const createTabs = (element: HTMLElement, group: number) => {
  const list = document.createElement('div');
  list.role = 'tablist';
  list.ariaLabel = element.dataset.label ?? '';
  const tabs = [...element.querySelectorAll('details')].map((details, index) => {
    const [button, panel] = [document.createElement('button'), document.createElement('div')];
    const summary = details.querySelector('summary');
    Object.assign(button, { type: 'button', role: 'tab', id: `tab-${group}-${index}` });
    Object.assign(panel, { role: 'tabpanel', id: `panel-${group}-${index}` });
    button.textContent = summary?.textContent ?? '';
    button.setAttribute('aria-controls', panel.id);
    panel.setAttribute('aria-labelledby', button.id);
    summary?.remove();
    panel.append(...details.childNodes);
    details.replaceWith(panel);
    list.append(button);
    return { language: details.dataset.tab ?? '', button, panel };
  });
  list.addEventListener('keydown', ({ key }) => {
    const from = tabs.findIndex(({ button }) => button === document.activeElement);
    const to = { ArrowRight: (from + 1) % tabs.length, ArrowLeft: from - 1, Home: 0, End: -1 }[key];
    const button = to === undefined ? undefined : tabs.at(to)?.button;
    button?.focus();
    button?.click();
  });
  element.prepend(list);
  element.classList.add('ready');
  return tabs;
};
