import { escapeHtml } from '../layout/html.ts';
import { renderInline } from '../pages/markdown.ts';
import { type JsonSchema, meanings } from './operations.ts';

/** Levels of members that are open. */
const openLevels = 2;

/** Returns the members of a schema as a nested list, whose lower levels are collapsed. */
export const schemaList = (schema: JsonSchema, level = 0): string => {
  const { properties, anyOf, required } = objectOf(schema);
  if (anyOf)
    return anyOf
      .map(
        (each) =>
          `<details${each['x-waypost-extension'] ? '' : ' open'}><summary>${renderInline(each.description ?? 'Alternative')}</summary>\n${schemaList(each, level)}</details>`,
      )
      .join('\n');
  if (!properties) return '';
  return `<ul class="members">\n${Object.entries(properties)
    .map(([name, member]) => `<li>${memberItem(name, member, required.includes(name), level)}</li>`)
    .join('\n')}\n</ul>`;
};

/** `integer, 0 to 100, default 20`. */
export const describeType = (schema: JsonSchema): string => {
  const { format, default: usual, const: constant, minLength, maxLength } = schema;
  const limits = [
    ...range(schema.minimum, schema.maximum, ''),
    ...(minLength === 1 && maxLength === undefined ? [] : range(minLength, maxLength, 'character')),
    ...range(schema.minItems, schema.maxItems, 'item'),
  ];
  return [
    constant === undefined ? typeName(schema) : `always ${constant}`,
    ...(format && format !== 'double' ? [format] : []),
    ...limits,
    ...(usual === undefined ? [] : [`default ${usual}`]),
  ].join(', ');
};

/** Returns the values of an enumeration with the meanings that are not obvious; empty if there are none. */
export const valueList = (values: readonly string[]): string => {
  const code = (value: string) => `<code>${escapeHtml(value)}</code>`;
  if (values.length < 2 || values.every((value) => meanings[value] === undefined))
    return values.map(code).join(' ');
  const lines = values.map((value) => `<span>${code(value)} ${escapeHtml(meanings[value] ?? '')}</span>`);
  return `<span class="meanings muted">${lines.join(' ')}</span>`;
};

/** Returns the mark of what Waypost adds to the specification; empty for other parts. */
export const extensionMark = (part: { readonly 'x-waypost-extension'?: true | undefined }): string =>
  part['x-waypost-extension']
    ? ' <span class="tag" title="Not in the specification of the service: added by Waypost">addition</span>'
    : '';

const memberItem = (name: string, member: JsonSchema, isRequired: boolean, level: number): string => {
  const description = member.description ?? member.items?.description;
  const head = [
    `<code>${escapeHtml(name)}</code> <span class="muted">${escapeHtml(describeType(member))}${isRequired ? '' : ', optional'}</span>`,
    extensionMark(member),
    ...(description ? [`<span class="about muted">${renderInline(description)}</span>`] : []),
    valueList(member.enum ?? member.items?.enum ?? []),
  ]
    .filter(Boolean)
    .join(' ');
  const members = schemaList(member, level + 1);
  return members === ''
    ? head
    : `<details${level < openLevels - 1 ? ' open' : ''}><summary>${head}</summary>\n${members}</details>`;
};

/** Returns the object that a schema describes, or whose list it describes. `null` is no alternative. */
const objectOf = (schema: JsonSchema): JsonSchema => {
  if (schema.items) return objectOf(schema.items);
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? objectOf(only) : schema;
};

const typeName = ({ type, items, anyOf }: JsonSchema): string => {
  if (items) return `list of ${items.type === 'object' ? 'objects' : `${String(items.type)}s`}`;
  if (anyOf) return [...new Set(anyOf.map(typeName))].join(' or ');
  return [type ?? 'any'].flat().join(' or ');
};

const range = (least: number | undefined, most: number | undefined, unit: string): readonly string[] => {
  const shown = (value: number) => value.toLocaleString('en');
  const units = (count: number) => (unit === '' ? '' : ` ${unit}${count === 1 ? '' : 's'}`);
  if (least !== undefined && least === most) return [`${shown(least)}${units(least)}`];
  if (least !== undefined && most !== undefined) return [`${shown(least)} to ${shown(most)}${units(most)}`];
  if (most !== undefined) return [`at most ${shown(most)}${units(most)}`];
  return least === undefined || (least === 0 && unit === '')
    ? []
    : [`at least ${shown(least)}${units(least)}`];
};
