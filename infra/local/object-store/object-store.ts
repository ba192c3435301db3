import { drain, listen } from '../http/listening.ts';
import { answerRequest } from './answer-request.ts';
import type { CrossOriginRule } from './cross-origin.ts';
import { httpServer, type Patience } from './http-server.ts';
import { applyLifecycle, type Swept } from './lifecycle/apply-lifecycle.ts';
import type { LifecycleRule } from './lifecycle/lifecycle-rules.ts';
import type { Credentials } from './signature/recompute-signature.ts';
import { openBuckets } from './storage/buckets.ts';
import type { TellOfCreated } from './storage/creation-teller.ts';

export interface ObjectStoreOptions {
  /** Keeps everything; belongs to one running store alone. */
  readonly directory: string;
  /** A free one where it is absent. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  /** The only ones that requests may be signed with. */
  readonly credentials: Credentials;
  readonly region: string;
  readonly log?: (line: string) => void;
  /** Epoch milliseconds, against which signatures expire. */
  readonly now?: () => number;
  readonly patience?: Patience;
}

export interface ObjectStore {
  /** For AWS_ENDPOINT_URL_S3, with path-style addressing. */
  readonly endpoint: string;
  /** Creates a bucket if it does not exist. Pages of other origins may read it by these rules. */
  createBucket(name: string, crossOriginRules?: readonly CrossOriginRule[]): Promise<void>;
  /** Has every object that is created in a bucket told before the client is answered, whatever comes between. Throws NoSuchBucket. */
  tellOfCreated(bucketName: string, tell: TellOfCreated): Promise<void>;
  /**
   * Removes what a bucket's rules let expire by now, or by a moment in epoch milliseconds; what is written meanwhile stays.
   * Throws NoSuchBucket.
   */
  applyLifecycle(bucketName: string, rules: readonly LifecycleRule[], now?: number): Promise<Swept>;
  close(): Promise<void>;
}

const graceMilliseconds = 2_000;

/**
 * Starts an S3 endpoint on this machine whose buckets are folders. It does the operations that Waypost uses as S3
 * does them, signatures, conditions and checksums included, and refuses all others.
 * Throws PortTaken, and DamagedObjectStore where a file is not as it was left.
 */
export const startObjectStore = async (options: ObjectStoreOptions): Promise<ObjectStore> => {
  const { host = '127.0.0.1', port = 0, now = Date.now, log = () => undefined } = options;
  const buckets = await openBuckets(options.directory);
  const crossOriginRules = new Map<string, readonly CrossOriginRule[]>();
  const answer = answerRequest({ ...options, buckets, crossOriginRules, now, log });
  const server = httpServer((message, response) => void answer(message, response), options.patience);
  return {
    endpoint: await listen(server, port, host),
    createBucket: async (name, rules = []) => {
      await buckets.create(name);
      crossOriginRules.set(name, rules);
    },
    tellOfCreated: async (bucketName, tell) => buckets.find(bucketName).objects.tellOfCreated(tell),
    applyLifecycle: async (bucketName, rules, moment = now()) =>
      applyLifecycle(buckets.find(bucketName), rules, moment),
    close: () => drain(server, graceMilliseconds),
  };
};
