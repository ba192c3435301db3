import { createServer, type RequestListener } from 'node:http';
import { objectReader, type S3Location } from '../../../../shared/data-access/objects/object-reader.ts';
import { listenUntilTestEnds } from '../../../support/listen-until-test-ends.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Starts an S3 that gives every request this response until the test ends, with the paths requested so far. */
export const startAnswering = async (answer: RequestListener) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
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
export const refusing = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  startAnswering((_, response) => {
    response.writeHead(status, { 'x-amz-request-id': 'R1', ...headers });
    response.end(`<Error><Code>${code}</Code><Message>It is so.</Message></Error>`);
  });
