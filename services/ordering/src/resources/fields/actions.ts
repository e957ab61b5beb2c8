import {
  abbreviation,
  allOf,
  anyPredicate,
  join,
  literal,
  oneOf,
  raw,
  selectList,
  sql,
  table,
  type Field,
  type Sql,
} from '@partner-ordering/data';
import type { ProjectAction } from '../../../generated/models.ts';
import { Work } from '../../domain/contest/work.ts';
import { openDeliveries, ProjectMessage } from '../../domain/conversation/project-message.ts';
import { conditionSql } from '../../domain/project/condition.ts';
import { Project, projectsOf } from '../../domain/project/project.ts';
import { eventOf, guards, transitions, type Command, type Transition } from '../../domain/project/transitions.ts';

const p = table(Project, 'p');
const m = table(ProjectMessage, 'am');
const w = table(Work, 'aw');

/** What may be done next with a project: the commands of the table of transitions that are open to the caller. */
export const actions: Field<ProjectAction[]> = {
  value: (principal) => {
    const role = (who: Parameters<typeof projectsOf>[1]): Sql =>
      anyPredicate(projectsOf(principal, who).map((condition) => conditionSql(p, condition, (value) => sql`${value}`)));
    const roles = selectList({ owner: role('owner'), manager: role('manager'), admin: role('admin') });
    return sql`(select ${open} from (select ${roles}) a)`;
  },
};

/** A value that is part of the statement. */
export const constant = (value: unknown): Sql => raw(literal(String(value)));

const openDelivery = sql`exists (select 1 from project_message am
  where ${m.projectGid.sql} = ${p.gid.sql} and ${conditionSql(m, openDeliveries, constant)})`;

/** What the request of a command names: without any, it is refused. */
const named: Partial<Record<Command, Sql>> = {
  deliver: sql`${p.workerGid.sql} is not null`,
  accept: openDelivery,
  reject: openDelivery,
  choose_winner: sql`exists (select 1 from work aw where ${w.projectGid.sql} = ${p.gid.sql})`,
};

/** Whether a row of the table is that of the project `p`, for a caller with the roles `a`. */
const isOpen = ({ from, of, guard, who }: Transition): Sql =>
  allOf([
    conditionSql(p, { state: from }, constant),
    ...(of.length > 1 ? [] : [sql`${p.productGid.sql} ${raw(of[0] === 'product' ? 'is not null' : 'is null')}`]),
    ...(guard ? [conditionSql<Project>(p, guards[guard], constant)] : []),
    raw(`a.${who}`),
  ]);

/** Nobody asks for the two that are left out. */
const offered = (Object.keys(eventOf) as Command[]).filter((command) => command !== 'defer' && command !== 'settle');

const shown = offered.map((command) => {
  const rows = oneOf(transitions.filter((row) => row.command === command).map(isOpen));
  return sql`case when ${allOf([rows, named[command] ?? raw('true')])} then ${constant(command satisfies ProjectAction)} end`;
});

const open = abbreviation(sql`array_to_json(array_remove(array[${join(shown)}], null))`);
