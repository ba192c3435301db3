import type { S3Request } from '../request/s3-request.ts';
import { S3Error } from '../s3-error.ts';
import { abortMultipartUpload } from './abort-multipart-upload.ts';
import { completeMultipartUpload } from './complete-multipart-upload.ts';
import { createMultipartUpload } from './create-multipart-upload.ts';
import { deleteObject } from './delete-object.ts';
import { deleteObjectTagging } from './delete-object-tagging.ts';
import { deleteObjects } from './delete-objects.ts';
import { getObject } from './get-object.ts';
import { getObjectTagging } from './get-object-tagging.ts';
import { headBucket } from './head-bucket.ts';
import { headObject } from './head-object.ts';
import { listMultipartUploads } from './list-multipart-uploads.ts';
import { listObjects } from './list-objects.ts';
import { listParts } from './list-parts.ts';
import type { Operation } from './operation.ts';
import { putObject } from './put-object.ts';
import { putObjectTagging } from './put-object-tagging.ts';
import { uploadPart } from './upload-part.ts';

/** By method, and by the parameter that tells one operation of a method from another. The first that fits is it. */
interface Choice {
  readonly method: string;
  readonly parameter?: string;
  readonly operation: Operation;
}

const onBucket: readonly Choice[] = [
  { method: 'GET', parameter: 'list-type', operation: listObjects },
  { method: 'GET', parameter: 'uploads', operation: listMultipartUploads },
  { method: 'HEAD', operation: headBucket },
  { method: 'POST', parameter: 'delete', operation: deleteObjects },
];

const onObject: readonly Choice[] = [
  { method: 'GET', parameter: 'uploadId', operation: listParts },
  { method: 'GET', parameter: 'tagging', operation: getObjectTagging },
  { method: 'GET', operation: getObject },
  { method: 'HEAD', operation: headObject },
  { method: 'PUT', parameter: 'uploadId', operation: uploadPart },
  { method: 'PUT', parameter: 'tagging', operation: putObjectTagging },
  { method: 'PUT', operation: putObject },
  { method: 'POST', parameter: 'uploads', operation: createMultipartUpload },
  { method: 'POST', parameter: 'uploadId', operation: completeMultipartUpload },
  { method: 'DELETE', parameter: 'uploadId', operation: abortMultipartUpload },
  { method: 'DELETE', parameter: 'tagging', operation: deleteObjectTagging },
  { method: 'DELETE', operation: deleteObject },
];

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];

/** Throws MethodNotAllowed for a method that S3 does not have, NotImplemented for what only S3 itself does. */
export const chooseOperation = ({ method, key, query }: S3Request): Operation => {
  if (!methods.includes(method)) {
    throw new S3Error('MethodNotAllowed', undefined, { allow: methods.join(', ') });
  }
  const choice = (key === '' ? onBucket : onObject).find(
    (one) => one.method === method && (one.parameter === undefined || one.parameter in query),
  );
  if (choice === undefined) throw new S3Error('NotImplemented');
  return choice.operation;
};
