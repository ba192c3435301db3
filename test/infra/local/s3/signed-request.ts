import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { credentials, region } from './store-under-test.ts';

export interface PlainRequest {
  readonly method?: string;
  /** Path as sent. */
  readonly path: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** Payload hash to sign (default: the hash of an empty body). */
  readonly payload?: string;
}

const sha256OfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Differences from a current signature by the store's client. */
interface Signer {
  readonly secretAccessKey?: string;
  readonly accessKeyId?: string;
  readonly region?: string;
  readonly service?: 's3' | 'events' | 'dynamodb';
  readonly signedAt?: Date;
}

/** Signs a request that no ordinary client would send, and returns its headers. */
export const signedHeaders = async (
  endpoint: string,
  { method = 'GET', path, query = {}, headers = {}, payload = sha256OfNothing }: PlainRequest,
  signer: Signer = {},
): Promise<Record<string, string>> => {
  const signature = new SignatureV4({
    credentials: { ...credentials, ...signer },
    region: signer.region ?? region,
    service: signer.service ?? 's3',
    sha256: Hash.bind(null, 'sha256'),
    uriEscapePath: false,
  });
  const { host, hostname } = new URL(endpoint);
  const signed = await signature.sign(
    {
      method,
      protocol: 'http:',
      hostname,
      path,
      query,
      headers: { host, 'x-amz-content-sha256': payload, ...headers },
    },
    { signingDate: signer.signedAt ?? new Date() },
  );
  return signed.headers;
};

/** Sends a request with the path as given. Returns the status and, if there is an error, its code. */
export const send = (
  endpoint: string,
  { method = 'GET', path, query = {}, body }: PlainRequest,
  headers: Record<string, string>,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(endpoint);
    const search = new URLSearchParams(query).toString();
    const target = search === '' ? path : `${path}?${search}`;
    const sent = httpRequest(
      { hostname, port, method, path: target, headers, agent: false },
      async (response) => {
        const [, code] = /<Code>(\w+)<\/Code>/.exec(await text(response)) ?? [];
        resolve(code === undefined ? String(response.statusCode) : `${response.statusCode} ${code}`);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

/** Signs and sends a request. Returns the status and, if there is an error, its code. */
export const sendSigned = async (endpoint: string, request: PlainRequest): Promise<string> =>
  send(endpoint, request, await signedHeaders(endpoint, request));
