import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Capability } from '../../../domain/capability/capability.ts';
import type { Location } from '../../../domain/location/location.ts';

/** Location code with the digest of its published content except hours of the coming days. */
export interface LocationDigest {
  readonly code: string;
  /** Digest in 32 hex digits. */
  readonly digest: string;
}

/** Returns a digest of 128 bits, enough to rule out collisions in a network. */
const digestOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

/**
 * Creates a function for the digest of a location, which includes its capabilities: a changed service changes every
 * location that offers it. `text` is the JSON of the location.
 */
export const locationDigests = (capabilities: readonly Capability[]) => {
  const serviceDigests = new Map(
    capabilities.map((capability) => [capability.serviceCode, digestOf(JSON.stringify(capability))]),
  );
  return ({ services }: Location, text: string): string =>
    digestOf([text, ...services.map(({ code }) => serviceDigests.get(code) ?? '')].join('\n'));
};

const digestLine = z.tuple([z.string(), z.string()]);

/** Formats a line of the file of digests. */
export const toDigestLine = ({ code, digest }: LocationDigest): string =>
  `${JSON.stringify([code, digest] satisfies z.infer<typeof digestLine>)}\n`;

/** Yields the digests of such lines, in the order of codes as written. Throws errors of JSON.parse and zod. */
export async function* readDigestLines(lines: AsyncIterable<string>): AsyncGenerator<LocationDigest> {
  for await (const line of lines) {
    const [code, digest] = digestLine.parse(JSON.parse(line));
    yield { code, digest };
  }
}
