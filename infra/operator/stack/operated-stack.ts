import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { StoreLimits } from '../../../shared/data-access/clients.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import type { ApiKey, Plan } from '../../../shared/domain/access/api-key.ts';
import type { KeyEnvironment } from '../../../shared/domain/access/key-token.ts';
import type { GuardedKind, PublicationRequest } from '../../../shared/domain/publication/publication.ts';
import type { StackFile } from '../../local/data-directory/stack-file.ts';
import type { DeadLetter } from '../../local/jobs/read-jobs.ts';
import type { StageWatch } from './stage-watch.ts';

/** Limits of the stores' clients. Higher than in functions, because no browser waits for a command. */
export const operatorLimits: StoreLimits = { requestTimeout: 20_000, attempts: 5 };

export interface Invocation {
  /** Result of the function, or its error if it failed. */
  readonly body: unknown;
  readonly failed: boolean;
}

/** A client, and a plan for which it has at least one key. */
export type PlanClient = Pick<ApiKey, 'client' | 'plan'>;

/** A difference between the clients that the gateway knows and those that it should know. */
export interface GatewayDifference {
  readonly kind: 'unknown' | 'disabled' | 'outside its plan' | 'in another plan' | 'left over';
  /** Name of the client, if it is known. */
  readonly client?: string;
  readonly plan: Plan;
  /** Usage identifier of the client in the plan. */
  readonly identifier: string;
  /** Fixes the difference. May be called repeatedly. Throws OperatorError. */
  repair(): Promise<void>;
}

/** Clients and cached keys of the API's gateway. A local gateway has no clients of its own. */
export interface ClientGateway {
  /**
   * Compares the clients that the gateway knows in each plan with the wanted clients, by usage identifier. The wanted
   * clients are read last, so that a client added in the meantime does not count as left over. Throws OperatorError.
   */
  differences(
    readWanted: () => Promise<ReadonlyMap<string, PlanClient>>,
  ): Promise<readonly GatewayDifference[]>;
  evictKeys(): Promise<void>;
  /** Maximum milliseconds for which an outdated authoriser result may still arrive and be cached. 0 if it cannot. */
  readonly maxPendingMilliseconds: number;
}

/** A stack on which commands work: a local one, or a stage on AWS. */
export interface OperatedStack {
  /** Adds the options that select this stack to a command line. */
  command(words: string): string;
  readonly tables: StackFile['tables'];
  /** Base URL of the three services, without a path. */
  readonly apiUrl: string;
  /** Maximum seconds for which a function may use a catalogue without having checked for a newer one. */
  readonly maxUncheckedSeconds: number;
  /** Seconds for which the gateway caches keys. */
  readonly authoriserCacheSeconds: number;
  /** Returns the operator's identity: an ARN on AWS, `user@host` on one machine. Throws OperatorError. */
  actor(): Promise<string>;
  /** Whether a firewall limits requests by IP address. Without one, only sandbox keys may be public. */
  readonly hasFirewall: boolean;
  /** Returns the origins of the stack's portal. Throws OperatorError. */
  portalOrigins(): Promise<readonly string[]>;
  /** Environment in the prefix of the stack's secret keys. */
  readonly keyEnvironment: KeyEnvironment;
  readonly database: DynamoDBDocumentClient;
  readonly published: Bucket;
  readonly imports: Bucket;
  readonly gateway: ClientGateway;
  /** Invokes the publisher. Throws if the call itself fails. */
  invokePublisher(request: PublicationRequest): Promise<Invocation>;
  /** Returns a key for requests to the API, or undefined if there is none. */
  readKey(): Promise<string | undefined>;
  /** Source of that key: an environment variable or a file. */
  readonly keySource: string;
  /** Number of files whose import has not finished, including the current one. Undefined if unknown. */
  queuedFiles(): Promise<number | undefined>;
  /** Whether the published records of a kind are the sample that a local stack starts with. */
  isSample(kind: GuardedKind): Promise<boolean>;
  /** Records that the sample of a kind, or of both kinds, is no longer published. */
  markSampleReplaced(kind?: GuardedKind): Promise<void>;
  /** Next run (ISO 8601), if known, and milliseconds between runs. Undefined without a schedule. Throws DamagedState. */
  nextRun(): Promise<{ readonly at?: string; readonly period: number } | undefined>;
  /** Returns the dead letters, oldest first, or undefined if they are unknown. Throws DamagedState. */
  deadLetters(): Promise<readonly DeadLetter[] | undefined>;
  /** Retries dead letters, or deletes them. Those whose source no longer exists are `kept`. Throws OperatorError. */
  redrive(
    discard: boolean,
  ): Promise<{ readonly redriven: number; readonly kept: number; readonly deleted: number }>;
  /** URL of the stage's dashboard with its alarms. Absent for a local stack, which has neither. */
  readonly dashboard?: string;
  /** Alarms and dead letters of a stage. Absent for a local stack. */
  readonly watch?: StageWatch;
  close(): void;
}

export type StackTables = Pick<OperatedStack, 'database' | 'tables'>;

export const tableOf = ({ database: client, tables }: StackTables, name: keyof OperatedStack['tables']) => ({
  client,
  tableName: tables[name],
});
