import { element, icon, onPage } from './dom.ts';
import type { Suggestion } from './gazetteer.ts';

interface SearchBoxOptions {
  /** Completes a text from the map file, at once. */
  readonly suggest: (text: string) => readonly Suggestion[];
  /** Requests suggestions that the map file does not have. */
  readonly suggestMore: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
  readonly onChoose: (suggestion: Suggestion) => void;
  readonly onOwnPosition: () => void;
  /** Called if nothing has the name. */
  readonly onNothing: (text: string) => void;
  readonly say: (text: string) => void;
}

export interface SearchBox {
  /** Shows the text of a search. */
  show(text: string): void;
  focus(): void;
}

/** Option for the visitor's own position, above all suggestions. */
const ownPosition = 'suggestion-own-position';

const pauseMilliseconds = 300;
const minLetters = 3;

/**
 * Connects the search field, by the pattern of ARIA 1.2 for comboboxes with a list: the focus stays in the field, and
 * `aria-activedescendant` names the option that the arrow keys have reached.
 */
export const connectSearchBox = (options: SearchBoxOptions): SearchBox => {
  const form = onPage('search', HTMLFormElement);
  const field = onPage('where', HTMLInputElement);
  const list = onPage('suggestions', HTMLElement);
  let shown: readonly Suggestion[] = [];
  let active: HTMLElement | undefined;
  let request = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const activate = (option: HTMLElement | undefined) => {
    active?.setAttribute('aria-selected', 'false');
    active = option;
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
  };

  const open = (suggestions: readonly Suggestion[]) => {
    shown = suggestions;
    activate(undefined);
    list.replaceChildren(...listContent(suggestions));
    list.hidden = false;
    field.setAttribute('aria-expanded', 'true');
  };

  const close = () => {
    clearTimeout(timer);
    request.abort();
    activate(undefined);
    list.hidden = true;
    field.setAttribute('aria-expanded', 'false');
  };

  const choose = (option: Element | undefined) => {
    close();
    const suggestion = shown[Number(option?.getAttribute('data-position'))];
    if (option?.id === ownPosition) options.onOwnPosition();
    else if (suggestion) {
      field.value = suggestion.label;
      options.onChoose(suggestion);
    }
  };

  /** Suggestions of the API; none if it cannot be reached, because the map file has most of them. */
  const more = async (text: string): Promise<readonly Suggestion[] | undefined> => {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    try {
      const found = await options.suggestMore(text, signal);
      return signal.aborted ? undefined : found;
    } catch {
      return signal.aborted ? undefined : [];
    }
  };

  const complete = () => {
    clearTimeout(timer);
    request.abort();
    const text = field.value;
    const local = options.suggest(text);
    open(local);
    if (text.trim() === '') return;
    if (local.length > 0) {
      timer = setTimeout(() => options.say(countMessage(local.length)), pauseMilliseconds);
      return;
    }
    if (text.trim().length < minLetters) return;
    timer = setTimeout(async () => {
      const further = await more(text);
      if (!further || list.hidden) return;
      open(further);
      options.say(countMessage(further.length));
    }, pauseMilliseconds);
  };

  const submit = async () => {
    clearTimeout(timer);
    const text = field.value.trim();
    if (active) return choose(active);
    if (text === '') return;
    const local = options.suggest(text);
    const found = local.length > 0 ? local : await more(text);
    if (!found) return;
    close();
    const [first] = found;
    if (!first) return options.onNothing(text);
    field.value = first.label;
    options.onChoose(first);
  };

  /** Moves to the next or previous option, and from one end to the other. */
  const step = (by: 1 | -1): boolean => {
    if (list.hidden) complete();
    const all = [...list.querySelectorAll<HTMLElement>('[role=option]')];
    const from = active ? all.indexOf(active) : -1;
    activate(all.at(by > 0 ? (from + 1) % all.length : Math.max(from, 0) - 1));
    return true;
  };
  const keys: Readonly<Record<string, () => boolean>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: () => {
      const wasOpen = !list.hidden;
      if (wasOpen) close();
      return wasOpen;
    },
    Tab: () => {
      close();
      return false;
    },
  };

  field.addEventListener('input', complete);
  field.addEventListener('focus', () => {
    field.select();
    if (list.hidden) open(field.value === '' ? [] : options.suggest(field.value));
  });
  field.addEventListener('click', () => {
    if (list.hidden) complete();
  });
  field.addEventListener('blur', close);
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (keys[event.key]?.()) event.preventDefault();
    // Otherwise details of a place would close too.
    if (event.key === 'Escape') event.stopPropagation();
  });
  // Keeps the focus in the field.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element) choose(target.closest('[role=option]') ?? undefined);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });

  return {
    show: (text) => {
      if (document.activeElement !== field || list.hidden) field.value = text;
    },
    focus: () => field.focus(),
  };
};

const countMessage = (count: number): string =>
  count === 0 ? 'No suggestions' : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`;

/** Options by group, after the one for the visitor's own position. */
const listContent = (suggestions: readonly Suggestion[]): readonly HTMLElement[] => {
  const groups = Map.groupBy(suggestions.entries(), ([, { group }]) => group);
  return [
    element(
      'div',
      { role: 'option', id: ownPosition, class: 'suggestion', 'aria-selected': 'false' },
      icon('icon-position'),
      element('span', { class: 'label' }, 'Use my location'),
    ),
    ...[...groups].map(([group, entries], number) =>
      element(
        'div',
        { role: 'group', 'aria-labelledby': `group-${number}` },
        element('div', { class: 'suggestion-group', id: `group-${number}`, role: 'presentation' }, group),
        ...entries.map(([position, suggestion]) => optionOf(suggestion, position)),
      ),
    ),
  ];
};

const optionOf = ({ label, detail, kind }: Suggestion, position: number): HTMLElement =>
  element(
    'div',
    {
      role: 'option',
      id: `suggestion-${position}`,
      class: 'suggestion',
      'aria-selected': 'false',
      'data-position': String(position),
    },
    kind ? icon(`kind-${kind}`, `kind ${kind}`) : icon('icon-pin'),
    element('span', { class: 'label' }, label),
    detail && element('span', { class: 'detail' }, detail),
  );
