import type { CallOptions, Page, Price } from '@partner-ordering/client';
import { isolated } from '@partner-ordering/kernel/texts';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { DeleteButton } from '../../kit/dialog.tsx';
import { type Column, List, type Paging, Table } from '../../kit/list.tsx';
import { optionTexts } from '../../options/texts.ts';
import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { EditPrice } from './price-form.tsx';
import { inPeriods, standingPrice } from './periods.ts';
import { pricesTexts } from './texts.ts';
import { textFor } from '../../text/values.ts';

type PriceQuery = Paging & { orderBy: 'gid'; sort: 'asc' };

interface PriceListProps {
  /** Identifies the list in the cache: the gid of an organization or a product. */
  owner: string;
  filter?: string | undefined;
  read: (query: PriceQuery, options: CallOptions) => PromiseLike<Page<Price>>;
  /** The column that names a price beside its options. */
  first: Column<Price>;
  isInAddress?: boolean;
  empty: ReactNode;
}

/** Prices, in the order in which they came; those for the same stand together. */
export function PriceList({ owner, filter, read, first, ...rest }: PriceListProps) {
  const { prices, options } = useTexts(pricesTexts);
  const { net } = useTexts(optionTexts);
  const { money } = useFormat();
  const columnsOf = (items: readonly Price[]): Column<Price>[] => [
    first,
    { title: options, cell: (price) => <Options price={price} standing={standingPrice(price, items)} /> },
    { title: net, cell: (price) => money(price), isNumber: true },
  ];
  return (
    <List
      source={['prices', owner]}
      filter={filter}
      read={(paging, callOptions) => read({ orderBy: 'gid', sort: 'asc', ...paging }, callOptions)}
      {...rest}
    >
      {(items) => (
        <Table caption={prices} columns={columnsOf(items)} items={inPeriods(items)} actions={(price) => <Actions price={price} />} />
      )}
    </List>
  );
}

function useOptionsOf({ options: { mode, due, skill } }: Price): string {
  const { modes, days, skills } = useTexts(optionTexts);
  return [textFor(modes, mode), days(due), skill === null ? [] : textFor(skills, skill)].flat().join(' · ');
}

/** The options of a price, and the period of its validity; of a promotion also the standing price before and after it. */
function Options({ price, standing }: { price: Price; standing: Price | undefined }) {
  const texts = useTexts(pricesTexts);
  const { time, money } = useFormat();
  return (
    <>
      {useOptionsOf(price)}
      {price.valid_from !== null && <p className="hint">{texts.validFrom(time(price.valid_from))}</p>}
      {price.valid_until !== null && <p className="hint">{texts.validUntil(time(price.valid_until))}</p>}
      {standing && <p className="hint">{texts.beforeAndAfter(money(standing))}</p>}
    </>
  );
}

function Actions({ price }: { price: Price }) {
  const { removeText, everybody } = useTexts(pricesTexts);
  const payer = price.organization ? isolated(price.organization.name) : everybody;
  const name = `${isolated(price.product.title)}, ${useOptionsOf(price)}, ${payer}`;
  return (
    <>
      <EditPrice price={price} name={name} />
      <DeleteButton isInRow name={name} text={removeText} act={() => api.deletePrice(price.gid)} />
    </>
  );
}
