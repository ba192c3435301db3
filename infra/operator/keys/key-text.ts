import type { ApiKeyEvent } from '../../../shared/domain/access/api-key.ts';
import { visible } from '../terminal/visible-text.ts';
import type { KeyView } from './key-view.ts';
import { trailText } from './trail-text.ts';

/** All that is known of one key, line by line, with what became of it below. */
export const keyText = (key: KeyView, trail: readonly ApiKeyEvent[]): string => {
  const lines: readonly (readonly [string, string | null])[] = [
    ['Key', key.keyId],
    ['Client', key.client],
    ['Scopes', key.scopes.join(', ')],
    ['Plan', key.sandbox ? `${key.plan}, for trying out (sandbox)` : key.plan],
    ['Status', key.status],
    ['Created', key.createdAt],
    ['Expires', key.expiresAt ?? 'never'],
    ['Revoked', key.revokedAt],
    ['First used', key.firstUsedAt ?? 'never'],
    ['Last used', key.lastUsedAt === null ? 'never' : `${key.lastUsedAt}, noted once an hour`],
    ['Took over from', key.rotatedFrom],
    ['Successor', key.rotatedTo],
  ];
  const shown = lines.flatMap(([name, value]) =>
    value === null ? [] : `${name.padEnd(16)}${visible(value)}`,
  );
  return [...shown, '', trailText(trail)].join('\n');
};
