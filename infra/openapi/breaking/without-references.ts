import * as z from 'zod';

type Json = z.core.util.JSONType;

const json = z.json();

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a JSON pointer (RFC 6901) in a fragment. */
const namesIn = (reference: string): readonly string[] =>
  decodeURIComponent(reference.slice(2))
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * A document with each `$ref` replaced by what it refers to, so that how a description is cut into components makes no
 * difference. Throws where a reference leads out of the document, to nothing, or to what holds it: schemas that repeat
 * themselves are none of ours, and could not be compared as trees.
 */
export const withoutReferences = (document: unknown): unknown => {
  const root = json.parse(document);

  const targetOf = (reference: string): Json => {
    if (!reference.startsWith('#/')) throw new Error(`${reference} leads out of the document`);
    const target = namesIn(reference).reduce<Json | undefined>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      root,
    );
    if (target === undefined) throw new Error(`${reference} leads to nothing`);
    return target;
  };

  const membersOf = (value: { [name: string]: Json }, within: readonly string[]) =>
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expanded(member, within)]));

  const expanded = (value: Json, within: readonly string[]): Json => {
    if (Array.isArray(value)) return value.map((item) => expanded(item, within));
    if (!isObject(value)) return value;
    const { $ref: reference, ...besides } = value;
    if (typeof reference !== 'string') return membersOf(value, within);
    if (within.includes(reference)) throw new Error(`${reference} holds itself`);
    const target = expanded(targetOf(reference), [...within, reference]);
    return isObject(target) ? { ...target, ...membersOf(besides, within) } : target;
  };
  return expanded(root, []);
};
