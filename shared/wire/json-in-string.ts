/** Escapes JSON as the content of a JSON string, without the quotation marks. */
export const inJsonString = (json: string): string => JSON.stringify(json).slice(1, -1);
