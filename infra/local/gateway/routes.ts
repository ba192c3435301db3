import { createHash } from 'node:crypto';
import type { GatewayMethod } from '../template/rest-api.ts';

export interface Route {
  readonly method: GatewayMethod;
  /** Id of the resource: six hexadecimal digits, which are the same for all methods of a path. */
  readonly resourceId: string;
  /** Path parameters as the client sent them, not decoded. Null if the path has none. */
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

/**
 * Finds the method for a raw path as API Gateway does: first the resource (a literal segment takes precedence over
 * `{name}`, and both over `{name+}`), then its method or ANY. Routers such as find-my-way decode the path, and choose
 * the method first.
 */
export const routeTable = (methods: readonly GatewayMethod[]) => {
  const resources = [...Map.groupBy(methods, ({ path }) => path)]
    .map(([path, ofPath]) => toResource(path, ofPath))
    .sort((some, other) => (some.rank < other.rank ? -1 : 1));

  return (httpMethod: string, path: string): Route | undefined => {
    for (const { pattern, resourceId, parameterNames, methodsByName } of resources) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const method = methodsByName.get(httpMethod) ?? methodsByName.get('ANY');
      if (method === undefined) return undefined;
      const parameters = parameterNames.map((name, index) => [name, match[index + 1] ?? '']);
      return {
        method,
        resourceId,
        pathParameters: parameters.length === 0 ? null : Object.fromEntries(parameters),
      };
    }
    return undefined;
  };
};

const parameter = /^\{([^}+]+)(\+?)\}$/;

const toResource = (path: string, methods: readonly GatewayMethod[]) => {
  const segments = path.split('/').map((segment) => {
    const [isParameter, name, greedy] = parameter.exec(segment) ?? [];
    if (!isParameter) return { rank: '0', pattern: segment.replace(/[^\w-]/g, '\\$&') };
    return greedy ? { rank: '2', pattern: '(.+)', name } : { rank: '1', pattern: '([^/]+)', name };
  });
  return {
    /** Sorts the most specific resource first, segment by segment. */
    rank: segments.map(({ rank }) => rank).join(''),
    pattern: new RegExp(`^${segments.map(({ pattern }) => pattern).join('/')}$`, 's'),
    parameterNames: segments.flatMap(({ name }) => name ?? []),
    resourceId: createHash('sha256').update(path).digest('hex').slice(0, 6),
    methodsByName: new Map(methods.map((method) => [method.httpMethod, method])),
  };
};
