import { connectCombobox } from '../browser/combobox.ts';
import { announce, countOf, isTyping, onPage } from '../browser/dom.ts';
import { type Html, html } from '../layout/html.ts';
import { icon, kindIcon } from './kinds.ts';
import type { Where } from './network.ts';

interface SearchBoxOptions {
  /** Returns suggestions from the map file. */
  readonly suggest: (text: string) => readonly Where[];
  /** Requests suggestions that are not in the map file. */
  readonly suggestMore: (text: string, signal: AbortSignal) => Promise<readonly Where[]>;
  readonly onChoose: (where: Where) => void;
  readonly onOwnPosition: () => void;
  /** Called if nothing matches the text. */
  readonly onNothing: (text: string) => void;
}

const pauseMilliseconds = 300;
const minLetters = 3;

/** Connects the search field. Returns a function that shows a search's text in the field. */
export const connectSearchBox = (options: SearchBoxOptions): ((text: string) => void) => {
  const field = onPage('where', HTMLInputElement);
  const list = onPage('suggestions', HTMLElement);
  let shown: readonly Where[] = [];
  let completion = new AbortController();
  let submission = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = (suggestions: readonly Where[]) => {
    shown = suggestions;
    combobox.show(listContent(suggestions));
  };
  const close = () => {
    clearTimeout(timer);
    completion.abort();
    combobox.hide();
  };
  const choose = (suggestion: Where | undefined) => {
    close();
    if (!suggestion) return;
    field.value = suggestion.label;
    options.onChoose(suggestion);
  };

  /** Returns suggestions from the API, or none if the request fails. */
  const more = (text: string, signal: AbortSignal) => options.suggestMore(text, signal).catch(() => []);
  const complete = () => {
    clearTimeout(timer);
    completion.abort();
    completion = new AbortController();
    const { signal } = completion;
    const text = field.value.trim();
    const local = options.suggest(text);
    open(local);
    if (text === '') return;
    timer = setTimeout(async () => {
      const found = local.length > 0 || text.length < minLetters ? local : await more(text, signal);
      if (signal.aborted) return;
      if (found !== local) open(found);
      announce(countOf(found.length, 'suggestion'));
    }, pauseMilliseconds);
  };
  const submit = async () => {
    close();
    submission.abort();
    submission = new AbortController();
    const { signal } = submission;
    const text = field.value.trim();
    if (text === '') return;
    const local = options.suggest(text);
    const found = local.length > 0 ? local : await more(text, signal);
    if (signal.aborted) return;
    choose(found[0]);
    if (found.length === 0) options.onNothing(text);
  };

  field.addEventListener('keydown', (event) => {
    if (list.hidden && /^Arrow(Up|Down)$/.test(event.key)) complete();
    if (event.key !== 'Escape') return;
    if (!list.hidden) {
      event.preventDefault();
      // Otherwise, a place's details or the picker would close too.
      event.stopPropagation();
    }
    close();
  });
  const combobox = connectCombobox(field, list, ({ dataset }) => choose(shown[Number(dataset.position)]));
  onPage('own-position', HTMLElement).addEventListener('click', options.onOwnPosition);
  field.addEventListener('input', () => {
    submission.abort();
    complete();
  });
  field.addEventListener('focus', () => {
    field.select();
    if (list.hidden) open(options.suggest(field.value));
  });
  field.addEventListener('click', () => {
    if (list.hidden) complete();
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
  return (text) => {
    // Another search has replaced the submitted one.
    submission.abort();
    if (document.activeElement !== field || list.hidden) field.value = text;
  };
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
