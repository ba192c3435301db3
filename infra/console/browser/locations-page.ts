import { countOf, onPage, partOf } from '../../portal/browser/dom.ts';
import { html } from '../../portal/layout/html.ts';
import { type ListedLocation, listedLocation, networkReply } from '../contract.ts';
import { locationMap } from './location-map.ts';
import { attempt, ConsoleError, call, isChanged, notify, notifyError, parseHtml, patch } from './page.ts';

const shownLocations = 50;
const typingMilliseconds = 120;
/** Longer than a change takes to be published and served on any stage. */
const servedMilliseconds = 60_000;
const notServed =
  'The change is saved, but was not served within 60 seconds. The overview shows whether publishing works.';

/** Shows the locations page: the search, the map, and the location in the page's address. */
export const showLocations = async (): Promise<void> => {
  notify('Loading the network …');
  const network = networkReply.parse(JSON.parse(await call('/api/network')));
  notify('');
  const locations = new Map(network.map((each) => [each.code, each]));
  const search = onPage('search', HTMLInputElement);
  const details = onPage('details', HTMLElement);

  const find = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [...locations.values()].filter(({ text }) => words.every((word) => text.includes(word)));
    map.show(found);
    const more = found.length > shownLocations ? `; the first ${shownLocations} are listed` : '';
    onPage('count', HTMLElement).textContent =
      `${found.length.toLocaleString('en-AU')} of ${countOf(locations.size, 'location')}${more}`;
    const items = html`${found.slice(0, shownLocations).map(resultItem)}`;
    onPage('results', HTMLElement).replaceChildren(parseHtml(items.text));
  };
  let typing: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(find, typingMilliseconds);
  });

  /** Number of choices so far. Identifies the last choice, because the response to an earlier one may arrive later. */
  let choices = 0;
  const typedInputs = (within: HTMLElement = details) =>
    [...within.querySelectorAll('input')].filter(isChanged);
  const isTyped = () => typedInputs().length > 0;
  addEventListener('beforeunload', (event) => {
    if (isTyped()) event.preventDefault();
  });
  const mayDiscard = () => !isTyped() || confirm('You have unsaved changes. Discard them?');

  let address = '';

  /** Opens an address of this page, unless the operator wants to keep unsaved changes. */
  const open = (chosen: string) => {
    if (!mayDiscard()) return;
    history.pushState(null, '', chosen);
    showAddress(true);
  };
  const map = locationMap(onPage('map', HTMLElement), (code) => open(addressOf(code)));

  /** Shows the location in the page's address, and focuses it if the operator has just chosen it. */
  const showAddress = (isChosen: boolean) => {
    const choice = ++choices;
    address = location.href;
    const query = new URLSearchParams(location.search);
    const code = query.get('code');
    // Not patched, because typed text belongs to the previous location and must not be saved to this one.
    details.replaceChildren();
    if (code === null && !query.has('new')) return;
    void attempt(async () => {
      const page = await call(code === null ? '/api/location/new' : pathOf(code));
      show(page, choice);
      if (choice !== choices) return;
      if (code !== null) map.mark(locations.get(code));
      if (isChosen) details.querySelector<HTMLElement>('h2[tabindex], input')?.focus();
    });
  };

  /** Shows a location, unless the operator has chosen another. Keeps unsaved changes. Returns the page's data. */
  const show = (page: string, choice: number): DOMStringMap => {
    const next = parseHtml(page);
    const data = { ...dataOf(next) };
    const { code, listed } = data;
    if (code !== undefined && listed) locations.set(code, listedLocation.parse(JSON.parse(listed)));
    else if (code !== undefined) locations.delete(code);
    if (choice !== choices) return data;
    const hadFocus = details.contains(document.activeElement);
    const typed = typedInputs();
    patch(details, next);
    // If the structure has changed, for example because of a new service, patching has replaced the inputs.
    for (const { id, value } of typed) {
      const input = document.getElementById(id);
      if (input instanceof HTMLInputElement) input.value = value;
    }
    if (hadFocus && !details.contains(document.activeElement)) details.querySelector('h2')?.focus();
    return data;
  };

  /** Submits the change in a form: the values that differ from the stored ones. */
  const change = async (form: HTMLFormElement, confirmed = false): Promise<void> => {
    const { path = '', ...data } = form.dataset;
    const { code, revision } = dataOf(details);
    const choice = choices;
    const typed = typedInputs(form);
    const values = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
    const looked = { ...(code !== undefined && { code, revision }), ...(confirmed && { confirmed }) };
    let reply: string;
    try {
      reply = await call(path, { ...looked, ...data, ...values });
    } catch (error) {
      if (error instanceof ConsoleError && error.changed !== undefined)
        return void publish(error.message, error.changed);
      if (!(error instanceof ConsoleError) || choice !== choices) throw error;
      if (error.fields) return showProblems(form, error.fields);
      if (error.code === 'busy' && code !== undefined) show(await call(pathOf(code)), choice);
      throw error;
    }
    const isCurrent = choice === choices;
    // The reply is a question, not HTML.
    if (!reply.startsWith('<')) return void (isCurrent && confirm(reply) && (await change(form, true)));
    // Keeps what has been typed in the meantime.
    for (const input of typed) if (input.value === values[input.name]) input.value = input.defaultValue;
    const { code: changedCode = '', notice = '', changed = '' } = show(reply, choice);
    if (isCurrent && changedCode !== code) history.replaceState(null, '', addressOf(changedCode));
    address = location.href;
    find();
    void publish(isCurrent ? notice : `${changedCode}: ${notice}`, changed)
      .then(() => showServed(changedCode, choice))
      .catch(notifyError);
  };

  /** Updates only the API's responses. Otherwise, another operator's change would count as seen. */
  const showServed = async (code: string, choice: number) => {
    const served = '[aria-labelledby="section-what-clients-get"]';
    const page = parseHtml(await call(pathOf(code)));
    if (choice === choices) patch(partOf(details, served, HTMLElement), partOf(page, served, HTMLElement));
  };

  details.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const form = event.target;
    for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
    for (const problem of form.querySelectorAll('.problem')) problem.textContent = '';
    void attempt(() => change(form), partOf(form, 'button', HTMLButtonElement));
  });
  onPage('page', HTMLElement).addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || link.pathname !== location.pathname || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    open(link.href);
  });
  addEventListener('popstate', () => {
    if (location.search === new URL(address).search) return;
    // The browser has already changed the address. It is restored if the operator keeps unsaved changes.
    if (mayDiscard()) showAddress(false);
    else history.pushState(null, '', address);
  });
  find();
  showAddress(false);
};

const dataOf = (page: ParentNode): DOMStringMap => page.querySelector('article')?.dataset ?? {};

const addressOf = (code: string): string => `/locations?code=${encodeURIComponent(code)}`;
const pathOf = (code: string): string => `/api/location?code=${encodeURIComponent(code)}`;

const resultItem = ({ code, name, locality }: ListedLocation) =>
  html`<li><a href="${addressOf(code)}"><strong>${name}</strong> ${locality} <code>${code}</code></a></li>`;

/** Number of publications so far. Only the last one reports when it is served. */
let publications = 0;

/** Publishes changed locations, and shows when clients will get them, or why they will not. */
const publish = async (notice: string, changed: string): Promise<void> => {
  const publication = ++publications;
  if (changed === '') return notify(notice);
  notify(`${notice} Publishing …`);
  const late = new Promise<string>((_, reject) => {
    setTimeout(() => reject(new Error(notServed)), servedMilliseconds);
  });
  try {
    const served = await Promise.race([call('/api/locations/publish', { changed }), late]);
    if (publication === publications) notify(`${notice} ${served}`);
  } catch (error) {
    if (publication === publications) notifyError(error);
  }
};

/** Shows each problem beside its field, and focuses the first. Problems without a field are shown above. */
const showProblems = (form: HTMLFormElement, problems: Readonly<Record<string, string>>): void => {
  const inputs = [...form.querySelectorAll('input')].filter(({ name }) => name in problems);
  for (const input of inputs) {
    input.setAttribute('aria-invalid', 'true');
    input.closest('details')?.setAttribute('open', '');
    input.parentElement?.querySelector('.problem')?.replaceChildren(`This ${problems[input.name]}.`);
  }
  inputs[0]?.focus();
  const others = Object.entries(problems).filter(([name]) => !inputs.some((input) => input.name === name));
  const sentences = ['Some fields are not valid', ...others.map((problem) => problem.join(' '))];
  notifyError(sentences.join('; '));
};
