import { expect, it } from 'vitest';
import { stages } from '../../../infra/stages/stages.ts';
import { type SynthesisedTemplate, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

/**
 * The snapshots have one line per resource, so that their diff shows what a deployment would change. To update them,
 * run `npx vitest run test/infra/stacks/template-snapshots.test.ts -u`, and read their diff: only they show that
 * CloudWatch may publish to the alarm topics, which tables expire rows, that preflights convert their content to text,
 * which log lines the metrics of refused requests count, and what the role that uploads the portal may write.
 */
const linesOf = ({ Resources, Outputs }: SynthesisedTemplate): readonly string[] =>
  [...Object.entries(Resources), ...Object.entries(Outputs)]
    .map(([id, content]) => `${id} ${JSON.stringify(content)}`)
    .toSorted();

const prod = synthesiseStage(stages.prod);
const dev = synthesiseStage(stages.dev);

const asInProd = (line: string): string => line.replaceAll('-Dev-', '-Prod-').replaceAll(/\bdev\b/g, 'prod');

it.each(Object.entries(prod))('the templates of prod match their snapshots: %s', async (name, template) => {
  await expect(`${linesOf(template).join('\n')}\n`).toMatchFileSnapshot(`snapshots/prod-${name}.txt`);
});

it.each(Object.entries(dev))(
  'the templates of dev differ from prod as recorded: %s',
  async (name, template) => {
    const inProduction = new Set(Object.values(prod).flatMap(linesOf));
    const differing = linesOf(template).filter((line) => !inProduction.has(asInProd(line)));
    await expect(`${differing.join('\n')}\n`).toMatchFileSnapshot(`snapshots/dev-${name}-differs.txt`);
  },
);
