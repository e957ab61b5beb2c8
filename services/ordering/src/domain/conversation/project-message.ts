import { defineEntity, p } from '@mikro-orm/postgresql';
import { invalid, isVisible, newGid, type Principal } from '@partner-ordering/kernel';
import type { Condition, Transaction } from '@partner-ordering/data';
import type { MessageType, ProjectMessageCreate } from '../../../generated/models.ts';
import type { DomainContext } from '../../context.ts';
import { faults } from '../../faults.ts';
import { plainText } from '../texts/plain-text.ts';
import { mustKnowUser } from '../replicas/replicas.ts';
import type { NewResource, Project } from '../project/project.ts';
import { recordFact } from '../project/record.ts';
import { tellOfUnseen } from '../project/project-seen.ts';

export const ProjectMessageSchema = defineEntity({
  name: 'ProjectMessage',
  properties: {
    gid: p.uuid().primary(),
    projectGid: p.uuid(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    type: p.string().$type<MessageType>(),
    message: p.text(),
    /** The user who posted it, in their own name or for a worker. */
    postedByGid: p.uuid(),
    /** The author if it is a worker, else null. */
    workerGid: p.uuid().strictNullable(),
    /** The delivery that an `accept` or `reject` answers. */
    deliveryGid: p.uuid().strictNullable(),
    acceptedAt: p.datetime().strictNullable(),
    rejectedAt: p.datetime().strictNullable(),
  },
});

/** A message of a project's conversation. */
export class ProjectMessage extends ProjectMessageSchema.class {
  /** A message of the caller, or of the assigned worker when an admin posts it (403). 400 unless the project takes messages. */
  static post(
    project: Project,
    principal: Principal,
    body: ProjectMessageCreate,
    { gid, now, mayBeEmpty = isAnswer(body.type) }: NewResource & { mayBeEmpty?: boolean },
  ): ProjectMessage {
    const { type = 'simple', message, worker } = body;
    if (worker) project.mustPermit('message_as_worker', principal);
    if (body.delivery && !isAnswer(type)) throw invalid(faults.not_allowed('delivery', { why: 'not_an_answer' }));
    if (type === 'delivery' && !worker) throw invalid(faults.required('worker', { why: 'delivery' }));
    if (isAnswer(type) && worker) throw invalid(faults.not_allowed('worker', { why: 'answer' }));
    if (worker && worker.gid !== project.workerGid) throw invalid(faults.not_the_assigned_worker('worker.gid'));
    project.mustAllow(worker ? 'message_as_worker' : 'message', principal);
    const isOfStaff = worker !== undefined || (principal.isAdmin && principal.user !== project.ownerGid);
    project.turn({ lastWord: isOfStaff ? 'staff' : 'customer' }, now);
    project.addedBy(principal, now);
    return Object.assign(new ProjectMessage(), {
      gid,
      projectGid: project.gid,
      createdAt: now,
      modifiedAt: null,
      type,
      // An answer needs no text, and neither do files with a proposal.
      message: mayBeEmpty && !isVisible(message) ? '' : plainText(message, 'message'),
      postedByGid: principal.user,
      workerGid: worker?.gid ?? null,
      deliveryGid: null,
      acceptedAt: null,
      rejectedAt: null,
    });
  }

  /** Makes this message the answer to a delivery, and marks the delivery as accepted or rejected. */
  answer(delivery: ProjectMessage, now: Date): void {
    this.deliveryGid = delivery.gid;
    if (this.type === 'accept') delivery.acceptedAt = now;
    else delivery.rejectedAt = now;
    delivery.modifiedAt = now;
  }
}

ProjectMessageSchema.setClass(ProjectMessage);

/** Posts what comes with another command as a message of the caller; does nothing without text and files. */
export async function postSimple(
  context: DomainContext,
  project: Project,
  text: string | undefined,
  hasFiles = false,
): Promise<ProjectMessage | undefined> {
  if (text === undefined && !hasFiles) return undefined;
  const { tx, principal, now } = context;
  await mustKnowUser(tx, principal.user);
  const message = ProjectMessage.post(project, principal, { message: text ?? '' }, { gid: newGid(), now, mayBeEmpty: hasFiles });
  tx.em.persist(message);
  recordMessage(context, project, message);
  return message;
}

/** The details of an event about a message. */
export const factAbout = ({ gid: message }: ProjectMessage, { isAdmin }: Principal) => ({ message, by_staff: isAdmin });

/** Publishes a simple message. Those who have not seen one of the creative or of our staff after a while are told. */
export function recordMessage(context: DomainContext, project: Project, message: ProjectMessage): void {
  const { principal, now, addJob } = context;
  recordFact(context, project, 'project.message_posted', factAbout(message, principal));
  if (principal.isAdmin) addJob(tellOfUnseen(project, now));
}

/** Whether a message of this type answers a delivery. */
export const isAnswer = (type: MessageType | undefined): boolean => type === 'accept' || type === 'reject';

/** Deliveries that are neither accepted nor rejected. */
export const openDeliveries = { type: 'delivery', acceptedAt: null, rejectedAt: null } as const satisfies Condition<ProjectMessage>;

/** The latest open delivery, and whether there are others; 400 when there is none, or when `named` is another one. */
export async function openDelivery(
  tx: Transaction,
  project: Project,
  named: string | undefined,
): Promise<{ delivery: ProjectMessage; isOnly: boolean }> {
  const open = { projectGid: project.gid, ...openDeliveries };
  const [latest, other] = await tx.em.find(ProjectMessage, open, { orderBy: { gid: 'desc' }, limit: 2 });
  if (!latest) throw invalid(faults.no_open_delivery('type'));
  if (named !== undefined && named !== latest.gid) throw invalid(faults.not_latest_delivery('delivery.gid'));
  return { delivery: latest, isOnly: other === undefined };
}
