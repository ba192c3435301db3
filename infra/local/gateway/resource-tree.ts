import { createHash } from 'node:crypto';
import type { GatewayMethod, RestApi } from '../template/rest-api.ts';
import type { RouteFacts } from './proxy-event.ts';

/** A method of the API with what an event says of its resource. */
export interface Route {
  readonly method: GatewayMethod;
  readonly facts: RouteFacts;
}

export interface RouteMatch {
  readonly route: Route;
  /** As the client wrote them, undecoded; null when the path has none. */
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

interface Resource {
  readonly id: string;
  readonly parameterNames: readonly string[];
  /** By HTTP method, or ANY. */
  readonly routes: Map<string, Route>;
}

interface TreeNode {
  readonly literals: Map<string, TreeNode>;
  parameter?: TreeNode;
  /** The resource `{name+}` below this one. */
  greedy?: Resource;
  resource?: Resource;
}

const parameterName = /^\{([^}+]+)(\+?)\}$/;

const newNode = (): TreeNode => ({ literals: new Map() });

const newResource = (path: string): Resource => ({
  id: createHash('sha256').update(path).digest('hex').slice(0, 6),
  parameterNames: path.split('/').flatMap((segment) => parameterName.exec(segment)?.[1] ?? []),
  routes: new Map(),
});

const literalChild = (node: TreeNode, segment: string): TreeNode => {
  const child = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, child);
  return child;
};

const parameterChild = (node: TreeNode): TreeNode => {
  node.parameter ??= newNode();
  return node.parameter;
};

const resourceAt = (root: TreeNode, path: string): Resource => {
  let node = root;
  for (const segment of path === '/' ? [] : path.slice(1).split('/')) {
    const [parameter, , greedy] = parameterName.exec(segment) ?? [];
    if (greedy === '+') {
      node.greedy ??= newResource(path);
      return node.greedy;
    }
    node = parameter === undefined ? literalChild(node, segment) : parameterChild(node);
  }
  node.resource ??= newResource(path);
  return node.resource;
};

interface Found {
  readonly resource: Resource;
  readonly values: readonly string[];
}

const find = (
  node: TreeNode,
  segments: readonly string[],
  index: number,
  values: readonly string[],
): Found | undefined => {
  const segment = segments[index];
  if (segment === undefined) return node.resource && { resource: node.resource, values };
  const literal = node.literals.get(segment);
  const found =
    (literal && find(literal, segments, index + 1, values)) ??
    (node.parameter && segment !== ''
      ? find(node.parameter, segments, index + 1, [...values, segment])
      : undefined);
  if (found !== undefined || node.greedy === undefined) return found;
  const rest = segments.slice(index).join('/');
  return rest === '' ? undefined : { resource: node.greedy, values: [...values, rest] };
};

/** Names are the template's. */
const byName = (names: readonly string[], values: readonly string[]): Readonly<Record<string, string>> => {
  const named: Record<string, string> = {};
  for (let index = 0; index < names.length; index++) named[names[index] ?? ''] = values[index] ?? '';
  return named;
};

/**
 * Finds the method of a raw path: the resource first (a literal segment before `{name}` before `{name+}`), then its method or ANY.
 * A tree of our own, because find-my-way decodes the path before it matches and keeps one tree a method.
 */
export const resourceTree = ({ id, stageName, methods }: Pick<RestApi, 'id' | 'stageName' | 'methods'>) => {
  const root = newNode();
  for (const method of methods) {
    const resource = resourceAt(root, method.path);
    const facts = { apiId: id, stageName, resource: method.path, resourceId: resource.id };
    resource.routes.set(method.httpMethod, { method, facts });
  }

  return (httpMethod: string, path: string): RouteMatch | undefined => {
    if (!path.startsWith('/')) return undefined;
    const found = find(root, path === '/' ? [] : path.slice(1).split('/'), 0, []);
    const route = found?.resource.routes.get(httpMethod) ?? found?.resource.routes.get('ANY');
    if (found === undefined || route === undefined) return undefined;
    const { parameterNames } = found.resource;
    return {
      route,
      pathParameters: parameterNames.length === 0 ? null : byName(parameterNames, found.values),
    };
  };
};
