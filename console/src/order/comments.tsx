import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { TextArea } from '../kit/fields.tsx';
import { Form } from '../kit/form.tsx';
import { Shown } from '../kit/states.tsx';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { orderTexts } from './texts.ts';

/** What people say of one thing, such as a work; the newest at the end. */
export function Comments({ uri }: { uri: string }) {
  const texts = useTexts(orderTexts);
  const { time } = useFormat();
  const comments = useQuery({
    queryKey: ['comments', uri],
    queryFn: ({ signal }) =>
      api.listComments({ where: (c) => c.uri.eq(uri), orderBy: 'created_at', sort: 'desc', limit: 100 }, { signal }).then(),
  });
  return (
    <>
      <h3>{texts.comments}</h3>
      <Shown of={comments}>
        {({ items }) => (
          <ol className="messages">
            {items.toReversed().map(({ gid, user, created_at, message }) => (
              <li key={gid} className="message">
                <p className="hint">
                  <b>{fullName(user)}</b> · {time(created_at)}
                </p>
                <p className="prose">{message}</p>
              </li>
            ))}
          </ol>
        )}
      </Shown>
      <Form submit={texts.addComment} look="plain" isRepeated onSubmit={({ text }) => api.createComment({ uri, message: text('message') })}>
        <TextArea name="message" label={texts.comment} rows={2} required />
      </Form>
    </>
  );
}
