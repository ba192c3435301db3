/** Reads a variable of what a text is rendered for. */
export type VariableOf<Known> = (known: Known) => string | number | undefined;

const contextVariable = /\$context\.(\w+(?:\.\w+)*)/g;

/**
 * Makes what renders a text with `$context` variables. `variableOf` reads the variable of a name, and gives nothing for a name
 * that is never known; what is not known comes out as `unknown`.
 */
export const contextTemplate = <Known>(
  template: string,
  unknown: string,
  variableOf: (name: string) => VariableOf<Known> | undefined,
): ((known: Known) => string) => {
  const [before = '', ...rest] = template.split(contextVariable);
  const steps: { readonly read: VariableOf<Known> | undefined; readonly after: string }[] = [];
  for (let index = 0; index < rest.length; index += 2) {
    steps.push({ read: variableOf(rest[index] ?? ''), after: rest[index + 1] ?? '' });
  }
  return (known) => {
    let text = before;
    for (const { read, after } of steps) text += String(read?.(known) ?? unknown) + after;
    return text;
  };
};
