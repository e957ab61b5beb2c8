import type { Session } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import { ConfirmButton } from '../kit/dialog.tsx';
import { type Column, List, Table } from '../kit/list.tsx';
import { Section } from '../kit/page.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { profileTexts } from './texts.ts';

/** The applications where one is signed in. */
export function Sessions() {
  const texts = useTexts(profileTexts);
  const { time } = useFormat();
  const columns: Column<Session>[] = [
    { title: texts.application, cell: ({ application }) => <span className="row-name">{application.name}</span> },
    { title: texts.network, cell: ({ network }) => network ?? texts.unknown },
    { title: texts.begun, cell: ({ created_at }) => time(created_at) },
    { title: texts.lastUsed, cell: ({ last_token_at }) => time(last_token_at) },
  ];
  return (
    <Section title={texts.sessions}>
      <p className="hint">{texts.sessionsText}</p>
      <List
        of={['sessions', undefined]}
        read={(paging, options) => api.listMySessions({ orderBy: 'last_token_at', ...paging }, options)}
        empty={null}
      >
        {(items) => <Table caption={texts.sessions} columns={columns} items={items} actions={(session) => <End of={session} />} />}
      </List>
    </Section>
  );
}

function End({ of: { gid, application } }: { of: Session }) {
  const texts = useTexts(profileTexts);
  return (
    <ConfirmButton
      look="quiet"
      label={texts.end}
      title={texts.endTitle}
      text={texts.endText(application.name)}
      act={() => api.deleteMySession(gid)}
      done={texts.ended}
    />
  );
}
