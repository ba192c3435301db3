import * as z from 'zod';
import { createWaypostClient, type WaypostClient } from '../../shared/client/index.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';

const environment = z.object({
  WAYPOST_BASE_URL: z.url(),
  AUTH_KEY: z.string().min(1),
  WAYPOST_PUBLISHED: z.stringbool({ truthy: ['true'], falsy: ['false'] }),
});

export interface StageUnderTest {
  readonly target: ApiTarget;
  readonly keyless: ApiTarget;
  /** The client that partners use. */
  readonly client: WaypostClient;
  /** Whether the stage has published and must therefore serve a network. */
  readonly hasPublished: boolean;
}

export const stageUnderTest = (): StageUnderTest => {
  const {
    WAYPOST_BASE_URL: url,
    AUTH_KEY: key,
    WAYPOST_PUBLISHED: hasPublished,
  } = environment.parse(process.env);
  return {
    target: httpTarget(url, key),
    keyless: httpTarget(url, undefined),
    client: createWaypostClient({ baseUrl: url, key }),
    hasPublished,
  };
};
