import * as z from 'zod';
import { headerValue } from './s3-request.ts';

const override = headerValue.optional();

/** Parameters with which the signer of a GET decides what headers its reader sees. */
export const responseOverrides = {
  'response-cache-control': override,
  'response-content-disposition': override,
  'response-content-encoding': override,
  'response-content-language': override,
  'response-content-type': override,
  'response-expires': override,
};

const parameters = z.object(responseOverrides);

/** The headers that the parameters put in the place of the stored ones. */
export const overriddenHeaders = (query: z.infer<typeof parameters>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.slice('response-'.length), value]),
  );
