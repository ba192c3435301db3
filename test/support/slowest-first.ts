import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Path suffixes of test files that take about 30 seconds, although they are short. */
const slowFiles = [
  'functions/platform/publication/publication-faults.test.ts',
  'functions/platform/publication/publication-kills.test.ts',
  'local/availability.test.ts',
  'figures/small-country.test.ts',
  'local/publishing.test.ts',
  'local/contract.test.ts',
  'local/import-served.test.ts',
  'local/kills.test.ts',
  'infra/operator/locations/locations.test.ts',
  'infra/console/import.test.ts',
];

const isSlow = ({ moduleId }: TestSpecification): boolean =>
  slowFiles.some((file) => moduleId.endsWith(file));

/**
 * Sequencer that starts each project with its slowest files. Vitest knows durations only from earlier runs, so on a
 * fresh checkout a slow file could start last.
 */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ofProjects = Map.groupBy(sorted, ({ project }) => project.name).values();
    return [...ofProjects].flatMap((project) => [
      ...project.filter(isSlow),
      ...project.filter((file) => !isSlow(file)),
    ]);
  }
}
