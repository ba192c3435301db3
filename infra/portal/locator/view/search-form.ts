import { locationTypes } from '../../../../shared/domain/location/location-types.ts';
import type { ListedCapability } from '../api/answers.ts';
import { type Search, whereOfText } from '../search/search.ts';
import type { LocatorStore } from '../state/locator-state.ts';
import type { Searches } from '../state/searches.ts';
import { element, onPage } from './element.ts';
import { connectOwnPosition } from './own-position.ts';

const typeBoxes = (): readonly HTMLInputElement[] => [
  ...onPage('search', HTMLFormElement).querySelectorAll<HTMLInputElement>('input[name=type]'),
];

/** Services by their first category; several may bear one id. */
const serviceGroups = (capabilities: readonly ListedCapability[]): readonly HTMLOptGroupElement[] => {
  const groups = new Map<string, Map<string, string>>();
  for (const { id, attributes } of capabilities) {
    const category = attributes.categories?.[0]?.name ?? 'Others';
    const services = groups.get(category) ?? new Map<string, string>();
    groups.set(category, services.set(id, attributes.name ?? id));
  }
  return [...groups].map(([category, services]) =>
    element(
      'optgroup',
      { attributes: { label: category } },
      ...[...services].map(([id, name]) => element('option', { attributes: { value: id } }, name)),
    ),
  );
};

const textOf = ({ where }: Search): string => {
  if (where?.by === 'postcode') return where.postcode;
  return where?.by === 'code' ? where.code : '';
};

/** Connects the form with the searches, both ways. */
export const connectSearchForm = (store: LocatorStore, searches: Searches): void => {
  const form = onPage('search', HTMLFormElement);
  const field = onPage('where', HTMLInputElement);
  const fault = onPage('where-fault', HTMLElement);
  const service = onPage('service', HTMLSelectElement);
  const boxes = typeBoxes();

  const sayFault = (text: string, ofField = false) => {
    fault.textContent = text;
    if (ofField && text) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const where = whereOfText(field.value);
    sayFault(where ? '' : 'Four digits, such as 3000, or a location code.', true);
    if (where) searches.look({ where });
    else field.focus();
  });

  for (const box of boxes) {
    box.addEventListener('change', () =>
      searches.lookSoon({
        types: locationTypes.filter((type) => boxes.some((one) => one.checked && one.value === type)),
      }),
    );
  }
  service.addEventListener('change', () => searches.lookSoon({ service: service.value || undefined }));

  connectOwnPosition(onPage('own-position', HTMLButtonElement), { store, searches, say: sayFault });

  const showService = (id: string | undefined) => {
    const isListed = id === undefined || [...service.options].some(({ value }) => value === id);
    // Until services are known, or where this one is no more, its id stands for it.
    if (!isListed) service.append(element('option', { attributes: { value: id } }, id));
    service.value = id ?? '';
  };

  store.follow(({ search, capabilities }, before) => {
    if (search.where !== before.search.where) {
      field.value = textOf(search);
      sayFault('');
    }
    for (const box of boxes) box.checked = search.types.some((type) => type === box.value);
    if (capabilities !== before.capabilities) {
      const [any] = service.options;
      service.replaceChildren(...(any ? [any] : []), ...serviceGroups(capabilities));
    }
    if (search.service !== before.search.service || capabilities !== before.capabilities) {
      showService(search.service);
    }
  });
};
