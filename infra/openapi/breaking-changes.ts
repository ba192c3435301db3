import { isDeepStrictEqual } from 'node:util';
import { apiCompare, type Diff } from 'api-smart-diff';
import * as z from 'zod';

/**
 * Returns the changes in an OpenAPI document that break clients of the released document, one line for each.
 * api-smart-diff finds most of them. This function adds those that it misses: changed operation ids, list styles and
 * access, removed optional fields, request bodies that become required, and limits on the values of request fields. In
 * responses, it also adds headers that become optional, and every change of a type, format, pattern or value.
 */
export const breakingChanges = (released: unknown, next: unknown): string[] => {
  const own = ownChanges(apiDocument.parse(released), apiDocument.parse(next));
  // The documents are copied, because apiCompare modifies its arguments.
  const { diffs, merged } = apiCompare(structuredClone(released), structuredClone(next));
  const breaking = diffs.filter((diff) => isBreaking(diff) || isWholeEnum(diff, diffs, merged));
  return [...new Set([...own, ...breaking.map(describe)])];
};

const isBreaking = ({ type, action, after, path: [part, ...rest] }: Diff): boolean => {
  // References are resolved within paths, so components count only where they are used.
  if (part === 'components') return type === 'breaking' && rest[0] === 'securitySchemes';
  // Access to an operation (/PATH/METHOD/security) is compared below.
  if (part !== 'paths' || rest[2] === 'security') return false;
  // The path is /PATH/METHOD/requestBody/content/TYPE/example, or that of a response's example. Clients do not depend
  // on examples.
  if (rest[rest.indexOf('content') + 2] === 'example') return false;
  // The path is /PATH/METHOD/responses/STATUS/headers/NAME/example or required.
  if (rest[4] === 'headers' && rest[6] === 'example') return false;
  if (rest[4] === 'headers' && rest[6] === 'required') return after !== true;
  // The path is /PATH/METHOD/requestBody.
  if (rest[2] === 'requestBody' && rest.length === 3 && action === 'add') return body.parse(after).required;
  if (rest.at(-2) === 'properties' && action === 'remove') return true;
  if (type === 'breaking' || type === 'unclassified') return true;
  return rest[2] === 'responses' && isOtherValue(action, rest.slice(-2));
};

const body = z.object({ required: z.boolean().default(false) });

/** Whether a response may now have another value. `parent` and `key` are the last two parts of the path. */
const isOtherValue = (action: Diff['action'], [parent, key]: Diff['path']): boolean => {
  // Generated clients derive their types from these keywords, so even a narrower value breaks them.
  if (/^(type|anyOf|oneOf|format)$/.test(String(key))) return true;
  return action === 'replace' && (key === 'pattern' || key === 'const' || parent === 'enum');
};

/**
 * Whether a difference belongs to an entire `enum` that is added to a request or removed from a response.
 * api-smart-diff treats a missing `enum` as an empty list, so it reports that the list grew or shrank.
 */
const isWholeEnum = ({ action, path }: Diff, diffs: readonly Diff[], merged: unknown): boolean => {
  const list = path.slice(0, -1);
  if (list.at(-1) !== 'enum' || action !== (path[3] === 'responses' ? 'remove' : 'add')) return false;
  const values: unknown = list.reduce((node: unknown, key) => Reflect.get(Object(node), key), merged);
  const changed = diffs.filter(
    (each) => each.action === action && isDeepStrictEqual(each.path.slice(0, -1), list),
  );
  return Array.isArray(values) && changed.length === values.length;
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
