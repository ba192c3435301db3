import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import type { Plan } from '../../../shared/domain/access/api-key.ts';
import type { KeyEnvironment } from '../../../shared/domain/access/key-token.ts';
import type { PublicationRequest, PublishedKind } from '../../../shared/domain/publication/publication.ts';
import type { StackFile } from '../../local/data-directory/stack-file.ts';
import type { DeadLetter } from '../../local/jobs/read-jobs.ts';

/** What a function of the stack answered. */
export interface Invocation {
  /** What it answered, or what its error says where `failed`. */
  readonly body: unknown;
  readonly failed: boolean;
}

/** A client that is to be let through under a plan: it has a key of that plan. */
export interface AdmittedClient {
  readonly client: string;
  readonly plan: Plan;
}

/** Something that the gateway knows otherwise than it should, in words: what is wrong, and what mends it. */
export interface GatewayDrift {
  readonly kind: 'unknown' | 'disabled' | 'outside its plan' | 'in another plan' | 'left over';
  /** Whom it is about: the client's name, where it is known. */
  readonly client?: string;
  readonly plan: Plan;
  /** What the plan counts the client by. */
  readonly identifier: string;
}

/** The gateway that stands before the API, as far as it knows the clients by itself. */
export interface ClientGateway {
  /** Lets a client through under its plan; nothing changes where it is let through already. Throws OperatorError. */
  admit(client: string, plan: Plan): Promise<void>;
  /**
   * What differs from letting just these clients through. They are asked for after the gateway has said whom it knows,
   * so that a client that is made known meanwhile is not taken for one that is left over. Throws OperatorError.
   */
  findDrift(wanted: () => Promise<readonly AdmittedClient[]>): Promise<readonly GatewayDrift[]>;
  /** Mends one of them; nothing changes where it is mended already. Throws OperatorError. */
  repair(drift: GatewayDrift): Promise<void>;
  /** Makes it forget the keys that it has seen, so that each is looked up anew. Throws OperatorError. */
  forgetKeys(): Promise<void>;
  /**
   * Milliseconds within which an answer of the authoriser may still be remembered that was begun before a key changed; 0
   * if the gateway remembers no answer that was begun before it forgot the keys.
   */
  readonly answersWithin: number;
}

/** When the publisher is run by itself next. */
export interface NextRun {
  /** ISO 8601, UTC; absent where only the period is known. */
  readonly at?: string;
  /** Milliseconds from one run to the next. */
  readonly period: number;
}

/** A stack that commands work on: one that runs on this machine, or a stage on AWS. */
export interface OperatedStack {
  /** A command line that works on this stack: adds the option that names it. */
  command(words: string): string;
  readonly tables: StackFile['tables'];
  /** Address of the three services, without a path. */
  readonly apiUrl: string;
  /** How long a function may answer from a catalogue before it has looked for a newer one, the grace of that included. */
  readonly maxUncheckedSeconds: number;
  /** How long the gateway may let a key through without asking anew what became of it. */
  readonly authoriserCacheSeconds: number;
  /** Who works on it: an ARN on AWS, `user@host` on this machine. Throws OperatorError. */
  actor(): Promise<string>;
  /** What the text of its keys says that they are for. */
  readonly keyEnvironment: KeyEnvironment;
  readonly database: DynamoDBDocumentClient;
  readonly published: Bucket;
  /** Where files to be imported are put. */
  readonly imports: Bucket;
  readonly gateway: ClientGateway;
  /** Throws what the call failed with. */
  invokePublisher(request: PublicationRequest): Promise<Invocation>;
  /** A key to ask the API with; undefined where there is none at hand. */
  readKey(): Promise<string | undefined>;
  /** Where that key is looked for: a variable of the environment, or a file. */
  readonly keySource: string;
  /** Keeps other imports of this command line away until what it answers with is called. Throws OperatorError. */
  lockImports(patienceSeconds: number): Promise<() => Promise<void>>;
  /** Whether an import runs at this moment. */
  importIsRunning(): Promise<boolean>;
  /** Files of the import bucket that are not done with, also the one being imported; undefined where that cannot be seen from here. */
  queuedFiles(): Promise<number | undefined>;
  /** Whether what is published of a kind is the sample that the stack began with: nobody misses it. */
  isSample(kind: PublishedKind): Promise<boolean>;
  sampleIsReplaced(kind: PublishedKind): Promise<void>;
  /** When the publisher is run by itself next; undefined where it is not. Throws DamagedState, UnreadableFile. */
  nextRun(): Promise<NextRun | undefined>;
  /** Events for the publisher that were given up, oldest first; undefined where that cannot be seen from here. */
  deadLetters(): Promise<readonly DeadLetter[] | undefined>;
  /** Ends the connections. */
  close(): void;
}
