import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type GatewayEvent, headerOf } from './gateway-event.ts';
import type { Headers } from './headers.ts';
import { extension } from './query-params.ts';
import type { ApiRequest, RequestSchema } from './request.ts';

/**
 * Number of the wire format, which is part of every tag. Increment it with each code change that changes the body for
 * the same catalogue and request. `test/functions/wire-format.test.ts` fails if that is forgotten.
 */
export const wireFormat = 1;

/**
 * Headers of a conditional request, which asks for a response that the client may already have. No value is invalid, so
 * the request parser does not parse them.
 */
export const conditionalHeaders = {
  'if-none-match': extension(
    z.optional(z.string()),
    '`etag` values of responses that you have stored. If one of them is current, the response is a 304 without a body.',
    'W/"20261121T005810123Z-4f2a9c.q3VdU0mXa1k"',
  ),
};

/** A value that a body depends on. */
export type Validator = string | number | undefined | readonly Validator[];

interface RepresentationOf<Body> {
  /** Catalogue that the body comes from. If absent, the tag is a hash of the body, which must have no iterators. */
  readonly catalogue?: { readonly version: string };
  /**
   * Values that the body depends on in addition to the version, the media type and the parsed request, such as local
   * dates, the minute, or the key's settings. If a body changes while all of these stay the same, clients keep an
   * outdated body.
   */
  readonly validators?: readonly Validator[];
  /** Media type of the body, which clients select with `Accept` (default: JSON). */
  readonly mediaType?: string | undefined;
  /** Headers of the 200 and the 304, such as `content-location`. */
  readonly headers?: Headers;
  /** Creates the body. It is not called for a 304, so run searches in `body`, but throw any 404 earlier. */
  readonly body: () => Body;
}

/** Result of a GET. Clients may store its 200 and revalidate it (RFC 9110, sections 8.8.3 and 13.1.2). */
export class Representation<Body extends object = object> {
  readonly content: RepresentationOf<Body>;

  constructor(content: RepresentationOf<Body>) {
    this.content = content;
  }
}

/**
 * Selects the 200 or the 304 of a representation. The 304 has no body and no content type. If a request reveals a
 * position or what a visitor types, its response has no tag, because a shared computer must not keep the response on
 * disk.
 */
export const selectResponse = (
  { content }: Representation,
  { path, query }: ApiRequest<RequestSchema>,
  event: GatewayEvent,
): { readonly headers: Headers; readonly body?: object | string } => {
  const { catalogue, validators = [], mediaType = 'application/json', headers: own } = content;
  // Shared caches do not know that AUTH-KEY is a credential.
  const varied = { ...own, vary: 'Accept, Accept-Encoding, AUTH-KEY' };
  const typed = { ...varied, 'content-type': mediaType };
  if (isPrivate(event)) return { headers: typed, body: content.body() };

  const body = catalogue ? undefined : JSON.stringify(content.body());
  const dependencies = [wireFormat, event.resource, path, query, mediaType, validators];
  // Weak, because compressed and plain bodies differ in bytes.
  const state =
    body === undefined ? `${catalogue?.version}.${hash(canonicalJson(dependencies))}` : hash(body);
  const tag = `W/"${state}"`;
  // Revalidated each time, so that a revoked key stops working.
  const revalidated = { etag: tag, 'cache-control': 'private, no-cache' };
  const requested = headerOf(event, 'if-none-match')?.trim() ?? '';
  if (requested !== '*' && !entityTags(requested).includes(opaqueTag(tag)))
    return { headers: { ...typed, ...revalidated }, body: body ?? content.body() };
  // `*` matches any body, so the body is created to find errors. A matching tag proves that there was no error.
  if (requested === '*') content.body();
  return { headers: { ...varied, ...revalidated } };
};

/** Parameters that contain a position or a visitor's words. */
const privateParameters = ['lat', 'lon', 'bbox', 'near', 'q'];
const privatePathParameters = ['latitude', 'longitude'];

const isPrivate = ({ multiValueQueryStringParameters: query, pathParameters }: GatewayEvent): boolean =>
  privateParameters.some((name) => query[name]?.some((value) => value !== '')) ||
  privatePathParameters.some((name) => name in pathParameters);

/** 66 bits, enough for the few tags of one version that a client compares. */
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 11);

/**
 * Returns the same text for equal values, regardless of the order of sets and members. Throws TypeError for values that
 * are not plain, because their texts would not differ.
 */
const canonicalJson = (value: readonly unknown[]): string =>
  JSON.stringify(value, (_, member: unknown) => {
    if (member instanceof Set) return [...member].sort();
    if (Array.isArray(member) || !(member instanceof Object)) return member;
    if (Object.getPrototypeOf(member) !== Object.prototype)
      throw new TypeError(`a tag cannot depend on a ${member.constructor.name}`);
    return Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)));
  });

/** List of entity tags (RFC 9110, section 8.8.3), in which empty elements are allowed. */
const entityTagList = /^[\t ,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[\t ]*(?:,[\t ,]*|$))+$/;

/** Returns the opaque tags of `If-None-Match`, with their quotes but not `W/`; none if the header is malformed. */
const entityTags = (text: string): readonly string[] =>
  entityTagList.test(text) ? (text.match(/"[^"]*"/g) ?? []) : [];

const opaqueTag = (tag: string): string => tag.replace('W/', '');
