import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import pg from 'pg';

/** A value that gives access to anyone who knows it. */
export interface Secret {
  name: string;
  value: string;
  /** The only places where it may be found; the test has the reason for each. */
  belongs: readonly string[];
}

/** The data that a run leaves, by the name of its place. */
export type Places = ReadonlyMap<string, Buffer>;

/** A text as it stands in JSON, in JSON within JSON, in addresses and forms, in hexadecimal, and anywhere within base64. */
function formsOf(value: string): string[] {
  const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);
  const bytes = Buffer.from(value);
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The neighboring bytes decide the characters at the ends.
    const inner = encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 4) / 3));
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const form = new URLSearchParams({ value }).toString().slice('value='.length);
  return [...new Set([value, quoted(value), quoted(quoted(value)), encodeURIComponent(value), form, bytes.toString('hex'), ...inBase64])];
}

/** Finds the places of each secret, in any form: lines `<secret>: <places>` for each secret outside its places. */
export function misplaced(secrets: readonly Secret[], places: Places): string[] {
  const found = secretsIn(secrets, places);
  const listed = (names: Iterable<string>): string => [...names].toSorted().join(', ') || 'nowhere';
  return secrets.flatMap((secret) => {
    const [actualPlaces, expectedPlaces] = [listed(found.get(secret) ?? []), listed(secret.belongs)];
    return actualPlaces === expectedPlaces ? [] : [`${secret.name}: found in ${actualPlaces}; belongs in ${expectedPlaces}`];
  });
}

/** Reads each place once, since there may be hundreds of megabytes: the first two bytes select the forms that may begin there. */
function secretsIn(secrets: readonly Secret[], places: Places): Map<Secret, Set<string>> {
  const found = new Map<Secret, Set<string>>();
  const formsByStart = new Map<number, { form: Buffer; secret: Secret }[]>();
  for (const secret of secrets)
    for (const form of formsOf(secret.value).map((text) => Buffer.from(text))) {
      const start = form.readUInt16BE();
      formsByStart.set(start, [...(formsByStart.get(start) ?? []), { form, secret }]);
    }
  const isBeginning = Uint8Array.from({ length: 65_536 }, (_, start) => Number(formsByStart.has(start)));
  for (const [place, content] of places)
    for (let at = 0, start = 0; at < content.length; at += 1) {
      start = ((start << 8) | content[at]!) & 0xffff;
      if (isBeginning[start] === 0 || at === 0) continue;
      for (const { form, secret } of formsByStart.get(start)!)
        if (content.compare(form, 0, form.length, at - 1, Math.min(at - 1 + form.length, content.length)) === 0)
          found.set(secret, (found.get(secret) ?? new Set()).add(place));
    }
  return found;
}

/** Every row of every table of a database. */
export async function rowsOf(connectionString: string): Promise<Buffer> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`);
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
      texts.push(`${name}\n`, ...rows.map(({ row }) => `${row}\n`));
    }
    return Buffer.from(texts.join(''));
  } finally {
    await client.end();
  }
}

/** All files below a folder, one after the other, with their paths. */
export function filesBelow(folder: string, isWanted: (path: string) => boolean = () => true): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => isWanted(relative(folder, file)));
  return Buffer.concat(files.flatMap((file) => [Buffer.from(`\n${relative(folder, file)}\n`), readFileSync(file)]));
}
