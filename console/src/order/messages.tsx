import type { ListMessagesFields, ProjectMessage } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api/client.ts';
import { Files } from '../kit/files.tsx';
import { Badge } from '../kit/page.tsx';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { New } from './seen.tsx';
import { orderTexts } from './texts.ts';

const tones = { open: 'waits', accepted: 'good', rejected: 'wrong' } as const;

/** A message of customers or the creative, a delivery, or the answer to one; with what it was sent with. */
export function Message({ message, children }: { message: ProjectMessage; children: ReactNode }) {
  const texts = useTexts(orderTexts);
  const { type, worker, user, created_at, attached_files, accepted_at, rejected_at } = message;
  const isMine = message.mine && worker === null;
  const author = worker?.full_name ?? (user ? fullName(user) : '');
  const answer = accepted_at === null ? (rejected_at === null ? 'open' : 'rejected') : 'accepted';
  return (
    <AuthoredText author={isMine ? texts.you : author} time={created_at} isMine={isMine}>
      {!message.mine && <New at={created_at} />}
      {children}
      {type === 'delivery' && <Badge tone={tones[answer]}>{texts.deliveries[answer]}</Badge>}
      {(type === 'accept' || type === 'reject') && <p className="hint">{texts.answers[type]}</p>}
      {message.message !== '' && <p className="prose">{message.message}</p>}
      {attached_files.length > 0 && <Files files={attached_files} isLarge />}
    </AuthoredText>
  );
}

interface AuthoredTextProps {
  author: string;
  time: string;
  isMine?: boolean;
  children: ReactNode;
}

/** A message or comment, with its author and time. */
export function AuthoredText({ author, time, isMine = false, children }: AuthoredTextProps) {
  const format = useFormat();
  return (
    <li className={isMine ? 'stacked message mine' : 'stacked message'}>
      <p className="hint">
        <b>{author}</b> · {format.time(time)}
      </p>
      {children}
    </li>
  );
}

/** The latest open delivery of an order: the API lets no other be answered. */
export const useOpenDelivery = (gid: string) =>
  useQuery({
    queryKey: ['messages', gid, 'delivery'],
    queryFn: async ({ signal }) => {
      const deliveries = {
        where: (m: ListMessagesFields) => m.type.eq('delivery'),
        orderBy: 'created_at',
        sort: 'desc',
        limit: 100,
      } as const;
      const { items } = await api.listMessages(gid, deliveries, { signal });
      return items.find(({ accepted_at, rejected_at }) => accepted_at === null && rejected_at === null) ?? null;
    },
  });
