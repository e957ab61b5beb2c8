import { useSession } from '../app/session.tsx';
import { Choice, ListSearch } from '../kit/filters.tsx';
import { useTexts } from '../text/language.tsx';
import type { ReactNode } from 'react';
import { orderFilters, orderSorts, staffFilters, type OrdersSearch } from './search.ts';
import { ordersTexts } from './texts.ts';

interface FiltersProps {
  search: OrdersSearch;
  onChange: (change: OrdersSearch) => void;
  children: ReactNode;
}

/** What narrows and sorts the list of orders. */
export function OrderFilters({ search, onChange, children }: FiltersProps) {
  const texts = useTexts(ordersTexts);
  const { isMember, isAdmin } = useSession();
  const filters = [...orderFilters, ...(isAdmin ? staffFilters : [])].map((value) => ({ value, name: texts.filters[value] }));
  const byDefault = search.search === undefined ? texts.sorts.created_at : texts.bestMatch;
  const sorts = orderSorts.map((value) => ({ value, name: texts.sorts[value] })).filter(({ name }) => name !== byDefault);
  return (
    <div className="filters">
      <ListSearch label={texts.search} />
      <Choice label={texts.show} value={search.show} onChange={(show) => onChange({ show })} none={texts.all} options={filters} />
      <Choice label={texts.sort} value={search.sort} onChange={(sort) => onChange({ sort })} none={byDefault} options={sorts} />
      {isMember && (
        <label className="check">
          <input
            type="checkbox"
            checked={search.mine ?? false}
            onChange={({ target }) => onChange({ mine: target.checked ? true : undefined })}
          />
          {texts.mine}
        </label>
      )}
      {children}
    </div>
  );
}
