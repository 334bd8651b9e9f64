import { createWriteStream, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { importInHost } from './import-host.ts';
import { takeTurns } from './support/pairs.ts';
import { measure } from './support/process.ts';
import { tell, tellCpu, tellRatio } from './support/report.ts';

const items = 100_000;
const hosts = 500;
const plugins = 2_000;
const rounds = 3;
/** Of the file that is queued. */
const queued = 5_000;
const script = fileURLToPath(new URL('./bare/scan.ts', import.meta.url));

/** Young generation as in the program's host thread. */
const flags = ['--max-semi-space-size=8'];

/** A Nessus file read as items against the bare parser over the same file, each in a process of its own. */
export async function scansOf100000(scratch: string): Promise<void> {
  const file = join(scratch, 'large.nessus');
  await writeNessus(file);
  tell('size of the file', statSync(file).size / 1024 ** 2, null, ' MB');
  const { ours, theirs } = await takeTurns(
    rounds,
    () => measure(script, ['items', file], { flags }),
    () => measure(script, ['bare', file]),
  );
  for (const { stdout } of ours)
    if (stdout.trim() !== String(items)) throw new Error(`${stdout.trim()} items were read.`);
  const msOf = (taken: typeof ours): number[] => taken.map(({ ms }) => ms);
  tellRatio('100,000 items of Nessus / the bare parser', msOf([...ours]), msOf([...theirs]), 4);
  tellCpu(ours, theirs);
  tell('peak memory of it', Math.max(...ours.map(({ peakMb }) => peakMb)), 300, ' MB');
  const many = join(scratch, 'many.nessus');
  writeFileSync(many, fileOfFindings());
  await importInHost(scratch, file, many);
}

/** Each entry is a finding of its own. */
function fileOfFindings(): string {
  const entries = Array.from(
    { length: queued },
    (_, at) =>
      `<ReportItem port="443" severity="3" pluginID="${String(90_000 + at)}" pluginName="Plugin ${String(at)}">` +
      `<description>${'Words of it. '.repeat(60)}</description><solution>Update.</solution>` +
      `<plugin_output>${'seen here\n'.repeat(20)}</plugin_output></ReportItem>`,
  );
  return `<NessusClientData_v2><ReportHost name="10.0.0.1">${entries.join('\n')}</ReportHost></NessusClientData_v2>`;
}

/** Texts repeat for each plugin; what a check put out is its own. */
async function writeNessus(path: string): Promise<void> {
  const file = createWriteStream(path);
  const prose = (plugin: number, words: number): string =>
    Array.from({ length: words }, (_, at) => `word${String((plugin * 31 + at * 7) % 997)}`).join(' ');
  const write = async (text: string): Promise<void> => {
    if (!file.write(text)) await once(file, 'drain');
  };
  await write('<?xml version="1.0" ?>\n<NessusClientData_v2>\n<Report name="bench">\n');
  for (let host = 0; host < hosts; host += 1) {
    const name = `10.0.${String(host >> 8)}.${String(host & 255)}`;
    await write(
      `<ReportHost name="${name}"><HostProperties><tag name="host-ip">${name}</tag></HostProperties>\n`,
    );
    for (let check = 0; check < items / hosts; check += 1) {
      const plugin = 10_000 + ((host * 131 + check) % plugins);
      await write(
        `<ReportItem port="${String(check % 65_536)}" svc_name="www" protocol="tcp" severity="${String(plugin % 5)}" ` +
          `pluginID="${String(plugin)}" pluginName="Plugin ${String(plugin)}" pluginFamily="General">\n` +
          `<cve>CVE-2021-${String(plugin)}</cve>\n<cvss3_base_score>7.5</cvss3_base_score>\n` +
          '<cvss3_vector>CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N</cvss3_vector>\n' +
          `<description>${prose(plugin, 150)}\n\n  - ${prose(plugin + 1, 40)} &amp; *more*</description>\n` +
          `<solution>${prose(plugin + 2, 60)}</solution>\n<see_also>https://x.test/${String(plugin)}\nhttps://y.test/a</see_also>\n` +
          `<plugin_output>\n  Host ${name}, check ${String(check)}\n${`  ${prose(host + check, 30)}\n`.repeat(10)}</plugin_output>\n` +
          '</ReportItem>\n',
      );
    }
    await write('</ReportHost>\n');
  }
  file.end('</Report>\n</NessusClientData_v2>\n');
  await once(file, 'close');
}
