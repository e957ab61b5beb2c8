import * as data from '@partner-ordering/data';
import { invalid, newGid, Unconfirmed, type Transaction } from '@partner-ordering/data';
import { readState } from '@partner-ordering/messaging';
import type { OperationContext } from '../context.ts';
import { createService } from '../service.ts';
import type { Service, ServiceConfig } from '../service-definition.ts';
import type { ApiDocument } from '../document.ts';
import { touch } from '../publications.ts';
import { created, JsonText, noContent, ok, reply, rolledBack, type Reply } from '../replies.ts';
import type { RouteOptions } from '../route.ts';
import type { RouteBuilder } from '../routes.ts';
import { Note, Notes, notes, NoteSchema, notesOfUsers, organizations, type NoteCreate } from './note/fixtures.ts';
import document from './openapi.json' with { type: 'json' };

// A service made for the tests of this package: notes that their owner writes, and operations that go wrong.

type Context<Body = never> = OperationContext<{ path: { gid: string; kind: string }; query: { dry_run?: boolean }; body: Body }>;

export const operations = {
  createNote: async ({ body, principal, query, now, tx, publish, read }: Context<NoteCreate>): Promise<Reply> => {
    const note = Note.create(principal.user, body, now);
    tx.em.persist(note);
    publish('note.written', note.gid, { title: note.title });
    if (query.dry_run) {
      await tx.em.flush();
      return rolledBack(ok(await read(notes, note.gid, { fields: Object.keys(await exampleNote()) })));
    }
    if (note.title !== 'with body') return created(notes.href(note.gid));
    await tx.em.flush();
    return reply(200, await read(notes, note.gid, { fields: Object.keys(await exampleNote()) }), {
      Location: notes.href(note.gid),
    });
  },
  createPublicNote: async ({ body, now, tx, publish }: Context<NoteCreate>): Promise<Reply> => {
    const note = Note.create(newGid(), body, now);
    tx.em.persist(note);
    publish('note.written', note.gid, { title: note.title });
    return created(notes.href(note.gid));
  },
  updateNote: async ({ path, body, principal, now, load }: Context<Partial<NoteCreate>>): Promise<Reply> => {
    (await load(notes, path.gid)).update(principal, body, now);
    return noContent();
  },
  deleteNote: async ({ path, principal, now, load, tx }: Context): Promise<Reply> => {
    const note = await load(notes, path.gid);
    note.update(principal, {}, now);
    tx.em.remove(note);
    return noContent();
  },
  /** Rests on the replicas of a product and of a price. */
  createOrder: async ({ path, body, load, tx }: Context<{ product: string; price?: string }>): Promise<Reply> => {
    await load(notes, path.gid);
    for (const [type, key] of Object.entries(body)) {
      const state = await readState(tx, type, key);
      if (!state?.state) throw new Unconfirmed([{ type, key }], invalid({ path: type, message: 'is not known' }));
    }
    return created(`/v1/notes/${path.gid}`);
  },
  getMe: async ({ principal }: Context): Promise<Reply> => ok({ user: principal.user }),
  echoForm: async ({ body }: Context<string>): Promise<Reply> => ok({ body }),
  createTrial: (context: Context<Record<string, unknown>>): Promise<Reply> => trials[context.path.kind]!(context),
};

const exampleNote = async () => ({
  ...{ gid: '', href: '', created_at: '', modified_at: null, title: '', count: 0, description: null },
});

/** What a test may hold an operation up with. */
export const gate = { opened: Promise.withResolvers<void>(), entered: Promise.withResolvers<void>() };

export function closeGate(): void {
  Object.assign(gate, { opened: Promise.withResolvers<void>(), entered: Promise.withResolvers<void>() });
}

const lockBoth = async (tx: Transaction, gids: readonly string[]): Promise<void> => {
  for (const gid of gids) {
    await tx.query(data.sql`update note set count = count + 1 where gid = ${gid}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const trials: Record<string, (context: Context<Record<string, unknown>>) => Promise<Reply>> = {
  /** Asks catalog in the middle of its transaction. */
  ask: async ({ tx, now, principal, ask }) => {
    tx.em.persist(Note.create(principal.user, { title: 'asked' }, now));
    await tx.em.flush();
    const { word } = await ask<{ word: string }>('catalog', '/internal/word', { of: 'bread' });
    const { more } = await ask<{ more: string }>('catalog', '/internal/more');
    return reply(200, { ...(await exampleNote()), title: `${word} ${more}` });
  },
  /** Asks for leave under the path that the note will have, tells of it, and may fail afterwards. */
  'ask-leave': async ({ tx, now, principal, gid, ask, tell, body }) => {
    const note = Object.assign(Note.create(principal.user, body as never, now), { gid });
    tx.em.persist(note);
    tell('catalog', '/internal/heard', { href: notes.href(gid) });
    await ask('catalog', '/internal/leave', { href: notes.href(gid) });
    if (body['fails']) throw invalid({ path: 'fails', message: 'it does' });
    return created(notes.href(gid));
  },
  fault: () => Promise.reject(new Error('select secret from inside')),
  'wrong-body': async () => ok({ gid: 7 }),
  'right-body': async () => ok(new JsonText(JSON.stringify(await exampleNote()))),
  constraint: async ({ tx, now, principal }) => {
    tx.em.persist(Note.create(principal.user, { title: 'twice' }, now)).persist(Note.create(principal.user, { title: 'twice' }, now));
    return created('/never');
  },
  'write-then-refuse': async ({ tx, now, principal, publish }) => {
    tx.em.persist(Note.create(principal.user, { title: 'rolled back' }, now));
    publish('note.written', 'rolled back', {});
    await tx.em.flush();
    throw invalid({ path: 'state', message: 'is wrong' });
  },
  wait: async ({ tx, now, principal }) => {
    gate.entered.resolve();
    await gate.opened.promise;
    tx.em.persist(Note.create(principal.user, { title: 'waited' }, now));
    return created('/v1/notes/waited');
  },
  deadlock: async ({ body, tx }) => lockBoth(tx, body['gids'] as string[]).then(() => created('/v1/notes')),
  'stale-load': async ({ tx, load, body }) => {
    const gid = body['gid'] as string;
    const seen = await tx.em.findOneOrFail(Note, gid);
    const before = seen.count;
    gate.entered.resolve();
    await gate.opened.promise;
    const loaded = await load(notes, gid);
    return reply(200, { ...(await exampleNote()), title: String(loaded === seen), count: loaded.count - before });
  },
};

const route = (method: RouteOptions['method'], path: string, operationId: string, isPublic = false): RouteOptions => ({
  ...{ method, path, operationId, public: isPublic },
  scopes: isPublic ? [] : ['base'],
});

const names = { searchable: ['gid', 'title', 'count'], orderable: ['gid', 'created_at', 'title'] };

/** As the generated routers do it; the fixed path after the one with a parameter. */
export function createRouter(of: typeof operations, { notes }: { notes: data.Resource }, routes: RouteBuilder) {
  const write = { transaction: true };
  routes.list({ ...route('get', '/v1/notes', 'listNotes'), ...names }, notes);
  routes.operation({ ...route('post', '/v1/notes', 'createNote'), ...write }, of.createNote);
  routes.read({ ...route('get', '/v1/notes/{gid}', 'getNote'), parameter: 'gid' }, notes);
  routes.operation({ ...route('put', '/v1/notes/{gid}', 'updateNote'), ...write }, of.updateNote);
  routes.operation({ ...route('delete', '/v1/notes/{gid}', 'deleteNote'), ...write }, of.deleteNote);
  routes.count({ ...route('get', '/v1/notes/total_count', 'countNotes'), searchable: names.searchable }, notes);
  const within = { resource: 'organizations', parameter: 'orgGid', field: 'owner' };
  routes.list({ ...route('get', '/v1/orgs/{orgGid}/notes', 'listOrganizationNotes'), ...names, within }, notes);
  routes.list({ ...route('get', '/v1/orgs/{orgGid}/drafts', 'listDrafts'), ...names, within }, notes);
  routes.operation({ ...route('post', '/v1/notes/{gid}/orders', 'createOrder'), ...write }, of.createOrder);
  routes.operation({ ...route('get', '/v1/me', 'getMe'), transaction: false }, of.getMe);
  routes.operation({ ...route('post', '/v1/trials/{kind}', 'createTrial'), ...write }, of.createTrial);
  routes.operation({ ...route('post', '/p/notes', 'createPublicNote', true), ...write }, of.createPublicNote);
  routes.operation({ ...route('post', '/oauth2/echo', 'echoForm', true), transaction: false }, of.echoForm);
  return routes.router();
}

/** The service; a test may spoil its document. */
export const createNotes = (config: ServiceConfig, changed: (document: ApiDocument) => void = () => undefined): Promise<Service> => {
  const copy = structuredClone(document) as unknown as ApiDocument;
  changed(copy);
  return createService(
    {
      name: 'notes',
      document: copy,
      createRouter,
      operations,
      resources: { notes: notes as data.Resource },
      parents: { organizations: organizations as data.Resource, notesOfUsers: notesOfUsers as data.Resource },
      entities: [NoteSchema],
      migrations: [{ name: 'notes', class: Notes }],
      states: [{ type: 'note', of: [touch(Note, ({ gid }) => gid)], read: async (tx, key) => stateOf(await tx.em.findOne(Note, key)) }],
      follows: { identity: ['principal', 'user'], catalog: ['product', 'price'] },
      asks: ['catalog'],
      constraints: { note_title: { path: 'title', message: 'is taken' } },
    },
    config,
  );
};

const stateOf = (note: Note | null) => note && { gid: note.gid, title: note.title, count: note.count };
