import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Principal } from '@partner-ordering/auth';
import { forbidden, invalid, newGid } from '@partner-ordering/data';
import type { ProjectMode, ProjectSkill, ProjectState, ProjectStatus } from '../../generated/models.ts';
import type { Order } from './order.ts';
import { ProjectTransition } from './project-transition.ts';
import { newShortCode } from './short-code.ts';
import { transitions, type Actor, type Command, type Transition } from './transitions.ts';

export const ProjectSchema = defineEntity({
  name: 'Project',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().nullable(),
    shortCode: p.string(),
    title: p.string(),
    description: p.text(),
    status: p.string().$type<ProjectStatus>(),
    state: p.string().$type<ProjectState>(),
    publishedAt: p.datetime().nullable(),
    startedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    canceledAt: p.datetime().nullable(),
    deadlineAt: p.datetime().nullable(),
    due: p.integer().nullable(),
    mode: p.string().$type<ProjectMode>().nullable(),
    skill: p.string().$type<ProjectSkill>().nullable(),
    quantity: p.integer(),
    ownerGid: p.uuid(),
    organizationGid: p.uuid(),
    productGid: p.uuid().nullable(),
    /** Net, of the whole quantity, in minor units of `currency`. */
    priceMinor: p.bigint('number').nullable(),
    currency: p.string().nullable(),
    /** Hundredths of a percent; an estimate until the project is finished. */
    vatRate: p.integer().nullable(),
    vatMinor: p.bigint('number').nullable(),
  },
});

const DAY_MS = 86_400_000;

/** An order of a product, or a specific request. */
export class Project extends ProjectSchema.class {
  /** A new draft of the caller's. */
  static draft(
    principal: Principal,
    { title, description, organization, product, configuration }: Order,
    now: Date,
  ): { project: Project; step: ProjectTransition } {
    const project = Object.assign(new Project(), {
      ...{ gid: newGid(), createdAt: now, modifiedAt: null, shortCode: newShortCode(), title, description },
      ...{ status: 'draft', state: 'draft', publishedAt: null, startedAt: null, finishedAt: null, canceledAt: null, deadlineAt: null },
      ...{ ownerGid: principal.user, organizationGid: organization, productGid: product, ...configuration },
    } satisfies Partial<Project>);
    return { project, step: project.step({ command: 'create', fromState: null, principal, now }) };
  }

  get kind(): 'product' | 'specific_request' {
    return this.productGid === null || this.productGid === undefined ? 'specific_request' : 'product';
  }

  /** What the table says about a command now. Not in the table: 400; for somebody else: 403. */
  transition(command: Command, principal: Principal): Transition {
    this.mustBeOwned(principal);
    const found = transitions.find((row) => row.command === command && row.from === this.state && row.of.includes(this.kind));
    if (!found || !this.isOpenFor(command)) throw this.refuse(command);
    if (!this.allows(principal, found.who)) throw forbidden(command === 'delete' ? 'delete' : 'update', 'project');
    return found;
  }

  /** Changes the state as the table says; the step is for the history. */
  apply({ command, to }: Transition, principal: Principal, now: Date): ProjectTransition {
    const fromState = this.state;
    if (to) [this.state, this.status] = to;
    if (now > this.createdAt) this.modifiedAt = now;
    if (command === 'publish' || command === 'launch') this.begin(now);
    if (command === 'cancel') this.canceledAt = now;
    return this.step({ command, fromState, principal, now });
  }

  /** 403 unless the caller is the owner, a manager of the organization, or an admin. */
  mustBeOwned(principal: Principal, verb: 'update' | 'delete' = 'update'): void {
    if (!this.allows(principal, 'owner')) throw forbidden(verb, 'project');
  }

  private allows(principal: Principal, actor: Actor): boolean {
    if (principal.isAdmin || principal.isManagerOf(this.organizationGid)) return true;
    return actor === 'owner' && this.ownerGid === principal.user && principal.isMemberOf(this.organizationGid);
  }

  /** A published order can only be canceled while it is in progress. */
  private isOpenFor(command: Command): boolean {
    return command === 'cancel' ? this.status === 'in_progress' : this.status === 'draft';
  }

  /** A contest starts with its publication, a conversation when a worker is assigned. */
  private begin(now: Date): void {
    this.publishedAt = now;
    this.startedAt = this.mode === 'multi' ? now : null;
    this.deadlineAt = this.due === null || this.due === undefined ? null : new Date(now.getTime() + this.due * DAY_MS);
  }

  private refuse(command: Command): Error {
    const what = {
      edit: 'be edited',
      delete: 'be deleted',
      publish: 'be published',
      defer: 'be published',
      launch: 'be launched',
      request_proposal: 'wait for a proposal',
      withdraw: 'go back to draft',
      cancel: 'be canceled',
    }[command];
    const kind = this.kind === 'product' ? 'a project' : 'a specific request';
    return invalid({
      path: command === 'cancel' ? 'status' : 'state',
      message: `${kind} in state ${this.state} and status ${this.status} cannot ${what}`,
    });
  }

  private step({
    command,
    fromState,
    principal,
    now,
  }: {
    command: string;
    fromState: ProjectState | null;
    principal: Principal;
    now: Date;
  }): ProjectTransition {
    return Object.assign(new ProjectTransition(), {
      ...{ gid: newGid(), projectGid: this.gid, createdAt: now, command, fromState },
      ...{ toState: this.state, toStatus: this.status, actorGid: principal.user },
    });
  }
}

ProjectSchema.setClass(Project);
