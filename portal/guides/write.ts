import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { contents } from './contents.ts';
import { portalPage, root, sourceOf } from './markdown.ts';
import { startPage } from './start.ts';

const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

/** Writes the start page, the guides and the files beside them into the folder from which the site is built. */
export async function writeGuides(folder: string): Promise<void> {
  const publicFolder = join(folder, 'public');
  await mkdir(publicFolder, { recursive: true });
  const names = contents.flatMap(({ guides }) => guides);
  for (const name of names) await writeFile(join(folder, `${name}.md`), portalPage(await read(sourceOf(name)), sourceOf(name)));
  const start = startPage(await read('portal/start.md'), await read(sourceOf('first-order')));
  await writeFile(join(folder, 'index.md'), start);
  for (const file of ['console/public/icon.svg', 'docs/partners/price-sheet.csv'])
    await copyFile(join(root, file), join(publicFolder, basename(file)));
}
