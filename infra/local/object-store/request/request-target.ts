import { S3Error } from '../s3-error.ts';

/** What a request of S3 names: `key` is empty where it is about the bucket, `bucket` where it is about all buckets. */
export interface RequestTarget {
  /** As it came, percent-encoded: what the client signed. */
  readonly path: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: Readonly<Record<string, string | string[]>>;
}

const longestKeyBytes = 1024;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new S3Error('InvalidURI', undefined, {}, { cause });
  }
};

/**
 * Takes a raw request target apart into bucket, key and query, path style. The path is never normalised: a key may be `../x`, and is a
 * key like any other. Throws InvalidURI, KeyTooLongError.
 */
export const parseRequestTarget = (target: string): RequestTarget => {
  const [path = '', search = ''] = splitOnce(target, '?');
  if (!path.startsWith('/')) throw new S3Error('InvalidURI');
  const [bucket, key] = splitOnce(path.slice(1), '/').map(decode);
  if (Buffer.byteLength(key ?? '') > longestKeyBytes) throw new S3Error('KeyTooLongError');
  return { path, bucket: bucket ?? '', key: key ?? '', query: parseQuery(search) };
};

const splitOnce = (text: string, separator: string): string[] => {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

const parseQuery = (search: string): Record<string, string | string[]> => {
  const values = new Map<string, string[]>();
  for (const pair of search.split('&').filter((text) => text !== '')) {
    const [name = '', value = ''] = splitOnce(pair, '=').map(decode);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(
    [...values].map(([name, [first = '', ...others]]) => [
      name,
      others.length > 0 ? [first, ...others] : first,
    ]),
  );
};
