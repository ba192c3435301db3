import { locationTypes } from '../../../shared/domain/location/location-types.ts';
import type { Network } from '../contract.ts';
import { attempt, notify } from './api.ts';
import { type Content, element } from './dom.ts';

/** A field of a form. Its name is that of the operation's input, so that problems find it. */
interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'date' | 'tel' | 'text';
  readonly hint?: string;
  readonly isRequired?: boolean;
}

const required = true;

export const detailFields: readonly Field[] = [
  { name: 'name', label: 'Name' },
  { name: 'phone_number', label: 'Phone', type: 'tel' },
  { name: 'address.address_line_1', label: 'Address line 1', isRequired: required },
  { name: 'address.address_line_2', label: 'Address line 2' },
  { name: 'address.suburb', label: 'Suburb' },
  { name: 'address.state', label: 'State' },
  { name: 'address.postcode', label: 'Postcode', hint: 'four digits' },
  { name: 'position', label: 'Position', hint: 'latitude,longitude in degrees', isRequired: required },
  { name: 'hours', label: 'Usual week', hint: 'such as Mo-Fr 09:00-17:00; Sa 09:00-12:00' },
  { name: 'directions', label: 'Directions' },
];

export const newFields: readonly Field[] = [
  { name: 'location_code', label: 'Code', hint: 'letters, digits, _ and -', isRequired: required },
  { name: 'type', label: 'Type', hint: locationTypes.join(', '), isRequired: required },
  { name: 'work_centre_id', label: 'Work centre', hint: 'at most 9 digits', isRequired: required },
  ...detailFields,
];

export const dateFields: readonly Field[] = [
  { name: 'first', label: 'First day', type: 'date', isRequired: required },
  { name: 'last', label: 'Last day', type: 'date', isRequired: required },
  { name: 'hours', label: 'Hours', hint: 'closed, or such as 09:00-12:00,13:00-15:00', isRequired: required },
];

const reasonField: Field = {
  name: 'reason',
  label: 'Reason',
  hint: 'for the history, without personal data',
  isRequired: required,
};

/** What somebody has typed and not saved yet, by field. It survives when the form is drawn again. */
export type Drafts = Map<string, string>;

interface FormOptions {
  readonly title: string;
  readonly fields: readonly Field[];
  /** Values of the stored record. */
  readonly values?: Readonly<Record<string, string>>;
  readonly drafts: Drafts;
  readonly button: string;
  /** Further inputs, which use the drafts themselves. */
  readonly more?: readonly Content[];
  /** Called with what was typed, without the reason. */
  readonly onSubmit: (typed: Record<string, string>, reason: string, form: HTMLFormElement) => Promise<void>;
}

/** Creates a form whose last field is the reason. */
export const createForm = (options: FormOptions): HTMLFormElement => {
  const { title, fields, values = {}, drafts, button, more = [], onSubmit } = options;
  const all = [...fields, reasonField];
  const submit = element('button', { type: 'submit', class: 'button primary' }, button);
  const form = element(
    'form',
    { 'aria-label': title, novalidate: true },
    element('div', { class: 'fields' }, ...fields.map((field) => inputOf(title, field, values, drafts))),
    ...more,
    inputOf(title, reasonField, {}, drafts),
    submit,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
    for (const problem of form.querySelectorAll('.problem')) problem.textContent = '';
    const isMissing = ({ name, isRequired }: Field) =>
      isRequired && (drafts.get(name) ?? values[name] ?? '').trim() === '';
    const missing = all.filter(isMissing).map(({ name }) => [name, 'is needed']);
    if (missing.length > 0) return showProblems(form, Object.fromEntries(missing));
    const { reason = '', ...typed } = Object.fromEntries(drafts);
    // A second click would look like the change of somebody else.
    submit.disabled = true;
    void attempt(() => onSubmit(typed, reason, form)).finally(() => {
      submit.disabled = false;
    });
  });
  return form;
};

const inputOf = (
  form: string,
  { name, label, type = 'text', hint, isRequired = false }: Field,
  values: Readonly<Record<string, string>>,
  drafts: Drafts,
): HTMLElement => {
  const id = `${form}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const described = `${id}-hint ${id}-problem`;
  const ofRequired = isRequired && { 'aria-required': 'true' };
  const input = element('input', {
    id,
    name,
    type,
    autocomplete: 'off',
    'aria-describedby': described,
    ...ofRequired,
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
    element('span', { id: `${id}-hint`, class: 'hint' }, hint),
    element('span', { id: `${id}-problem`, class: 'problem' }),
  );
};

/** Creates the checkboxes of the services. A service that is not offered has no value. */
export const serviceBoxes = (
  services: Network['services'],
  values: Readonly<Record<string, string>>,
  drafts: Drafts,
): HTMLElement => {
  const box = ({ code, name }: Network['services'][number]) => {
    const field = `service:${code}`;
    const isOffered = field in values;
    const isChecked = drafts.has(field) ? drafts.get(field) === 'yes' : isOffered;
    const input = element('input', { type: 'checkbox', checked: isChecked });
    input.addEventListener('change', () => {
      if (input.checked === isOffered) drafts.delete(field);
      else drafts.set(field, input.checked ? 'yes' : 'no');
    });
    return element('label', { class: 'check' }, input, `${name} (${code})`);
  };
  return element('details', { class: 'services' }, element('summary', {}, 'Services'), ...services.map(box));
};

/** Says what is wrong beside each field, and moves to the first one. Problems without a field are shown above. */
export const showProblems = (form: HTMLFormElement, problems: Readonly<Record<string, string>>): void => {
  const inputs = [...form.querySelectorAll('input')].filter(({ name }) => name in problems);
  for (const input of inputs) {
    input.setAttribute('aria-invalid', 'true');
    input.parentElement?.querySelector('.problem')?.replaceChildren(`This ${problems[input.name]}.`);
  }
  inputs[0]?.focus();
  const others = Object.entries(problems).filter(([name]) => !inputs.some((input) => input.name === name));
  notify(
    ['Some fields are not valid', ...others.map(([name, problem]) => `${name} ${problem}`)].join('; '),
    true,
  );
};
