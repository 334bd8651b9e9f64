import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { resolvePath } from '#app/client/home-folder.ts';
import { DossierError } from '#contract/error.ts';
import { openHost } from '#app/client.ts';
import { startSample } from '#app/client/home-gateway.ts';
import type { CommandContext, CommandRun } from '../command/context.ts';
import { startTcpProxy } from './tcp-proxy.ts';
import { createFixture } from './fixture.ts';
import { play, PROJECT } from './script.ts';
import { plain } from '../output/text.ts';

/**
 * Plays the main job end to end with the procedures of every other command, against its own service, whose network
 * fails in the middle.
 */
export const demo: CommandRun = async (context) => {
  const folder = await demoFolder(context);
  const home = await mkdtemp(join(folder, 'home-'));
  const endings: (() => Promise<void>)[] = [];
  try {
    const sample = await startSample();
    endings.push(sample.end);
    const proxy = await startTcpProxy(sample.baseUrl);
    endings.push(proxy.pull);
    const session = await openHost({
      home,
      mayMakeVault: true,
      version: context.version,
      passphrase: { given: null, ask: null, askNew: null, showRecoveryCode: null },
      // That the demo's home opens without a passphrase is said at the end, where it matters.
      tell: () => undefined,
      signal: context.signal,
      debug: context.args.flag('debug'),
    });
    endings.push(session.close);
    const { fixture, steps } = createFixture(context, session, sample, proxy, folder);
    const report = await play(fixture);
    context.out.answer({ dir: folder, home, report, steps }, () => ending(folder, home, report.path));
  } finally {
    // The service would keep this process alive.
    for (const end of endings.reverse()) await end();
  }
  return 0;
};

function ending(folder: string, home: string, report: string): string {
  return `
Everything lies in ${plain(folder)}
  the report   ${plain(report)}
  the vault    ${plain(home)} (opened by a bare key file in it; the sample service has ended)
Look around:   dossier findings ${PROJECT} --home ${plain(home)}
`;
}

async function demoFolder({ args, folder }: CommandContext): Promise<string> {
  const given = args.text('out');
  if (given === undefined) return mkdtemp(join(tmpdir(), 'dossier-demo-'));
  const path = resolvePath(folder, given);
  if (!existsSync(dirname(path))) {
    throw new DossierError(
      'file',
      `The folder ${plain(dirname(path))} does not exist. Make it first, or name another one.`,
    );
  }
  try {
    if (!existsSync(path)) await mkdir(path);
    if (!(await stat(path)).isDirectory()) throw new Error('no folder');
  } catch (error) {
    throw new DossierError('file', `${plain(path)} cannot be made a folder: something else has that name.`, {
      cause: error,
    });
  }
  return path;
}
