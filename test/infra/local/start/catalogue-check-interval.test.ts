import { expect, it } from 'vitest';
import { catalogueCheckSecondsOf } from '../../../../infra/local/start/describe-stack.ts';
import type { DeployedFunction } from '../../../../infra/local/template/deployment.ts';
import { UnsupportedTemplate } from '../../../../infra/local/template/resource.ts';

const functionWith = (name: string, environment: Readonly<Record<string, string>>): DeployedFunction => ({
  name,
  codeDirectory: '/code',
  handler: 'index.handler',
  environment,
  timeoutSeconds: 3,
  memoryMegabytes: 128,
});

const functionsTold = (...settings: readonly string[]) => ({
  functions: new Map([
    ['Other', functionWith('Other', {})],
    ...settings.map((seconds, index): [string, DeployedFunction] => [
      `Reader${index}`,
      functionWith(`Reader${index}`, { CATALOGUE_CHECK_SECONDS: seconds }),
    ]),
  ]),
});

it('every function has looked for a newer catalogue after the longest interval of all and its grace', () => {
  expect(catalogueCheckSecondsOf(functionsTold('1', '60', '5'))).toBe(65);
  expect(catalogueCheckSecondsOf(functionsTold('1'))).toBe(2);
});

it('there is nothing to wait for where no function reads the catalogue', () => {
  expect(catalogueCheckSecondsOf(functionsTold())).toBe(0);
});

it.each(['', ' 5', '-1', '1.5', '1e3', '0x10', 'soon'])(
  'an interval of %j is refused by the name of its function',
  (seconds) => {
    const check = () => catalogueCheckSecondsOf(functionsTold('1', seconds));
    expect(check).toThrow(UnsupportedTemplate);
    expect(check).toThrow(/Reader1/);
  },
);
