import { describe, expect, it } from 'vitest';
import { stages, stagesOf } from '../../../infra/stages/stages.ts';

const names = (context: unknown) => stagesOf(context).map(({ name }) => name);

describe('the stages of a synthesis', () => {
  it('are those that run on AWS when none is named', () => {
    expect(names(undefined)).toEqual(['dev', 'prod']);
  });

  it('are the one that is named', () => {
    expect(names('local')).toEqual(['local']);
    expect(names('prod')).toEqual(['prod']);
  });

  it('are refused when there is no stage of that name', () => {
    expect(() => names('production')).toThrow(/dev.*prod.*local/);
  });
});

describe('the settings', () => {
  it('let a revoked key live for a minute on AWS and for a second on one machine (A13)', () => {
    expect(stages.prod.authoriserCacheSeconds).toBe(60);
    expect(stages.local.authoriserCacheSeconds).toBe(1);
  });

  it('keep the stores of production alone when the stack goes', () => {
    expect(Object.values(stages).filter(({ storesOutliveStack }) => storesOutliveStack)).toEqual([
      stages.prod,
    ]);
  });
});
