import { describe, expect, it } from 'vitest';
import { installedChromium } from './installed-chromium.ts';

describe('the browser of the browser tests', () => {
  it('is the one that the variable names', async () => {
    expect(await installedChromium(process.execPath)).toBe(process.execPath);
  });

  it('is asked for with the way to get it where the variable names nothing that runs', async () => {
    await expect(installedChromium('/nowhere/chrome')).rejects.toThrow(
      'apt-get install chromium-headless-shell',
    );
  });
});
