/** What is known of a request, by the names of API Gateway's `$context` variables, such as `authorizer.keyId`. */
export type ContextVariables = ReadonlyMap<string, string>;

const contextVariable = /\$context\.(\w+(?:\.\w+)*)/g;

/** Renders a text with `$context` variables; one that is not known comes out as `unknown`. */
export const contextTemplate = (template: string, unknown: string) => {
  const parts = template.split(contextVariable);
  return (variables: ContextVariables): string =>
    parts.map((part, index) => (index % 2 === 0 ? part : (variables.get(part) ?? unknown))).join('');
};
