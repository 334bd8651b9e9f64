import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { renameOver } from '#db/store/files.ts';

/** Where the running instance of a home listens, and what a client shows to be let in. */
export interface Endpoint {
  /** Path of a Unix socket, or name of a Windows pipe. */
  readonly address: string;
  /** On Windows, where a pipe has no owner that Node could set: kept in the home, which only its user can read. */
  readonly secret: string | null;
}

/** A Unix socket's address holds 104 bytes on macOS and 108 on Linux, with the end mark. */
const LONGEST_SOCKET_PATH = 100;
const SOCKET = 'dossier.sock';
/** Names the endpoint where it is not simply the socket in the home. */
const POINTER = 'dossier.endpoint';

/**
 * Chooses where this instance listens and leaves word of it in the home. Called by the holder of the home's lock
 * only; what an earlier instance left behind (a socket after kill -9) is removed.
 * @throws DossierError 'file' if the folder for long paths belongs to another user
 */
export function prepareEndpoint(home: string, platform: NodeJS.Platform = process.platform): Endpoint {
  rmSync(join(home, POINTER), { force: true });
  if (platform === 'win32') {
    const name = randomBytes(16).toString('hex');
    return leavePointer(home, {
      address: `\\\\.\\pipe\\dossier-${name}`,
      secret: randomBytes(32).toString('hex'),
    });
  }
  const path = join(home, SOCKET);
  rmSync(path, { force: true });
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) return { address: path, secret: null };
  const name = createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 32);
  const address = join(ownTemporaryFolder(), `${name}.sock`);
  rmSync(address, { force: true });
  return leavePointer(home, { address, secret: null });
}

/** Where the instance of a home is to be reached, if one said so; it may have ended since. */
export function findEndpoint(
  home: string,
  platform: NodeJS.Platform = process.platform,
): Endpoint | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(home, POINTER), 'utf8'));
    if (typeof value === 'object' && value !== null && 'address' in value && 'secret' in value) {
      const { address, secret } = value;
      if (typeof address === 'string' && (secret === null || typeof secret === 'string')) {
        return { address, secret };
      }
    }
  } catch {
    // No pointer, or half of one: the socket in the home is the only other place.
  }
  const path = join(home, SOCKET);
  if (platform === 'win32' || Buffer.byteLength(path) > LONGEST_SOCKET_PATH) return undefined;
  return { address: path, secret: null };
}

/** Takes away what an instance left in the file system, when it ends. */
export function removeEndpoint(home: string, endpoint: Endpoint): void {
  rmSync(join(home, POINTER), { force: true });
  if (!endpoint.address.startsWith('\\\\')) rmSync(endpoint.address, { force: true });
}

function leavePointer(home: string, endpoint: Endpoint): Endpoint {
  const temporary = join(home, `${POINTER}.new`);
  rmSync(temporary, { force: true });
  writeFileSync(temporary, JSON.stringify(endpoint), { mode: 0o600 });
  renameOver(temporary, join(home, POINTER));
  return endpoint;
}

/** A folder in the shared temporary one that nobody else can read, nor have prepared for us. */
export function ownTemporaryFolder(): string {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `dossier-${String(uid)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid) {
    throw new DossierError(
      'file',
      `The folder ${folder} belongs to another user. Name a vault with a shorter path by --home.`,
    );
  }
  if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  return folder;
}
