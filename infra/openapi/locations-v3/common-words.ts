/** What the paged lists say of their pages. */
export const pageWords = {
  offset: { description: 'How many items to skip. Past the end the page is empty.', example: 0 },
  size: {
    description: 'How many items a page has at most. With 0 the answer has the total alone.',
    example: 20,
  },
} as const;

/** Headers of every answer that is made from the catalogue. */
export const catalogueHeaders = ['waypost-catalogue-version', 'x-ratelimit-limit-second'] as const;

/** Those that the specification declares of each operation that searches, and 403. */
export const statuses = [400, 401, 403, 404, 405, 429, 500, 503] as const;
