import { describe, expect, it } from 'vitest';
import { services } from '../../shared/domain/access/service.ts';
import { looks, seriousFindings } from './accessibility.ts';
import { visitReference } from './reference-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

describe.each(looks)(
  'without serious violations ($colorScheme, $width pixels wide)',
  ({ colorScheme, width }) => {
    it.each(services)('shows the reference of %s', async (service) => {
      const viewport = { width, height: 900 };
      const { page, see } = await newVisitor({ colorScheme, viewport, reducedMotion: 'reduce' });
      await visitReference(page, service);
      await see(`axe-${service}-${colorScheme}-${width}`);
      expect(await seriousFindings(page)).toEqual([]);
    });
  },
);
