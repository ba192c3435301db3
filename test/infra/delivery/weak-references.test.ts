import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { requireCurrentReferences } from '../../../infra/delivery/weak-references.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { synthesiseStage } from '../../support/templates/synthesised-stage.ts';
import { type AwsResponses, account, startAwsDouble } from './aws-double.ts';

const { prod } = stages;

/**
 * Returns the references in a template. Strong ones are named by their import, weak ones by the JSON of their stack and
 * output.
 */
const referencesIn = (value: unknown): readonly { readonly strong: boolean; readonly name: string }[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, argument]) => {
    if (key === 'Fn::ImportValue') return [{ strong: true, name: String(argument) }];
    if (key !== 'Fn::GetStackOutput') return referencesIn(argument);
    const { StackName, OutputName } = z
      .object({ StackName: z.string(), OutputName: z.string() })
      .parse(argument);
    return [{ strong: false, name: `${StackName}:${OutputName}` }];
  });
};

describe.each([stages.dev, stages.prod])('the references between the stacks of $name', (stage) => {
  const templates = Object.entries(synthesiseStage(stage));

  it('are imports if they refer to stores, but not to streams, so that CloudFormation keeps stores that are in use', () => {
    const ofData = templates
      .flatMap(([, template]) => referencesIn(template))
      .filter(({ name }) => /-Data:/.test(name));
    expect(ofData.filter(({ strong }) => strong).length).toBeGreaterThan(50);
    const weak = new Set(ofData.flatMap(({ strong, name }) => (strong ? [] : [name])));
    expect(weak.size).toBe(5);
    for (const name of weak) expect(name).toMatch(/FnGetAttTables\w+StreamArn/);
  });

  it.each(templates)(
    'have their values repeated in outputs if they are weak: %s',
    (_name, { Resources, Outputs }) => {
      const weakIn = (part: unknown) =>
        new Set(referencesIn(part).flatMap(({ strong, name }) => (strong ? [] : [name])));
      expect([...weakIn(Outputs)].toSorted()).toEqual([...weakIn(Resources)].toSorted());
      for (const output of Object.values(Outputs).filter((each) => weakIn(each).size > 0)) {
        expect(Object.keys(z.object({}).loose().parse(output.Value))).toEqual(['Fn::GetStackOutput']);
      }
    },
  );
});

describe('the comparison after a deployment', () => {
  let aws: AwsResponses;
  let asked: string[];
  beforeEach(async () => {
    const value = { 'Fn::GetStackOutput': { StackName: 'Waypost-Prod-Publishing', OutputName: 'Rule' } };
    const Outputs = { UsesRule: { Value: value }, Address: { Value: 'https://api.post.example' } };
    aws = { templates: { 'Waypost-Prod-Watch': { Outputs } } };
    const double = await startAwsDouble(aws);
    asked = double.asked;
    for (const [name, value] of Object.entries(double.environment)) vi.stubEnv(name, value);
  });
  afterEach(() => void vi.unstubAllEnvs());

  it("accepts values that are current, and reads them with the stage's lookup role", async () => {
    aws.outputs = {
      'Waypost-Prod-Watch': { UsesRule: 'rule-1' },
      'Waypost-Prod-Publishing': { Rule: 'rule-1' },
    };
    await requireCurrentReferences(prod);
    expect(asked).toContain(
      `assume arn:aws:iam::${account}:role/cdk-wpprod-lookup-role-${account}-eu-west-1`,
    );
  });

  it.each([
    ['a value has changed', { UsesRule: 'rule-1' }, { Rule: 'rule-2' }],
    ['a value is missing', { UsesRule: 'rule-1' }, {}],
    ['no value is recorded', {}, { Rule: 'rule-1' }],
  ])('reports the stacks and the remedy if %s', async (_case, watch, publishing) => {
    aws.outputs = { 'Waypost-Prod-Watch': watch, 'Waypost-Prod-Publishing': publishing };
    await expect(requireCurrentReferences(prod)).rejects.toThrow(
      /Waypost-Prod-Watch: Rule of Waypost-Prod-Publishing[\s\S]*cdk destroy --exclusively -c stage=prod Waypost-Prod-Watch\n/,
    );
  });
});
