import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';

/** A window over the whole cluster: its databases are nearly alike, and each but the first then costs almost nothing. */
const smallest = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_windowLog]: 27,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
};
/** `postmaster.opts` holds paths of this machine and is made anew at every start. */
const leftOut = ['./postgres/data/postmaster.opts'].map((path) => `--exclude=${path}`);

/** Writes a data folder that nobody uses into `<file>` (.tar.zst), without owners. */
export async function pack(folder: string, file: string): Promise<void> {
  const plain = ['--sort=name', '--format=posix', '--pax-option=delete=atime,delete=ctime', '--owner=0', '--group=0', '--numeric-owner'];
  const tar = spawn('tar', [...plain, ...leftOut, '-C', folder, '-cf', '-', '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(tar, 'close');
  await pipeline(tar.stdout, createZstdCompress({ params: smallest }), createWriteStream(file));
  await mustBeZero(ended);
}

/** Unpacks it into a folder, from which `npm start` then runs: as whoever we are, or under root as PostgreSQL's own user. */
export async function unpack(file: string, folder: string): Promise<void> {
  // It reads to the end, and does not leave at the end of the archive while its padding is still being written.
  const tar = spawn('tar', ['-x', '-p', '--ignore-zeros', '--no-same-owner', '-C', folder, '-f', '-'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(tar, 'close');
  await pipeline(createReadStream(file), createZstdDecompress(), tar.stdin);
  await mustBeZero(ended);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'nobody:', join(folder, 'postgres')]);
}

async function mustBeZero(ended: Promise<unknown[]>): Promise<void> {
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}
