import { S3Error } from '../s3-error.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { namesEntityTag } from './entity-tags.ts';
import type { S3Request } from './s3-request.ts';

/** HTTP dates have whole seconds: the rest of a time of change must not make it later than itself. */
const isModifiedAfter = ({ lastModified }: StoredObject, httpDate: string): boolean => {
  const date = Date.parse(httpDate);
  return Number.isNaN(date) || Math.floor(Date.parse(lastModified) / 1000) * 1000 > date;
};

/**
 * Whether the reader has to be sent the object, or has it already (304). An entity tag, where one is given,
 * decides instead of the date beside it. Throws PreconditionFailed.
 */
export const isFreshFor = ({ headers }: S3Request, object: StoredObject): boolean => {
  const ifMatch = headers['if-match'];
  const unmodifiedSince = headers['if-unmodified-since'];
  if (ifMatch !== undefined) {
    if (!namesEntityTag(ifMatch, object.entityTag)) throw new S3Error('PreconditionFailed');
  } else if (unmodifiedSince !== undefined && !Number.isNaN(Date.parse(unmodifiedSince))) {
    if (isModifiedAfter(object, unmodifiedSince)) throw new S3Error('PreconditionFailed');
  }
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return namesEntityTag(ifNoneMatch, object.entityTag);
  const modifiedSince = headers['if-modified-since'];
  return modifiedSince !== undefined && !isModifiedAfter(object, modifiedSince);
};
