import type { Database } from '../database.ts';
import { newGid } from '../gid.ts';

export interface TagRow {
  name: string | null;
  rank: number;
  author: string | null;
  isSecret: boolean;
}

export interface ThingRow {
  gid: string;
  createdAt: Date;
  modifiedAt: Date | null;
  title: string;
  note: string | null;
  count: number;
  rating: number | null;
  isOpen: boolean | null;
  priceMinor: number | null;
  currency: string;
  ownerGid: string;
  organizationGid: string | null;
  box: { gid: string; title: string; openedAt: Date | null } | null;
  meta: object | null;
  tags: TagRow[];
}

/** A row with a few words of its own. */
export const thing = (changes: Partial<ThingRow> = {}): ThingRow => ({
  gid: newGid(),
  createdAt: new Date('2026-03-01T12:00:00Z'),
  modifiedAt: null,
  title: 'Thing',
  note: null,
  count: 0,
  rating: null,
  isOpen: null,
  priceMinor: null,
  currency: 'EUR',
  ownerGid: newGid(),
  organizationGid: null,
  box: null,
  meta: null,
  tags: [],
  ...changes,
});

export async function insertThings(database: Database, rows: readonly ThingRow[]): Promise<void> {
  const boxes = new Map(rows.flatMap(({ box }) => (box ? [[box.gid, box]] : [])));
  const put = (statement: string, values: readonly unknown[]) => database.query({ text: statement, values: [JSON.stringify(values)] });
  await put(
    `insert into box select gid, title, "openedAt" from json_to_recordset($1) as r(gid uuid, title text, "openedAt" timestamptz) on conflict do nothing`,
    [...boxes.values()],
  );
  await put(
    `insert into thing select gid, "createdAt", "modifiedAt", title, note, count, rating, "isOpen", "priceMinor", currency, "ownerGid", "organizationGid",
      (box->>'gid')::uuid, meta from json_to_recordset($1) as r(gid uuid, "createdAt" timestamptz, "modifiedAt" timestamptz, title text, note text, count int,
      rating double precision, "isOpen" boolean, "priceMinor" bigint, currency text, "ownerGid" uuid, "organizationGid" uuid, box json, meta jsonb)`,
    rows,
  );
  await put(
    `insert into tag select gid, thing, name, rank, author, "isSecret"
      from json_to_recordset($1) as r(gid uuid, thing uuid, name text, rank int, author uuid, "isSecret" boolean)`,
    rows.flatMap(({ gid, tags }) => tags.map((tag) => ({ ...tag, gid: newGid(), thing: gid }))),
  );
}
