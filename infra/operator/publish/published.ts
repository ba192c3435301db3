import {
  DamagedPublication,
  type Manifest,
  readManifest,
} from '../../../shared/data-access/publishing/manifest.ts';
import { errorMessage, OperatorError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** Reads the manifest of the published version. Throws OperatorError if there is none, or if it is damaged. */
export const readPublished = async ({
  published,
  command,
}: Pick<OperatedStack, 'published' | 'command'>): Promise<Manifest> => {
  try {
    const reading = await readManifest(published);
    if (reading.kind === 'found') return reading.manifest;
  } catch (cause) {
    if (!(cause instanceof DamagedPublication)) throw cause;
    throw new OperatorError(errorMessage(cause), {
      code: 'damaged',
      remedy: `To replace it: ${command('waypost publish --force')}`,
      cause,
    });
  }
  throw new OperatorError('nothing is published yet', { code: 'not_found' });
};
