import { checkSeconds } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { maxUncheckedSeconds } from '../../../shared/domain/publication/check-grace.ts';
import type { Deployment } from './deployment.ts';
import { UnsupportedTemplate } from './intrinsics.ts';

/**
 * Seconds after which no function answers from a catalogue without having looked for a newer one; 0 where none reads
 * it. Throws UnsupportedTemplate where a function is told no number.
 */
export const catalogueCheckSecondsOf = ({ functions }: Pick<Deployment, 'functions'>): number => {
  const told = [...functions.values()].flatMap(({ name, environment: { CATALOGUE_CHECK_SECONDS: text } }) => {
    if (text === undefined) return [];
    const seconds = checkSeconds.safeParse(text);
    if (seconds.success) return [seconds.data];
    throw new UnsupportedTemplate(
      `CATALOGUE_CHECK_SECONDS of ${name} is no number of seconds: ${JSON.stringify(text)}`,
    );
  });
  return Math.max(0, ...told.map(maxUncheckedSeconds));
};
