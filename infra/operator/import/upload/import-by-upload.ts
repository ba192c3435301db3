import { followToEnd } from '../follow/follow-to-end.ts';
import { followAgain } from '../follow/follow-words.ts';
import { say } from '../import-report.ts';
import { type ImportRequest, patienceSeconds } from '../import-request.ts';
import { tellOfInterruption } from '../interruption.ts';
import { fileToUpload, uploadFile } from './upload-file.ts';
import { uploadKey } from './upload-key.ts';

const tellUploaded = ({ stack, options }: ImportRequest, key: string): void => {
  process.stdout.write(`${options.json ? JSON.stringify({ file: key }) : key}\n`);
  say(
    `uploaded; the stack imports it by itself. To follow it, and have it published: ${followAgain(stack, key)}`,
  );
};

/** The last request may have been sent by then, and the file be there though no answer came. */
const unconfirmed = ({ stack }: ImportRequest, key: string): string =>
  `the upload was not confirmed. If the file is there all the same, the stack imports it; to see: ${followAgain(stack, key)}`;

/**
 * Puts the files into the stack's import bucket, from where the stack imports them by itself, and follows that to its
 * end. Answers with the exit status. Throws OperatorError.
 */
export const importByUpload = async (request: ImportRequest): Promise<number> => {
  const { kind, input, options, stack } = request;
  const release = await stack.lockImports(patienceSeconds);
  try {
    const fileNames = input.sources.map(({ fileName }) => fileName);
    const key = uploadKey(kind, fileNames, new Date());
    const forget = tellOfInterruption(unconfirmed(request, key));
    const { merge = false, force = false } = options;
    const mode = merge ? 'merge' : 'replace';
    using file = await fileToUpload(input);
    await uploadFile(file, { imports: stack.imports, key, identity: input.identity, mode, force });
    forget();
    if (options.wait) return await followToEnd({ stack, key, originOf: file.originOf, json: options.json });
    tellUploaded(request, key);
    return 0;
  } finally {
    await release();
  }
};
