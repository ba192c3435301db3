import { descriptionOfType } from '../../../shared/domain/location/location-types.ts';
import { type Content, element } from '../../portal/locator/dom.ts';
import { notify } from './api.ts';

/** A field of a form. Its name is that of the operation's input, so that problems find it. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'date' | 'time' | 'tel';
  readonly hint?: string;
  readonly isRequired?: boolean;
}

export const addressFields: readonly Field[] = [
  { name: 'name', label: 'Name' },
  { name: 'phone_number', label: 'Phone', type: 'tel' },
  { name: 'address.address_line_1', label: 'Address line 1', isRequired: true },
  { name: 'address.address_line_2', label: 'Address line 2' },
  { name: 'address.suburb', label: 'Suburb' },
  { name: 'address.state', label: 'State' },
  { name: 'address.postcode', label: 'Postcode', hint: 'four digits' },
  { name: 'directions', label: 'Directions' },
  { name: 'lat', label: 'Latitude', hint: 'degrees, such as -37.81', isRequired: true },
  { name: 'lon', label: 'Longitude', hint: 'degrees, such as 144.96', isRequired: true },
];

export const newFields: readonly Field[] = [
  { name: 'location_code', label: 'Code', hint: '1 to 40 letters, digits, _ and -', isRequired: true },
  { name: 'work_centre_id', label: 'Work centre', hint: 'a number of at most 9 digits', isRequired: true },
  ...addressFields,
];

export const dateFields: readonly Field[] = [
  { name: 'first', label: 'First day', type: 'date', isRequired: true },
  { name: 'last', label: 'Last day', type: 'date', isRequired: true },
  { name: 'opens', label: 'Opens', type: 'time', hint: 'empty if it is closed' },
  { name: 'closes', label: 'Closes', type: 'time', hint: 'empty if it is closed' },
];

const reasonField: Field = {
  name: 'reason',
  label: 'Reason',
  hint: 'for the history, without personal data',
  isRequired: true,
};

/** Values that somebody has typed and not saved yet, by name. They survive when the form is drawn again. */
export type Drafts = Map<string, string>;

export interface FormOptions {
  readonly title: string;
  readonly fields: readonly Field[];
  /** Values of the stored record. */
  readonly values?: Readonly<Record<string, string>>;
  readonly drafts: Drafts;
  readonly button: string;
  /** Further inputs, which use the drafts themselves. */
  readonly more?: readonly Content[];
  /** Called with the reason; the drafts have what was typed. */
  readonly onSubmit: (reason: string, form: HTMLFormElement) => Promise<void>;
}

/** Creates a form whose last field is the reason. */
export const createForm = (options: FormOptions): HTMLFormElement => {
  const { title, fields, values = {}, drafts, button, more = [], onSubmit } = options;
  const form = element(
    'form',
    { 'aria-label': title, novalidate: true },
    element('div', { class: 'fields' }, ...fields.map((field) => inputOf(title, field, values, drafts))),
    ...more,
    inputOf(title, reasonField, {}, drafts),
    element('button', { type: 'submit', class: 'button primary' }, button),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearProblems(form);
    const missing = [...fields, reasonField].filter(
      ({ name, isRequired }) => isRequired && (drafts.get(name) ?? values[name] ?? '').trim() === '',
    );
    if (missing.length > 0)
      showProblems(form, Object.fromEntries(missing.map(({ name }) => [name, 'is needed'])));
    else void onSubmit(drafts.get('reason') ?? '', form);
  });
  return form;
};

const idOf = (form: string, name: string): string =>
  `${form}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const inputOf = (
  form: string,
  { name, label, type = 'text', hint, isRequired = false }: Field,
  values: Readonly<Record<string, string>>,
  drafts: Drafts,
): HTMLElement => {
  const id = idOf(form, name);
  const input = element('input', {
    id,
    name,
    type,
    autocomplete: 'off',
    'aria-required': isRequired ? 'true' : undefined,
    'aria-describedby': hint === undefined ? `${id}-problem` : `${id}-hint ${id}-problem`,
  });
  input.value = drafts.get(name) ?? values[name] ?? '';
  input.addEventListener('input', () => {
    if (input.value === (values[name] ?? '')) drafts.delete(name);
    else drafts.set(name, input.value);
  });
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    input,
    hint !== undefined && element('span', { id: `${id}-hint`, class: 'hint' }, hint),
    element('span', { id: `${id}-problem`, class: 'problem' }),
  );
};

/** Creates the checkboxes of the services. */
export const serviceBoxes = (
  services: readonly { readonly code: number; readonly name: string }[],
  offered: readonly number[],
  drafts: Drafts,
): HTMLElement => {
  const box = ({ code, name }: { readonly code: number; readonly name: string }) => {
    const [field, stored] = [`service:${code}`, String(offered.includes(code))];
    const input = element('input', { type: 'checkbox', checked: (drafts.get(field) ?? stored) === 'true' });
    input.addEventListener('change', () => {
      if (String(input.checked) === stored) drafts.delete(field);
      else drafts.set(field, String(input.checked));
    });
    return element('label', { class: 'check' }, input, `${name} (${code})`);
  };
  return element('details', { class: 'services' }, element('summary', {}, 'Services'), ...services.map(box));
};

/** Creates the choice of the type of a new location. */
export const typeChoice = (drafts: Drafts): HTMLElement => {
  const select = element(
    'select',
    { name: 'type' },
    ...Object.entries(descriptionOfType).map(([value, text]) => element('option', { value }, text)),
  );
  select.value = drafts.get('type') ?? 'PO';
  drafts.set('type', select.value);
  select.addEventListener('change', () => void drafts.set('type', select.value));
  return element('label', { class: 'field' }, element('span', {}, 'Type'), select);
};

const clearProblems = (form: HTMLFormElement): void => {
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
  for (const problem of form.querySelectorAll('.problem')) problem.textContent = '';
};

/** Says what is wrong beside each field, and moves to the first one. Problems without a field are shown above. */
export const showProblems = (form: HTMLFormElement, problems: Readonly<Record<string, string>>): void => {
  const inputs = [...form.querySelectorAll('input')].filter(({ name }) => name in problems);
  for (const input of inputs) {
    input.setAttribute('aria-invalid', 'true');
    const problem = input.parentElement?.querySelector('.problem');
    if (problem) problem.textContent = `This ${problems[input.name]}.`;
  }
  inputs[0]?.focus();
  const others = Object.entries(problems).filter(([name]) => !inputs.some((input) => input.name === name));
  const text = others.map(([name, problem]) => `${name} ${problem}`).join('; ');
  notify(text === '' ? 'Some fields are not valid.' : `Some fields are not valid: ${text}.`, true);
};
