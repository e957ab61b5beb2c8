import { setTimeout as delay } from 'node:timers/promises';
import { upload, type Client, type MessageTypeWrite, type Uploaded } from '@partner-ordering/client';
import { drawn, type Picture } from './pictures.ts';

/** The demo's users, by their part of the address. */
export const people = {
  admin: 'admin@example.com',
  mara: 'manager@example.com',
  uwe: 'user@example.com',
  carla: 'colleague@example.com',
  lars: 'user@other.example.com',
} as const;

export const creatives = {
  ines: ['Inês', 'Carvalho'],
  tomasz: ['Tomasz', 'Wilk'],
  amara: ['Amara', 'Diallo'],
  jonas: ['Jonas', 'Ek'],
} as const;

export type Person = keyof typeof people;
type Creative = keyof typeof creatives;
/** Pictures and texts, by the names of their files. */
export type Files = Readonly<Record<string, Picture | string>>;

/** Who acts, at the API. */
export interface Cast {
  /** The gateway, as this machine reaches it. */
  url: string;
  as: Readonly<Record<Person, Client>>;
  creatives: Readonly<Record<Creative, string>>;
}

/** A placed order; `works` are the gids of those sent so far. */
interface Placed extends Cast {
  gid: string;
  works: string[];
}

/** What happens to a placed order. */
export type Step = (order: Placed) => Promise<unknown>;

/** Uploads files, one after the other. */
export async function uploaded(api: Client, files: Files = {}): Promise<Uploaded[]> {
  const found: Uploaded[] = [];
  for (const [filename, content] of Object.entries(files)) {
    const file = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : await drawn(content);
    found.push(await upload(api, file, { filename }));
  }
  return found;
}

/** A person or a creative says something in the conversation. */
export const say =
  (by: Person | Creative, message: string, files: Files = {}, type: MessageTypeWrite = 'simple'): Step =>
  async ({ gid, as, creatives }) => {
    const [api, worker] = by in people ? [as[by as Person], null] : [as.admin, { gid: creatives[by as Creative] }];
    await api.createMessage(gid, { message, type, worker, attached_files: await uploaded(api, files) });
  };

export const deliver = (by: Creative, message: string, files: Files): Step => say(by, message, files, 'delivery');

export const assign =
  (to: Creative): Step =>
  ({ gid, as, creatives }) =>
    as.admin.updateProject(gid, { worker: { gid: creatives[to] } });

/** A creative sends a work, a picture or a text. `varies` is the number of the work that it varies, from 0. */
export const work =
  (by: Creative, description: string, content: Picture | string, varies?: number): Step =>
  async ({ gid, as: { admin }, creatives, works }) => {
    const [image = null] = typeof content === 'string' ? [] : await uploaded(admin, { 'work.png': content });
    const parent = varies === undefined ? null : { gid: works[varies]! };
    const worker = { gid: creatives[by] };
    const body = { project: { gid }, worker, parent, description, image, content: typeof content === 'string' ? content : null };
    works.push((await admin.createWork(body)).gid);
  };

/** The first work wins, which finishes the order. */
export const chooseFirst =
  (by: Person): Step =>
  ({ gid, as, works }) =>
    as[by].updateProject(gid, { winner: { gid: works[0]! } });

/** The receipt of a finished order, as soon as it is there. */
export const receiptOf = ({ gid, as }: Placed): Promise<string> =>
  until(async () => (await as.admin.listReceipts({ where: (r) => r.project.gid.eq(gid) })).items[0]?.gid);

/** What services learn from each other within a second. */
export async function until<Found>(find: () => Promise<Found | null | undefined>): Promise<Found> {
  for (let count = 0; count < 200; count += 1) {
    const found = await find();
    if (found) return found;
    await delay(100);
  }
  throw new Error('a service took longer than 20 s to follow');
}
