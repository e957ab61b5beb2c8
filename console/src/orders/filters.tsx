import { useSession } from '../app/session.tsx';
import { Choice, ListSearch, useFilters } from '../kit/filters.tsx';
import { useTexts } from '../text/language.tsx';
import type { ReactNode } from 'react';
import { orderFilters, orderSorts, staffFilters } from './search.ts';
import { ordersTexts } from './texts.ts';

/** What narrows and sorts the list of orders. */
export function OrderFilters({ children }: { children: ReactNode }) {
  const texts = useTexts(ordersTexts);
  const { search, set } = useFilters();
  const { isMember, isAdmin } = useSession();
  const filters = [...orderFilters, ...(isAdmin ? staffFilters : [])].map((value) => ({ value, name: texts.filters[value] }));
  const byDefault = search.search === undefined ? texts.sorts.created_at : texts.bestMatch;
  const sorts = orderSorts.map((value) => ({ value, name: texts.sorts[value] })).filter(({ name }) => name !== byDefault);
  return (
    <div className="filters">
      <ListSearch label={texts.search} />
      <Choice label={texts.show} value={search.show} onChange={(show) => set({ show })} none={texts.all} options={filters} />
      <Choice label={texts.sort} value={search.sort} onChange={(sort) => set({ sort })} none={byDefault} options={sorts} />
      {isMember && (
        <label className="check">
          <input
            type="checkbox"
            checked={search.mine ?? false}
            onChange={({ target }) => set({ mine: target.checked ? true : undefined })}
          />
          {texts.mine}
        </label>
      )}
      {children}
    </div>
  );
}
