import { createServer, type RequestListener } from 'node:http';
import { signedBucket } from '../../../../shared/data-access/objects/signed-bucket.ts';
import { listenUntilTestEnds } from '../../../support/listen-until-test-ends.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** An S3 that answers every request so until the test ends, the paths that it was asked for, and its bucket `published`. */
export const startAnswering = async (answer: RequestListener) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  const port = await listenUntilTestEnds(server);
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket = signedBucket({ bucket: 'published', region: 'ap-southeast-2', credentials, endpoint });
  return { requests, port, bucket };
};

/** One that refuses every request so. */
export const refusing = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  startAnswering((_, response) => {
    response.writeHead(status, { 'x-amz-request-id': 'R1', ...headers });
    response.end(`<Error><Code>${code}</Code><Message>It is so.</Message></Error>`);
  });
