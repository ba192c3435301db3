import { keepFocus, onPage } from '../../portal/browser/dom.ts';
import {
  type ListedLocation,
  type LocationView,
  locationReply,
  maxReason,
  type Network,
  networkReply,
  servedReply,
  undoReply,
} from '../contract.ts';
import { attempt, ConsoleError, call, formatCount, formatInstant, notify } from './api.ts';
import { button, element } from './dom.ts';
import {
  createForm,
  type Drafts,
  dateFields,
  detailFields,
  newFields,
  serviceBoxes,
  showProblems,
} from './location-form.ts';
import { locationMap } from './location-map.ts';
import { code, list, section, table } from './parts.ts';

/** Locations in the list. The map shows all of them. */
const shownLocations = 50;
const typingMilliseconds = 120;
/** Hours of a day that the form of days begins with. */
const closed = 'closed';
/** Longer than a change takes to be served on any stage. */
const servedMilliseconds = 60_000;

/** Shows the page of locations: the search, the map, and the location in the page's address. */
export const showLocations = async (): Promise<void> => {
  notify('Loading the network …');
  const network = await call('/api/network', networkReply);
  notify('');
  const locations = new Map(network.locations.map((each) => [each.code, each]));
  const search = onPage('search', HTMLInputElement);
  const count = onPage('count', HTMLElement);
  const results = onPage('results', HTMLElement);
  const details = onPage('details', HTMLElement);
  const add = onPage('new', HTMLButtonElement);
  add.disabled = false;
  add.addEventListener('click', () => showNew());

  /** Drafts of the shown forms, and the number of choices: an earlier location may arrive after a later one. */
  let shown: Desk | undefined;
  let choices = 0;
  const mayLeave = () => !isTyped(shown) || confirm('What you have typed is not saved. Leave it?');
  addEventListener('beforeunload', (event) => {
    if (isTyped(shown)) event.preventDefault();
  });

  const choose = (code: string, isNew = true) => {
    if (isNew && !mayLeave()) return;
    const choice = ++choices;
    if (isNew) history.pushState(null, '', `/locations?code=${encodeURIComponent(code)}`);
    void attempt(async () => {
      const view = await call(`/api/location?code=${encodeURIComponent(code)}`, locationReply);
      if (choice !== choices) return;
      map.mark(locations.get(code));
      showView(view);
      if (isNew) details.querySelector('h2')?.focus();
    });
  };
  const map = locationMap(onPage('map', HTMLElement), choose);

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
  const showView = (view: LocationView, desk: Desk = newDesk(), isChanged = false) => {
    const { listed, code, revision } = view;
    shown = desk;
    if (listed) locations.set(code, listed);
    else locations.delete(code);
    const change: Change = async (path, body, form, drafts) => {
      const changed = await attemptChange(path, { code, revision, ...body }, form);
      if (!changed) return;
      if (changed !== 'lost') {
        drafts?.clear();
        return showChanged(changed, 'The change is made.', desk);
      }
      const now = await call(`/api/location?code=${encodeURIComponent(code)}`, locationReply);
      showView(now, desk);
      const { by = 'Somebody', at = '' } = now.history[0] ?? {};
      const when = at && ` at ${formatInstant(at)}`;
      const what = `${by} has changed this location${when}, after you opened it. The history shows how.`;
      notify(`${what} What you have typed is still there: save it again if it is right.`, true);
    };
    details.replaceChildren(...viewSections(view, network, desk, change));
    void attempt(() => showServed(details, code, isChanged ? servedMilliseconds : 0));
  };

  const showChanged = (view: LocationView, done: string, desk = newDesk()) => {
    showView(view, desk, true);
    find();
    notify([done, 'Clients see it as soon as it is served.', ...view.warnings].join(' '));
  };

  const showNew = (isNew = true) => {
    if (isNew && !mayLeave()) return;
    choices++;
    if (isNew) history.pushState(null, '', '/locations?new');
    const drafts: Drafts = new Map();
    shown = { ...newDesk(), values: drafts };
    const form = createForm({
      title: 'New location',
      fields: newFields,
      drafts,
      button: 'Add the location',
      more: [serviceBoxes(network.services, {}, drafts)],
      onSubmit: async (values, reason, form) => {
        const added = await attemptChange('/api/locations', { values, reason }, form);
        if (!added || added === 'lost') return;
        history.replaceState(null, '', `/locations?code=${encodeURIComponent(added.code)}`);
        showChanged(added, 'The location is added.');
      },
    });
    details.replaceChildren(section('New location', form));
    details.querySelector('input')?.focus();
  };

  const showAddress = () => {
    const query = new URLSearchParams(location.search);
    const code = query.get('code');
    if (code !== null) choose(code, false);
    else if (query.has('new')) showNew(false);
    else {
      choices++;
      shown = undefined;
      details.replaceChildren();
    }
  };
  addEventListener('popstate', showAddress);
  find();
  showAddress();
};

const resultItem = (listed: ListedLocation, choose: (code: string) => void): HTMLElement => {
  const { name, locality } = listed;
  const href = `/locations?code=${encodeURIComponent(listed.code)}`;
  const link = element('a', { href }, element('strong', {}, name), ` ${locality} `, code(listed.code));
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(listed.code);
  });
  return element('li', {}, link);
};

/** What is typed into the forms of a location and not saved yet. */
type Desk = Readonly<Record<'values' | 'dates' | 'removal', Drafts>>;

const newDesk = (): Desk => ({ values: new Map(), dates: new Map(), removal: new Map() });

const isTyped = (desk: Desk | undefined): boolean =>
  desk !== undefined && Object.values(desk).some(({ size }) => size > 0);

/** Makes a change, and then forgets these drafts. */
type Change = (path: string, body: object, form?: HTMLFormElement, drafts?: Drafts) => Promise<void>;

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
  { values, dates, removal }: Desk,
  change: Change,
): readonly HTMLElement[] => {
  const heading = element('h2', { tabindex: '-1' }, view.listed?.name ?? '', ' ', code(view.code));
  const forms = [
    createForm({
      title: 'Details',
      fields: detailFields,
      values: view.values,
      drafts: values,
      button: 'Save the details',
      more: [serviceBoxes(services, view.values, values)],
      onSubmit: (typed, reason, form) =>
        change('/api/location/values', { values: typed, reason }, form, values),
    }),
    createForm({
      title: 'Closed, or special hours',
      fields: dateFields,
      values: { hours: closed },
      drafts: dates,
      button: 'Save the days',
      onSubmit: (typed, reason, form) =>
        change('/api/location/dates', { hours: closed, ...typed, reason }, form, dates),
    }),
    createForm({
      title: 'Removal',
      fields: [],
      drafts: removal,
      button: 'Remove the location',
      onSubmit: (_, reason, form) => change('/api/location/remove', { reason }, form, removal),
    }),
  ];
  return [
    heading,
    ...(view.listed
      ? forms.map((form) => section(form.ariaLabel ?? '', form))
      : [element('p', { class: 'warnings' }, 'This location is removed.')]),
    section('Overrides', overrideTable(view, change)),
    section('History', historyTable(view, change)),
    section('What clients get', element('div', { id: 'served' })),
    section('The record', json('As stored, with the changes by hand', view.record)),
  ];
};

/** Creates a button that makes a change at once. Its label names what it is about. */
const smallButton = (text: string, label: string, act: () => Promise<void>): HTMLElement => {
  const onclick = () => {
    made.disabled = true;
    void attempt(act).finally(() => {
      made.disabled = false;
    });
  };
  const made = button({ class: 'button small', 'aria-label': label, onclick }, text);
  return made;
};

const overrideTable = ({ overrides }: LocationView, change: Change): HTMLElement => {
  const unset = (field: string) =>
    change('/api/location/unset', { field, reason: 'The imported value applies again' });
  return table(
    'Overrides',
    ['Field', 'Value', 'State', 'Until', 'By', 'Reason', 'Action'],
    overrides.map(({ field, value, state, until, by, reason }) => [
      code(field),
      value,
      state,
      until,
      by,
      reason,
      smallButton('Use the imported value', `Use the imported value of ${field}`, () => unset(field)),
    ]),
    'No field is overridden. All values are as imported.',
  );
};

const historyTable = ({ history }: LocationView, change: Change): HTMLElement => {
  const undo = async (batch: string, reason: string) => {
    const { locations } = await call(`/api/location/undo?batch=${encodeURIComponent(batch)}`, undoReply);
    const all = `This undoes the change at all ${formatCount(locations)} locations. Undo it?`;
    if (locations > 1 && !confirm(all)) return;
    await change('/api/location/undo', { batch, reason: `Undo: ${reason}`.slice(0, maxReason) });
  };
  return table(
    'History',
    ['At', 'By', 'Reason', 'Changes', 'Action'],
    history.map(({ batch, at, by, reason, changes, canUndo }) => [
      formatInstant(at),
      by,
      reason,
      list(changes),
      canUndo && smallButton('Undo', `Undo ${reason}`, () => undo(batch, reason)),
    ]),
    'Nobody has changed this location by hand.',
  );
};

const json = (summary: string, value: unknown): HTMLElement =>
  element(
    'details',
    {},
    element('summary', {}, summary),
    element('pre', { tabindex: '0' }, element('code', {}, JSON.stringify(value, null, 2))),
  );

/** Shows what the API returns; after a change for as long as the change may take to be served. */
const showServed = async (details: HTMLElement, code: string, milliseconds: number): Promise<void> => {
  const place = onPage('served', HTMLElement);
  const end = Date.now() + milliseconds;
  let last = '';
  do {
    const path = `/api/location/served?code=${encodeURIComponent(code)}`;
    const { data, keySource } = await call(path, servedReply);
    const noKey = `To see it, set a key for both locations services in ${keySource}, and start the console again.`;
    const shown = JSON.stringify(data);
    if (shown !== last)
      keepFocus(place, () =>
        place.replaceChildren(...(data ? [json('Version 2', data.v2), json('Version 3', data.v3)] : [noKey])),
      );
    last = shown;
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
  } while (details.contains(place) && Date.now() < end);
};
