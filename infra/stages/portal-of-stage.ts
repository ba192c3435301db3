import * as z from 'zod';
import { domainOf } from './domain-settings.ts';

/** What the portal for developers is known by and draws its map from. */
export const portalOfStage = z.strictObject({
  /** The address that people know it by. CloudFront takes certificates of us-east-1 alone, and its own address serves where this is absent. */
  domain: domainOf('us-east-1').optional(),
  /**
   * Whether CloudFront logs who asked for which page, as it does where this is absent. It must be false in regions that
   * an account opts in to: CloudFront makes no distribution that logs into a bucket there.
   */
  logs: z.boolean().optional(),
  /** The server of the map's tiles; the map has an outline of the country alone where this is absent. */
  tiles: z
    .strictObject({
      url: z
        .string()
        .regex(
          /^https:\/\/[a-z0-9.-]+\/\S*\{z\}\S*$/,
          'https://host/… with the places {z}, {x} and {y}, the host without any',
        ),
      /** Whom the tiles are by, as plain text: their licence asks for it. */
      attribution: z.string().min(1),
    })
    .optional(),
});
