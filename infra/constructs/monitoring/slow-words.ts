import type { StageSettings } from '../../stages/stage-settings.ts';

/** Describes what a slow API means, and what to do: on a stage without traces, what its access log has instead. */
export const slowWords = ({ tracing }: Pick<StageSettings, 'tracing'>): string =>
  [
    'One request in a hundred has taken more than 3 seconds for a quarter of an hour.',
    'The dashboard says which functions are slow.',
    'Many at once: a store is slow, or functions start too often (give them provisionedConcurrency).',
    tracing
      ? 'One alone: see its traces.'
      : 'One alone: see in the access log, for its resourcePath, how much of responseLatency is integrationLatency or ' +
        'authorizerLatency, and which keyId asks; if that does not say why, set tracing for a while.',
    'Clients that read long lists slowly count as well.',
  ].join(' ');
