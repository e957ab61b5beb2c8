import { created } from '@partner-ordering/http';
import type { MessageType } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import { mustKnowUser } from '../domain/known-user.ts';
import { isAnswer, openDelivery, ProjectMessage } from '../domain/project-message.ts';
import type { Command } from '../domain/transitions.ts';
import { projects } from '../resources/projects.ts';
import { carryOut, recordFact } from '../domain/record.ts';

/** What a message does to its project. */
const commands: Partial<Record<MessageType, Command>> = { delivery: 'deliver', accept: 'accept', reject: 'reject' };

export const createMessage: Operations['createMessage'] = async (context) => {
  const { path, body, principal, now, tx, load } = context;
  const project = await load(projects, path.gid);
  const command = commands[body.type ?? 'simple'];
  const transition = command && project.transition(command, principal);
  await mustKnowUser(tx, principal.user);

  const message = ProjectMessage.post(project, principal, body, now);
  if (isAnswer(message.type)) message.answer(await openDelivery(tx, project, body.delivery?.gid), now);
  if (message.type === 'delivery') project.receiveResult(now);
  tx.em.persist(message);
  if (transition) await carryOut(context, project, transition);
  else recordFact(context, project, 'project.message_posted');
  return created(`${projects.href(project.gid)}/messages/${message.gid}`);
};
