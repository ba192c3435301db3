import { S3Error } from '../s3-error.ts';
import type { S3Request } from './s3-request.ts';

const kept = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

const metadataPrefix = 'x-amz-meta-';
const mostMetadataBytes = 2048;

/** aws-chunked is how the body travelled, not how the object is encoded. */
const withoutTransferCoding = (contentEncoding: string) =>
  contentEncoding
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== 'aws-chunked' && coding !== '')
    .join(',');

/** The headers of a write that are stored with the object and returned with it. Throws MetadataTooLarge. */
export const headersToStore = ({ headers }: S3Request): Record<string, string> => {
  const metadata = Object.entries(headers).filter(([name]) => name.startsWith(metadataPrefix));
  const metadataBytes = metadata.reduce(
    (total, [name, value]) => total + name.length - metadataPrefix.length + value.length,
    0,
  );
  if (metadataBytes > mostMetadataBytes) throw new S3Error('MetadataTooLarge');
  const described = kept.map((name) => [name, headers[name] ?? ''] as const);
  return {
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(
      [...described, ...metadata]
        .map(
          ([name, value]) =>
            [name, name === 'content-encoding' ? withoutTransferCoding(value) : value] as const,
        )
        .filter(([name, value]) => value !== '' || name.startsWith(metadataPrefix)),
    ),
  };
};
