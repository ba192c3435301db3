import { expect, it } from 'vitest';
import { refuseFewOpenFiles } from '../../../../infra/local/start/local-stack.ts';

const limitsWith = async (
  openFiles: string,
) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             1000                 1000                 processes
Max open files            ${openFiles.padEnd(20)} 1048576              files
Max locked memory         65536                65536                bytes
`;

it.each(['0', '64', '255'])(
  'a process that may open %s files is refused with the way out',
  async (openFiles) => {
    await expect(refuseFewOpenFiles(limitsWith(openFiles))).rejects.toThrow(
      new RegExp(`may open ${openFiles} files .* ulimit -n`),
    );
  },
);

it.each(['256', '1048576', 'unlimited'])('a process that may open %s files is not', async (openFiles) => {
  await refuseFewOpenFiles(limitsWith(openFiles));
});

it('a process of which the system says nothing is not', async () => {
  await refuseFewOpenFiles(Promise.reject(new Error('ENOENT')));
  await refuseFewOpenFiles(Promise.resolve('anything else'));
  await refuseFewOpenFiles();
});
