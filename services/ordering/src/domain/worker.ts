import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Principal } from '@partner-ordering/auth';
import { forbidden, newGid } from '@partner-ordering/data';
import type { WorkerCreate, WorkerUpdate } from '../../generated/models.ts';

export const WorkerSchema = defineEntity({
  name: 'Worker',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().nullable(),
    /** Who they are where production knows them; unique. */
    serviceId: p.string(),
    firstname: p.string(),
    lastname: p.string(),
    /** Absolute URL of a picture. */
    avatar: p.string().nullable(),
  },
});

/** A creative. */
export class Worker extends WorkerSchema.class {
  /** Only admins create workers (403). */
  static create(principal: Principal, { service_id: serviceId, firstname, lastname, avatar = null }: WorkerCreate, now: Date): Worker {
    if (!principal.isAdmin) throw forbidden('create', 'worker');
    return Object.assign(new Worker(), { gid: newGid(), createdAt: now, modifiedAt: null, serviceId, firstname, lastname, avatar });
  }

  /** Changes the given fields; only admins (403). */
  update(principal: Principal, body: WorkerUpdate, now: Date): void {
    this.mustBeWritable(principal, 'update');
    this.serviceId = body.service_id ?? this.serviceId;
    this.firstname = body.firstname ?? this.firstname;
    this.lastname = body.lastname ?? this.lastname;
    if (body.avatar !== undefined) this.avatar = body.avatar;
    this.modifiedAt = now;
  }

  /** Only admins change workers (403). Those who take part in projects cannot be deleted: the database refuses it. */
  mustBeWritable(principal: Principal, verb: 'update' | 'delete'): void {
    if (!principal.isAdmin) throw forbidden(verb, 'worker');
  }
}

WorkerSchema.setClass(Worker);
