import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { leaseKey } from '../../../domain/location/publication/object-keys.ts';
import { type Bucket, readObject, type WritableBucket } from '../../objects/bucket.ts';
import { answeredWith, saysNoSuchKey } from '../../s3-answers.ts';
import { storeCall } from '../../store-failure.ts';

/** A holder that dies is in nobody's way for longer. */
const leaseMilliseconds = 60_000;
/** Several tries before the lease would end, each bounded, however patient the client is otherwise. */
const renewalMilliseconds = 15_000;
const writeMilliseconds = 10_000;

const storedLease = z.object({
  holder: z.string().min(1),
  endsAt: z.iso.datetime(),
  /** Whether the holder has given it back. */
  released: z.boolean(),
});
type StoredLease = z.infer<typeof storedLease>;

/** Another publisher has taken the lease over, since this one did not renew it in time. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The right to publish, renewed by a timer until it is given back. */
export interface PublicationLease {
  /** Makes sure that nobody else has taken over. Throws LeaseLost or StoreUnavailable. */
  confirm(): Promise<void>;
  /** Lets the next one in. Throws LeaseLost or StoreUnavailable: it then ends by the clock. */
  release(): Promise<void>;
}

/** What became of asking for the lease. */
export type LeaseAnswer =
  | { readonly kind: 'taken'; readonly lease: PublicationLease }
  | { readonly kind: 'busy'; readonly until: string };

/** Who asks. */
export interface LeaseRequest {
  /** A name that no other run has. */
  readonly holder: string;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
}

interface Found {
  /** Absent where there is no lease yet. */
  readonly etag?: string;
  readonly current?: StoredLease;
}

const readLease = async (bucket: Bucket): Promise<Found> => {
  const reading = await readObject(bucket, leaseKey);
  if (reading.kind !== 'found') return {};
  try {
    const current = storedLease.parse(JSON.parse(Buffer.from(reading.bytes).toString('utf8')));
    return { etag: reading.etag, current };
  } catch {
    // Damaged, and so nobody's: the next one puts its own in its place.
    return { etag: reading.etag };
  }
};

/** A lease that ends later than any that begins now comes from a clock that is wrong, and could block for ever. */
const isHeld = ({ endsAt, released }: StoredLease, now: number): boolean => {
  const remaining = Date.parse(endsAt) - now;
  return !released && remaining > 0 && remaining <= 2 * leaseMilliseconds;
};

/** Puts the lease in the place of what was found there; undefined where another was faster. */
const putLease = async (
  { client, bucket }: Bucket,
  next: StoredLease,
  etag: string | undefined,
): Promise<string | undefined> => {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: leaseKey,
    Body: `${JSON.stringify(next)}\n`,
    ContentType: 'application/json',
    ...(etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag }),
  });
  const lost = (error: unknown) => answeredWith(error, 412, 409) || saysNoSuchKey(error);
  const put = () => client.send(command, { abortSignal: AbortSignal.timeout(writeMilliseconds) });
  try {
    return (await storeCall('writing the lease', put, lost)).ETag ?? '';
  } catch (error) {
    if (lost(error)) return undefined;
    throw error;
  }
};

/** As `putLease`, but knows its own: a write whose answer is lost changes the lease, and the next loses against it. */
const putOwnLease = async (
  bucket: Bucket,
  next: StoredLease,
  etag: string | undefined,
): Promise<string | undefined> => {
  const written = await putLease(bucket, next, etag);
  if (written !== undefined) return written;
  const found = await readLease(bucket);
  return found.current?.holder === next.holder ? putLease(bucket, next, found.etag) : undefined;
};

const holdLease = (bucket: Bucket, { holder, now }: LeaseRequest, firstEtag: string) => {
  let etag = firstEtag;
  let isLost = false;
  let writing: Promise<void> | undefined;

  const write = async (released: boolean): Promise<void> => {
    const endsAt = new Date(now() + (released ? 0 : leaseMilliseconds)).toISOString();
    const written = isLost ? undefined : await putOwnLease(bucket, { holder, endsAt, released }, etag);
    isLost = written === undefined;
    if (written === undefined) throw new LeaseLost(`another publisher has taken over from ${holder}`);
    etag = written;
  };
  const begin = (released: boolean): Promise<void> => {
    const begun = write(released).finally(() => {
      if (writing === begun) writing = undefined;
    });
    writing = begun;
    return begun;
  };
  /** After the write that is under way, as each depends on the one before. */
  const writeNext = async (released: boolean): Promise<void> => {
    await writing?.catch(() => {});
    await begin(released);
  };
  const renew = () => {
    // One that fails is made up for by the next; a lease that is lost shows when the work is confirmed.
    if (!writing) begin(false).catch(() => {});
  };
  const timer = setInterval(renew, renewalMilliseconds);
  timer.unref();
  return {
    confirm: () => writeNext(false),
    release: () => {
      clearInterval(timer);
      return writeNext(true);
    },
  };
};

/**
 * Takes the lease, unless another publisher has it: of any number who ask at once one gets it. It ends a minute after
 * its holder has stopped renewing it. Throws StoreUnavailable.
 */
export const takeLease = async (bucket: Bucket, request: LeaseRequest): Promise<LeaseAnswer> => {
  const { holder, now } = request;
  const { etag, current } = await readLease(bucket);
  if (current && isHeld(current, now())) return { kind: 'busy', until: current.endsAt };
  const endsAt = new Date(now() + leaseMilliseconds).toISOString();
  const written = await putOwnLease(bucket, { holder, endsAt, released: false }, etag);
  if (written === undefined) return { kind: 'busy', until: endsAt };
  return { kind: 'taken', lease: holdLease(bucket, request, written) };
};

/**
 * Takes the lease from whoever has it: only for whoever knows that no publisher lives. Throws StoreUnavailable.
 */
export const dropLease = async ({ client, bucket }: WritableBucket): Promise<void> => {
  const command = new DeleteObjectCommand({ Bucket: bucket, Key: leaseKey });
  await storeCall('dropping the lease', () => client.send(command));
};
