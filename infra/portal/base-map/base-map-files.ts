import { outline } from './outline.ts';
import { towns } from './towns.ts';

/** The files that the locator draws its base map from, by their path in the portal without a slash before it. */
export const baseMapFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['locator/outline.json', JSON.stringify(outline())],
    ['locator/towns.json', JSON.stringify(towns())],
  ]);
