import type { ImportKind } from '../../../shared/data-access/importing/record-kinds.ts';
import { isPublished } from '../../../shared/data-access/importing/record-kinds.ts';
import { UsageError } from '../operator-error.ts';
import { withStack } from '../stack/open-stack.ts';
import { importDirectly, tryImport } from './direct-import.ts';
import { openImportInput } from './import-input.ts';
import type { ImportOptions } from './import-request.ts';
import { importByUpload } from './upload/import-by-upload.ts';

/** A stage imports by itself what is put into its bucket; a stack on this machine may be asked to do the same. */
const isUploaded = ({ stage, upload = false }: ImportOptions): boolean => upload || stage !== undefined;

const refuseContradictions = (options: ImportOptions): void => {
  if (!options.wait && (!isUploaded(options) || options.dryRun))
    throw new UsageError('--no-wait is for an import that is uploaded');
  if (options.upload && options.dryRun)
    throw new UsageError('--dry-run reads the files here, and uploads nothing');
};

/** `waypost import`: answers with the exit status. Throws OperatorError, UsageError and what an import throws. */
export const importCommand = async (
  kind: ImportKind,
  files: readonly string[],
  options: ImportOptions,
): Promise<number> => {
  refuseContradictions(options);
  const input = await openImportInput(files);
  return withStack(options, async (stack) => {
    const replacesSample = isPublished(kind) && !options.merge && (await stack.isSample(kind));
    const request = { kind, input, options, stack, replacesSample };
    if (isUploaded(options) && !options.dryRun) return importByUpload(request);
    const summary = await (options.dryRun ? tryImport(request) : importDirectly(request));
    return summary.failed > 0 ? 1 : 0;
  });
};
