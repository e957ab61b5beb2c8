import type { Authorization } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import { ConfirmButton } from '../kit/dialog.tsx';
import { type Column, List, Table } from '../kit/list.tsx';
import { Section } from '../kit/page.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { profileTexts } from './texts.ts';
import { textFor } from '../text/values.ts';

/** The applications that the user has authorized. */
export function Authorizations() {
  const texts = useTexts(profileTexts);
  const { date, time } = useFormat();
  const columns: Column<Authorization>[] = [
    { title: texts.application, cell: ({ application }) => <span className="row-name">{application.name}</span> },
    { title: texts.may, cell: ({ scopes }) => scopes.map((scope) => textFor(texts.scopes, scope)).join(', ') },
    { title: texts.allowed, cell: ({ created_at }) => date(created_at) },
    { title: texts.lastUsed, cell: ({ last_used_at }) => (last_used_at === null ? texts.never : time(last_used_at)) },
  ];
  return (
    <Section title={texts.authorizations}>
      <List
        source={['authorizations', undefined]}
        read={(paging, options) => api.listMyAuthorizations({ orderBy: 'last_used_at', ...paging }, options)}
        empty={<p className="hint">{texts.noAuthorizations}</p>}
      >
        {(items) => (
          <Table
            caption={texts.authorizations}
            columns={columns}
            items={items}
            actions={(authorization) => <Withdraw authorization={authorization} />}
          />
        )}
      </List>
    </Section>
  );
}

function Withdraw({ authorization: { gid, application } }: { authorization: Authorization }) {
  const texts = useTexts(profileTexts);
  return (
    <ConfirmButton
      look="quiet"
      label={texts.withdraw}
      title={texts.withdrawTitle(application.name)}
      text={texts.withdrawText}
      act={() => api.deleteMyAuthorization(gid)}
      done={texts.withdrawn}
    />
  );
}
