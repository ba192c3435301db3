import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { leaseKey } from '../../domain/publication/object-keys.ts';
import { storeCall } from '../errors.ts';
import { type Bucket, readJson, type WritableBucket } from '../objects/bucket.ts';
import { putJson } from '../objects/sdk-bucket.ts';

/** Duration of a lease, after which a crashed holder no longer blocks others. */
const leaseMilliseconds = 60_000;
/** Renewal interval. It allows several attempts before the lease expires. */
const renewalMilliseconds = 15_000;
const writeMilliseconds = 10_000;

const storedLease = z.object({
  holder: z.string().check(z.minLength(1)),
  endsAt: z.iso.datetime(),
  released: z.boolean(),
});
type StoredLease = z.infer<typeof storedLease>;

/** Another publisher has taken over the lease, because this one did not renew it in time. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Exclusive right to publish, renewed by a timer until it is released. */
export type PublicationLease = ReturnType<typeof holdLease>;

/**
 * Takes the lease unless another publisher holds it. It expires one minute after its last renewal. `holder` must be
 * unique to the run; `now` returns epoch milliseconds. Throws StoreUnavailable.
 */
export const takeLease = async (
  bucket: Bucket,
  { holder, now }: { readonly holder: string; readonly now: () => number },
) => {
  const stored = await readLease(bucket);
  if (stored?.data && isHeld(stored.data, now()))
    return { kind: 'busy', until: stored.data.endsAt, holder: stored.data.holder } as const;
  const next = (released: boolean): StoredLease => {
    const endsAt = new Date(now() + (released ? 0 : leaseMilliseconds)).toISOString();
    return { holder, endsAt, released };
  };
  const first = next(false);
  const written = await putLease(bucket, first, stored?.etag);
  if (written === undefined) return { kind: 'busy', until: first.endsAt, holder: undefined } as const;
  return { kind: 'taken', lease: holdLease(bucket, next, written) } as const;
};

const holdLease = (bucket: Bucket, next: (released: boolean) => StoredLease, firstEtag: string) => {
  /** Undefined once the lease is lost. */
  let etag: string | undefined = firstEtag;
  let last = Promise.resolve();
  /** Writes the lease after the previous write has finished, because it needs that write's ETag. */
  const write = (released: boolean): Promise<void> => {
    last = last
      .catch(() => {})
      .then(async () => {
        const lease = next(released);
        if (etag !== undefined) etag = await putLease(bucket, lease, etag);
        if (etag === undefined) throw new LeaseLost(`another publisher has taken over from ${lease.holder}`);
      });
    return last;
  };
  // The next renewal makes up for a failed one, and `confirm` detects a lost lease.
  const timer = setInterval(() => write(false).catch(() => {}), renewalMilliseconds);
  timer.unref();
  return {
    /** Confirms that the lease is still held. Throws LeaseLost or StoreUnavailable. */
    confirm: () => write(false),
    /** Releases the lease. Throws LeaseLost or StoreUnavailable; the lease then expires on its own. */
    release: () => {
      clearInterval(timer);
      return write(true);
    },
  };
};

/** Reads the lease. A damaged lease has no data, and will be replaced. */
const readLease = (bucket: Bucket) => readJson(bucket, leaseKey, storedLease);

/** Whether the lease is held. A lease that ends too far in the future is from a wrong clock, and is ignored. */
const isHeld = ({ endsAt, released }: StoredLease, now: number): boolean => {
  const remaining = Date.parse(endsAt) - now;
  return !released && remaining > 0 && remaining <= 2 * leaseMilliseconds;
};

/**
 * Writes the lease if it has not changed since it was read. Returns its ETag; undefined if another publisher was
 * faster. A retry of a write whose response was lost conflicts with that write, so the holders are compared.
 */
const putLease = async (
  bucket: Bucket,
  content: StoredLease,
  etag: string | undefined,
): Promise<string | undefined> => {
  const put = (replaces: string | null = null) => {
    const signal = AbortSignal.timeout(writeMilliseconds);
    return putJson(bucket, 'writing the lease', { key: leaseKey, content, replaces }, signal);
  };
  const written = await put(etag);
  if (written !== undefined) return written;
  const found = await readLease(bucket);
  return found?.data?.holder === content.holder ? put(found.etag) : undefined;
};

/** Deletes the lease, whoever holds it. Only safe if no publisher is running. Throws StoreUnavailable. */
export const forceReleaseLease = async ({ client, bucket }: WritableBucket): Promise<void> => {
  const command = new DeleteObjectCommand({ Bucket: bucket, Key: leaseKey });
  await storeCall('releasing the lease', () => client.send(command));
};
