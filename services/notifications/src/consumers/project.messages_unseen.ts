import type { EventHandler } from '@partner-ordering/service';
import type { FollowedFacts } from '../../generated/events.ts';
import { messagesMail } from '../mails/project-mails.ts';

/** Queues the mail to a person about messages that they have not seen. */
export const onMessagesUnseen: EventHandler<FollowedFacts['project.messages_unseen']> = (event, _tx, { addJob }) => {
  addJob(messagesMail(event));
  return Promise.resolve();
};
