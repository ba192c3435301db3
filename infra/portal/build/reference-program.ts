import scalar from '@scalar/fastify-api-reference';
import * as z from 'zod';

const route = z.object({
  url: z.string(),
  handler: z.custom<(request: unknown, reply: unknown) => void>((value) => typeof value === 'function'),
});

/**
 * Scalar's program for browsers, whole and without anything it would fetch. The package carries it for a server of
 * Fastify alone, so a stand-in takes what that server would answer. Throws where the package has none.
 */
export const referenceProgram = (): string => {
  let program: unknown;
  const reply = {
    header: () => reply,
    send: (content: unknown) => {
      program = content;
    },
  };
  const server = {
    hasPlugin: () => false,
    route: (given: unknown) => {
      const { url, handler } = route.parse(given);
      if (url.endsWith('/js/scalar.js')) handler(undefined, reply);
    },
  };
  scalar(server, { configuration: { url: '/openapi.json' } }, () => {});
  return z.string().min(1).parse(program);
};
