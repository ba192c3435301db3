import { expect, it } from 'vitest';
import { pickerFile } from '../../../infra/portal/build/browser-bundle.ts';

it('the picker’s script for websites has at most 3 kB', async () => {
  const script = await pickerFile();
  expect(script.length).toBeLessThanOrEqual(3_000);
  expect(Buffer.from(script).toString()).toContain('WaypostPicker');
});
