import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { peakMegabytes } from './peak-megabytes.ts';

const script = fileURLToPath(new URL('peak-megabytes.ts', import.meta.url));

const printing = `const { peakMegabytes } = await import(${JSON.stringify(script)});
console.log(peakMegabytes());`;

it('leaves out what the process held that started this one', () => {
  // Written to, so that the system really allocates it.
  const held = Buffer.alloc(400 * 1_024 * 1_024, 1);
  const ofChild = Number(execFileSync(process.execPath, ['--eval', printing], { encoding: 'utf8' }));
  expect(ofChild).toBeGreaterThan(20);
  expect(ofChild).toBeLessThan(250);
  expect(peakMegabytes()).toBeGreaterThan(held.length / 1_024 ** 2);
});
