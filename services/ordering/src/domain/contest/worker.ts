import { defineEntity, p } from '@mikro-orm/postgresql';
import { type Detail, forbidden, newGid, type Principal } from '@partner-ordering/kernel';
import type { WorkerCreate, WorkerUpdate } from '../../../generated/models.ts';
import type { Project } from '../project/project.ts';

export const WorkerSchema = defineEntity({
  name: 'Worker',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    /** The worker's identifier in the production system; unique. */
    serviceId: p.string(),
    firstname: p.string(),
    lastname: p.string(),
    /** Absolute URL of a picture. */
    avatar: p.string().strictNullable(),
  },
});

/** A creative who works on projects. */
export class Worker extends WorkerSchema.class {
  /** Only admins create workers (403). */
  static create(principal: Principal, { service_id: serviceId, firstname, lastname, avatar = null }: WorkerCreate, now: Date): Worker {
    if (!principal.isAdmin) throw forbidden('create', 'worker');
    return Object.assign(new Worker(), { gid: newGid(), createdAt: now, modifiedAt: null, serviceId, firstname, lastname, avatar });
  }

  /** Changes the given fields; only admins (403). */
  update(principal: Principal, body: WorkerUpdate, now: Date): void {
    this.mustBeWritable(principal, 'update');
    if (Object.keys(body).length === 0) return;
    this.serviceId = body.service_id ?? this.serviceId;
    this.firstname = body.firstname ?? this.firstname;
    this.lastname = body.lastname ?? this.lastname;
    if (body.avatar !== undefined) this.avatar = body.avatar;
    this.modifiedAt = now;
  }

  /** Becomes the worker of a conversation, as the first one or instead of another. */
  takeOn(project: Project): void {
    project.workerGid = this.gid;
  }

  /** Only admins change workers (403). The database refuses to delete one who takes part in a project. */
  mustBeWritable(principal: Principal, verb: 'update' | 'delete'): void {
    if (!principal.isAdmin) throw forbidden(verb, 'worker');
  }
}

WorkerSchema.setClass(Worker);

/** Detail of a 400: the worker to assign is unknown. */
export const notAWorker: Detail = { path: 'worker.gid', message: 'does not exist' };
