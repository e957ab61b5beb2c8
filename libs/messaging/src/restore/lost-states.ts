import type { Queryable } from '@partner-ordering/data';
import type pg from 'pg';

/** A state that was published and that the restored database does not have: it has an older version of the aggregate, or none. */
export interface LostState<State = unknown> {
  type: string;
  key: string;
  /** The newest version that was published. */
  version: number;
  /** `null`: a deletion was lost, and the aggregate exists again. */
  state: State | null;
  /** The version that the database has of the aggregate; undefined if it does not know it. */
  ownVersion: number | undefined;
  /** What the database has; `null` if the aggregate does not exist in it. */
  ownState: State | null;
}

const PAGE_SIZE = 500;

/** The newest generation whose states were all published anew. Until then a further run names again what was lost. */
const FINISHED = 'select coalesce(max(generation), 0) from state_generation where finished_at is not null';

/**
 * Compares the temporary table `published` with the database: fills the temporary table `lost`, to which belongs what earlier runs found
 * that did not come to their end. The topic was read before, so a state that is published meanwhile is not taken for a lost one.
 */
export async function findLost(session: pg.Client): Promise<void> {
  await session.query('create temporary table lost (like lost_state)');
  await session.query(`
    insert into lost
    select distinct on (type, key) type, key, 0, version, state, own_version, own_state
    from (
      select type, key, version, state, own_version, own_state from lost_state where generation > (${FINISHED})
      union all
      select type, key, p.version, p.state, s.version, s.state from published p left join shared_state s using (type, key)
      where p.version > coalesce(s.version, 0) and p.state is distinct from s.state
    ) found
    order by type, key, version desc`);
  await session.query('alter table lost add primary key (type, key)');
}

/** Keeps what was found as what this generation has lost. */
export async function keepLost(session: pg.Client, generation: number): Promise<void> {
  await session.query('begin');
  await session.query(`delete from lost_state where generation > (${FINISHED})`);
  await session.query('insert into lost_state select type, key, $1, version, state, own_version, own_state from lost', [generation]);
  await session.query('commit');
}

interface LostRow {
  type: string;
  key: string;
  version: string;
  state: unknown;
  own_version: string | null;
  own_state: unknown;
}

const lostStateOf = ({ type, key, version, state, own_version: own, own_state: ownState }: LostRow): LostState => ({
  ...{ type, key, version: Number(version), state, ownVersion: own === null ? undefined : Number(own), ownState },
});

/** What `findLost` has found, in pages. */
export async function* foundLost(session: pg.Client): AsyncGenerator<LostState> {
  const text = `select * from lost where (type, key) > ($1, $2) order by type, key limit ${PAGE_SIZE}`;
  for (let last = ['', '']; ;) {
    const { rows } = await session.query<LostRow>(text, last);
    yield* rows.map(lostStateOf);
    const end = rows.at(-1);
    if (!end) return;
    last = [end.type, end.key];
  }
}

/** What a generation has lost of one type, in pages. */
export async function* lostOf<State>(queryable: Queryable, generation: number, type: string): AsyncGenerator<LostState<State>> {
  const text = `select * from lost_state where generation = $1 and type = $2 and key > $3 order by key limit ${PAGE_SIZE}`;
  for (let last = ''; ;) {
    const rows = await queryable.query<LostRow>({ text, values: [generation, type, last] });
    yield* rows.map((row) => lostStateOf(row) as LostState<State>);
    const end = rows.at(-1);
    if (!end) return;
    last = end.key;
  }
}

/** By key the states that this database lost when it was last restored without them; of most aggregates it lost none. */
export async function readLostStates<State>(
  queryable: Queryable,
  type: string,
  keys: readonly string[],
): Promise<Map<string, LostState<State>>> {
  const rows = await queryable.query<LostRow>({
    text: 'select distinct on (key) * from lost_state where type = $1 and key = any($2::text[]) order by key, generation desc',
    values: [type, keys],
  });
  return new Map(rows.map((row) => [row.key, lostStateOf(row) as LostState<State>]));
}
