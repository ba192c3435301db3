import { createServer, type RequestListener } from 'node:http';
import { objectReader, type S3Location } from '../../../../shared/data-access/objects/object-reader.ts';
import { listenUntilTestEnds } from '../../../support/listen-until-test-ends.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Starts an S3 that handles every request with `respond` until the test ends, and records the requested paths. */
export const startResponding = async (respond: RequestListener) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    respond(request, response);
  });
  const port = await listenUntilTestEnds(server);
  const place: S3Location = {
    bucket: 'published',
    region: 'ap-southeast-2',
    credentials,
    endpoint: `http://127.0.0.1:${port}`,
  };
  return { requests, server, port, place, bucket: objectReader(place) };
};

/** Starts an S3 that rejects every request with this error. */
export const rejecting = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  startResponding((_, response) => {
    response.writeHead(status, { 'x-amz-request-id': 'R1', ...headers });
    response.end(`<Error><Code>${code}</Code><Message>It is so.</Message></Error>`);
  });
