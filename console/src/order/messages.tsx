import type { ListMessagesFields, Project, ProjectMessage } from '@partner-ordering/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { api } from '../api/client.ts';
import { Button } from '../kit/button.tsx';
import { TextArea } from '../kit/fields.tsx';
import { Files } from '../kit/files.tsx';
import { Form } from '../kit/form.tsx';
import { Badge, Section } from '../kit/page.tsx';
import { QueryView } from '../kit/states.tsx';
import { Uploads, useUploads } from '../kit/upload.tsx';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { New } from './seen.tsx';
import { can } from './step.ts';
import { orderTexts } from './texts.ts';

/** The messages of customers and the creative, with the deliveries; the newest at the end. */
export function Conversation({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const [count, setCount] = useState(100);
  const messages = useMessages(project.gid, count);
  const mayWrite = can(project, 'message');
  // A draft takes none, but shows why it was sent back.
  if (!mayWrite && !messages.data?.total_count) return null;
  return (
    <Section title={texts.conversation}>
      <QueryView query={messages}>
        {({ items, total_count }) => (
          <>
            {total_count > count && (
              <Button look="quiet" onClick={() => setCount(count + 100)}>
                {texts.earlier}
              </Button>
            )}
            {items.length === 0 ? <p className="hint">{texts.noMessages}</p> : <Log items={items.toReversed()} />}
          </>
        )}
      </QueryView>
      {mayWrite && <MessageForm gid={project.gid} />}
    </Section>
  );
}

function Log({ items }: { items: readonly ProjectMessage[] }) {
  const texts = useTexts(orderTexts);
  const ref = useRef<HTMLDivElement>(null);
  const newest = items.at(-1)?.gid;
  useEffect(() => {
    if (ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [newest]);
  return (
    <div ref={ref} className="log" role="log" aria-label={texts.conversation} tabIndex={0}>
      <ol className="facts">
        {items.map((message) => (
          <Message key={message.gid} message={message} />
        ))}
      </ol>
    </div>
  );
}

const tones = { open: 'waits', accepted: 'good', rejected: 'wrong' } as const;

function Message({ message }: { message: ProjectMessage }) {
  const texts = useTexts(orderTexts);
  const { type, worker, user, created_at, attached_files, accepted_at, rejected_at } = message;
  const isMine = message.mine && worker === null;
  const author = worker?.full_name ?? (user ? fullName(user) : '');
  const answer = accepted_at === null ? (rejected_at === null ? 'open' : 'rejected') : 'accepted';
  return (
    <AuthoredText author={isMine ? texts.you : author} time={created_at} isMine={isMine}>
      {!message.mine && <New at={created_at} />}
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

function MessageForm({ gid }: { gid: string }) {
  const texts = useTexts(orderTexts);
  const uploads = useUploads();
  return (
    <Form
      submit={texts.send}
      look="plain"
      isRepeated
      isDisabled={!uploads.isDone}
      onDone={uploads.clear}
      onSubmit={({ text }) => api.createMessage(gid, { message: text('message'), attached_files: uploads.attached })}
    >
      <TextArea name="message" label={texts.message} rows={3} required />
      <Uploads label={texts.attach} uploads={uploads} />
    </Form>
  );
}

/** The newest messages of an order, the newest first. */
const useMessages = (gid: string, count: number) =>
  useQuery({
    queryKey: ['messages', gid, count],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const page = (offset: number) =>
        api.listMessages(gid, { orderBy: 'created_at', sort: 'desc', limit: 100, offset }, { signal }).then();
      const [firstPage, ...otherPages] = await Promise.all(Array.from({ length: count / 100 }, (_, number) => page(number * 100)));
      return { total_count: firstPage!.total_count, items: [firstPage!, ...otherPages].flatMap(({ items }) => items) };
    },
  });

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
