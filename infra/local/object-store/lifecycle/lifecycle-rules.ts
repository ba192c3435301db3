import * as z from 'zod';
import { templateNumber } from '../../template/resource.ts';
import type { ObjectTag } from '../tagging/object-tag.ts';

/** A rule by which a bucket loses what has become too old. It holds for keys and objects that meet all its filters. */
export interface LifecycleRule {
  /** Empty where the rule holds for every key. */
  readonly prefix: string;
  /** An object has to carry all of them. */
  readonly tags: readonly ObjectTag[];
  /** After the object was written. */
  readonly expirationDays?: number;
  /** After the upload was begun. */
  readonly abortUploadDays?: number;
}

/** A bucket's lifecycle has no meaning on S3, or none on this machine. */
export class UnsupportedLifecycle extends Error {
  override readonly name = 'UnsupportedLifecycle';
}

const days = templateNumber.pipe(z.int().min(1));

/**
 * What S3 does with former versions and with markers of what was deleted. The buckets here have neither: it is only
 * checked, and nothing comes of it.
 */
const formerVersions = {
  NoncurrentVersionExpiration: z
    .strictObject({ NoncurrentDays: days, NewerNoncurrentVersions: days.optional() })
    .optional(),
  NoncurrentVersionExpirationInDays: days.optional(),
  ExpiredObjectDeleteMarker: z.boolean().optional(),
};

const rule = z
  .strictObject({
    Id: z.string().optional(),
    Status: z.enum(['Enabled', 'Disabled']),
    Prefix: z.string().default(''),
    TagFilters: z.array(z.strictObject({ Key: z.string().min(1), Value: z.string() })).default([]),
    ExpirationInDays: days.optional(),
    AbortIncompleteMultipartUpload: z.strictObject({ DaysAfterInitiation: days }).optional(),
    ...formerVersions,
  })
  .refine(
    ({ TagFilters, AbortIncompleteMultipartUpload }) =>
      TagFilters.length === 0 || AbortIncompleteMultipartUpload === undefined,
    { path: ['AbortIncompleteMultipartUpload'], message: 'uploads have no tags yet to be chosen by' },
  )
  .refine(
    ({ TagFilters, ExpirationInDays, ExpiredObjectDeleteMarker }) =>
      !ExpiredObjectDeleteMarker || (TagFilters.length === 0 && ExpirationInDays === undefined),
    { path: ['ExpiredObjectDeleteMarker'], message: 'S3 takes it neither with tags nor with days' },
  );

const bucketProperties = z.object({
  LifecycleConfiguration: z.strictObject({ Rules: z.array(rule) }).default({ Rules: [] }),
});

/** A rule about former versions alone is none here. */
const isRule = ({ Status, ExpirationInDays, AbortIncompleteMultipartUpload }: z.infer<typeof rule>) =>
  Status === 'Enabled' && (ExpirationInDays ?? AbortIncompleteMultipartUpload) !== undefined;

const toRule = (declared: z.infer<typeof rule>): LifecycleRule => {
  const { Prefix, TagFilters, ExpirationInDays, AbortIncompleteMultipartUpload } = declared;
  return {
    prefix: Prefix,
    tags: TagFilters.map(({ Key, Value }) => ({ key: Key, value: Value })),
    ...(ExpirationInDays === undefined ? {} : { expirationDays: ExpirationInDays }),
    ...(AbortIncompleteMultipartUpload === undefined
      ? {}
      : { abortUploadDays: AbortIncompleteMultipartUpload.DaysAfterInitiation }),
  };
};

/**
 * The rules that the properties of an AWS::S3::Bucket put into force here; a disabled one is none.
 * Throws UnsupportedLifecycle, which names what it does not know.
 */
export const lifecycleRulesOf = (properties: Readonly<Record<string, unknown>>): LifecycleRule[] => {
  const parsed = bucketProperties.safeParse(properties);
  if (!parsed.success) throw new UnsupportedLifecycle(z.prettifyError(parsed.error), { cause: parsed.error });
  return parsed.data.LifecycleConfiguration.Rules.filter(isRule).map(toRule);
};
