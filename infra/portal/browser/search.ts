import MiniSearch from 'minisearch';
import { type Html, html } from '../layout/html.ts';
import { connectCombobox } from './combobox.ts';
import { countOf, fetchFile, partOf } from './dom.ts';
import { indexOptions, type SearchEntry, type SearchResult, searchResult } from './search-index.ts';

/** Maximum number of results in each group: guides and reference. */
const maxResults = 4;

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
  // Each search reports if the index cannot be loaded.
  index.catch(() => {});
  const { show } = connectCombobox(input, partOf(dialog, 'div', HTMLElement), ({ dataset }, event) => {
    const { address = '/' } = dataset;
    if (event.ctrlKey || event.metaKey) return void open(address, '_blank', 'noopener');
    dialog.close();
    location.assign(address);
  });
  const search = async () => {
    const query = input.value.trim();
    const answer = (results: readonly SearchResult[], message: string) => {
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
    // Only clicks on the backdrop have the dialog itself as their target.
    if (event.target === dialog) dialog.close();
  });
  return { dialog, input, search };
};

/** Returns the best results from the guides, then from the reference. */
const find = (index: MiniSearch<SearchEntry>, query: string): readonly SearchResult[] => {
  const results = index.search(query).map((result) => searchResult.parse(result));
  return ['Guides', 'Reference'].flatMap((group) =>
    results.filter((result) => groupOf(result) === group).slice(0, maxResults),
  );
};

const groupOf = ({ address }: SearchResult) => (address.startsWith('/reference/') ? 'Reference' : 'Guides');

const groupHtml = ([title, results]: readonly [string, readonly SearchResult[]]): Html =>
  html`<div role="group" aria-label="${title}"><p class="group" aria-hidden="true">${title}</p>${results.map(optionHtml)}</div>`;

const optionHtml = ({ id, address, title, heading, section, excerpt }: SearchResult): Html =>
  html`<div class="option" id="search-result-${id}" role="option" aria-selected="false" data-address="${address}">
<p><b>${heading ? `${title}: ${heading}` : title}</b> <span class="small muted">${section}</span></p>
<p class="search-excerpt muted">${excerpt}</p></div>`;
