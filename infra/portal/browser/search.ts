import MiniSearch, { type SearchResult } from 'minisearch';
import * as z from 'zod/mini';
import { type Html, html } from '../layout/html.ts';
import { connectCombobox } from './combobox.ts';
import { countOf, fetchFile, partOf } from './dom.ts';
import { indexOptions, type SearchEntry, searchEntry } from './search-index.ts';

/** Maximum number of results, half of which are for the reference if it has as many. */
const maxResults = 8;

/** Length of an excerpt, and of the text in it before the first match, in characters. */
const excerptLength = 120;
const excerptLead = 30;

/** Opens the search over all guides and operations. The index is loaded once, from the portal itself. */
export const openSearch = (indexAddress: string): void => {
  opened ??= createDialog(indexAddress);
  const { dialog, input, search } = opened;
  if (!dialog.open) dialog.showModal();
  input.focus();
  input.select();
  void search();
};

let opened: ReturnType<typeof createDialog> | undefined;

const createDialog = (indexAddress: string) => {
  const dialog = document.createElement('dialog');
  dialog.className = 'box search-dialog';
  dialog.setAttribute('aria-label', 'Search the documentation');
  dialog.innerHTML = `<input type="text" class="input" role="combobox" aria-label="Search guides and operations" aria-autocomplete="list" aria-expanded="false" aria-controls="search-results" placeholder="Search guides and operations" autocomplete="off" spellcheck="false">
<div id="search-results" role="listbox" aria-label="Results" hidden></div>
<p class="search-status small muted" role="status"></p>`;
  document.body.append(dialog);
  const input = partOf(dialog, 'input', HTMLInputElement);
  const status = partOf(dialog, 'p', HTMLElement);
  const index = fetchFile(indexAddress)
    .then((response) => response.text())
    .then((text) => MiniSearch.loadJSON(text, indexOptions));
  // Each search reports that the index cannot be loaded.
  index.catch(() => {});
  const { show } = connectCombobox(input, partOf(dialog, 'div', HTMLElement), ({ dataset }, event) => {
    const { address = '/' } = dataset;
    if (event.ctrlKey || event.metaKey) return void open(address, '_blank', 'noopener');
    dialog.close();
    location.assign(address);
  });
  const search = async () => {
    const query = input.value.trim();
    const answer = (results: readonly Found[], message: string) => {
      // A slow index may arrive after the query has changed.
      if (query !== input.value.trim()) return;
      show(html`${[...Map.groupBy(results, groupOf)].map(groupHtml)}`, true);
      status.textContent = message;
    };
    if (query === '') return answer([], 'Type a word, such as “postcode”, or the name of a parameter.');
    try {
      const results = find(await index, query);
      answer(results, results.length > 0 ? countOf(results.length, 'result') : `No results for “${query}”.`);
    } catch {
      answer([], 'The search cannot be loaded. Check your connection and reload the page.');
    }
  };
  input.addEventListener('input', search);
  dialog.addEventListener('click', (event) => {
    // Only the backdrop has the dialog itself as target.
    if (event.target === dialog) dialog.close();
  });
  return { dialog, input, search };
};

/** A result, with the words of the text that match. */
const found = z.extend(searchEntry, { terms: z.array(z.string()) });
type Found = z.infer<typeof found>;

/** Returns the best results of guides, then of the reference. */
const find = (index: MiniSearch<SearchEntry>, query: string): readonly Found[] => {
  const results = index.search(query).map((result: SearchResult) => found.parse(result));
  const { Guides: guides = [], Reference: reference = [] } = Object.groupBy(results, groupOf);
  const room = maxResults - Math.min(reference.length, maxResults / 2);
  return [...guides.slice(0, room), ...reference.slice(0, maxResults - Math.min(guides.length, room))];
};

const groupOf = ({ address }: SearchEntry) => (address.startsWith('/reference/') ? 'Reference' : 'Guides');

const groupHtml = ([title, results]: readonly [string, readonly Found[]]): Html =>
  html`<div role="group" aria-label="${title}"><p class="group" aria-hidden="true">${title}</p>${results.map(optionHtml)}</div>`;

const optionHtml = ({ id, address, title, heading, section, text, terms }: Found): Html =>
  html`<div class="option" id="search-result-${id}" role="option" aria-selected="false" data-address="${address}">
<p><b>${heading ? `${title}: ${heading}` : title}</b> <span class="small muted">${section}</span></p>
<p class="search-excerpt muted">${marked(excerptOf(text, terms), terms)}</p></div>`;

/** Returns the part of a text around its first match, from the start of a word. */
const excerptOf = (text: string, terms: readonly string[]): string => {
  const line = text.replace(/\s+/g, ' ');
  const at = Math.max(0, line.search(patternOf(terms)));
  const start = at < excerptLead ? 0 : line.indexOf(' ', at - excerptLead) + 1;
  const end = start + excerptLength;
  return `${start > 0 ? '… ' : ''}${line.slice(start, end)}${end < line.length ? ' …' : ''}`;
};

const marked = (text: string, terms: readonly string[]): readonly (string | Html)[] =>
  text.split(patternOf(terms)).map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part));

/** Matches the terms, with one group for `split`. */
const patternOf = (terms: readonly string[]): RegExp =>
  new RegExp(`(${terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') || '$^'})`, 'i');
