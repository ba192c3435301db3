import { createContext, Script } from 'node:vm';
import * as z from 'zod';
import type { RequestTarget } from '../gateway/request-target.ts';

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

/** CloudFront's form of a query: nothing in it is decoded. */
const querystringOf = (
  rawQuery: string,
): Record<string, { value: string; multiValue?: { value: string }[] }> => {
  const valuesOf = new Map<string, string[]>();
  for (const part of rawQuery.split('&').filter((each) => each !== '')) {
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    valuesOf.set(name, [...(valuesOf.get(name) ?? []), equals < 0 ? '' : part.slice(equals + 1)]);
  }
  return Object.fromEntries(
    [...valuesOf].map(([name, values]) => {
      const multiValue = values.map((value) => ({ value }));
      return [name, { value: values.at(-1) ?? '', ...(values.length > 1 && { multiValue }) }];
    }),
  );
};

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
