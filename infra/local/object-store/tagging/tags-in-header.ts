import type { S3Request } from '../request/s3-request.ts';
import { S3Error } from '../s3-error.ts';
import { type ObjectTag, refuseInvalidTags } from './object-tag.ts';

/** Tags that come with a write, to be stored with what it writes; absent where there are none. */
export interface Tagged {
  readonly tags?: ObjectTag[];
}

const malformed = (cause?: unknown) =>
  new S3Error(
    'InvalidArgument',
    'The header x-amz-tagging must be URL-encoded parameters, each name once.',
    {},
    { cause },
  );

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw malformed(cause);
  }
};

/** The tags in `x-amz-tagging`, encoded as the parameters of a URL are. Throws InvalidArgument, BadRequest, InvalidTag. */
export const tagsInHeader = ({ headers }: S3Request): Tagged => {
  const pairs = (headers['x-amz-tagging'] ?? '').split('&').filter((pair) => pair !== '');
  if (pairs.length === 0) return {};
  const tags = pairs.map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return { key: decode(key), value: decode(value.join('=')) };
  });
  if (new Set(tags.map(({ key }) => key)).size < tags.length) throw malformed();
  refuseInvalidTags(tags);
  return { tags };
};
