import { escapeHtml } from '../layout/html.ts';
import { renderInline } from '../pages/markdown.ts';
import { type JsonSchema, meanings, type ReferenceService, resolve } from './operations.ts';

type Schemas = ReferenceService['components']['schemas'];

/** Levels of members that are open. */
const openLevels = 2;

/** Returns the members of a schema as a nested list, whose lower levels are collapsed. */
export const schemaList = (schema: JsonSchema, schemas: Schemas, level = 0): string => {
  const { properties, anyOf, required } = objectOf(schema, schemas);
  if (anyOf)
    return anyOf
      .map((each) => {
        const resolved = resolveSchema(each, schemas);
        return `<details${resolved['x-waypost-extension'] ? '' : ' open'}><summary>${renderInline(resolved.description ?? 'Alternative')}</summary>\n${schemaList(each, schemas, level)}</details>`;
      })
      .join('\n');
  if (!properties) return '';
  return `<ul class="members">\n${Object.entries(properties)
    .map(([name, member]) => `<li>${memberItem(name, member, required.includes(name), schemas, level)}</li>`)
    .join('\n')}\n</ul>`;
};

/** `integer, 0 to 100, default 20`. */
export const describeType = (schema: JsonSchema, schemas: Schemas): string => {
  const resolved = resolveSchema(schema, schemas);
  const { format, default: usual, const: constant } = resolved;
  const limits = [
    ...range(resolved.minimum, resolved.maximum, ''),
    ...(resolved.minLength === 1 && resolved.maxLength === undefined
      ? []
      : range(resolved.minLength, resolved.maxLength, 'character')),
    ...range(resolved.minItems, resolved.maxItems, 'item'),
  ];
  return [
    constant === undefined ? typeName(resolved, schemas) : `always ${constant}`,
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

const memberItem = (
  name: string,
  member: JsonSchema,
  isRequired: boolean,
  schemas: Schemas,
  level: number,
): string => {
  const resolved = resolveSchema(member, schemas);
  const items = resolved.items && resolveSchema(resolved.items, schemas);
  const description = member.description ?? resolved.description ?? items?.description;
  const head = [
    `<code>${escapeHtml(name)}</code> <span class="muted">${escapeHtml(describeType(member, schemas))}${isRequired ? '' : ', optional'}</span>`,
    extensionMark(resolved),
    ...(description ? [`<span class="about muted">${renderInline(description)}</span>`] : []),
    valueList(resolved.enum ?? items?.enum ?? []),
  ]
    .filter(Boolean)
    .join(' ');
  const members = schemaList(member, schemas, level + 1);
  return members === ''
    ? head
    : `<details${level < openLevels - 1 ? ' open' : ''}><summary>${head}</summary>\n${members}</details>`;
};

const resolveSchema = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref ? resolve(schemas, schema.$ref) : schema;

/** Returns the object that a schema describes, or whose list it describes. `null` is no alternative. */
const objectOf = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const resolved = resolveSchema(schema, schemas);
  if (resolved.items) return objectOf(resolved.items, schemas);
  const [only, ...others] = (resolved.anyOf ?? []).filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? objectOf(only, schemas) : resolved;
};

const typeName = ({ type, items, anyOf }: JsonSchema, schemas: Schemas): string => {
  if (items) {
    const { type: itemType } = resolveSchema(items, schemas);
    return `list of ${itemType === 'object' ? 'objects' : `${String(itemType)}s`}`;
  }
  if (anyOf)
    return [...new Set(anyOf.map((each) => typeName(resolveSchema(each, schemas), schemas)))].join(' or ');
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
