import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Path suffixes of test files that take more than 20 seconds, the slowest first. */
const slowFiles = [
  'browser/console-locations.browser.ts',
  'browser/console-import.browser.ts',
  'browser/reference.browser.ts',
  'functions/platform/publication/publication-faults.test.ts',
  'functions/platform/publication/publication-kills.test.ts',
  'local/publishing.test.ts',
  'local/contract.test.ts',
  'local/smoke.test.ts',
  'local/start.test.ts',
  'local/import-served.test.ts',
  'local/kills.test.ts',
  'infra/operator/locations/locations.test.ts',
  'infra/console/import.test.ts',
  'infra/portal/samples-run.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slowFiles.findIndex((file) => moduleId.endsWith(file));
  return rank < 0 ? slowFiles.length : rank;
};

/** Starts the projects in the order of the configuration, each with its slowest files. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = this.ctx.projects.map(({ name }) => name);
    const placeOf = ({ project }: TestSpecification) => projects.indexOf(project.name);
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other) || rankOf(one) - rankOf(other));
  }
}
