import type { BrowserSession, Session } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import { ConfirmButton } from '../kit/dialog.tsx';
import { type Column, List, type Paging, Table } from '../kit/list.tsx';
import { Section } from '../kit/page.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { browserName } from './browser-name.ts';
import { profileTexts } from './texts.ts';

/** The browsers and applications where one is signed in. One leaves this browser by signing out. */
export function Sessions() {
  const texts = useTexts(profileTexts);
  const nameOf = ({ user_agent: userAgent, is_current: isCurrent }: BrowserSession) => {
    const name = browserName(userAgent, texts);
    return isCurrent ? texts.thisBrowser(name) : name;
  };
  return (
    <Section title={texts.sessions}>
      <p className="hint">{texts.sessionsText}</p>
      <List source={['browser_sessions', undefined]} read={readBrowsers} empty={null}>
        {(items) => (
          <SessionTable
            caption={texts.browsers}
            title={texts.browser}
            items={items.map((item) => ({ ...item, name: nameOf(item), lastUsedAt: item.last_used_at }))}
            text={() => texts.endBrowserText}
            end={(gid) => api.deleteMyBrowserSession(gid)}
          />
        )}
      </List>
      <List
        source={['sessions', undefined]}
        read={(paging, options) => api.listMySessions({ orderBy: 'last_token_at', ...paging }, options)}
        empty={null}
      >
        {(items) => (
          <SessionTable
            caption={texts.applications}
            title={texts.application}
            items={items.map((item) => ({ ...item, name: item.application.name, lastUsedAt: item.last_token_at }))}
            text={texts.endText}
            end={(gid) => api.deleteMySession(gid)}
          />
        )}
      </List>
    </Section>
  );
}

/** This browser, which is in use, is on the first page, and stands before all. */
async function readBrowsers(paging: Paging, options: { signal: AbortSignal }) {
  const { items, total_count } = await api.listMyBrowserSessions({ orderBy: 'last_used_at', ...paging }, options);
  return { items: items.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)), total_count };
}

type SessionRow = Pick<Session, 'gid' | 'network' | 'created_at' | 'is_current'> & { name: string; lastUsedAt: string };

interface SessionTableProps {
  caption: string;
  title: string;
  items: readonly SessionRow[];
  /** The effect of ending one. */
  text: (name: string) => string;
  end: (gid: string) => Promise<unknown>;
}

function SessionTable({ caption, title, items, text, end }: SessionTableProps) {
  const texts = useTexts(profileTexts);
  const { time } = useFormat();
  const columns: Column<SessionRow>[] = [
    { title, cell: ({ name }) => <span className="row-name">{name}</span> },
    { title: texts.network, cell: ({ network }) => network ?? texts.unknown },
    { title: texts.begun, cell: ({ created_at }) => time(created_at) },
    { title: texts.lastUsed, cell: ({ lastUsedAt }) => time(lastUsedAt) },
  ];
  const actions = ({ gid, name, network, lastUsedAt, is_current: isCurrent }: SessionRow) => {
    const subject = network === null ? name : `${name}, ${network}`;
    const button = { look: 'quiet', label: texts.end, subject, title: texts.endTitle, done: texts.ended } as const;
    return (
      !isCurrent && <ConfirmButton {...button} text={`${texts.endOf(subject, time(lastUsedAt))} ${text(name)}`} act={() => end(gid)} />
    );
  };
  return <Table caption={caption} columns={columns} items={items} actions={actions} />;
}
