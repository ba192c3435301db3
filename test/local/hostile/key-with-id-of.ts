import { randomBytes } from 'node:crypto';
import { createKeyToken, parseKeyToken } from '../../../shared/domain/access/key-token.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns the bytes from which a key's id was derived. The id's twelve characters encode the first 60 bits. */
const bytesOfId = (keyId: string): Buffer => {
  const bits = [...keyId].reduce((value, letter) => value * 32n + BigInt(alphabet.indexOf(letter)), 0n);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(bits << 4n);
  return bytes;
};

const parsed = (key: string) => {
  const token = parseKeyToken(key);
  if (token === undefined) throw new Error('not a valid key');
  return token;
};

/** Returns a well-formed key of the same environment that was never issued. */
export const unknownKeyLike = (key: string): string =>
  createKeyToken(parsed(key).environment, randomBytes).token;

/** Returns a well-formed key with the id of the given key but another secret. */
export const keyWithIdOf = (key: string): string => {
  const { environment, keyId } = parsed(key);
  return createKeyToken(environment, (count) => (count === 8 ? bytesOfId(keyId) : randomBytes(count))).token;
};
