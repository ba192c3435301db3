import type { ImportSummary } from '../../../shared/data-access/importing/import-report.ts';
import { counted } from '../../../shared/domain/counted.ts';
import type { PublishedKind } from '../../../shared/domain/publication/publication.ts';

/** What a stack on this machine begins with, as an operator knows it. */
const sampleInWords = {
  locations: 'the sample network',
  services: 'the sample services',
} satisfies Record<PublishedKind, string>;

/** What an import says that takes the place of the sample. */
export const replacingSample = (kind: PublishedKind): string => `replacing ${sampleInWords[kind]}`;

/** What a dry run says of it. */
export const wouldReplaceSample = (
  kind: PublishedKind,
  { changed, unchanged, kept, removed }: ImportSummary,
): string => {
  const before = counted(removed + unchanged + changed + kept, 'record');
  return `this replaces ${sampleInWords[kind]}: ${removed} of its ${before} would be removed, which is published without --force`;
};
