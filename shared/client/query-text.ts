const textOf = (value: unknown): string =>
  encodeURIComponent(Array.isArray(value) ? value.map(String).join(',') : String(value));

/**
 * A query string of parameters; lists are comma lists, as the services read them. What is undefined, null or an empty
 * list is left out.
 */
export const queryText = (query: object): string =>
  Object.entries(query)
    .filter(
      ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
    )
    .map(([name, value]) => `${encodeURIComponent(name)}=${textOf(value)}`)
    .join('&');
