import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type RandomBytes, toCrockford } from '../crockford-base32.ts';

/** Part of a key's text. `web` marks a browser key, which may be public, on any stage. */
export const keyEnvironments = ['live', 'test', 'web'] as const;
export type KeyEnvironment = (typeof keyEnvironments)[number];

/** 60 random bits. Collisions are unlikely, and the repository rejects a second key with the same id. */
const keyIdCharacters = 12;
/** 256 random bits, encoded with five bits per character. */
const secretBytes = 32;

const form =
  /^(?<checked>wp_(?<environment>live|test|web)_(?<keyId>[0-9a-hjkmnp-tv-z]{12})_[0-9a-hjkmnp-tv-z]{52})(?<checksum>[0-9a-hjkmnp-tv-z]{7})$/;

const lowerCase = (bytes: Uint8Array): string => toCrockford(bytes).toLowerCase();

const checksumOf = (text: string): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return lowerCase(bytes);
};

/** Creates a key: `wp_<live|test|web>_<key id>_<secret><crc32>`, in an alphabet without easily confused characters. */
export const createKeyToken = (environment: KeyEnvironment, randomBytes: RandomBytes) => {
  const keyId = lowerCase(randomBytes(8)).slice(0, keyIdCharacters);
  const checked = `wp_${environment}_${keyId}_${lowerCase(randomBytes(secretBytes))}`;
  return { token: checked + checksumOf(checked), keyId };
};

/** Parses the text of a key; undefined if it cannot be a key. The checksum detects mistyped keys without a lookup. */
export const parseKeyToken = (text: string) => {
  const { checked = '', environment: named, keyId = '', checksum } = form.exec(text)?.groups ?? {};
  const environment = keyEnvironments.find((each) => each === named);
  if (environment === undefined || checksum !== checksumOf(checked)) return undefined;
  return { environment, keyId };
};

/** Returns the SHA-256 of a key's whole text. The secret has 256 random bits, so a slower hash is unnecessary. */
export const digestOfKey = (token: string): Buffer => createHash('sha256').update(token).digest();
