import { createHash } from 'node:crypto';
import type { StoredObject } from './stored-object.ts';

/** A request to complete an upload: `parts` is its body. */
export interface Completion {
  readonly uploadId: string;
  readonly key: string;
  readonly parts: string;
}

/** Completed uploads that a bucket remembers: more than clients complete while one of them waits for its answer. */
const mostRemembered = 1_000;

/** A body may have hundreds of kB: its digest stands for it. */
const digestOf = ({ uploadId, key, parts }: Completion): string =>
  createHash('sha256')
    .update(JSON.stringify([uploadId, key, parts]))
    .digest('base64');

/**
 * Remembers what completed uploads became, for clients whose answer was lost or came too late: S3 answers a completion
 * that is sent again as it answered the first. Of this process alone.
 */
export const recentCompletions = () => {
  const remembered = new Map<string, StoredObject>();
  return {
    /** The object that the same request has made; undefined for any other. */
    find: (completion: Completion): StoredObject | undefined => remembered.get(digestOf(completion)),
    add: (completion: Completion, stored: StoredObject): void => {
      remembered.set(digestOf(completion), stored);
      const [oldest] = remembered.keys();
      if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    },
  };
};
