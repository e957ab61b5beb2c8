import { defineEntity, p } from '@mikro-orm/postgresql';
import { type Detail, invalid, isGid, type Principal } from '@partner-ordering/kernel';
import { sql, type Transaction } from '@partner-ordering/data';
import { imageIn } from '@partner-ordering/writes';
import type { FileDescription } from '@partner-ordering/service-client';
import type { WorkCreate, WorkMark, WorkUpdate } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import { plainText } from '../texts/plain-text.ts';
import type { NewResource, Project } from '../project/project.ts';
import type { Worker } from './worker.ts';

export const WorkSchema = defineEntity({
  name: 'Work',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    wonAt: p.datetime().strictNullable(),
    /** Plain text, like `content`. */
    description: p.text().strictNullable(),
    content: p.text().strictNullable(),
    workerGid: p.uuid(),
    projectGid: p.uuid(),
    /** The work that this one is a variation of. */
    parentGid: p.uuid().strictNullable(),
    imagePath: p.string().strictNullable(),
    /** Address of the image. Its variations are found by appending their names. */
    imageUrl: p.string().strictNullable(),
    /** The customer's opinion, hidden from admins and so from workers. */
    mark: p.string().$type<WorkMark>().strictNullable(),
  },
});

const noImage = { imagePath: null, imageUrl: null };

/** The rows that a new work refers to, loaded and locked. */
export interface WorkRelations {
  project: Project;
  worker: Worker;
  parent: Work | null;
}

/** A work that a worker submitted to a contest. */
export class Work extends WorkSchema.class {
  /** Creates a work; a variation needs a parent of the same project (400). */
  static create(principal: Principal, { project, worker, parent }: WorkRelations, body: WorkCreate, { now, gid }: NewResource): Work {
    project.mustAllow('change_works', principal);
    const parentDetail = parent && parentDetailOf(parent, project);
    if (parentDetail) throw invalid(parentDetail);
    project.receiveResult(now);
    project.addedBy(principal, now);
    return Object.assign(new Work(), {
      gid,
      createdAt: now,
      modifiedAt: null,
      wonAt: null,
      ...noImage,
      workerGid: worker.gid,
      projectGid: project.gid,
      parentGid: parent?.gid ?? null,
      description: plainText(body.description ?? null, 'description'),
      content: plainText(body.content ?? null, 'content'),
      mark: null,
    });
  }

  /** Changes the given texts. An empty body changes nothing, also after the contest. */
  update(principal: Principal, project: Project, body: WorkUpdate, now: Date): void {
    project.mustPermit('change_works', principal, 'update');
    if (Object.keys(body).length === 0) return;
    project.mustAllow('change_works', principal, 'update');
    if (body.description !== undefined) this.description = plainText(body.description, 'description');
    if (body.content !== undefined) this.content = plainText(body.content, 'content');
    this.modifiedAt = now;
  }

  /** Sets or removes the image; 400 for a file that is not shown as an image. */
  show(file: FileDescription | null): void {
    const { path: imagePath, url: imageUrl } = imageIn(file, 'image.url');
    Object.assign(this, { imagePath, imageUrl });
  }

  /** Marks the work, for the project's owner and managers (403) while the contest runs (400). `modifiedAt` stays: admins see it. */
  markAs(mark: WorkMark | null, project: Project, principal: Principal): void {
    project.mustPermit('mark_works', principal);
    if (mark === this.mark) return;
    project.mustAllow('mark_works', principal);
    this.mark = mark;
  }

  /** Becomes the winner of its project; 400 for another project. */
  win(project: Project, now: Date): void {
    if (this.projectGid !== project.gid) throw invalid(faults.not_found('winner.gid', { resource: 'work' }));
    Object.assign(this, { wonAt: now, modifiedAt: now });
    project.winnerGid = this.gid;
  }
}

WorkSchema.setClass(Work);

/** The project of a work, so that the project can be locked first; undefined when there is no such work. */
export async function projectOfWork(tx: Transaction, gid: string): Promise<string | undefined> {
  if (!isGid(gid)) return undefined;
  const [row] = await tx.query<{ project_gid: string }>(sql`select project_gid from work where gid = ${gid}`);
  return row?.project_gid;
}

/** Whether the project of a work has others. */
export const hasWorksBesides = async ({ em }: Transaction, { gid, projectGid }: Work): Promise<boolean> =>
  (await em.findOne(Work, { projectGid, gid: { $ne: gid } })) !== null;

/** The worker who did a project: the winner's, or the assigned one; null when there is none yet. */
export async function performerOf({ em }: Transaction, { winnerGid, workerGid }: Project): Promise<string | null> {
  const winner = winnerGid ? await em.findOne(Work, { gid: winnerGid }) : null;
  return winner?.workerGid ?? workerGid;
}

function parentDetailOf(parent: Work, project: Project): Detail | null {
  if (parent.projectGid !== project.gid) return faults.not_found('parent.gid', { resource: 'work' });
  return parent.parentGid ? faults.nested_variation('parent.gid') : null;
}
