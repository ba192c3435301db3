import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of tests that take half a minute though they are short, by the end of their paths. */
export const longest = [
  'functions/platform/publication/publication-kills.test.ts',
  'functions/platform/publication/publication-faults.test.ts',
  'infra/constructs/functions/libraries-on-demand.test.ts',
  'local/contract.test.ts',
  'local/keys.test.ts',
  'local/publishing.test.ts',
];

const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((file) => moduleId.endsWith(file));

/**
 * Begins each project with the files that take longest, which Vitest itself knows only of those that it has run before:
 * else one of them is still running on a fresh checkout when all others of its project have ended.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ofProjects = Map.groupBy(sorted, ({ project }) => project.name).values();
    return [...ofProjects].flatMap((project) => [
      ...project.filter(isLong),
      ...project.filter((file) => !isLong(file)),
    ]);
  }
}
