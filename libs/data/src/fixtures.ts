import { defineEntity, p } from '@mikro-orm/postgresql';
import { Migration } from '@mikro-orm/migrations';
import { testDatabase } from '@partner-ordering/testing';
import { openDatabase, type Database } from './database.ts';
import { column, expression, list, money, pick, reference, type Field, type Money, type Viewer } from './fields.ts';
import { newGid } from './gid.ts';
import { insertThings, type ThingRow } from './thing-rows/fixtures.ts';
import { dataMigrations, searchColumns } from './migrations.ts';
import { readCount, readList, type CollectionParameters, type ListOptions } from './read.ts';
import { anyOf, resource, type Resource } from './resource.ts';
import { raw, sql } from './sql.ts';
import { table } from './tables.ts';

/** A small schema with a column of every type, for the tests of the read path. */
export const ThingSchema = defineEntity({
  name: 'Thing',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().nullable(),
    title: p.string(),
    note: p.text().nullable(),
    count: p.integer(),
    rating: p.double().nullable(),
    isOpen: p.boolean().nullable(),
    priceMinor: p.bigint('number').nullable(),
    currency: p.string(),
    ownerGid: p.uuid(),
    organizationGid: p.uuid().nullable(),
    boxGid: p.uuid().nullable(),
    meta: p.json<object>().nullable(),
  },
});
export class Thing extends ThingSchema.class {}
ThingSchema.setClass(Thing);

const BoxSchema = defineEntity({
  name: 'Box',
  properties: { gid: p.uuid().primary(), title: p.string(), openedAt: p.datetime().nullable() },
});

class Box extends BoxSchema.class {}
BoxSchema.setClass(Box);

class FixtureTables extends Migration {
  up(): void {
    this.addSql('create table box (gid uuid primary key, title text not null, opened_at timestamptz)');
    this
      .addSql(`create table thing (gid uuid primary key, created_at timestamptz not null, modified_at timestamptz, title text not null, note text,
      count int not null, rating double precision, is_open boolean, price_minor bigint, currency text not null, owner_gid uuid not null,
      organization_gid uuid, box_gid uuid references box, meta jsonb)`);
    searchColumns('thing', { short: 'title', long: "title || ' ' || coalesce(note, '')" }).forEach((statement) => this.addSql(statement));
    this.addSql(`create table tag (gid uuid primary key, thing_gid uuid not null references thing, name text, rank int not null,
      author_gid uuid, is_secret boolean not null)`);
    this.addSql('create index tag_thing on tag (thing_gid)');
    this.addSql('create index tag_author on tag (author_gid, thing_gid)');
    this.addSql('create index thing_organization on thing (organization_gid, created_at, gid)');
    this.addSql('create index thing_owner on thing (owner_gid, created_at, gid)');
    this.addSql('create index thing_created on thing (created_at, gid)');
  }
}

interface BoxModel {
  gid: string;
  href: string;
  title: string;
  opened_at: Date | null;
}

interface ThingModel {
  gid: string;
  href: string;
  created_at: string;
  modified_at: string | null;
  title: string;
  note: string | null;
  count: number;
  rating: number | null;
  is_open: boolean | null;
  price: Money | null;
  owner: string;
  organization: string | null;
  box: BoxModel | null;
  meta: object | null;
  tags: string[];
  secret: string;
}

const t = table(Thing, 't');
const b = table(Box, 'b');
const tagColumn = (name: string, type: 'text' | 'number' | 'uuid') => ({ sql: raw(`g.${name}`), type, nullable: true });

/** Seen through three lenses: managed organizations, own things in one's organizations, things one has tagged. */
export const things = resource<ThingModel>()({
  noun: 'thing',
  path: '/v1/things',
  table: t,
  fields: {
    ...pick(t, 'title', 'note', 'count', 'is_open', 'meta'),
    rating: column(t.rating) as Field<number | null>,
    price: { ...money(t.priceMinor, t.currency), comparable: t.priceMinor },
    owner: column(t.ownerGid),
    organization: { ...column(t.organizationGid), parts: { gid: t.organizationGid } },
    box: reference<BoxModel>('/v1/boxes', b, { gid: b.gid, title: b.title, opened_at: b.openedAt })(t.boxGid),
    tags: list<string>({
      from: raw('tag g'),
      on: ({ isAdmin }) => (isAdmin ? raw('g.thing_gid = t.gid') : raw('g.thing_gid = t.gid and not g.is_secret')),
      item: expression<string>(raw('g.name')),
      order: raw('g.rank'),
      parts: {
        name: tagColumn('name', 'text'),
        rank: tagColumn('rank', 'number'),
        'author.gid': tagColumn('author_gid', 'uuid'),
      },
    }),
    secret: { ...expression<string>(raw(`'hidden'`)), shownTo: ({ isAdmin }) => isAdmin },
  },
  aliases: { born_at: t.createdAt, 'box.id': t.boxGid },
  visible: ({ user, manages, memberOf }) => [
    anyOf(t.organizationGid, manages),
    sql`(t.owner_gid = ${user} and t.organization_gid = any(${[...memberOf]}))`,
    sql`exists (select 1 from tag y where y.thing_gid = t.gid and y.author_gid = ${user})`,
  ],
  isSearchable: true,
});

const columns = [
  'gid',
  'created_at',
  'modified_at',
  'title',
  'note',
  'count',
  'rating',
  'is_open',
  'price',
  'owner',
  'organization',
  'box',
  'meta',
];

export const searchable = [
  ...[...columns, 'organization.gid', 'box.gid', 'box.id', 'box.title', 'box.opened_at', 'born_at'],
  ...['tags.name', 'tags.rank', 'tags.author.gid'],
];
export const orderable = [...columns.filter((name) => name !== 'meta'), 'box.title', 'born_at'];

export const admin: Viewer = { user: newGid(), isAdmin: true, memberOf: [], manages: [] };

export interface TestThings {
  database: Database;
  insert(rows: readonly ThingRow[]): Promise<void>;
  /** The page as clients get it. */
  list(parameters?: Omit<CollectionParameters, 'query'> & { query?: unknown }, viewer?: Viewer, more?: Partial<ListOptions>): Promise<Page>;
  count(query?: unknown, viewer?: Viewer): Promise<number>;
  drop(): Promise<void>;
}

export interface Page {
  total_count: number;
  items: { gid: string; title: string; [field: string]: unknown }[];
}

const asText = (query: unknown): { query?: string } =>
  query === undefined ? {} : { query: typeof query === 'string' ? query : JSON.stringify(query) };

export const openThings = (url: string): Promise<Database> =>
  openDatabase({
    url,
    entities: [ThingSchema, BoxSchema],
    migrations: [...dataMigrations, { name: 'fixture', class: FixtureTables }],
    poolSize: 4,
    applicationName: 'data test',
  });

/** A database of things for one test file. */
export async function testThings(): Promise<TestThings> {
  const created = await testDatabase('data_things', async (url) => {
    const template = await openThings(url);
    await template.migrate();
    await template.close();
  });
  const database = await openThings(created.url);
  const collection = { searchable, orderable, fields: Object.keys(things.fields) };
  return {
    database,
    insert: (rows) => insertThings(database, rows),
    list: async ({ query, ...parameters } = {}, viewer = admin, more = {}) =>
      JSON.parse(
        await readList(database, things as Resource, { viewer, ...more, collection, parameters: { ...parameters, ...asText(query) } }),
      ) as Page,
    count: async (query, viewer = admin) =>
      (
        JSON.parse(await readCount(database, things as Resource, { collection, parameters: asText(query), viewer })) as {
          total_count: number;
        }
      ).total_count,
    drop: async () => {
      await database.close();
      await created.drop();
    },
  };
}
