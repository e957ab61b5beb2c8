import { isolated } from '@partner-ordering/kernel/texts';
import { Link } from '@tanstack/react-router';

/** The name of an order in one text. */
export const orderName = ({ title, short_code }: { title: string; short_code: string }): string => `${isolated(title)} ${short_code}`;

/** Leads to an order; with its code where it names a row. */
export function OrderLink({ order: { gid, title, short_code } }: { order: { gid: string; title: string; short_code?: string } }) {
  return (
    <>
      <Link to="/orders/$gid" params={{ gid }} className={short_code === undefined ? '' : 'row-name'}>
        {title}
      </Link>
      {short_code !== undefined && <span className="hint"> {short_code}</span>}
    </>
  );
}
