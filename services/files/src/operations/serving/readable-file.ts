import { notFound, PossiblyStale } from '@partner-ordering/kernel';
import type { OperationTools } from '@partner-ordering/http';
import type { Neighbours } from '@partner-ordering/neighbours';
import type { Dependencies } from '../../context.ts';
import { mayRead } from '../../domain/access.ts';
import { holders } from '../../domain/holders.ts';
import { fileAt } from '../../domain/record-upload.ts';
import type { FileRow } from '../../domain/find-file.ts';

/** A file that the caller may read; 404 for any other. The right to read may depend on memberships, so identity confirms a refusal. */
export async function readableFile(
  {
    database,
    storage,
    write,
    imageLimits,
    now,
    principal,
    neighbours,
  }: Pick<OperationTools<Neighbours<'files'>>, 'database' | 'now' | 'principal' | 'neighbours'> &
    Pick<Dependencies, 'storage' | 'write' | 'imageLimits'>,
  path: string,
  noun = 'file',
): Promise<FileRow> {
  const file = await fileAt({ database, storage, write, imageLimits, now }, path);
  if (file && (await mayRead(file, principal, holders(database, neighbours)))) return file;
  throw new PossiblyStale([{ type: 'principal', key: principal.user }], notFound(noun));
}
