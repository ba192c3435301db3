import { describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages/stages.ts';
import { type SynthesisedTemplate, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

/**
 * What a deployment would do, to be read in a change of these files: a resource a line. What is meant is taken in by
 * `npx vitest run test/infra/stacks/template-snapshots.test.ts -u`.
 */
const linesOf = ({ Resources, Outputs }: SynthesisedTemplate): readonly string[] =>
  [...Object.entries(Resources), ...Object.entries(Outputs)]
    .map(([id, content]) => `${id} ${JSON.stringify(content)}`)
    .toSorted();

const prod = synthesiseStage(stages.prod);
const dev = synthesiseStage(stages.dev);

const asInProd = (line: string): string => line.replaceAll('-Dev-', '-Prod-').replaceAll(/\bdev\b/g, 'prod');

describe('the templates of production', () => {
  it.each(Object.entries(prod))('are what they were: %s', async (name, template) => {
    await expect(`${linesOf(template).join('\n')}\n`).toMatchFileSnapshot(`snapshots/prod-${name}.txt`);
  });
});

describe('the templates of development', () => {
  it.each(Object.entries(dev))('differ from those of production as they did: %s', async (name, template) => {
    const inProduction = new Set(Object.entries(prod).flatMap(([, each]) => linesOf(each)));
    const differing = linesOf(template).filter((line) => !inProduction.has(asInProd(line)));
    await expect(`${differing.join('\n')}\n`).toMatchFileSnapshot(`snapshots/dev-${name}-differs.txt`);
  });
});
