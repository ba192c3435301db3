import { readChoice, storeChoice } from './portal-settings.ts';

/** Alternatives of which one is shown, such as a request in several languages. */
interface TabGroup {
  /** Name under which the choice is remembered. */
  readonly choice: string;
  readonly tabs: readonly {
    readonly value: string;
    readonly button: HTMLElement;
    readonly panel: HTMLElement;
  }[];
}

let groupCount = 0;

/**
 * Turns the `details` of each `[data-tabs]` element into tabs by the ARIA pattern. All groups with the same name follow
 * one choice, which is remembered for the whole portal. Without this script, each `details` can be opened by itself.
 */
export const connectTabs = (root: ParentNode): void => {
  const groups = [...root.querySelectorAll<HTMLElement>('[data-tabs]:not(.ready)')].map(createTabs);
  const choose = (choice: string, value: string) => {
    for (const group of groups) if (group.choice === choice) show(group, value);
  };
  for (const group of groups) {
    const [first] = group.tabs;
    const remembered = readChoice(group.choice);
    show(group, group.tabs.some(({ value }) => value === remembered) ? remembered : first?.value);
    for (const { value, button } of group.tabs)
      button.addEventListener('click', () => {
        // The groups above may change their height.
        const top = button.getBoundingClientRect().top;
        storeChoice(group.choice, value);
        choose(group.choice, value);
        scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
      });
  }
};

const createTabs = (element: HTMLElement): TabGroup => {
  const { tabs: choice = '', label = '' } = element.dataset;
  const id = `tabs-${++groupCount}`;
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', label);
  const tabs = [...element.querySelectorAll<HTMLElement>(':scope > details')].map((details, index) => {
    const summary = details.querySelector('summary');
    const button = document.createElement('button');
    button.type = 'button';
    button.id = `${id}-tab-${index}`;
    button.textContent = summary?.textContent ?? '';
    button.setAttribute('role', 'tab');
    summary?.remove();
    const panel = document.createElement('div');
    panel.id = `${id}-panel-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    panel.append(...details.childNodes);
    details.replaceWith(panel);
    button.setAttribute('aria-controls', panel.id);
    list.append(button);
    return { value: details.dataset.tab ?? '', button, panel };
  });
  list.addEventListener('keydown', (event) => {
    const from = tabs.findIndex(({ button }) => button === document.activeElement);
    const to = targetOf(event.key, from, tabs.length);
    if (to === undefined) return;
    event.preventDefault();
    tabs[to]?.button.focus();
    tabs[to]?.button.click();
  });
  element.prepend(list);
  element.classList.add('ready');
  return { choice, tabs };
};

const targetOf = (key: string, from: number, count: number): number | undefined => {
  if (key === 'ArrowRight') return (from + 1) % count;
  if (key === 'ArrowLeft') return (from - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
};

const show = ({ tabs }: TabGroup, chosen: string | undefined): void => {
  if (!tabs.some(({ value }) => value === chosen)) return;
  for (const { value, button, panel } of tabs) {
    const isChosen = value === chosen;
    button.setAttribute('aria-selected', String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
    panel.hidden = !isChosen;
  }
};
