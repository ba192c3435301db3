import { connectCombobox } from '../browser/combobox.ts';
import { announce, countOf, isTyping, onPage, successiveSignals } from '../browser/dom.ts';
import { type Html, html } from '../layout/html.ts';
import { icon, kindIcon } from './kinds.ts';
import type { LocatorStore } from './locator-state.ts';
import type { Where } from './network.ts';

interface SearchBoxOptions {
  /** Returns suggestions from the map file. */
  readonly suggest: (text: string) => readonly Where[];
  /** Requests suggestions that are not in the map file. */
  readonly suggestMore: (text: string, signal: AbortSignal) => Promise<readonly Where[]>;
  readonly onChoose: (where: Where) => void;
  /** Called if nothing matches the text. */
  readonly onNothing: (text: string) => void;
}

const pauseMilliseconds = 300;
const minLetters = 3;

/** Connects the search field, which also shows searches that are made elsewhere. */
export const connectSearchBox = (store: LocatorStore, options: SearchBoxOptions): void => {
  const field = onPage('where', HTMLInputElement);
  const list = onPage('suggestions', HTMLElement);
  let shown: readonly Where[] = [];
  const nextCompletion = successiveSignals();
  const nextSubmission = successiveSignals();

  const open = (suggestions: readonly Where[]) => {
    shown = suggestions;
    combobox.show(listContent(suggestions));
  };
  const close = () => {
    nextCompletion();
    combobox.hide();
  };
  const choose = (suggestion: Where | undefined) => {
    close();
    if (!suggestion) return;
    field.value = suggestion.label;
    options.onChoose(suggestion);
  };

  const complete = async () => {
    const signal = nextCompletion();
    const text = field.value.trim();
    const local = options.suggest(text);
    open(local);
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    if (signal.aborted || text === '') return;
    const found =
      local.length > 0 || text.length < minLetters ? local : await options.suggestMore(text, signal);
    if (signal.aborted) return;
    if (found !== local) open(found);
    announce(countOf(found.length, 'suggestion'));
  };
  const submit = async () => {
    close();
    const signal = nextSubmission();
    const text = field.value.trim();
    if (text === '') return;
    const local = options.suggest(text);
    const found = local.length > 0 ? local : await options.suggestMore(text, signal);
    if (signal.aborted) return;
    choose(found[0]);
    if (found.length === 0) options.onNothing(text);
  };

  field.addEventListener('keydown', (event) => {
    if (list.hidden && /^Arrow(Up|Down)$/.test(event.key)) void complete();
    if (event.key !== 'Escape') return;
    if (!list.hidden) {
      event.preventDefault();
      // Otherwise, a place's details or the picker would close too.
      event.stopPropagation();
    }
    close();
  });
  const combobox = connectCombobox(field, list, ({ dataset }) => choose(shown[Number(dataset.position)]));
  field.addEventListener('input', () => {
    nextSubmission();
    void complete();
  });
  field.addEventListener('focus', () => {
    field.select();
    if (list.hidden) open(options.suggest(field.value));
  });
  field.addEventListener('click', () => {
    if (list.hidden) void complete();
  });
  field.addEventListener('blur', close);
  onPage('search', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
  store.follow(['where'], ({ where }) => {
    // Another search has replaced the submitted one.
    nextSubmission();
    if (document.activeElement !== field || list.hidden) field.value = where ? fieldText(where) : '';
  });
};

const fieldText = ({ by, label, text }: Where): string => {
  if (by === 'area') return '';
  return text ? label : `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
};

const listContent = (suggestions: readonly Where[]): Html => {
  const groups = Map.groupBy(suggestions.entries(), ([, { place }]) =>
    place ? 'Places' : 'Suburbs and postcodes',
  );
  return html`${[...groups].map(
    ([group, entries], number) =>
      html`<div role="group" aria-labelledby="group-${number}"><div class="group" id="group-${number}" role="presentation">${group}</div>${entries.map(optionHtml)}</div>`,
  )}`;
};

const optionHtml = ([position, { label, detail, place }]: [number, Where]): Html =>
  html`<div role="option" id="suggestion-${position}" class="option" aria-selected="false" data-position="${position}">${place ? kindIcon(place.kind) : icon('pin')}<span class="label">${label}</span>${detail && html`<span class="small muted">${detail}</span>`}</div>`;
