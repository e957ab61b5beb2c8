import { Cron } from 'croner';
import { sameKeySql } from '../queue/add-jobs.ts';
import type { Session } from '../queue/claims.ts';

export interface Schedules {
  /** Reads the last time of each schedule; call it with every new session, before `addDue`. */
  load(session: Session): Promise<void>;
  /** Adds due jobs; returns the milliseconds until the next. Queries the database only when one is due. */
  addDue(session: Session): Promise<number>;
}

/** One key for all jobs of a schedule, so that a job that waits or runs is not queued twice. */
const SCHEDULED_KEY = 'schedule';

// One of all instances advances the schedule and adds the job in the same statement.
const addText = `
  with moved as (update job_schedule set last_at = $2 where name = $1 and last_at = $3 returning name)
  insert into job as queued (name, key, run_at, added_at) select name, '${SCHEDULED_KEY}', $2, $2 from moved
  ${sameKeySql}`;

/**
 * Schedules by job name: five-field cron expressions in UTC. All runs missed while no instance ran become one. A new schedule begins
 * with its next time. Throws TypeError for an invalid expression.
 */
export function createSchedules(expressions: Readonly<Record<string, string>>, clock: () => Date): Schedules {
  const schedules = Object.entries(expressions).map(([name, expression]) => ({
    name,
    cron: new Cron(expression, { timezone: 'UTC', mode: '5-part' }),
    lastAt: new Date(0),
    nextAt: null as Date | null,
  }));
  type Schedule = (typeof schedules)[number];

  async function read(session: Session, schedule: Schedule): Promise<void> {
    await session.query('insert into job_schedule (name, last_at) values ($1, $2) on conflict do nothing', [schedule.name, clock()]);
    const { rows } = await session.query<{ last_ms: number }>(
      'select (extract(epoch from last_at) * 1000)::float8 as last_ms from job_schedule where name = $1',
      [schedule.name],
    );
    schedule.lastAt = new Date(rows[0]!.last_ms);
    schedule.nextAt = schedule.cron.nextRun(schedule.lastAt);
  }

  return {
    async load(session) {
      for (const schedule of schedules) await read(session, schedule);
    },
    async addDue(session) {
      const now = clock();
      for (const schedule of schedules) {
        if (schedule.nextAt === null || schedule.nextAt > now) continue;
        await session.query(addText, [schedule.name, now, schedule.lastAt]);
        await read(session, schedule);
      }
      return Math.min(...schedules.map(({ nextAt }) => (nextAt?.getTime() ?? Infinity) - now.getTime()));
    },
  };
}
