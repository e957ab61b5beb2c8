import { createContext, use, useEffect, type ReactNode } from 'react';
import { useTexts } from '../text/language.tsx';
import { kitTexts } from './texts.ts';

interface PageProps {
  title: string;
  /** Above the title: where it belongs. */
  breadcrumbs?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Stands before the title in the browser's tab. */
export const TabContext = createContext('');

/** A screen: a title, which is the browser tab's too, and its sections. */
export function Page({ title, breadcrumbs, actions, children }: PageProps) {
  const tabTitle = use(TabContext) + title;
  useEffect(() => {
    document.title = tabTitle;
  }, [tabTitle]);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          {breadcrumbs !== undefined && <p className="hint">{breadcrumbs}</p>}
          <h1>{title}</h1>
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a screen with a heading of its own. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="section" aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Names with their values. What has no value is left out. */
export function Facts({ entries }: { entries: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {entries
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt className="hint">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A short word about the state of something. */
export function Badge({ tone, children }: { tone: 'calm' | 'good' | 'waits' | 'wrong' | 'mine'; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** Whether something may be used. */
export function Enabled({ isEnabled }: { isEnabled: boolean }) {
  const { enabled, disabled } = useTexts(kitTexts);
  return <Badge tone={isEnabled ? 'good' : 'wrong'}>{isEnabled ? enabled : disabled}</Badge>;
}
