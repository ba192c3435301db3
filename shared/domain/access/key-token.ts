import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type RandomBytes, toCrockford } from '../crockford-base32.ts';

/** Which stage a key is meant for, told by its text. */
export const keyEnvironments = ['live', 'test'] as const;
export type KeyEnvironment = (typeof keyEnvironments)[number];

/** What the text of a key says openly. */
export interface KeyToken {
  readonly environment: KeyEnvironment;
  readonly keyId: string;
}

/** 60 bits: two keys of one id do not happen, and the register would refuse the second. */
const keyIdCharacters = 12;
/** 256 bits, at five a character. */
const secretBytes = 32;

const form =
  /^(?<checked>wp_(?<environment>live|test)_(?<keyId>[0-9a-hjkmnp-tv-z]{12})_[0-9a-hjkmnp-tv-z]{52})(?<checksum>[0-9a-hjkmnp-tv-z]{7})$/;

const lowerCase = (bytes: Uint8Array): string => toCrockford(bytes).toLowerCase();

const checksumOf = (text: string): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return lowerCase(bytes);
};

/** A new key: `wp_<live|test>_<key id>_<secret><crc32>`, all of it letters and digits that cannot be confused. */
export const createKeyToken = (
  environment: KeyEnvironment,
  randomBytes: RandomBytes,
): { readonly token: string; readonly keyId: string } => {
  const keyId = lowerCase(randomBytes(8)).slice(0, keyIdCharacters);
  const checked = `wp_${environment}_${keyId}_${lowerCase(randomBytes(secretBytes))}`;
  return { token: checked + checksumOf(checked), keyId };
};

/** Reads a key's text. Nothing for text that cannot be a key: mistyped ones are known without asking any store. */
export const parseKeyToken = (text: string): KeyToken | undefined => {
  const { checked = '', environment, keyId = '', checksum } = form.exec(text)?.groups ?? {};
  if (checksum === undefined || checksum !== checksumOf(checked)) return undefined;
  return { environment: environment === 'live' ? 'live' : 'test', keyId };
};

/** What is kept of a key: SHA-256 of its whole text. The secret's 256 random bits need no slower hash. */
export const digestOfKey = (token: string): Buffer => createHash('sha256').update(token).digest();
