import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import {
  compress,
  decompress,
  prepareToDecompress,
} from '../../../../../shared/data-access/publishing/snapshot/snapshot-compression.ts';

const module = new URL(
  '../../../../../shared/data-access/publishing/snapshot/snapshot-compression.ts',
  import.meta.url,
);

it.each(['', 'a', 'of some length '.repeat(1_000)])('a piece is what it was: %.20s', (text) => {
  const content = Buffer.from(text);
  expect(decompress(compress(content), content.length).toString()).toBe(text);
});

it('a piece of another size than said is refused', () => {
  expect(() => decompress(compress(Buffer.from('abc')), 2)).toThrow(RangeError);
  expect(() => decompress(compress(Buffer.from('abc')), 4)).toThrow(RangeError);
});

it('unpacking is prepared by unpacking', () => {
  expect(prepareToDecompress()).toBe(true);
});

it('what unpacks is loaded when it is prepared, and not before', async () => {
  const script = `
    const { prepareToDecompress } = await import('${module}');
    const isLoaded = () => process.moduleLoadList.includes('NativeModule zlib');
    const before = isLoaded();
    prepareToDecompress();
    process.stdout.write(JSON.stringify([before, isLoaded()]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(JSON.parse(stdout)).toEqual([false, true]);
});
