import { isDeepStrictEqual } from 'node:util';
import { apiCompare, type Diff } from 'api-smart-diff';
import * as z from 'zod';

/**
 * Lists the changes of an OpenAPI document that break clients of the released one, each as a line. api-smart-diff
 * classifies most of them. It lets some pass that break clients: an operation id, how lists are written, access, a
 * response header that may be absent, and a change of a type in a response.
 */
export const breakingChanges = (released: unknown, next: unknown): string[] => {
  const own = ownChanges(apiDocument.parse(released), apiDocument.parse(next));
  // It writes into what it compares.
  const { diffs } = apiCompare(structuredClone(released), structuredClone(next));
  return [...new Set([...own, ...diffs.filter(isBreaking).map(describe)])];
};

const isBreaking = ({ type, after, path: [part, ...rest] }: Diff): boolean => {
  // References are followed within paths, so that components count only where they are used.
  if (part === 'components') return type === 'breaking' && rest[0] === 'securitySchemes';
  // The access to an operation is compared below: /PATH/METHOD/security.
  if (part !== 'paths' || rest[2] === 'security') return false;
  // /PATH/METHOD/responses/STATUS/headers/NAME/example or required
  if (rest[4] === 'headers' && rest[6] === 'example') return false;
  if (rest[4] === 'headers' && rest[6] === 'required') return after !== true;
  const isTypeInResponse = rest.includes('responses') && /^(type|anyOf|oneOf)$/.test(String(rest.at(-1)));
  return type === 'breaking' || type === 'unclassified' || isTypeInResponse;
};

const describe = ({ path, action, description, before, after }: Diff): string =>
  `${path.slice(1).join(' > ')}: ${description?.trim() || action} (${JSON.stringify(before)} -> ${JSON.stringify(after)})`;

const parameter = z.object({
  in: z.string(),
  name: z.string(),
  style: z.string().optional(),
  explode: z.boolean().optional(),
});

const security = z.array(z.record(z.string(), z.unknown())).optional();

const apiDocument = z.object({
  openapi: z.string().startsWith('3.1'),
  servers: z.tuple([z.object({ url: z.string() })]),
  security,
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ operationId: z.string(), security, parameters: z.array(parameter).default([]) }),
    ),
  ),
});
type ApiDocument = z.infer<typeof apiDocument>;

const ownChanges = (released: ApiDocument, next: ApiDocument): string[] => {
  const changes: string[] = [];
  const compare = (what: string, before: unknown, after: unknown) => {
    if (!isDeepStrictEqual(before, after))
      changes.push(`${what}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`);
  };
  compare('base path', basePathOf(released), basePathOf(next));
  for (const [path, methods] of Object.entries(released.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const now = next.paths[path]?.[method];
      if (!now) continue;
      const at = `${method.toUpperCase()} ${path}`;
      compare(`${at}: operationId`, operation.operationId, now.operationId);
      const access = now.security ?? next.security ?? [];
      if (access.length > 0)
        compare(`${at}: security`, operation.security ?? released.security ?? [], access);
      for (const { in: place, name, style, explode } of operation.parameters) {
        const found = now.parameters.find((each) => each.in === place && each.name === name);
        if (found) compare(`${at}: form of ${name}`, [style, explode], [found.style, found.explode]);
      }
    }
  return changes;
};

const basePathOf = ({ servers: [{ url }] }: ApiDocument): string =>
  new URL(url, 'https://host.invalid').pathname.replace(/\/$/, '');
