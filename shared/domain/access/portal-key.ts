import * as z from 'zod/mini';

/**
 * Path of the portal's key file on the portal's origin. The file is missing until `waypost keys portal` has issued a
 * key.
 */
export const portalKeyPath = '/key.json';

/** Content of the file at `portalKeyPath`: the browser key with which the locator sends searches. */
export const portalKey = z.object({ browserKey: z.string().check(z.startsWith('wp_web_')) });
