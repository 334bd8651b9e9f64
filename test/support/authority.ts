import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A key and its certificate, as PEM. */
export interface Issued {
  readonly key: string;
  readonly cert: string;
}

/** An authority that nobody knows, made for one test file. Its keys protect nothing. */
export interface TestAuthority {
  /** Its own certificate (PEM). */
  readonly certificate: string;
  /** A certificate for these names and addresses; valid from a day ago for a month unless given in days from now. */
  readonly issue: (hosts: readonly string[], days?: { readonly from: number; readonly to: number }) => Issued;
  /** The key and certificate of a client as a PKCS#12 file. */
  readonly clientFile: (name: string, passphrase: string, legacy?: boolean) => Buffer;
}

/** Whether certificates can be made here: Debian has openssl, and Windows where Git is installed. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
/** Why a test is skipped if not. */
export const noOpenssl = 'no openssl on the path, which makes the certificates';

/** Makes an authority with openssl. To be called only if `hasOpenssl`. */
export function makeAuthority(name: string): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-authority-'));
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const subject = (common: string): string => `/O=Office of Tests/CN=${common}`;
  try {
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '30',
      '-subj',
      subject(name),
    );
    const authority = { key: read('ca.key'), certificate: read('ca.pem') };
    return {
      certificate: authority.certificate,
      issue: (hosts, days = { from: -1, to: 30 }) =>
        inFolder(authority, (here) => issue(here, subject(hosts[0] ?? 'nobody'), hosts, days)),
      clientFile: (common, passphrase, legacy = false) =>
        inFolder(authority, (here) => {
          issue(here, subject(common), [], { from: -1, to: 30 });
          const pack = ['pkcs12', '-export', '-inkey', 'its.key', '-in', 'its.pem', '-out', 'its.p12'];
          const how = legacy ? ['-legacy'] : [];
          execFileSync('openssl', [...pack, ...how, '-passout', `pass:${passphrase}`], { cwd: here });
          return readFileSync(join(here, 'its.p12'));
        }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function inFolder<T>(
  { key, certificate }: { readonly key: string; readonly certificate: string },
  work: (folder: string) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-authority-'));
  try {
    writeFileSync(join(folder, 'ca.key'), key);
    writeFileSync(join(folder, 'ca.pem'), certificate);
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function issue(
  folder: string,
  subject: string,
  hosts: readonly string[],
  days: { readonly from: number; readonly to: number },
): Issued {
  const names = hosts.map((host) => (/^[\d.]+$/u.test(host) ? `IP:${host}` : `DNS:${host}`)).join(',');
  const alternative = names === '' ? '' : `subjectAltName=${names}\n`;
  writeFileSync(
    join(folder, 'ca.cnf'),
    `[ca]\ndefault_ca=here\n[here]\ndatabase=index.txt\nrand_serial=yes\nnew_certs_dir=.\ndefault_md=sha256\npolicy=any\n` +
      `x509_extensions=leaf\nunique_subject=no\n[any]\norganizationName=optional\ncommonName=supplied\n[leaf]\nbasicConstraints=CA:FALSE\n${alternative}`,
  );
  writeFileSync(join(folder, 'index.txt'), '');
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'its.key'];
  openssl('req', '-new', ...key, '-out', 'its.csr', '-subj', subject);
  const when = ['-startdate', stamp(days.from), '-enddate', stamp(days.to)];
  const signed = ['-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-in', 'its.csr'];
  openssl('ca', '-batch', '-notext', ...signed, '-out', 'its.pem', ...when);
  return {
    key: readFileSync(join(folder, 'its.key'), 'utf8'),
    cert: readFileSync(join(folder, 'its.pem'), 'utf8'),
  };
}

/** So many days from now as openssl writes a time. */
function stamp(days: number): string {
  const iso = new Date(Date.now() + days * 86_400_000).toISOString();
  return `${iso.slice(0, 19).replace(/[-:T]/gu, '')}Z`;
}
