/** What is known of a request, by the names of API Gateway's `$context` variables, such as `authorizer.keyId`. */
export type ContextVariables = ReadonlyMap<string, string>;

const contextVariable = /\$context\.(\w+(?:\.\w+)*)/g;

/** Makes what renders a text with `$context` variables; one that is not known comes out as `unknown`. */
export const contextTemplate = (
  template: string,
  unknown: string,
): ((variables: ContextVariables) => string) => {
  const parts = template.split(contextVariable);
  const [before, only = '', after] = parts;
  // Most templates are a variable and nothing else.
  if (parts.length === 3 && before === '' && after === '')
    return (variables) => variables.get(only) ?? unknown;
  return (variables) =>
    parts.map((part, index) => (index % 2 === 0 ? part : (variables.get(part) ?? unknown))).join('');
};
