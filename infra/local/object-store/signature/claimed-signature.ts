import * as z from 'zod';

/** What a request says of its own signature, not verified yet. */
export interface ClaimedSignature {
  readonly accessKeyId: string;
  /** yyyymmdd */
  readonly day: string;
  readonly region: string;
  readonly service: string;
  readonly signedAt: Date;
  /** Of a presigned URL alone. */
  readonly lifeSeconds?: number;
  /** By lower-case name. */
  readonly signedHeaders: ReadonlySet<string>;
  /** 64 hex digits. */
  readonly signature: string;
  readonly signedPayload: string;
}

/** `<access key id>/<yyyymmdd>/<region>/<service>/aws4_request` */
export const credentialScope = z
  .string()
  .regex(/^[\w+=,.@-]{1,128}\/\d{8}\/[\w-]{1,64}\/[\w-]{1,64}\/aws4_request$/)
  .transform((text) => {
    const [accessKeyId = '', day = '', region = '', service = ''] = text.split('/');
    return { accessKeyId, day, region, service };
  });

/** yyyymmddThhmmssZ */
export const signingTime = z
  .string()
  .regex(/^\d{8}T\d{6}Z$/)
  .transform((text) => text.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  .pipe(z.iso.datetime())
  .transform((text) => new Date(text));

export const signedHeaderNames = z
  .string()
  .regex(/^[a-z0-9_.-]+(;[a-z0-9_.-]+)*$/)
  .transform((text) => new Set(text.split(';')));

export const signatureDigits = z.string().regex(/^[0-9a-f]{64}$/);
