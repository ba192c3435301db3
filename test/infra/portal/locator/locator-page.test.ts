import { describe, expect, it } from 'vitest';
import { locatorPage } from '../../../../infra/portal/locator/locator-page.ts';
import { descriptionOfType, locationTypes } from '../../../../shared/domain/location/location-types.ts';

describe('the locator', () => {
  it('offers every type of place', () => {
    for (const type of locationTypes) {
      expect(locatorPage.content).toContain(
        `name="type" value="${type}"> ${descriptionOfType[type]}</label>`,
      );
    }
  });

  it('has no inline script, style or event handler, which the content security policy forbids', () => {
    expect(locatorPage.content).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/);
  });
});
