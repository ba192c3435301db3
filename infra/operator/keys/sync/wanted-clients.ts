import type { KeyListing } from '../../../../shared/data-access/access/key-repository.ts';
import { type ApiKey, hasExpired, usageIdentifierOf } from '../../../../shared/domain/access/api-key.ts';
import type { AdmittedClient } from '../../stack/operated-stack.ts';

/** Whom the table of keys has the gateway let through. */
export interface WantedClients {
  /** Each client once for every plan that it has a working key of, by what the plan counts it by. */
  readonly byIdentifier: ReadonlyMap<string, AdmittedClient>;
  /** Rows that could not be read. Where there are any, a client that is not among these may have a key all the same. */
  readonly unreadable: number;
}

const works = (key: ApiKey, now: Date): boolean => key.status === 'ACTIVE' && !hasExpired(key, now);

export const wantedClients = ({ keys, unreadable }: KeyListing, now: Date): WantedClients => ({
  byIdentifier: new Map(
    keys
      .filter((key) => works(key, now))
      .map(({ client, plan }) => [usageIdentifierOf({ client, plan }), { client, plan }]),
  ),
  unreadable,
});
