/** JSON as it stands within a JSON string, without the quotation marks around that. */
export const inJsonString = (json: string): string => JSON.stringify(json).slice(1, -1);
