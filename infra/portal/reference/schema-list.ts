import { type Html, html } from '../layout/html.ts';
import { renderInline } from '../pages/markdown.ts';
import { type JsonSchema, meanings } from './operations.ts';

/** Number of levels that are expanded at first. */
const openLevels = 1;

/**
 * Returns the members of an object or of a list's objects as a nested list with collapsed lower levels, or the
 * alternatives if there are several. Undefined if there are none.
 */
export const schemaList = (schema: JsonSchema, level = 0): Html | undefined => {
  const { properties = {}, anyOf, required } = objectOf(schema);
  const alternatives = anyOf?.map((member) => ({ name: '', optional: '', member }));
  const members = Object.entries(properties).map(([name, member]) => ({
    ...{ name, member },
    optional: required.includes(name) ? '' : ', optional',
  }));
  const items = (alternatives ?? members).map(({ name, optional, member }) => {
    const { description, items, enum: values } = member;
    const isExtension = member['x-waypost-extension'];
    const head = html`${name && html`<code>${name}</code> `}<span class="muted">${describeType(member)}${optional}</span>${isExtension && extensionMark}
<span class="about muted">${renderInline(aboutWithValues(description ?? items?.description, values ?? items?.enum))}</span>`;
    const inner = schemaList(member, level + 1);
    const isOpen = level < openLevels && (name || !isExtension);
    return html`<li>${inner ? html`<details${isOpen && html` open`}><summary>${head}</summary>${inner}</details>` : head}</li>`;
  });
  return items.length > 0 ? html`<ul class="members">${items}</ul>` : undefined;
};

/** Returns a description with the values of an enumeration, and their meanings if they are not obvious. */
export const aboutWithValues = (description = '', values: readonly string[] = []): string => {
  if (values.length < 2) return description;
  const shown = values.map((value) => {
    const meaning = meanings[value];
    return meaning === undefined ? `\`${value}\`` : `\`${value}\` (${meaning})`;
  });
  return `${description} Values: ${shown.join(', ')}.`.trim();
};

/** `integer, 0 to 100, default 20`. */
export const describeType = (schema: JsonSchema): string => {
  const { format, default: usual, const: constant, minLength, maxLength } = schema;
  const limits = [
    ...range(schema.minimum, schema.maximum),
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

/** Label for Waypost's additions to the specification. */
export const extensionMark = html` <span class="tag" title="Added by Waypost; not in the service's specification">addition</span>`;

/** Returns the schema of an object or of the objects in a list. `null` does not count as an alternative. */
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

const range = (least: number | undefined, most: number | undefined, unit = ''): readonly string[] => {
  const shown = (value: number) => value.toLocaleString('en');
  const units = unit && ` ${unit}${(most ?? least) === 1 ? '' : 's'}`;
  if (most === undefined) return least ? [`at least ${shown(least)}${units}`] : [];
  if (least === undefined) return [`at most ${shown(most)}${units}`];
  return [`${least === most ? '' : `${shown(least)} to `}${shown(most)}${units}`];
};
