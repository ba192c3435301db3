/** The specification declares these for the service, and assigns none of them to an operation of its own. */
export const statuses = [400, 401, 403, 404, 405, 415, 429, 500] as const;
