import { createHash } from 'node:crypto';
import { byCodeUnit } from '../../domain/code-unit-order.ts';

/** Attribute of a stored record that holds its digest: what tells an import, without reading it, that it is the same. */
export const digestAttribute = 'recordDigest';

const inKeyOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => byCodeUnit(one, other)))
    : value;

/** SHA-256 of the record's canonical JSON (keys in order, nothing undefined), base64url. */
export const recordDigest = (record: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(JSON.stringify(record, inKeyOrder)).digest('base64url');
