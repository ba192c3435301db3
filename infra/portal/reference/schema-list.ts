import { type Html, html } from '../layout/html.ts';
import { renderInline } from '../pages/markdown.ts';
import { type JsonSchema, meanings } from './operations.ts';

interface Described {
  /** Absent if this is one of several alternatives. */
  readonly name?: string;
  /** `integer, 0 to 100, default 20`. */
  readonly type: string;
  /** Inline Markdown. */
  readonly about: string;
  readonly isExtension: boolean;
}

/** Number of levels that are expanded at first. */
const openLevels = 1;

/** Returns a schema's members as a nested list with collapsed lower levels, or undefined if it has none. */
export const schemaList = (schema: JsonSchema, level = 0): Html | undefined => {
  const items = membersOf(schema).map(({ name, type, about, isExtension, member }) => {
    const head = html`${name && html`<code>${name}</code> `}<span class="muted">${type}</span>${isExtension && extensionMark}
<span class="about muted">${renderInline(about)}</span>`;
    const inner = schemaList(member, level + 1);
    const isOpen = level < openLevels && (name !== undefined || !isExtension);
    return html`<li>${inner ? html`<details${isOpen && html` open`}><summary>${head}</summary>${inner}</details>` : head}</li>`;
  });
  return items.length > 0 ? html`<ul class="members">${items}</ul>` : undefined;
};

/** Returns a description with the values of an enumeration, and their meanings if they are not obvious. */
export const aboutWithValues = (description = '', values: readonly string[] = []): string => {
  const shown = values.map((value) => {
    const meaning = meanings[value];
    return meaning === undefined ? `\`${value}\`` : `\`${value}\` (${meaning})`;
  });
  return [description, ...(shown.length > 1 ? [`Values: ${shown.join(', ')}.`] : [])]
    .filter(Boolean)
    .join(' ');
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

/** Returns the members of an object or of a list's objects, or the alternatives if there are several. */
const membersOf = (schema: JsonSchema): readonly (Described & { readonly member: JsonSchema })[] => {
  const { properties = {}, anyOf, required } = objectOf(schema);
  const described = (member: JsonSchema) => ({
    about: aboutWithValues(
      member.description ?? member.items?.description,
      member.enum ?? member.items?.enum,
    ),
    isExtension: member['x-waypost-extension'] === true,
    member,
  });
  const alternatives = anyOf?.map((each) => ({ type: describeType(each), ...described(each) }));
  return (
    alternatives ??
    Object.entries(properties).map(([name, member]) => ({
      name,
      type: `${describeType(member)}${required.includes(name) ? '' : ', optional'}`,
      ...described(member),
    }))
  );
};

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
