import type { ApiKeyEvent } from '../../../shared/domain/access/api-key.ts';
import { textTable } from '../terminal/text-table.ts';

const headings = ['AT', 'KEY ID', 'CLIENT', 'WHAT', 'BY', 'DETAILS', 'REASON'];

/** `scopes=locations-v2+locations-v3, expiresAt=never`: all but the client, which has a column of its own. */
const detailsInWords = ({ client: _, ...details }: ApiKeyEvent['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('+') : value}`)
    .join(', ');

/** Entries of the audit trail in their order, as a table for people. */
export const trailText = (events: readonly ApiKeyEvent[]): string =>
  textTable(
    headings,
    events.map(({ at, keyId, action, by, details, reason = '' }) => [
      at,
      keyId,
      String(details.client ?? ''),
      action,
      by,
      detailsInWords(details),
      reason,
    ]),
  );
