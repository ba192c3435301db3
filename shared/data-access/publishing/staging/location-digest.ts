import { hash } from 'node:crypto';
import * as z from 'zod';
import type { Capability } from '../../../domain/capability/capability.ts';
import type { Location } from '../../../domain/location/location.ts';

/** A location and the digest of all that is published of it, the hours of the coming days apart. */
export interface LocationDigest {
  readonly code: string;
  /** 32 hex digits. */
  readonly digest: string;
}

/** 128 bits: no two of any network are the same by chance. */
const digestOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

/**
 * Digests of locations whose services are these: a service that changes changes every location that offers it.
 * `text` is the JSON of the location.
 */
export const locationDigests = (capabilities: readonly Capability[]) => {
  const serviceDigests = new Map(
    capabilities.map((capability) => [capability.serviceCode, digestOf(JSON.stringify(capability))]),
  );
  return ({ services }: Location, text: string): string =>
    digestOf([text, ...services.map(({ code }) => serviceDigests.get(code) ?? '')].join('\n'));
};

const digestLine = z.tuple([z.string(), z.string()]);

/** A line of the file of digests. */
export const toDigestLine = ({ code, digest }: LocationDigest): string =>
  `${JSON.stringify([code, digest] satisfies z.infer<typeof digestLine>)}\n`;

/** Reads such lines, in the order of their codes as they were written. Throws what JSON.parse and zod throw. */
export async function* readDigestLines(lines: AsyncIterable<string>): AsyncGenerator<LocationDigest> {
  for await (const line of lines) {
    const [code, digest] = digestLine.parse(JSON.parse(line));
    yield { code, digest };
  }
}
