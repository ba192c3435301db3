import * as z from 'zod/mini';
import { type ApiCall, callOf, callOperation } from '../samples/api-call.ts';
import { printValue } from '../samples/code-samples.ts';

/** Requests of the form of an operation. Runs when the portal is built, and in browsers. */

/** What the form knows about its operation. The page has it as JSON. */
export const formOperation = z.extend(callOperation, { needsKey: z.boolean() });

/** Returns the request that fields describe, by names such as `query.size`. Empty ones count as absent. */
export const requestOf = (
  operation: z.infer<typeof formOperation>,
  fields: Readonly<Record<string, string>>,
): ApiCall => {
  const filled = (place: string) =>
    Object.entries(fields)
      .filter(([name, value]) => value !== '' && name.startsWith(`${place}.`))
      .map(([name, value]) => [name.slice(place.length + 1), value] as const);
  const types = new Map(operation.parameters.map(({ name, type }) => [name, type]));
  const members = filled('body').map(([name, value]) => [
    name,
    types.get(name) === 'number' ? numberOr(value) : value,
  ]);
  const body = operation.method === 'GET' ? undefined : printValue(Object.fromEntries(members));
  const values = {
    path: Object.fromEntries(filled('path')),
    query: filled('query'),
    headers: Object.fromEntries(filled('header')),
    body,
  };
  return callOf(operation, values, operation.needsKey);
};

/** Other text is sent as it is, so that the API can say what is wrong with it. */
const numberOr = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
