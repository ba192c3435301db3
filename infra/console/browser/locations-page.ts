import { onPage, partOf } from '../../portal/browser/dom.ts';
import { html } from '../../portal/layout/html.ts';
import { type ListedLocation, listedLocation, networkReply } from '../contract.ts';
import { locationMap } from './location-map.ts';
import {
  attempt,
  ConsoleError,
  call,
  formatCount,
  isChanged,
  messageOf,
  notify,
  notifyError,
  parseHtml,
  patch,
  poll,
} from './page.ts';

/** Locations in the list. The map shows all of them. */
const shownLocations = 50;
const typingMilliseconds = 120;
/** Longer than a change takes to be served on any stage. */
const servedMilliseconds = 60_000;

/** Shows the locations page: the search, the map, and the location in the page's address. */
export const showLocations = async (): Promise<void> => {
  notify('Loading the network …');
  const network = networkReply.parse(JSON.parse(await call('/api/network')));
  notify('');
  const locations = new Map(network.locations.map((each) => [each.code, each]));
  const search = onPage('search', HTMLInputElement);
  const details = onPage('details', HTMLElement);

  const find = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [...locations.values()].filter(({ text }) => words.every((word) => text.includes(word)));
    map.show(found);
    const more = found.length > shownLocations ? `; the first ${shownLocations} are listed` : '';
    onPage('count', HTMLElement).textContent =
      `${formatCount(found.length)} of ${formatCount(locations.size)} locations${more}`;
    const items = html`${found.slice(0, shownLocations).map(resultItem)}`;
    onPage('results', HTMLElement).replaceChildren(parseHtml(items.text));
  };
  let typing: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(find, typingMilliseconds);
  });

  /** Number of choices so far, because an earlier choice may arrive later. */
  let choices = 0;
  const isTyped = () => [...details.querySelectorAll('input')].some(isChanged);
  addEventListener('beforeunload', (event) => {
    if (isTyped()) event.preventDefault();
  });

  /** Opens an address of this page, unless the operator wants to keep unsaved changes. */
  const open = (address: string) => {
    if (isTyped() && !confirm('You have unsaved changes. Discard them?')) return;
    history.pushState(null, '', address);
    showAddress(true);
  };
  const map = locationMap(onPage('map', HTMLElement), (code) => open(addressOf(code)));

  /** Shows the location in the page's address, and moves the focus there if the operator has just chosen it. */
  const showAddress = (isChosen: boolean) => {
    const choice = ++choices;
    const query = new URLSearchParams(location.search);
    const code = query.get('code');
    // Not patched: what is typed belongs to the location before it, which must not be changed under this address.
    details.replaceChildren();
    if (code === null && !query.has('new')) return;
    void attempt(async () => {
      const page = await call(code === null ? '/api/location/new' : pathOf(code));
      if (choice !== choices) return;
      show(page, 0);
      if (code !== null) map.mark(locations.get(code));
      if (isChosen) details.querySelector<HTMLElement>('h2[tabindex], input')?.focus();
    });
  };

  /** Shows the current state of a location. Unsaved changes are kept in its forms. */
  const show = (page: string, milliseconds: number) => {
    const hadFocus = details.contains(document.activeElement);
    patch(details, parseHtml(page));
    const { code, listed } = shown();
    if (code === undefined) return;
    if (hadFocus && !details.contains(document.activeElement)) details.querySelector('h2')?.focus();
    if (listed) locations.set(code, listedLocation.parse(JSON.parse(listed)));
    else locations.delete(code);
    void showServed(details, code, milliseconds);
  };

  const shown = (): DOMStringMap => details.querySelector('article')?.dataset ?? {};

  /** Makes the change of a form or button, with the values that differ from the stored ones. */
  const change = async (source: HTMLElement, form?: HTMLFormElement, confirmed = false): Promise<void> => {
    const { path = '', ...data } = source.dataset;
    const { code, revision } = shown();
    const choice = choices;
    const isShown = () => choice === choices && shown().code === code;
    const typed = [...(form?.querySelectorAll('input') ?? [])].filter(isChanged);
    const values = typed.map((each) => [
      each.name,
      each.type !== 'checkbox' ? each.value : each.checked ? 'yes' : 'no',
    ]);
    const looked = { ...(code !== undefined && { code, revision }), ...(confirmed && { confirmed }) };
    try {
      const reply = await call(path, { ...looked, ...data, ...Object.fromEntries(values) });
      if (!isShown()) return;
      // A question instead of HTML.
      if (!reply.startsWith('<')) return void (confirm(reply) && (await change(source, form, true)));
      form?.reset();
      show(reply, servedMilliseconds);
    } catch (error) {
      if (!(error instanceof ConsoleError && isShown())) throw error;
      if (form && error.fields) return showProblems(form, error.fields);
      if (error.code === 'busy' && code !== undefined) {
        const page = await call(pathOf(code));
        if (isShown()) show(page, servedMilliseconds);
      }
      throw error;
    }
    const { code: changed = '', notice = '' } = shown();
    if (changed !== code) history.replaceState(null, '', addressOf(changed));
    find();
    notify(notice);
  };

  details.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const form = event.target;
    for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
    for (const problem of form.querySelectorAll('.problem')) problem.textContent = '';
    void attempt(() => change(form, form), partOf(form, 'button', HTMLButtonElement));
  });
  details.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement && target.dataset.path !== undefined)
      void attempt(() => change(target), target);
  });
  onPage('results', HTMLElement).addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link.href);
  });
  const add = onPage('new', HTMLButtonElement);
  add.disabled = false;
  add.addEventListener('click', () => open('/locations?new'));
  addEventListener('popstate', () => showAddress(false));
  find();
  showAddress(false);
};

const addressOf = (code: string): string => `/locations?code=${encodeURIComponent(code)}`;
const pathOf = (code: string): string => `/api/location?code=${encodeURIComponent(code)}`;

const resultItem = ({ code, name, locality }: ListedLocation) =>
  html`<li><a href="${addressOf(code)}"><strong>${name}</strong> ${locality} <code>${code}</code></a></li>`;

/** Shows each problem beside its field, and moves to the first. Problems without a field are shown above. */
const showProblems = (form: HTMLFormElement, problems: Readonly<Record<string, string>>): void => {
  const inputs = [...form.querySelectorAll('input')].filter(({ name }) => name in problems);
  for (const input of inputs) {
    input.setAttribute('aria-invalid', 'true');
    input.parentElement?.querySelector('.problem')?.replaceChildren(`This ${problems[input.name]}.`);
  }
  inputs[0]?.focus();
  const others = Object.entries(problems).filter(([name]) => !inputs.some((input) => input.name === name));
  const sentences = ['Some fields are not valid', ...others.map((problem) => problem.join(' '))];
  notifyError(sentences.join('; '));
};

/** Number of calls of `showServed`. Only the last one continues. */
let servedCalls = 0;

/** Shows the API's response, or why there is none; after a change, for as long as it may take to be served. */
const showServed = (details: HTMLElement, code: string, milliseconds: number): Promise<void> => {
  const turn = ++servedCalls;
  const place = partOf(details, '#served', HTMLElement);
  const end = Date.now() + milliseconds;
  const isLast = () => turn === servedCalls && details.contains(place);
  return poll(1_000, async () => {
    if (!isLast()) return false;
    const served = await call(`/api/location/served?code=${encodeURIComponent(code)}`).catch(problemHtml);
    if (isLast()) patch(place, partOf(parseHtml(served), '#served', HTMLElement));
    return Date.now() < end;
  });
};

const problemHtml = (error: unknown): string => html`<div id="served">${messageOf(error)}</div>`.text;
