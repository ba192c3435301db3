import type { ImportKind } from '../../../shared/data-access/importing/record-kinds.ts';
import type { StackChoice } from '../stack/open-stack.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import type { ImportInput } from './import-input.ts';

export interface ImportOptions extends StackChoice {
  readonly merge?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly upload?: boolean;
  /** False where the command ends with the upload. */
  readonly wait: boolean;
  readonly json?: boolean;
}

/** An import that was asked for. */
export interface ImportRequest {
  readonly kind: ImportKind;
  readonly input: ImportInput;
  readonly options: ImportOptions;
  readonly stack: OperatedStack;
  /** Whether it takes the place of the sample that the stack began with. */
  readonly replacesSample: boolean;
}

/** Seconds that an import waits for another to end. */
export const patienceSeconds = 15;
