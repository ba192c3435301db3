import type { KnipConfig } from 'knip';
import { deployedHandlers } from '../../infra/stacks/stage-stacks.ts';

/** Handlers are entries, because other code refers to them only by path. */
export default {
  entry: [
    ...deployedHandlers,
    'infra/app.ts',
    'infra/delivery/app.ts',
    'infra/local/database/guard.ts',
    'infra/local/functions/function-worker.ts',
    'infra/local/functions/thread-entry.js',
    'infra/console/browser/main.ts',
    'infra/portal/browser/{early,portal,try-it}.ts',
    'infra/portal/locator/main.ts',
    'infra/portal/picker/waypost-picker.ts',
    'infra/recording/{fixed-clock,stack-process}.ts',
    'shared/client/{index,node}.ts',
    'shared/spatial/index.ts',
    'test/smoke/stage.smoke.ts',
    'test/browser/{vitest.config,*.browser}.ts',
    'test/figures/full/{vitest.config,*.figures}.ts',
    'test/mutation/*.config.js',
    'test/replay/record/*.ts',
    'test/benchmark/cold-start/{report-loaded,two-clients}.ts',
    'test/support/processes/cold-start-process.ts',
    'test/support/stack/attack.ts',
  ],
  project: ['infra/**/*.ts', 'functions/**/*.ts', 'shared/**/*.ts', 'test/**/*.ts'],
  ignore: ['shared/client/generated/*.ts'],
  ignoreBinaries: ['unshare', 'mkfifo'],
  // The pipeline installs cdk-assets in this version. Not all engineers install the hooks of lefthook.
  ignoreDependencies: ['cdk-assets', 'lefthook'],
} satisfies KnipConfig;
