import type { Comment, ProjectMessage, UserReference, WorkerReference } from '@partner-ordering/client';
import { isolated } from '@partner-ordering/kernel/texts';
import type { ReactNode } from 'react';
import { useSession } from '../app/session.tsx';
import { Files } from '../kit/files.tsx';
import { Badge } from '../kit/page.tsx';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { textFor } from '../text/values.ts';
import { New } from './seen.tsx';
import { orderTexts } from './texts.ts';

const tones = { open: 'waits', accepted: 'good', rejected: 'wrong' } as const;

/** A message of customers or the creative, a delivery, or the answer to one; with what it was sent with. */
export function Message({ message, id, children }: { message: ProjectMessage; id: string; children: ReactNode }) {
  const texts = useTexts(orderTexts);
  const { type, worker, user, mine, created_at, attached_files, accepted_at, rejected_at } = message;
  const answer = accepted_at === null ? (rejected_at === null ? 'open' : 'rejected') : 'accepted';
  return (
    <AuthoredText id={id} author={worker ?? user} time={created_at}>
      {!mine && <New at={created_at} />}
      {children}
      {type === 'delivery' && <Badge tone={tones[answer]}>{texts.deliveries[answer]}</Badge>}
      {(type === 'accept' || type === 'reject') && <p className="hint">{textFor(texts.answers, type)}</p>}
      {message.message !== '' && <p className="prose">{message.message}</p>}
      {attached_files.length > 0 && <Files files={attached_files} isLarge />}
    </AuthoredText>
  );
}

/** A comment, with what it is about if that is not clear. */
export const CommentText = ({ comment: { user, created_at, message }, children }: { comment: Comment; children?: ReactNode }) => (
  <AuthoredText author={user} time={created_at}>
    {children}
    <p className="prose">{message}</p>
  </AuthoredText>
);

type Author = UserReference | WorkerReference;

/** A message or comment, with its author and time. */
function AuthoredText({ id, author, time, children }: { id?: string; author: Author | null; time: string; children: ReactNode }) {
  const format = useFormat();
  const { me } = useSession();
  const nameOf = useNameOf();
  return (
    <li id={id} tabIndex={-1} className={author?.gid === me.gid ? 'stacked message mine' : 'stacked message'}>
      <p className="hint">
        <b>{author && isolated(nameOf(author))}</b> · {format.time(time)}
      </p>
      {children}
    </li>
  );
}

/** The names of people, as the reader calls them. */
export function useNameOf(): (person: Author) => string {
  const { me } = useSession();
  const { you } = useTexts(orderTexts);
  return (person) => (person.gid === me.gid ? you : 'full_name' in person ? person.full_name : fullName(person));
}
