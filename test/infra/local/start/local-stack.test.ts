import { expect, it } from 'vitest';
import { catalogueCheckSecondsOf } from '../../../../infra/local/start/local-stack.ts';
import type { DeployedFunction } from '../../../../infra/local/template/deployment.ts';

/** Returns a deployment with one function per setting, and a function that does not read the catalogue. */
const deploymentWith = (...settings: readonly string[]) => {
  const environments = [{}, ...settings.map((seconds) => ({ CATALOGUE_CHECK_SECONDS: seconds }))];
  const functions = environments.map((environment, index): [string, DeployedFunction] => {
    const name = `Reader${index}`;
    const code = { codeDirectory: '/code', handler: 'index.handler' };
    return [name, { name, ...code, environment, timeoutSeconds: 3, memoryMegabytes: 128 }];
  });
  return { functions: new Map(functions) };
};

it.each([
  [['1', '60', '5'], 65],
  [['1'], 2],
  [[], 0],
])('computes the maximum age of a catalogue for checks every %j seconds: %i', (settings, seconds) => {
  expect(catalogueCheckSecondsOf(deploymentWith(...settings))).toBe(seconds);
});
