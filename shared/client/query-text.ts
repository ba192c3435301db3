const pairOf = (name: string, value: unknown): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;

/**
 * A query string of parameters, as the OpenAPI documents have it: an array repeats its parameter. What is undefined, null
 * or an empty array is left out.
 */
export const queryText = (query: object): string =>
  Object.entries(query)
    .flatMap(([name, value]) => [value ?? []].flat().map((one) => pairOf(name, one)))
    .join('&');
