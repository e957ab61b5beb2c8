import { defineEntity, p } from '@mikro-orm/postgresql';
import { imageIn } from '@partner-ordering/writes';
import { invalid, mustBeAdmin, newGid, type Principal } from '@partner-ordering/kernel';
import type { FileDescription } from '@partner-ordering/service-client';
import type { WorkerCreate, WorkerUpdate } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';

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
    /** Absolute URL of a picture, that of `avatarPath` or one elsewhere. */
    avatar: p.string().strictNullable(),
    avatarPath: p.string().strictNullable(),
  },
});

/** A creative who works on projects. */
export class Worker extends WorkerSchema.class {
  /** Only admins create workers (403). */
  static create(principal: Principal, { service_id: serviceId, firstname, lastname }: WorkerCreate, now: Date): Worker {
    mustBeAdmin(principal, 'create', 'worker');
    const noPicture = { avatar: null, avatarPath: null };
    return Object.assign(new Worker(), { gid: newGid(), createdAt: now, modifiedAt: null, serviceId, firstname, lastname, ...noPicture });
  }

  /** Changes the given fields; only admins (403). */
  update(principal: Principal, body: WorkerUpdate, now: Date): void {
    this.mustBeWritable(principal, 'update');
    if (Object.keys(body).length === 0) return;
    this.serviceId = body.service_id ?? this.serviceId;
    this.firstname = body.firstname ?? this.firstname;
    this.lastname = body.lastname ?? this.lastname;
    this.modifiedAt = now;
  }

  /** Sets the picture to one of our files or to another address, or removes it. 400 for anything but an image or an https URL. */
  show(file: FileDescription | undefined, given: string | null): void {
    if (file === undefined && given !== null && !elsewhere.test(given)) throw invalid(faults.not_https_or_file('avatar'));
    const { path, url } = imageIn(file ?? null, 'avatar');
    Object.assign(this, { avatar: url ?? given, avatarPath: path });
  }

  /** Only admins change workers (403). The database refuses to delete one who takes part in a project. */
  mustBeWritable(principal: Principal, verb: 'update' | 'delete'): void {
    mustBeAdmin(principal, verb, 'worker');
  }
}

WorkerSchema.setClass(Worker);

const elsewhere = /^https:\/\/[^\s"<>\\]+$/;
