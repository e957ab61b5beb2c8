import { created } from '@partner-ordering/http';
import type { MessageType } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import { mustKnowUser } from '../domain/replicas/replicas.ts';
import { handOver } from '../domain/project/project-file.ts';
import { factAbout, isAnswer, openDelivery, ProjectMessage, recordMessage } from '../domain/conversation/project-message.ts';
import type { Command } from '../domain/project/transitions.ts';
import { projects } from '../resources/projects.ts';
import { applyTransition } from '../domain/project/record.ts';
import { attach } from './files/attach.ts';

/** The command that a message of each type carries out on its project. */
const commands: Partial<Record<MessageType, Command>> = { delivery: 'deliver', accept: 'accept', reject: 'reject' };

export const createMessage: Operations['createMessage'] = async (context) => {
  const { path, body, principal, now, tx, load } = context;
  const project = await load(projects, path.gid);
  const command = commands[body.type ?? 'simple'];
  if (command) project.mustBeOwned(principal, 'create', 'message');
  const transition = command && project.transition(command, principal);
  await mustKnowUser(tx, principal.user);

  const message = ProjectMessage.post(project, principal, body, context);
  if (isAnswer(message.type)) {
    const { delivery, isOnly } = await openDelivery(tx, project, body.delivery?.gid);
    message.answer(delivery, now);
    project.turn({ hasOpenResult: !isOnly }, now);
    if (message.type === 'accept') await handOver(tx, delivery, now);
  }
  if (message.type === 'delivery') project.receiveResult(now);
  tx.em.persist(message);
  if (transition) await applyTransition(context, project, transition, factAbout(message, principal));
  else recordMessage(context, project, message);
  await attach(context, { kind: 'attachment', project: project.gid, message: message.gid }, context.files('attached_files'));
  return created(`${projects.href(project.gid)}/messages/${message.gid}`);
};
