import type { Readable } from 'node:stream';
import { Upload } from '@aws-sdk/lib-storage';
import { identityMetadata } from '../../../../shared/data-access/importing/put-file.ts';
import type { ImportMode } from '../../../../shared/data-access/importing/record-kinds.ts';
import type { Bucket } from '../../../../shared/data-access/objects/bucket.ts';
import { errorMessage } from '../../error-message.ts';
import { OperatorError } from '../../operator-error.ts';
import type { ImportInput } from '../import-input.ts';
import { importProgress } from '../import-progress.ts';

/** What is put into the import bucket, and how it is to be imported. */
interface FileUpload {
  readonly imports: Bucket;
  readonly key: string;
  readonly body: Readable;
  /** What the body is read from, to tell how far that has come. */
  readonly input: ImportInput;
  readonly mode: ImportMode;
  readonly force: boolean;
}

/** A merge that is uploaded once more mends what it left half-way: it has to be known again under its new key. */
const identityOf = (mode: ImportMode, { identity }: ImportInput): Record<string, string> =>
  mode === 'merge' && identity !== undefined ? { [identityMetadata]: identity } : {};

const megabyte = 1e6;

/** Puts a file of any size into the import bucket, whole or not at all. Throws OperatorError. */
export const uploadFile = async ({ imports, key, body, input, mode, force }: FileUpload): Promise<void> => {
  const progress = importProgress(input.totalBytes, process.stderr, '{lines} MB uploaded');
  const upload = new Upload({
    client: imports.client,
    params: {
      Bucket: imports.bucket,
      Key: key,
      Body: body,
      ContentType: 'application/x-ndjson',
      Metadata: { mode, ...(force && { force: 'true' }), ...identityOf(mode, input) },
    },
  });
  upload.on('httpUploadProgress', ({ loaded = 0 }) =>
    progress.update(input.bytesRead(), Math.round(loaded / megabyte)),
  );
  try {
    await upload.done();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`the upload failed: ${errorMessage(error)}`, { cause: error });
  } finally {
    progress.stop();
  }
};
