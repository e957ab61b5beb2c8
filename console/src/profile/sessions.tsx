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
      <List of={['browser_sessions', undefined]} read={readBrowsers} empty={null}>
        {(items) => (
          <Places
            caption={texts.browsers}
            title={texts.browser}
            items={items.map((item) => ({ ...item, name: nameOf(item), used: item.last_used_at }))}
            text={() => texts.endBrowserText}
            end={(gid) => api.deleteMyBrowserSession(gid)}
          />
        )}
      </List>
      <List
        of={['sessions', undefined]}
        read={(paging, options) => api.listMySessions({ orderBy: 'last_token_at', ...paging }, options)}
        empty={null}
      >
        {(items) => (
          <Places
            caption={texts.applications}
            title={texts.application}
            items={items.map((item) => ({ ...item, name: item.application.name, used: item.last_token_at }))}
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

type Place = Pick<Session, 'gid' | 'network' | 'created_at' | 'is_current'> & { name: string; used: string };

interface PlacesProps {
  caption: string;
  title: string;
  items: readonly Place[];
  /** The effect of ending one. */
  text: (name: string) => string;
  end: (gid: string) => Promise<unknown>;
}

function Places({ caption, title, items, text, end }: PlacesProps) {
  const texts = useTexts(profileTexts);
  const { time } = useFormat();
  const columns: Column<Place>[] = [
    { title, cell: ({ name }) => <span className="row-name">{name}</span> },
    { title: texts.network, cell: ({ network }) => network ?? texts.unknown },
    { title: texts.begun, cell: ({ created_at }) => time(created_at) },
    { title: texts.lastUsed, cell: ({ used }) => time(used) },
  ];
  const actions = ({ gid, name, network, used, is_current: isCurrent }: Place) => {
    const of = network === null ? name : `${name}, ${network}`;
    const button = { look: 'quiet', label: texts.end, of, title: texts.endTitle, done: texts.ended } as const;
    return !isCurrent && <ConfirmButton {...button} text={`${texts.endOf(of, time(used))} ${text(name)}`} act={() => end(gid)} />;
  };
  return <Table caption={caption} columns={columns} items={items} actions={actions} />;
}
