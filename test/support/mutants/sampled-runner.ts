import {
  commonTokens,
  declareFactoryPlugin,
  PluginKind,
  tokens,
  type Injector,
  type PluginContext,
} from '@stryker-mutator/api/plugin';
import { MutantRunStatus, type MutantRunResult, type TestRunner } from '@stryker-mutator/api/test-runner';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import { drawnVariable, fingerprintOf, untilVariable } from './drawn.ts';

const drawn = (process.env[drawnVariable] ?? '').split(',').filter((one) => one !== '');
const until = Number(process.env[untilVariable]);

const notRun: MutantRunResult = { status: MutantRunStatus.Survived, nrOfTests: 0 };

/** Stryker's runner of vitest without the mutants that were not drawn, and without any once the time is over. */
function sampledRunner(injector: Injector<PluginContext>): TestRunner {
  const [vitest] = vitestPlugins;
  if (vitest === undefined) throw new Error('Stryker brings no runner of vitest.');
  const runner = vitest.factory(injector);
  return {
    capabilities: () => runner.capabilities(),
    init: async () => runner.init?.(),
    dryRun: (options) => runner.dryRun(options),
    mutantRun: async (options) => {
      const isDrawn = drawn.length === 0 || drawn.includes(fingerprintOf(options.activeMutant));
      return isDrawn && Date.now() < until ? runner.mutantRun(options) : notRun;
    },
    dispose: async () => runner.dispose?.(),
  };
}
sampledRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'sampled', sampledRunner)];
