import { defineEntity, p } from '@mikro-orm/postgresql';
import { Migration } from '@mikro-orm/migrations';
import type { Principal } from '@partner-ordering/auth';
import {
  anyOf,
  column,
  expression,
  forbidden,
  hrefOf,
  invalid,
  newGid,
  pick,
  raw,
  resource,
  searchColumns,
  sql,
  stateTable,
  table,
} from '@partner-ordering/data';

export const NoteSchema = defineEntity({
  name: 'Note',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().nullable(),
    title: p.string(),
    description: p.text().nullable(),
    count: p.integer(),
    ownerGid: p.uuid(),
  },
});

export interface NoteCreate {
  title: string;
  description?: string | null;
  count?: number;
}

export class Note extends NoteSchema.class {
  static create(owner: string, { title, description = null, count = 0 }: NoteCreate, now: Date): Note {
    return Object.assign(new Note(), { gid: newGid(), createdAt: now, modifiedAt: null, title, description, count, ownerGid: owner });
  }

  /** Everybody sees notes, only the owner writes them (403); a note whose count is 13 is final (400). */
  update(principal: Principal, changes: Partial<NoteCreate>, now: Date): void {
    if (principal.user !== this.ownerGid) throw forbidden('update', 'note');
    if (this.count === 13) throw invalid({ path: 'count', message: 'is final' });
    Object.assign(this, changes, { modifiedAt: now });
  }
}
NoteSchema.setClass(Note);

export class Notes extends Migration {
  up(): void {
    this.addSql(`create table note (gid uuid primary key, created_at timestamptz not null, modified_at timestamptz, title text not null,
      description text, count int not null, owner_gid uuid not null, constraint note_title unique (owner_gid, title))`);
    searchColumns('note', { short: 'title', long: 'title' }).forEach((statement) => this.addSql(statement));
  }
}

interface NoteModel {
  gid: string;
  href: string;
  created_at: string;
  modified_at: string | null;
  title: string;
  description: string | null;
  count: number;
  owner: string;
}

const n = table(Note, 'n');

/** Notes titled `hidden` are seen by their owner alone. */
export const notes = resource<NoteModel>()({
  noun: 'note',
  path: '/v1/notes',
  table: n,
  // In another order than the document, and one more.
  fields: {
    ...pick(n, 'description', 'count', 'title'),
    owner: column(n.ownerGid),
  },
  visible: ({ user }) => [sql`(n.title <> 'hidden' or n.owner_gid = ${user})`],
  isSearchable: true,
});

/** The same, nested: without a route of its own. */
export const notesOfUsers = resource<{ gid: string; href: string }>()({
  noun: 'note',
  path: '/v1/users/{gid}/notes',
  table: n,
  fields: { href: expression<string>(raw(`'/v1/users/' || n.owner_gid || '/notes/' || n.gid`)) },
  visible: () => [raw('true')],
});

const o = stateTable('o');

/** Organizations as parents of nested paths; members see them. */
export const organizations = resource<{ gid: string; href: string }>()({
  noun: 'organization',
  path: '/v1/organizations',
  table: o,
  fields: { gid: column(o.key), href: hrefOf('/v1/organizations', o.key) },
  where: sql`o.type = 'organization' and o.state is not null`,
  visible: ({ memberOf }) => [anyOf(o.key, memberOf)],
});
