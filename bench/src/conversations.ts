import type pg from 'pg';
import { gid, gidSql, projectOf, type Dataset } from './dataset.ts';

/** How many messages two projects of the first organization have. */
const messages = [10_000, 10] as const;

/** The projects whose lists of messages are compared: the long conversation and the short one. */
export const conversationsOf = (dataset: Dataset): [string, string] => [
  gid('project', projectOf(dataset, 0, 0)),
  gid('project', projectOf(dataset, 0, 1)),
];

/** Gives them their messages, unless an earlier run has. */
export async function seedConversations(client: pg.Client, dataset: Dataset): Promise<void> {
  for (const [index, project] of conversationsOf(dataset).entries()) {
    await client.query(
      `insert into project_message (gid, project_gid, created_at, type, message, posted_by_gid)
       select ${gidSql('message', `n * 2 + ${index}`)}::uuid, gid, created_at + interval '1 minute' * n, 'simple', repeat('A little more to the left, please. ', 5), owner_gid
       from project, generate_series(1, $2::int) n where gid = $1
       on conflict do nothing`,
      [project, messages[index]],
    );
  }
  await client.query('vacuum (analyze) project_message');
}
