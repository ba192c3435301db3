import { createHash } from 'node:crypto';
import type { StagedNetwork } from '../../../shared/data-access/publishing/staging/staged-network.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';

/** SHA-256 in hex over all published content of a network except the hours of the coming days. */
export const contentDigestOf = (staged: StagedNetwork, capabilities: readonly Capability[]): string => {
  const sha256 = createHash('sha256').update(JSON.stringify(capabilities));
  for (const { code, digest } of staged.digests()) sha256.update(`\n${code} ${digest}`);
  return sha256.digest('hex');
};
