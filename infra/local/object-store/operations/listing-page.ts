import * as z from 'zod';
import type { StoredObject } from '../storage/stored-object.ts';

/** What to list: keys with a prefix, rolled up to their next delimiter, that come after a key or rolled-up prefix. */
export interface Listing {
  readonly prefix: string;
  readonly delimiter: string;
  readonly after: string;
  readonly maxKeys: number;
}

export interface ListingPage {
  readonly objects: readonly StoredObject[];
  readonly commonPrefixes: readonly string[];
  /** Token of the page after this one. */
  readonly next?: string;
}

/** Holds the entry that the former page ended with, which the next one goes on after. */
export const continuationToken = z
  .string()
  .regex(/^[\w-]{1,1400}$/)
  .transform((text) => Buffer.from(text, 'base64url').toString());

const tokenAfter = (entry: string) => Buffer.from(entry).toString('base64url');

/** The prefix that a key is rolled up into, if any. */
const commonPrefixOf = (key: string, { prefix, delimiter }: Listing): string | undefined => {
  const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return end === -1 ? undefined : key.slice(0, end + delimiter.length);
};

const isAfter = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other)) > 0;

/** One page of objects that are given in the order of their keys. */
export const pageOf = (inOrder: readonly StoredObject[], listing: Listing): ListingPage => {
  const objects: StoredObject[] = [];
  const commonPrefixes = new Set<string>();
  let last = '';
  for (const object of inOrder) {
    if (!object.key.startsWith(listing.prefix) || !isAfter(object.key, listing.after)) continue;
    const commonPrefix = commonPrefixOf(object.key, listing);
    const wasListed =
      commonPrefix !== undefined && (commonPrefixes.has(commonPrefix) || commonPrefix === listing.after);
    if (wasListed) continue;
    if (objects.length + commonPrefixes.size === listing.maxKeys) {
      const isCut = listing.maxKeys > 0;
      return { objects, commonPrefixes: [...commonPrefixes], ...(isCut ? { next: tokenAfter(last) } : {}) };
    }
    if (commonPrefix === undefined) objects.push(object);
    else commonPrefixes.add(commonPrefix);
    last = commonPrefix ?? object.key;
  }
  return { objects, commonPrefixes: [...commonPrefixes] };
};
