/** What S3 said instead of an object. */
export interface Refused {
  readonly status: number;
  /** Names lowercase. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const textOf = (element: string, xml: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];

/** S3 answers a bucket's name in the wrong region with where it is, and no reader follows: the deployment is wrong. */
const whereItIs = (headers: Refused['headers']): string => {
  const region = headers['x-amz-bucket-region'];
  return region === undefined ? '' : `; the bucket is in ${region}`;
};

/**
 * S3 did not give an object. It has the form of the SDK's own errors, from which is told what may be repeated, and what
 * the log says of them: the name is S3's code where it gave one.
 */
export class S3Refusal extends Error {
  override readonly name: string;
  readonly $metadata: { readonly httpStatusCode: number; readonly requestId: string | undefined };

  constructor({ status, headers, body }: Refused) {
    const code = textOf('Code', body) ?? 'S3Refusal';
    const message = textOf('Message', body) ?? 'no object was given';
    super(`S3 answered ${status}: ${message}${whereItIs(headers)}`);
    this.name = code;
    this.$metadata = { httpStatusCode: status, requestId: headers['x-amz-request-id'] };
  }
}
