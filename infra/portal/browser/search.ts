import MiniSearch, { type SearchResult } from 'minisearch';
import * as z from 'zod/mini';
import { indexOptions, type SearchEntry, searchEntry } from './search-index.ts';

/** Results shown of guides, and of the reference. */
const maxResults = 6;

/** Length of an excerpt, and of the text in it before the first match, in characters. */
const excerptLength = 150;
const excerptLead = 40;

let opened: SearchDialog | undefined;

/** Opens the search over all guides and operations. The index is loaded once, from the portal itself. */
export const openSearch = (indexAddress: string): void => {
  opened ??= createDialog(indexAddress);
  opened.show();
};

interface SearchDialog {
  show(): void;
}

interface Found extends SearchEntry {
  /** Words of the text that match. */
  readonly terms: readonly string[];
}

/** A combobox with a list of results, by the ARIA pattern: the focus stays in the field. */
const createDialog = (indexAddress: string): SearchDialog => {
  const dialog = document.createElement('dialog');
  dialog.className = 'search-dialog';
  dialog.setAttribute('aria-label', 'Search the documentation');
  dialog.innerHTML = `<input type="text" role="combobox" aria-label="Search guides and operations" aria-autocomplete="list" aria-expanded="false" aria-controls="search-results" placeholder="Search guides and operations" autocomplete="off" spellcheck="false">
<div id="search-results" role="listbox" aria-label="Results" hidden></div>
<p class="search-status" role="status"></p>`;
  document.body.append(dialog);
  const input = required(dialog.querySelector('input'));
  const list = required(dialog.querySelector<HTMLElement>('[role="listbox"]'));
  const status = required(dialog.querySelector('p'));
  const index = loadIndex(indexAddress);
  let options: readonly HTMLElement[] = [];
  let active = -1;

  const activate = (at: number) => {
    active = at;
    for (const [position, option] of options.entries())
      option.setAttribute('aria-selected', String(position === at));
    const option = options[at];
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const show = (found: readonly Found[], message: string) => {
    list.replaceChildren(...groupsOf(found));
    options = [...list.querySelectorAll<HTMLElement>('[role="option"]')];
    list.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(options.length > 0));
    status.textContent = message;
    activate(options.length > 0 ? 0 : -1);
  };
  const search = async () => {
    const query = input.value.trim();
    if (query === '') return show([], 'Type a word, such as “postcode”, or the name of a parameter.');
    try {
      const found = find(await index, query);
      // A slow index may arrive after the query has changed.
      if (query === input.value.trim()) show(found, messageOf(found.length, query));
    } catch {
      show([], 'The search cannot be loaded. Check your connection and reload the page.');
    }
  };
  const follow = (option: HTMLElement | undefined, isNewTab: boolean) => {
    const { address } = option?.dataset ?? {};
    if (address === undefined) return;
    if (isNewTab) return void open(address, '_blank', 'noopener');
    dialog.close();
    location.assign(address);
  };

  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0)
      activate((Math.max(active, step > 0 ? -1 : 0) + step + options.length) % options.length);
    else if (event.key === 'Enter') follow(options[active], event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', (event) => {
    const option =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[role="option"]') : null;
    follow(option ?? undefined, event.ctrlKey || event.metaKey);
  });
  dialog.addEventListener('click', (event) => {
    // Only the backdrop has the dialog itself as target.
    if (event.target === dialog) dialog.close();
  });
  return {
    show: () => {
      if (!dialog.open) dialog.showModal();
      input.focus();
      input.select();
      void search();
    },
  };
};

const loadIndex = async (address: string): Promise<MiniSearch<SearchEntry>> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  return MiniSearch.loadJSON(await response.text(), indexOptions);
};

const found = z.extend(searchEntry, { terms: z.array(z.string()) });

/** Returns the best results of guides, then of the reference. */
const find = (index: MiniSearch<SearchEntry>, query: string): readonly Found[] => {
  const results = index.search(query).map((result: SearchResult) => found.parse(result));
  const isReference = ({ address }: SearchEntry) => address.startsWith('/reference/');
  return [
    ...results.filter((result) => !isReference(result)).slice(0, maxResults),
    ...results.filter(isReference).slice(0, maxResults),
  ];
};

const messageOf = (count: number, query: string): string => {
  if (count === 0) return `No results for “${query}”.`;
  return count === 1 ? '1 result' : `${count} results`;
};

const groupsOf = (results: readonly Found[]): readonly HTMLElement[] => {
  const groups = Map.groupBy(results, ({ address }) =>
    address.startsWith('/reference/') ? 'Reference' : 'Guides',
  );
  return [...groups].map(([title, entries]) => {
    const group = element('div', 'search-group');
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', title);
    const label = element('p', 'group', title);
    label.setAttribute('aria-hidden', 'true');
    group.append(label, ...entries.map(optionOf));
    return group;
  });
};

const optionOf = ({ id, address, title, heading, section, text, terms }: Found): HTMLElement => {
  const option = element('div', 'search-option');
  option.id = `search-result-${id}`;
  option.setAttribute('role', 'option');
  option.dataset.address = address;
  const name = element('p', 'search-title', heading ? `${title}: ${heading}` : title);
  name.append(' ', element('span', 'search-section', section));
  const excerpt = element('p', 'search-excerpt');
  excerpt.append(...marked(excerptOf(text, terms), terms));
  option.append(name, excerpt);
  return option;
};

/** Returns the part of a text around its first match, from the start of a word. */
const excerptOf = (text: string, terms: readonly string[]): string => {
  const line = text.replace(/\s+/g, ' ');
  const at = Math.max(0, line.search(patternOf(terms)));
  const start = at < excerptLead ? 0 : line.indexOf(' ', at - excerptLead) + 1;
  const end = start + excerptLength;
  return `${start > 0 ? '… ' : ''}${line.slice(start, end)}${end < line.length ? ' …' : ''}`;
};

const marked = (text: string, terms: readonly string[]): readonly (string | HTMLElement)[] =>
  text.split(patternOf(terms)).map((part, index) => (index % 2 === 1 ? element('mark', '', part) : part));

/** Matches the terms, with one group for `split`. */
const patternOf = (terms: readonly string[]): RegExp =>
  new RegExp(`(${terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') || '$^'})`, 'i');

const element = (name: string, className: string, text = ''): HTMLElement => {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.textContent = text;
  return created;
};

const required = <T>(value: T | null): T => {
  if (value === null) throw new Error('the search dialog lacks an element');
  return value;
};
