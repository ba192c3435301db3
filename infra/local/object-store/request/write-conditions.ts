import { S3Error } from '../s3-error.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { namesEntityTag } from './entity-tags.ts';
import type { S3Request } from './s3-request.ts';

/** Throws where the object that is there now, or that there is none, forbids the write. */
export type WriteCondition = (former: StoredObject | undefined) => void;

/**
 * If-None-Match and If-Match of a request that writes. As on S3, If-None-Match takes only `*`, and If-Match of
 * a key that is not there is NoSuchKey. The condition throws PreconditionFailed.
 */
export const writeConditionOf = ({ headers }: S3Request): WriteCondition => {
  const { 'if-none-match': ifNoneMatch, 'if-match': ifMatch } = headers;
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new S3Error('NotImplemented', 'If-None-Match of a write takes only *.');
  }
  return (former) => {
    if (ifNoneMatch !== undefined && former !== undefined) throw new S3Error('PreconditionFailed');
    if (ifMatch === undefined) return;
    if (former === undefined) throw new S3Error('NoSuchKey');
    if (!namesEntityTag(ifMatch, former.entityTag)) throw new S3Error('PreconditionFailed');
  };
};
