import { describe, expect, it } from 'vitest';
import { locatorPage } from '../../../../infra/portal/locator/locator-page.ts';
import { descriptionOfType, locationTypes } from '../../../../shared/domain/location/location-types.ts';

describe('the locator', () => {
  it('offers every kind of place by its name', () => {
    for (const type of locationTypes) {
      expect(locatorPage.content).toContain(
        `name="type" value="${type}"> ${descriptionOfType[type]}</label>`,
      );
    }
  });

  it('has nothing that the policy of the portal forbids: no script, style or handler of its own', () => {
    expect(locatorPage.content).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/);
  });
});
