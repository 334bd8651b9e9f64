import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { ProcedureAnswers, ProcedureName } from '#contract/procedures/index.ts';
import type { HostSession } from '#app/client.ts';
import type { RunningSample } from '#app/client/home-gateway.ts';
import type { CommandContext } from '../command/context.ts';
import { createProgress, everySecond } from '../output/progress.ts';
import { pad } from '../output/text.ts';
import type { TcpProxy } from './tcp-proxy.ts';

/** Who the demo works as. */
export const ME = 'mara';

/** One thing that the demo did, for `--json`. */
export interface Step {
  readonly step: string;
  readonly said: string;
  readonly answer: unknown;
}

/** What the steps share. */
export interface DemoFixture {
  readonly context: CommandContext;
  readonly sample: RunningSample;
  readonly proxy: TcpProxy;
  readonly folder: string;
  readonly call: <N extends ProcedureName>(name: N, input: Json) => Promise<ProcedureAnswers[N]>;
  /** Tells one step and keeps it for the summary. */
  readonly tell: (step: string, said: string, answer?: unknown, detail?: string) => void;
}

/** Sets the stage over an open home; `steps` grows while the story is told. */
export function createFixture(
  context: CommandContext,
  session: HostSession,
  sample: RunningSample,
  proxy: TcpProxy,
  folder: string,
): { readonly fixture: DemoFixture; readonly steps: readonly Step[] } {
  const { out, args, signal } = context;
  const steps: Step[] = [];
  const fixture: DemoFixture = {
    context,
    sample,
    proxy,
    folder,
    async call(name, input) {
      const progress = createProgress({
        out,
        stderr: process.stderr,
        // Plain lines of progress would only tear the story apart.
        quiet: args.flag('quiet') || !process.stderr.isTTY,
        nowMs: () => performance.now(),
        everySecond,
      });
      try {
        const token = sample.tokenOf(ME);
        const outcome = await session.call(name, input, { token, signal, onProgress: progress.show });
        if (outcome.ok) return outcome.value;
        throw DossierError.of(outcome.error);
      } finally {
        progress.end();
      }
    },
    tell(step, said, answer = null, detail = '') {
      steps.push({ step, said, answer });
      const number = out.paint('cyan', pad(String(steps.length), 2, 'right'));
      out.say(`${number}  ${out.paint('bold', pad(step, 10))}  ${said}\n${detail}`);
    },
  };
  return { fixture, steps };
}
