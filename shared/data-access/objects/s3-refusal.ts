import type { AnswerHead } from './answer-head.ts';

type Headers = AnswerHead['headers'];

/** Answer of S3 other than an object. */
export interface Refused {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const textOf = (element: string, xml: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];

/**
 * Describes the region that S3 names for a bucket addressed in the wrong one; not followed, as the deployment is then
 * wrong.
 */
const whereItIs = (headers: Headers): string => {
  const region = headers['x-amz-bucket-region'];
  return region === undefined ? '' : `; the bucket is in ${region}`;
};

/** Parses Retry-After, in seconds or as a date. */
const retryAfterOf = (headers: Headers): Date | undefined => {
  const said = headers['retry-after'];
  if (said === undefined) return undefined;
  const moment = /^\d+(\.\d+)?$/.test(said) ? Date.now() + Number(said) * 1_000 : Date.parse(said);
  return Number.isNaN(moment) ? undefined : new Date(moment);
};

/**
 * S3 refused an object. Has the form of the SDK's errors, which decides on retries and on what is logged; the name is
 * S3's code if it gave one.
 */
export class S3Refusal extends Error {
  override readonly name: string;
  readonly $metadata: {
    readonly httpStatusCode: number;
    readonly requestId: string | undefined;
    /** Whether the request was signed with a wrong clock that has been corrected since. */
    readonly clockSkewCorrected: boolean;
  };
  /** Time before which S3 must not be asked again. */
  readonly retryAfter: Date | undefined;

  constructor({ status, headers, body }: Refused, clockSkewCorrected: boolean) {
    const code = textOf('Code', body) ?? 'S3Refusal';
    const message = textOf('Message', body) ?? 'no object was given';
    super(`S3 answered ${status}: ${message}${whereItIs(headers)}`);
    this.name = code;
    const requestId = headers['x-amz-request-id'];
    this.$metadata = { httpStatusCode: status, requestId, clockSkewCorrected };
    this.retryAfter = retryAfterOf(headers);
  }
}
