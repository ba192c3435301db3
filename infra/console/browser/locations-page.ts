import { button, type Content, element } from '../../portal/locator/dom.ts';
import {
  type ListedLocation,
  type LocationView,
  locationReply,
  type Network,
  networkReply,
  servedReply,
} from '../contract.ts';
import { attempt, ConsoleError, call, formatCount, formatInstant, notify } from './api.ts';
import {
  addressFields,
  createForm,
  type Drafts,
  dateFields,
  newFields,
  serviceBoxes,
  showProblems,
  typeChoice,
} from './location-form.ts';
import { locationMap } from './location-map.ts';
import { list, section, table } from './parts.ts';

/** Locations in the list. The map shows all of them. */
const shownLocations = 50;
const typingMilliseconds = 120;
/** Longer than a change takes to be served on any stage. */
const servedMilliseconds = 90_000;

/** Shows the page of locations: the search, the map, and the location in the page's address. */
export const showLocations = async (page: HTMLElement): Promise<void> => {
  notify('Loading the network …');
  const network = await call('/api/network', networkReply);
  notify('');
  const locations = new Map(network.locations.map((each) => [each.code, each]));
  const search = element('input', { type: 'search', id: 'search', autocomplete: 'off' });
  const count = element('p', { role: 'status', class: 'none' });
  const results = element('ul', { class: 'results' });
  const details = element('div', { id: 'details' });
  const mapElement = element('div', { id: 'map' });
  page.replaceChildren(
    element(
      'div',
      { class: 'finder' },
      element('label', { class: 'field' }, element('span', {}, 'Find by any text'), search),
      button({ class: 'button', onclick: () => showNew() }, 'New location'),
      count,
      results,
    ),
    element('div', { class: 'map-box' }, mapElement),
    details,
  );

  const choose = (code: string, isNew = true) => {
    if (isNew) history.pushState(null, '', `/locations?code=${encodeURIComponent(code)}`);
    void attempt(async () => {
      const view = await call(`/api/location?code=${encodeURIComponent(code)}`, locationReply);
      map.mark(locations.get(code));
      showView(view);
      if (isNew) details.querySelector('h2')?.focus();
    });
  };
  const map = locationMap(mapElement, choose);

  const find = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [...locations.values()].filter(({ text }) => words.every((word) => text.includes(word)));
    map.show(found);
    const more = found.length > shownLocations ? `; the first ${shownLocations} are listed` : '';
    count.textContent = `${formatCount(found.length)} of ${formatCount(locations.size)} locations${more}`;
    results.replaceChildren(...found.slice(0, shownLocations).map((each) => resultItem(each, choose)));
  };
  let typing: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(find, typingMilliseconds);
  });

  /** Shows a location. What somebody has typed and not saved stays in its forms. */
  const showView = (view: LocationView, desk: Desk = newDesk()) => {
    const { listed, code } = view;
    if (listed) locations.set(code, listed);
    else locations.delete(code);
    details.replaceChildren(
      ...viewSections(view, network, desk, async (path, body, form) => {
        const changed = await attemptChange(path, { code, revision: view.revision, ...body }, form);
        if (changed === 'lost') {
          const now = await call(`/api/location?code=${encodeURIComponent(code)}`, locationReply);
          showView(now, desk);
          const { by = 'Somebody', at = '' } = now.history[0] ?? {};
          const when = at === '' ? '' : ` at ${formatInstant(at)}`;
          notify(
            `${by} has changed this location${when}, after you opened it. The history shows how. What you have typed is still there: save it again if it is right.`,
            true,
          );
        } else if (changed) {
          showView(changed);
          find();
          notify('The change is made. Clients see it as soon as it is served.');
        }
      }),
    );
    void showServed(details, code);
  };

  const showNew = () => {
    history.pushState(null, '', '/locations?new');
    const drafts: Drafts = new Map();
    details.replaceChildren(
      section(
        'New location',
        createForm({
          title: 'New location',
          fields: newFields,
          drafts,
          button: 'Add the location',
          more: [typeChoice(drafts), serviceBoxes(network.services, [], drafts)],
          onSubmit: async (reason, form) => {
            const added = await attemptChange('/api/locations', { values: valuesOf(drafts), reason }, form);
            if (!added || added === 'lost') return;
            history.replaceState(null, '', `/locations?code=${encodeURIComponent(added.code)}`);
            showView(added);
            find();
            notify('The location is added. Clients see it as soon as it is served.');
          },
        }),
      ),
    );
    details.querySelector('input')?.focus();
  };

  const showAddress = () => {
    const query = new URLSearchParams(location.search);
    const code = query.get('code');
    if (code !== null) choose(code, false);
    else if (query.has('new')) showNew();
    else details.replaceChildren();
  };
  addEventListener('popstate', showAddress);
  find();
  showAddress();
};

const resultItem = (
  { code, name, locality }: ListedLocation,
  choose: (code: string) => void,
): HTMLElement => {
  const link = element(
    'a',
    { href: `/locations?code=${encodeURIComponent(code)}` },
    element('strong', {}, name),
    ` ${locality} `,
    element('code', {}, code),
  );
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(code);
  });
  return element('li', {}, link);
};

/** What is typed into the forms of a location and not saved yet. */
interface Desk {
  readonly values: Drafts;
  readonly dates: Drafts;
  readonly removal: Drafts;
}

const newDesk = (): Desk => ({ values: new Map(), dates: new Map(), removal: new Map() });

type Change = (path: string, body: object, form?: HTMLFormElement) => Promise<void>;

const valuesOf = (drafts: Drafts): Record<string, string> =>
  Object.fromEntries([...drafts].filter(([name]) => name !== 'reason'));

/** Makes a change. Returns `lost` if somebody else was faster, and undefined if it cannot be made, which is shown. */
const attemptChange = async (
  path: string,
  body: object,
  form?: HTMLFormElement,
): Promise<LocationView | 'lost' | undefined> => {
  try {
    return await call(path, locationReply, { body });
  } catch (error) {
    if (!(error instanceof ConsoleError)) throw error;
    if (error.code === 'busy') return 'lost';
    if (form && error.fields) showProblems(form, error.fields);
    else notify(error.message, true);
    return undefined;
  }
};

const viewSections = (
  view: LocationView,
  { services }: Network,
  desk: Desk,
  change: Change,
): readonly HTMLElement[] => {
  const { code, listed, values, record } = view;
  const heading = element('h2', { tabindex: '-1' }, listed?.name ?? code, ' ', element('code', {}, code));
  const ofView = [
    section('Overrides', overrideTable(view, change)),
    section('History', historyTable(view, change)),
    section('What clients get', element('div', { id: 'served' })),
    section('The record', json('As stored, with the changes by hand', record)),
  ];
  if (!listed) return [heading, element('p', { class: 'warnings' }, 'This location is removed.'), ...ofView];
  return [
    heading,
    section(
      'Details',
      createForm({
        title: 'Details',
        fields: addressFields,
        values,
        drafts: desk.values,
        button: 'Save the details',
        more: [serviceBoxes(services, view.services, desk.values)],
        onSubmit: (reason, form) =>
          change('/api/location/values', { values: valuesOf(desk.values), reason }, form),
      }),
    ),
    section(
      'Closed, or special hours',
      createForm({
        title: 'Closed, or special hours',
        fields: dateFields,
        drafts: desk.dates,
        button: 'Save the days',
        onSubmit: (reason, form) => {
          const dates = { first: '', last: '', opens: '', closes: '', ...valuesOf(desk.dates) };
          return change('/api/location/dates', { ...dates, reason }, form);
        },
      }),
    ),
    section(
      'Removal',
      createForm({
        title: 'Removal',
        fields: [],
        drafts: desk.removal,
        button: 'Remove the location',
        onSubmit: (reason, form) => change('/api/location/remove', { reason }, form),
      }),
    ),
    ...ofView,
  ];
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const overrideTable = ({ overrides }: LocationView, change: Change): HTMLElement =>
  table(
    'Overrides',
    ['Field', 'Value', 'State', 'Until', 'By', 'Reason', 'Action'],
    overrides.map(({ field, value, state, until = '', by, reason }) => [
      element('code', {}, field),
      textOf(value),
      state,
      until,
      by,
      reason,
      button(
        {
          class: 'button small',
          'aria-label': `Use the imported value of ${field} again`,
          onclick: () =>
            void change('/api/location/unset', { field, reason: 'The imported value applies again' }),
        },
        'Use the imported value',
      ),
    ]),
    'No field is overridden. All values are as imported.',
  );

const historyTable = ({ history }: LocationView, change: Change): HTMLElement =>
  table(
    'History',
    ['At', 'By', 'Reason', 'Changes', 'Action'],
    history.map(({ batch, at, by, reason, changes, canUndo }) => [
      formatInstant(at),
      by,
      reason,
      list(changes.map(({ field, before, after }) => `${field}: ${textOf(before)} → ${textOf(after)}`)),
      canUndo &&
        button(
          {
            class: 'button small',
            'aria-label': `Undo the change of ${formatInstant(at)}`,
            onclick: () => void change('/api/location/undo', { batch, reason: `Undo: ${reason}` }),
          },
          'Undo',
        ),
    ]),
    'Nobody has changed this location by hand.',
  );

const json = (summary: string, value: unknown): HTMLElement =>
  element(
    'details',
    {},
    element('summary', {}, summary),
    element('pre', { tabindex: '0' }, element('code', {}, JSON.stringify(value, null, 2))),
  );

/** Shows what the API returns, and follows it until a change is served or another location is shown. */
const showServed = async (details: HTMLElement, code: string): Promise<void> => {
  const place = details.querySelector('#served');
  const end = Date.now() + servedMilliseconds;
  let last = '';
  while (place?.isConnected && Date.now() < end) {
    const { data, keySource } = await call(
      `/api/location/served?code=${encodeURIComponent(code)}`,
      servedReply,
    );
    const text = JSON.stringify(data);
    if (text !== last) {
      const contents: readonly Content[] = data
        ? [json('Version 2', data.v2), json('Version 3', data.v3)]
        : [`To see it, set a key for both locations services in ${keySource}, and start the console again.`];
      const wasOpen = [...place.querySelectorAll('details')].map(({ open }) => open);
      place.replaceChildren(...contents.filter((each) => each !== undefined && each !== false));
      for (const [index, each] of [...place.querySelectorAll('details')].entries())
        each.open = wasOpen[index] ?? false;
      last = text;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
  }
};
