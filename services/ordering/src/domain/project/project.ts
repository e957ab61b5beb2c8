import { randomInt } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { holds, markModified } from '@partner-ordering/data';
import { rateOf } from '@partner-ordering/commerce';
import { DAY_MS, forbidden, invalid, newGid, type Principal, type Verb } from '@partner-ordering/kernel';
import type { ReceiptState } from '../../../generated/events.ts';
import type { ProjectAwaits, ProjectMode, ProjectSkill, ProjectState, ProjectStatus } from '../../../generated/models.ts';
import { unpriced, type Order } from '../pricing/order.ts';
import { activities, type Activity } from './activities.ts';
import { ProjectTransition } from './project-transition.ts';
import { projectsOf, rightOf } from './rights.ts';
import { forbiddenTo, guards, refusal, transitions, type Role, type Command, type Transition } from './transitions.ts';

/** The side that a message speaks for. Staff also write for workers. */
export type Side = 'customer' | 'staff';

/** Who wrote the last message that still needs an answer, or sent the order back to its owner as a draft. */
type LastWord = Side | 'approver';

/** The properties of an order that decide whose turn it is. */
interface Turn {
  readonly state: ProjectState;
  readonly status: ProjectStatus;
  /** There are works to judge, or a delivery to answer. */
  readonly hasOpenResult: boolean;
  readonly lastWord: LastWord | null;
}

export const ProjectSchema = defineEntity({
  name: 'Project',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    shortCode: p.string(),
    title: p.string(),
    description: p.text(),
    status: p.string().$type<ProjectStatus>(),
    state: p.string().$type<ProjectState>(),
    publishedAt: p.datetime().strictNullable(),
    startedAt: p.datetime().strictNullable(),
    finishedAt: p.datetime().strictNullable(),
    canceledAt: p.datetime().strictNullable(),
    deadlineAt: p.datetime().strictNullable(),
    due: p.integer().strictNullable(),
    mode: p.string().$type<ProjectMode>().strictNullable(),
    skill: p.string().$type<ProjectSkill>().strictNullable(),
    quantity: p.integer(),
    ownerGid: p.uuid(),
    organizationGid: p.uuid(),
    productGid: p.uuid().strictNullable(),
    /** Net, of the whole quantity, in minor units of `currency`. */
    priceMinor: p.bigint('number').strictNullable(),
    currency: p.string().strictNullable(),
    /** Hundredths of a percent; an estimate until the project is finished. */
    vatRate: p.integer().strictNullable(),
    vatMinor: p.bigint('number').strictNullable(),
    /** When the first work or delivery arrived. From then on only admins cancel. */
    firstResultAt: p.datetime().strictNullable(),
    /** The chosen work of a contest. */
    winnerGid: p.uuid().strictNullable(),
    /** The worker assigned to a conversation. */
    workerGid: p.uuid().strictNullable(),
    /** Follows from the order, see `turn`. */
    awaits: p.string().$type<ProjectAwaits>().strictNullable(),
    /** Works to judge, or a delivery to answer. */
    hasOpenResult: p.boolean(),
    lastWord: p.string().$type<LastWord>().strictNullable(),
    /** The newest message, work or file, and the user who added it. */
    lastAddedAt: p.datetime().strictNullable(),
    lastAddedBy: p.uuid().strictNullable(),
  },
});

/** The rows of the table of transitions by command, state and kind of an order. */
const transitionRows = Map.groupBy(
  transitions.flatMap((row) => row.of.map((kind) => ({ ...row, kind }))),
  ({ command, from, kind }) => `${command} ${from} ${kind}`,
);

/** Gid and creation time of a new resource. */
export interface NewResource {
  gid: string;
  now: Date;
}

/** The author of a change: a principal, or the services themselves. */
export type Actor = Principal | 'system';

/** An order of a product, or a specific request. */
export class Project extends ProjectSchema.class {
  /** A new draft that belongs to the caller, with the first entry of its history. */
  static draft(
    principal: Principal,
    { title, description, organization, product, configuration }: Order,
    { gid, now }: NewResource,
  ): { project: Project; entry: ProjectTransition } {
    const project = Object.assign(new Project(), {
      gid,
      createdAt: now,
      modifiedAt: null,
      shortCode: newShortCode(),
      title,
      description,
      status: 'draft',
      state: 'draft',
      publishedAt: null,
      startedAt: null,
      finishedAt: null,
      canceledAt: null,
      deadlineAt: null,
      firstResultAt: null,
      winnerGid: null,
      workerGid: null,
      awaits: null,
      hasOpenResult: false,
      lastWord: null,
      lastAddedAt: null,
      lastAddedBy: null,
      ownerGid: principal.user,
      organizationGid: organization,
      productGid: product,
      ...configuration,
    } satisfies Partial<Project>);
    return { project, entry: project.entry('create', null, principal, now) };
  }

  get kind(): 'product' | 'specific_request' {
    return this.productGid === null ? 'specific_request' : 'product';
  }

  /**
   * Finds the row for a command. 400 (for `delete` 403) without a row or if its guard does not hold; 403 if it is for another role.
   * Operations call `mustBeOwned` first, so that users without any right get 403.
   */
  transition(command: Command, actor: Actor): Transition {
    const rows = transitionRows.get(`${command} ${this.state} ${this.kind}`);
    if (!rows) throw refusal(command, this);
    const allowed = rows.filter(({ role }) => this.allows(actor, role));
    if (allowed.length === 0) throw forbiddenTo(command, rightOf(rows[0]!.role));
    const found = allowed.find(({ guard }) => guard === undefined || holds<Project>(this, guards[guard]));
    if (!found) throw refusal(command, this);
    return found;
  }

  /** Changes the state as the transition says. Returns the entry for its history. */
  apply({ command, to }: Transition, actor: Actor, now: Date): ProjectTransition {
    const fromState = this.state;
    if (to) [this.state, this.status] = to;
    this.markModified(now);
    if (command === 'publish' || command === 'launch') this.begin(now);
    if (command === 'assign') this.start(now);
    if (command === 'cancel') this.canceledAt = now;
    if (fromState === 'proposal' && (command === 'withdraw' || command === 'request_proposal')) Object.assign(this, unpriced);
    if (this.status === 'finished') this.finishedAt = now;
    const isSentBack = command === 'withdraw' && this.state === 'draft' && actor !== 'system' && actor.user !== this.ownerGid;
    // Both answer what was said before.
    const isAnswer = command === 'request_proposal' || command === 'propose';
    this.turn(isSentBack ? { lastWord: 'approver' } : isAnswer ? { lastWord: null } : {}, now);
    return this.entry(command, fromState, actor, now);
  }

  /** Call it after each change that the project shows, its files included. */
  markModified(now: Date): void {
    if (now > this.createdAt) markModified(this, now);
  }

  /** Replaces the VAT estimate by the VAT of the receipt. */
  fixVat({ amount_minor: vatMinor, ratio }: ReceiptState['vat'], now: Date): void {
    const vatRate = rateOf(ratio);
    if (this.vatRate === vatRate && this.vatMinor === vatMinor) return;
    Object.assign(this, { vatRate, vatMinor, modifiedAt: now });
  }

  /** Records that a work or delivery arrived, which awaits the owner. From the first one on, only admins cancel. */
  receiveResult(now: Date): void {
    this.firstResultAt ??= now;
    this.turn({ hasOpenResult: true }, now);
  }

  /** Records a message, a work or a file, which is new to all but the user. */
  addedBy({ user }: Principal, now: Date): void {
    Object.assign(this, { lastAddedBy: user, lastAddedAt: now });
  }

  /** Takes over what decides whose turn it is, and says whose. */
  turn(changes: Partial<Pick<Turn, 'hasOpenResult' | 'lastWord'>>, now: Date): void {
    Object.assign(this, changes);
    if (!isWordOpen(this)) this.lastWord = null;
    const awaits = awaitedBy(this);
    if (awaits === this.awaits) return;
    this.awaits = awaits;
    this.markModified(now);
  }

  /** 403 unless the principal has the role for an activity, then 400 unless its guard holds. */
  mustAllow(activity: Activity, principal: Principal, verb: Verb = activities[activity].refused[0]): void {
    this.mustPermit(activity, principal, verb);
    const { guard, fault } = activities[activity];
    if (guard && !holds<Project>(this, guards[guard])) throw invalid(fault!(this, verb));
  }

  /** 403 unless the principal has the role for an activity. */
  mustPermit(activity: Activity, principal: Principal, verb: Verb = activities[activity].refused[0]): void {
    if (!this.permits(activity, principal)) throw forbidden(verb, activities[activity].refused[1], rightOf(activities[activity].role));
  }

  /** Whether the principal has the role for an activity. */
  permits(activity: Activity, principal: Principal): boolean {
    return this.allows(principal, activities[activity].role);
  }

  /** 403 unless the caller is the owner, a manager of the organization, or an admin. The error names the attempted action. */
  mustBeOwned(principal: Principal, verb: Verb = 'update', noun = 'project'): void {
    if (!this.allows(principal, 'owner')) throw forbidden(verb, noun, 'owner');
  }

  private allows(actor: Actor, role: Role): boolean {
    if (actor === 'system' || role === 'system') return actor === role;
    return projectsOf(actor, role).some((condition) => holds<Project>(this, condition));
  }

  /** Called at the publication. A contest starts now, a conversation only when a worker is assigned. */
  private begin(now: Date): void {
    this.publishedAt = now;
    if (this.mode === 'multi') this.startedAt = now;
    this.deadlineAt = this.deadlineFrom(now);
  }

  /** Called when a worker is assigned. The first one starts the conversation, another one changes nothing. */
  private start(now: Date): void {
    this.startedAt ??= now;
    this.deadlineAt = this.deadlineFrom(this.startedAt);
  }

  private deadlineFrom(start: Date): Date | null {
    return this.due === null ? null : new Date(start.getTime() + this.due * DAY_MS);
  }

  private entry(command: string, fromState: ProjectState | null, actor: Actor, now: Date): ProjectTransition {
    const { priceMinor, currency, due, mode } = command === 'propose' ? this : unpriced;
    return Object.assign(new ProjectTransition(), {
      gid: newGid(),
      projectGid: this.gid,
      createdAt: now,
      command,
      fromState,
      toState: this.state,
      toStatus: this.status,
      actorGid: actor === 'system' ? null : actor.user,
      priceMinor,
      currency,
      due,
      mode,
      messageGid: null,
    });
  }
}

ProjectSchema.setClass(Project);

/** Whether anything can still be asked and answered: the order is sent, and not at its end. */
const isOpen = ({ state, status }: Pick<Turn, 'state' | 'status'>): boolean =>
  state !== 'draft' && (status === 'draft' || status === 'in_progress');

/** Whether the last word still stands: it is answered where another state follows, or nothing can be answered any more. */
const isWordOpen = (order: Pick<Turn, 'state' | 'status' | 'lastWord'>): boolean =>
  order.lastWord === 'approver' ? order.state === 'draft' : isOpen(order);

/** Whom an order awaits: first whom its state asks, then the side that did not write last. An integrity check says it in SQL. */
function awaitedBy(order: Turn): ProjectAwaits | null {
  const { state, hasOpenResult, lastWord } = order;
  if (state === 'draft') return lastWord === 'approver' ? 'owner' : null;
  if (!isOpen(order)) return null;
  if (state === 'require_approval') return 'approver';
  if (state === 'proposal' || hasOpenResult || lastWord === 'staff') return 'owner';
  return state === 'waiting_for_proposal' || lastWord === 'customer' ? 'staff' : null;
}

/** Without 0, 1, I, L and O, which people confuse. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Eight characters to use in speech and mail. A constraint of the database keeps them unique. */
function newShortCode(): string {
  let code = '';
  while (code.length < 8) code += ALPHABET[randomInt(ALPHABET.length)];
  return code;
}
