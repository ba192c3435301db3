import type { Html } from '../layout/html.ts';

/**
 * Connects a field with a list of options, as in the ARIA 1.2 combobox pattern. The focus stays in the field, and
 * `aria-activedescendant` names the option that the arrow keys have reached. Enter and clicks call `choose`.
 */
export const connectCombobox = (
  field: HTMLInputElement,
  list: HTMLElement,
  choose: (option: HTMLElement, event: MouseEvent | KeyboardEvent) => void,
) => {
  let active: HTMLElement | undefined;
  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const activate = (option: HTMLElement | undefined) => {
    active?.setAttribute('aria-selected', 'false');
    active = option;
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
  };
  const setOpen = (isOpen: boolean) => {
    list.hidden = !isOpen;
    field.setAttribute('aria-expanded', String(isOpen));
  };
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const all = options();
      const from = active ? all.indexOf(active) : -1;
      activate(all.at(step > 0 ? (from + 1) % all.length : Math.max(from, 0) - 1));
    } else if (event.key === 'Enter' && active) choose(active, event);
    else return;
    event.preventDefault();
  });
  // Keeps the focus in the field.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element && event.target.closest<HTMLElement>('[role=option]');
    if (option) choose(option, event);
  });
  return {
    /** Replaces the options. With `isFirstActive`, Enter chooses the first one. */
    show(content: Html, isFirstActive = false) {
      list.innerHTML = content.text;
      const [first] = options();
      activate(isFirstActive ? first : undefined);
      setOpen(first !== undefined);
    },
    hide() {
      activate(undefined);
      setOpen(false);
    },
  };
};
