import { ApiError, ConnectionError, type Detail } from '@partner-ordering/client';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '../api/queries.ts';
import { fieldTexts, reasonTexts } from '../text/error-texts.ts';
import { faultText, currentTexts, useTexts } from '../text/language.tsx';
import { Button } from './button.tsx';
import { Page } from './page.tsx';
import { kitTexts } from './texts.ts';

/** Keeps the place of what is on its way. */
export function Loading() {
  const texts = useTexts(kitTexts);
  return (
    <div className="loading" role="status">
      <span className="unseen">{texts.loading}</span>
    </div>
  );
}

/** Says that there is nothing yet, and what to do. */
export function Empty({ title, text, children }: { title: string; text?: string | undefined; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

/** Says why something could not be read, and offers to try again. */
export function Failure({ error, onAgain }: { error: unknown; onAgain?: () => void }) {
  const texts = useTexts(kitTexts);
  const queries = useQueryClient();
  if (isMissing(error)) return <Empty title={texts.missing} />;
  return (
    <div className="failure" role="alert">
      <p className="empty-title">{texts.failed}</p>
      <p>{useReason(error)}</p>
      {error instanceof ApiError && error.requestId !== null && <p className="hint">{texts.request(error.requestId)}</p>}
      <Button onClick={() => [onAgain?.(), void queries.refetchQueries({ type: 'active' })]}>{texts.again}</Button>
    </div>
  );
}

/** Why a call failed, in a sentence for its reader. */
export function useReason(error: unknown): string {
  const texts = useTexts(kitTexts);
  return reasonOf(error) ?? texts.offline;
}

/** Undefined where the service was not reached. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ConnectionError) return undefined;
  if (error instanceof ApiError && error.details.length > 0) return linesOf(error.details);
  if (error instanceof ApiError) return answerText(error);
  return error instanceof Error ? error.message : String(error);
}

const answerText = ({ reason, needs, message }: ApiError): string =>
  (currentTexts(reasonTexts) as Readonly<Record<string, string>>)[needs === 'manager' ? 'needs_manager' : (reason ?? '')] ?? message;

/** The faults of fields that are not shown, one a line. */
export const linesOf = (details: readonly Detail[]): string =>
  details.map((detail) => currentTexts(kitTexts).labelFor(labelOf(detail.path), faultText(detail))).join('\n');

/** A field in the reader's words: of `winner.gid` the winner's, of `brief_files.0.url` the address. */
function labelOf(path: string): string {
  const names = path.split('.').filter((name) => name !== 'gid' && !/^\d+$/.test(name));
  return (currentTexts(fieldTexts) as Readonly<Record<string, string>>)[names.at(-1) ?? ''] ?? path;
}

/** Shows the data of a query, or else its loading or its error. The data stay visible during a refresh. */
export function QueryView<Data>({ query, children }: { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined && !(query.isError && isMissing(query.error))) return children(query.data);
  return query.error ? <Failure error={query.error} /> : <Loading />;
}

/** `QueryView` for a screen that is about one thing: where that is missing, the screen says so under a heading of its own. */
export function QueryScreen<Data>({ query, children }: { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }) {
  const texts = useTexts(kitTexts);
  return isMissing(query.error) ? <Page title={texts.missing}>{null}</Page> : <QueryView query={query}>{children}</QueryView>;
}
