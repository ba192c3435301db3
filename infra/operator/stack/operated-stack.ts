import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { StoreLimits } from '../../../shared/data-access/clients.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import type { Plan } from '../../../shared/domain/access/api-key.ts';
import type { KeyEnvironment } from '../../../shared/domain/access/key-token.ts';
import type { PublicationRequest, PublishedKind } from '../../../shared/domain/publication/publication.ts';
import type { StackFile } from '../../local/data-directory/stack-file.ts';
import type { DeadLetter } from '../../local/jobs/read-jobs.ts';

/** Limits of the stores' clients: no browser waits for them, so a busy store gets more time and attempts. */
export const operatorLimits: StoreLimits = { requestTimeout: 20_000, attempts: 5 };

/** Response of a function of the stack. */
export interface Invocation {
  /** Result of the function, or its error if it failed. */
  readonly body: unknown;
  readonly failed: boolean;
}

/** A client with at least one key of a plan. */
export interface PlanClient {
  readonly client: string;
  readonly plan: Plan;
}

/** One difference between the clients that the gateway knows and those that it should know. */
export interface GatewayDifference {
  readonly kind: 'unknown' | 'disabled' | 'outside its plan' | 'in another plan' | 'left over';
  /** Name of the client, if known. */
  readonly client?: string;
  readonly plan: Plan;
  /** Usage identifier of the client in the plan. */
  readonly identifier: string;
  /** Fixes it. Repeating it is safe. Throws OperatorError. */
  repair(): Promise<void>;
}

/** The gateway in front of the API, as far as it keeps clients of its own. */
export interface ClientGateway {
  /**
   * Compares the clients that the gateway knows, each in its plan, with the wanted ones, by their usage identifiers. These
   * are read second, so that a client that becomes known meanwhile does not count as left over. Throws OperatorError.
   */
  differences(
    readWanted: () => Promise<ReadonlyMap<string, PlanClient>>,
  ): Promise<readonly GatewayDifference[]>;
  /** Evicts all cached keys. Throws OperatorError. */
  forgetKeys(): Promise<void>;
  /**
   * Milliseconds within which the authoriser may still cache a response that it began before a key changed; 0 if the
   * cache takes no such response.
   */
  readonly respondsWithin: number;
}

/** A stack that commands work on: a local one, or a stage on AWS. */
export interface OperatedStack {
  /** Returns a command line with the options that name this stack. */
  command(words: string): string;
  readonly tables: StackFile['tables'];
  /** Address of the three services, without a path. */
  readonly apiUrl: string;
  /** Maximum age of the catalogue that a function answers from without having looked for a newer one. */
  readonly maxUncheckedSeconds: number;
  /** Time for which the gateway caches keys. */
  readonly authoriserCacheSeconds: number;
  /** Returns who works on the stack: an ARN on AWS, `user@host` on one machine. Throws OperatorError. */
  actor(): Promise<string>;
  /** Environment that the text of its keys names. */
  readonly keyEnvironment: KeyEnvironment;
  readonly database: DynamoDBDocumentClient;
  readonly published: Bucket;
  /** Bucket of import files. */
  readonly imports: Bucket;
  readonly gateway: ClientGateway;
  /** Invokes the publisher. Throws errors of the call. */
  invokePublisher(request: PublicationRequest): Promise<Invocation>;
  /** Returns a key to call the API with; undefined if there is none. */
  readKey(): Promise<string | undefined>;
  /** Where that key comes from: an environment variable, or a file. */
  readonly keySource: string;
  /** Number of files in the import bucket that are not finished, including the current one; undefined if unknown. */
  queuedFiles(): Promise<number | undefined>;
  /** Whether the published records of a kind are the sample that a local stack starts with. */
  isSample(kind: PublishedKind): Promise<boolean>;
  /** Records that an import has replaced the sample of a kind. */
  markSampleReplaced(kind: PublishedKind): Promise<void>;
  /**
   * Next scheduled run of the publisher, in ISO 8601, UTC, unless only the milliseconds between runs are known; undefined if
   * there is none. Throws DamagedState.
   */
  nextRun(): Promise<{ readonly at?: string; readonly period: number } | undefined>;
  /** Dead letters, oldest first; undefined if unknown. Throws DamagedState. */
  deadLetters(): Promise<readonly DeadLetter[] | undefined>;
  /**
   * Has dead letters retried, or deletes all of them. Those whose queue or schedule no longer exists cannot be retried and
   * are `kept`. Throws OperatorError.
   */
  redrive(
    discard: boolean,
  ): Promise<{ readonly redriven: number; readonly kept: number; readonly deleted: number }>;
  /** Closes the connections. */
  close(): void;
}
