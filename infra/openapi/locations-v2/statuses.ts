/**
 * Statuses of every operation. The specification assigns its statuses to no operation. 415 is not among these, because
 * no operation reads a body, and 404 is only a status of operations whose path has parameters.
 */
export const statuses = [400, 401, 403, 405, 429, 500] as const;

/** Statuses of operations whose path has parameters: with an empty one the path does not exist. */
export const statusesWithPath = [400, 401, 403, 404, 405, 429, 500] as const;
