import { createContext, Script } from 'node:vm';
import * as z from 'zod';
import { cut, type RequestTarget } from '../gateway/read-request.ts';

const moved = z.object({
  statusCode: z.literal(301),
  headers: z.object({ location: z.object({ value: z.string() }) }),
});
const forwarded = z.object({ uri: z.string().startsWith('/') });
const outcome = z.union([
  moved.transform((answer) => ({ movedTo: answer.headers.location.value })),
  forwarded,
]);

/** What becomes of a request: a file is looked for, or the client is sent elsewhere. */
export type ViewerRequestOutcome = z.infer<typeof outcome>;

/** Runs a CloudFront function as CloudFront does: with nothing but the language. What it throws is thrown. */
export const viewerRequest = (code: string): ((target: RequestTarget) => ViewerRequestOutcome) => {
  const context = createContext({});
  new Script(code, { filename: 'viewer-request.js' }).runInContext(context);
  // Only text goes in: an object of this realm would bring its constructor, and so all of this process, along.
  const call = new Script('handler(JSON.parse(event))');
  return ({ path, rawQuery }) => {
    const request = {
      method: 'GET',
      uri: path,
      querystring: querystringOf(rawQuery),
      headers: {},
      cookies: {},
    };
    context.event = JSON.stringify({ version: '1.0', request });
    return outcome.parse(call.runInContext(context));
  };
};

/** CloudFront's form of a query. Nothing in it is decoded. */
const querystringOf = (rawQuery: string) => {
  const parameters = Map.groupBy(
    rawQuery.split('&').filter((part) => part !== ''),
    (part) => cut(part, '=')[0],
  );
  return Object.fromEntries(
    [...parameters].map(([name, parts]) => {
      const multiValue = parts.map((part) => ({ value: cut(part, '=')[1] }));
      return [name, { value: multiValue.at(-1)?.value ?? '', ...(parts.length > 1 && { multiValue }) }];
    }),
  );
};
