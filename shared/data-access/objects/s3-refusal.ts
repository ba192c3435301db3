import type { AnswerHead } from './answer-head.ts';

type Headers = AnswerHead['headers'];

/** What S3 said instead of an object. */
export interface Refused {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const textOf = (element: string, xml: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];

/** S3 answers a bucket's name in the wrong region with where it is, and no reader follows: the deployment is wrong. */
const whereItIs = (headers: Headers): string => {
  const region = headers['x-amz-bucket-region'];
  return region === undefined ? '' : `; the bucket is in ${region}`;
};

/** When S3 wants to be asked again: it says after how many seconds, or from which moment on. */
const retryAfterOf = (headers: Headers): Date | undefined => {
  const said = headers['retry-after'];
  if (said === undefined) return undefined;
  const moment = /^\d+(\.\d+)?$/.test(said) ? Date.now() + Number(said) * 1_000 : Date.parse(said);
  return Number.isNaN(moment) ? undefined : new Date(moment);
};

/**
 * S3 did not give an object. It has the form of the SDK's own errors, from which is told what may be repeated, and what
 * the log says of them: the name is S3's code where it gave one.
 */
export class S3Refusal extends Error {
  override readonly name: string;
  readonly $metadata: {
    readonly httpStatusCode: number;
    readonly requestId: string | undefined;
    /** The request was signed at a wrong time, and the next will not be. */
    readonly clockSkewCorrected: boolean;
  };
  /** Before that S3 does not want to be asked again. */
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
