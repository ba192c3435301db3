import {
  DamagedPublication,
  type Manifest,
  readManifest,
} from '../../../shared/data-access/publishing/manifest.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { errorMessage } from '../error-message.ts';
import { OperatorError } from '../operator-error.ts';
import { type StackChoice, withStack } from '../stack/open-stack.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { countInWords, sizeInWords } from '../terminal/in-words.ts';
import { visible, visibleJson } from '../terminal/visible-text.ts';
import { labelled } from '../terminal/wrapped-text.ts';
import { type PublishedFile, publishedFiles } from './verify-files.ts';

export interface VerifyOptions extends StackChoice {
  readonly json?: boolean;
}

/** What came of checking one file. */
interface Finding {
  readonly key: string;
  readonly bytes: number;
  readonly records?: number;
  /** How it differs from what it should be; absent where it does not. */
  readonly difference?: string;
}

const find = async ({ stored: { key, bytes }, records, check }: PublishedFile): Promise<Finding> => {
  const facts = { key, bytes, ...(records !== undefined && { records }) };
  try {
    await check();
    return facts;
  } catch (error) {
    // Says nothing of the file.
    if (error instanceof StoreUnavailable) throw error;
    return { ...facts, difference: errorMessage(error) };
  }
};

const findingText = ({ key, bytes, records, difference }: Finding, folder: string): string => {
  const name = visible(key.startsWith(folder) ? key.slice(folder.length) : key);
  if (difference !== undefined) return labelled(`DIFFERS  ${name}  `, difference);
  const counted = records === undefined ? '' : `${countInWords(records)} records`;
  return `ok       ${name.padEnd(22)}${counted.padStart(18)}${sizeInWords(bytes).padStart(12)}`;
};

/** The folder of the first file, which is that of the version. */
const folderOf = (key: string | undefined): string => key?.replace(/[^/]*$/, '') ?? '';

/** Throws OperatorError where the manifest is not there or cannot be read, with the way out; StoreUnavailable. */
const manifestOf = async ({ published, command }: OperatedStack): Promise<Manifest> => {
  try {
    const reading = await readManifest(published);
    if (reading.kind === 'found') return reading.manifest;
  } catch (error) {
    if (!(error instanceof DamagedPublication)) throw error;
    throw new OperatorError(`${errorMessage(error)}; to replace it: ${command('waypost publish --force')}`, {
      cause: error,
    });
  }
  throw new OperatorError('nothing is published yet');
};

/** `waypost verify`. Throws OperatorError where a file is not what the manifest says, StoreUnavailable. */
export const verifyCommand = (options: VerifyOptions): Promise<void> =>
  withStack(options, async (stack) => {
    const { json = false } = options;
    const manifest = await manifestOf(stack);
    const { version } = manifest;
    const files = publishedFiles(stack.published, manifest);
    const folder = folderOf(files[0]?.stored.key);
    const findings: Finding[] = [];
    for (const file of files) {
      const finding = await find(file);
      findings.push(finding);
      if (!json) process.stdout.write(`${findingText(finding, folder)}\n`);
    }
    const first = findings.find(({ difference }) => difference !== undefined);
    if (json) process.stdout.write(`${visibleJson({ version, isWhole: !first, files: findings }, 2)}\n`);
    if (first) throw new OperatorError(`version ${version} is not whole: ${first.difference}`);
  });
