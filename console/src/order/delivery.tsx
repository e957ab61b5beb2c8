import type { ListMessagesFields } from '@partner-ordering/client';
import { isolated } from '@partner-ordering/kernel/texts';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { api } from '../api/client.ts';
import { ConfirmButton, FormButton } from '../kit/dialog.tsx';
import { TextArea } from '../kit/fields.tsx';
import { Failure } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { nextTexts } from './next-texts.ts';

/** The most characters of words and file names in the name of a delivery. */
const NAME_LENGTH = 100;

/** The latest open delivery of an order, with its name: the API lets no other be answered. Later ones may be refused. */
function useOpenDelivery(gid: string) {
  const texts = useTexts(nextTexts).delivery;
  const { labelFor } = useTexts(kitTexts);
  const { time } = useFormat();
  const { data, error } = useQuery({
    queryKey: ['messages', gid, 'delivery'],
    queryFn: ({ signal }) => {
      const where = (m: ListMessagesFields) => m.type.eq('delivery');
      return api.listMessages(gid, { where, orderBy: 'created_at', sort: 'desc', limit: 100 }, { signal }).then();
    },
  });
  const delivery = data?.items.find(({ accepted_at, rejected_at }) => accepted_at === null && rejected_at === null);
  if (!delivery) return { error };
  const words = [delivery.message, ...delivery.attached_files.map(({ name }) => name)].filter((text) => text !== '').join(' · ');
  const beginning = isolated(words.length > NAME_LENGTH ? `${words.slice(0, NAME_LENGTH)}…` : words);
  const label = delivery === data!.items[0] ? texts.newest : texts.earlier;
  return { delivery: { gid: delivery.gid, name: labelFor(label, `${time(delivery.created_at)} · ${beginning}`) } };
}

/** Says which delivery is to be answered, and leads to it. */
export function DeliveryLink({ gid }: { gid: string }) {
  const { delivery } = useOpenDelivery(gid);
  return delivery && <a href={`#${delivery.gid}`}>{delivery.name}</a>;
}

/** Answers the delivery that the reader has before them: a later one closes what is open. */
export function AnswerDelivery({ gid }: { gid: string }) {
  const texts = useTexts(nextTexts);
  const { delivery, error } = useOpenDelivery(gid);
  if (!delivery) return error && <Failure error={error} />;
  const answer = (type: 'accept' | 'reject', message: string): Promise<unknown> =>
    api.createMessage(gid, { type, message, delivery: { gid: delivery.gid } });
  const accepted = [delivery.name, <br key="" />, texts.accept.text];
  return (
    <Fragment key={delivery.gid}>
      <ConfirmButton look="main" {...texts.accept} text={accepted} act={() => answer('accept', '')} />
      <FormButton {...texts.reject} text={delivery.name} onSubmit={({ text }) => answer('reject', text('message'))}>
        <TextArea name="message" label={texts.reject.reason} required />
      </FormButton>
    </Fragment>
  );
}
