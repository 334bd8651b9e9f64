/** Counts the tests of a run for `npm test` and writes them to the file that DOSSIER_TEST_COUNTS names. */
import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** What the file holds. A skipped test gives its reason with `context.skip(reason)`. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly { readonly test: string; readonly reason: string }[];
}

/**
 * Everything that is neither passed nor skipped on purpose is a failure. That includes a file that does not load, a
 * throwing hook, an error outside of tests, and a test whose process died.
 */
export function count(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Counts {
  const broken = modules
    .flatMap((module) => [module, ...module.children.allSuites()])
    .filter((suite) => suite.errors().length > 0);
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const skipped = tests.filter((test) => test.result().state === 'skipped');
  const passed = tests.filter((test) => test.result().state === 'passed').length;
  return {
    passed,
    failed: tests.length - passed - skipped.length + broken.length + unhandled.length,
    skipped: skipped.map((test) => ({
      test: `${test.module.relativeModuleId} > ${test.fullName}`,
      reason: reasonOf(test),
    })),
  };
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  return (result.state === 'skipped' ? result.note : undefined) ?? 'no reason given';
}

export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env['DOSSIER_TEST_COUNTS'];
    if (path !== undefined) writeFileSync(path, JSON.stringify(count(modules, unhandled)));
  }
}
