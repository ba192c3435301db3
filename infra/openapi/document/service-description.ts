import type { Route } from '../../routes/route.ts';
import type { ServiceErrors } from './error-answers.ts';
import type { OperationDescription } from './operation-description.ts';

/** All that a service's document says and the route table does not. */
export interface ServiceDescription {
  readonly title: string;
  /** Of the interface, as its specification has it. */
  readonly version: string;
  readonly description: string;
  /** Descriptions by name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly routes: readonly Route[];
  /** By operation id. */
  readonly operations: Readonly<Record<string, OperationDescription>>;
  readonly errors: ServiceErrors;
}
