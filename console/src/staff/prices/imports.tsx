import type { Organization, PriceImport, PriceImportStatus, PriceImportSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { api } from '../../api/client.ts';
import { every, refresh } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { DialogButton, FormButton } from '../../kit/dialog.tsx';
import { CheckField } from '../../kit/fields.tsx';
import { CloseContext } from '../../kit/form.tsx';
import { type Column, List, Table } from '../../kit/list.tsx';
import { Badge } from '../../kit/page.tsx';
import { Empty, QueryView } from '../../kit/states.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useFormat } from '../../text/format.ts';
import { failureText, faultText, useTexts } from '../../text/language.tsx';
import { OrganizationLink } from '../choices.tsx';
import { pricesTexts } from './texts.ts';
import { entryOf, textFor, type Known } from '../../text/values.ts';

const WATCH_MS = 1_000;
const tones: Record<Known<PriceImportStatus>, 'waits' | 'good' | 'wrong'> = {
  pending: 'waits',
  imported: 'good',
  refused: 'wrong',
  failed: 'wrong',
};

/** The organization's price sheet, and what came of each import. */
export function Imports({ organization }: { organization: Organization }) {
  const { gid, price_sheet_url: url } = organization;
  const texts = useTexts(pricesTexts);
  const { time } = useFormat();
  const columns: Column<PriceImportSummary>[] = [
    { title: texts.started, cell: ({ created_at }) => time(created_at) },
    { title: texts.outcome, cell: (item) => <Outcome priceImport={item} /> },
  ];
  if (!url)
    return (
      <Empty title={texts.noSheet} text={texts.noSheetText}>
        <OrganizationLink organization={organization} />
      </Empty>
    );
  return (
    <>
      <p className="prose">{url}</p>
      <p className="hint">{texts.columns}</p>
      <div className="actions">
        <FormButton
          look="main"
          label={texts.import}
          text={texts.importText}
          done={texts.importing}
          onSubmit={({ isChecked }) => api.importPrices(gid, { remove: isChecked('remove') })}
        >
          <CheckField name="remove" label={texts.mayRemove} />
        </FormButton>
      </div>
      <List
        source={['price_imports', gid]}
        read={(paging, options) => api.listPriceImports(gid, { orderBy: 'created_at', ...paging }, options)}
        empty={<p className="hint">{texts.noImports}</p>}
      >
        {(items) => <Table caption={texts.sheet} columns={columns} items={items} />}
      </List>
    </>
  );
}

const useImport = ({ gid, organization }: PriceImportSummary, refetchInterval: false | (() => number | false)) =>
  useQuery({
    queryKey: ['price_imports', organization.gid, gid],
    queryFn: ({ signal }) => api.getPriceImport(organization.gid, gid, { signal }),
    refetchInterval,
  });

function Outcome({ priceImport }: { priceImport: PriceImportSummary }) {
  const texts = useTexts(pricesTexts);
  const { number } = useFormat();
  const { status, prices_count, hidden_rows_count, errors_count, failure_code, failure_params, price_sheet_url } = priceImport;
  return (
    <div className="stacked">
      <Badge tone={entryOf(tones, status) ?? 'calm'}>{textFor(texts.statuses, status)}</Badge>
      {status === 'pending' && <Watch priceImport={priceImport} />}
      {prices_count !== null && texts.imported(number(prices_count))}
      {hidden_rows_count > 0 && <p className="hint">{texts.hiddenRows(number(hidden_rows_count))}</p>}
      {failure_code === 'removes_too_many_prices'
        ? texts.lacks(`${failure_params?.['count']}`, `${failure_params?.['total']}`)
        : failureText(priceImport).replace(/^price_sheet_url/, texts.theSheet)}
      {price_sheet_url !== null && <p className="hint">{price_sheet_url}</p>}
      {errors_count > 0 && (
        <DialogButton label={texts.errors(number(errors_count))} title={texts.errorsTitle}>
          <Errors priceImport={priceImport} />
        </DialogButton>
      )}
    </div>
  );
}

/** Asks again until an import is done; then all that is shown is. */
function Watch({ priceImport }: { priceImport: PriceImportSummary }) {
  const { data } = useImport(priceImport, () => every(WATCH_MS));
  const isDone = data !== undefined && data.status !== 'pending';
  useEffect(() => {
    if (isDone) void refresh();
  }, [isDone]);
  return null;
}

/** The faults of a price sheet, with their places. */
function Errors({ priceImport }: { priceImport: PriceImportSummary }) {
  const texts = useTexts(pricesTexts);
  const { close } = useTexts(kitTexts);
  const onClose = use(CloseContext);
  const columns: Column<PriceImport['errors'][number] & { gid: string }>[] = [
    { title: texts.place, cell: ({ line, column }) => texts.placeOf(line, column) },
    { title: texts.wrong, cell: faultText },
  ];
  return (
    <QueryView query={useImport(priceImport, false)}>
      {({ errors }) => (
        <>
          <Table caption={texts.errorsTitle} columns={columns} items={errors.map((error, index) => ({ ...error, gid: String(index) }))} />
          <div className="actions">
            <Button onClick={onClose}>{close}</Button>
          </div>
        </>
      )}
    </QueryView>
  );
}
