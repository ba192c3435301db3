import { createHash } from 'node:crypto';
import { byCodeUnit } from '../../domain/code-unit-order.ts';

/** Attribute with the digest of a stored record, by which an import detects unchanged records without reading them. */
export const digestAttribute = 'recordDigest';

const inKeyOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => byCodeUnit(one, other)))
    : value;

/** Returns the SHA-256 of a record's canonical JSON (sorted keys, no undefined values) in base64url. */
export const recordDigest = (record: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(JSON.stringify(record, inKeyOrder)).digest('base64url');
