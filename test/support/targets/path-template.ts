/** Returns the raw values of a template's `{name}` segments in a path; undefined if it does not match. */
export const matchTemplate = (
  template: string,
  path: string,
): Readonly<Record<string, string>> | undefined => {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name === undefined ? segment !== value : value === '') return undefined;
    if (name !== undefined) values[name] = value;
  }
  return values;
};

const isVariable = (segment: string | undefined) => segment?.startsWith('{') ?? false;

/** Orders templates by API Gateway's precedence: fixed segments before variables. */
export const mostFixedFirst = (one: string, other: string): number => {
  const others = other.split('/');
  for (const [index, segment] of one.split('/').entries()) {
    const difference = Number(isVariable(segment)) - Number(isVariable(others[index]));
    if (difference !== 0) return difference;
  }
  return 0;
};
