import { expect, it } from 'vitest';
import { catalogueCheckSecondsOf, refuseFewOpenFiles } from '../../../../infra/local/start/local-stack.ts';
import type { DeployedFunction } from '../../../../infra/local/template/deployment.ts';

/** Returns a deployment with a function per setting, and one that reads no catalogue. */
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
])('with catalogue checks every %j seconds, changes are visible within %i', (settings, seconds) => {
  expect(catalogueCheckSecondsOf(deploymentWith(...settings))).toBe(seconds);
});

const limitsWith = async (openFiles: string) => `Limit                     Soft Limit           Hard Limit
Max processes             1000                 1000
Max open files            ${openFiles.padEnd(20)} 1048576
`;

it.each(['64', '255'])('refuses to start with a limit of %s open files', async (openFiles) => {
  await expect(refuseFewOpenFiles(limitsWith(openFiles))).rejects.toThrow(
    new RegExp(`may open only ${openFiles} files .* ulimit -n`),
  );
});

it.each([
  ['256 open files', limitsWith('256')],
  ['no limit', limitsWith('unlimited')],
  ['an unknown limit', Promise.resolve('anything else')],
  ['the limit of this process', undefined],
])('starts with %s', async (_limit, limits) => {
  await refuseFewOpenFiles(limits);
});

it('starts if the limits file does not exist', async () => {
  await refuseFewOpenFiles(Promise.reject(new Error('ENOENT')));
});
