import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Page } from '../kit/page.tsx';
import { Empty, Shown } from '../kit/states.tsx';
import { useUploads } from '../kit/upload.tsx';
import { useTexts } from '../text/language.tsx';
import type { Brief } from './brief.tsx';
import { OrderForm } from './form.tsx';
import { Products, SPECIFIC } from './products.tsx';
import { newOrderTexts } from './texts.ts';
import './new-order.css';

const route = getRouteApi('/orders/new');

/** Orders a product, or asks for what is none. */
export function NewOrder() {
  const texts = useTexts(newOrderTexts);
  const { isMember } = useSession();
  const { product } = route.useSearch();
  const another = <Link to="/orders/new">← {texts.another}</Link>;
  const specific = (
    <ButtonLink to="/orders/new" search={{ product: SPECIFIC }}>
      {texts.specific}
    </ButtonLink>
  );
  if (!isMember)
    return (
      <Page title={texts.title}>
        <Empty title={texts.membersOnly} />
      </Page>
    );
  return (
    <Page title={texts.title} above={product && another} actions={product === undefined && specific}>
      <Choosing gid={product} />
    </Page>
  );
}

/** First the product, then the form. What was entered stays when another product is chosen. */
function Choosing({ gid }: { gid: string | undefined }) {
  const [texts, setTexts] = useState({ title: '', description: '' });
  const uploads = useUploads();
  const brief: Brief = { ...texts, change: (to) => setTexts((before) => ({ ...before, ...to })), uploads };
  return (
    <>
      <Leaving isEntered={texts.title !== '' || texts.description !== '' || uploads.files.length > 0} />
      {gid === undefined && <Products />}
      {gid === SPECIFIC && <OrderForm product={null} brief={brief} />}
      {gid !== undefined && gid !== SPECIFIC && <ProductForm key={gid} gid={gid} brief={brief} />}
    </>
  );
}

function ProductForm({ gid, brief }: { gid: string; brief: Brief }) {
  const product = useQuery({ queryKey: ['products', gid], queryFn: ({ signal }) => api.getProduct(gid, { signal }) });
  return <Shown of={product}>{(data) => <OrderForm product={data} brief={brief} />}</Shown>;
}

/** Asks before what was entered is lost. */
function Leaving({ isEntered }: { isEntered: boolean }) {
  const texts = useTexts(newOrderTexts);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isEntered && next.pathname !== current.pathname,
    enableBeforeUnload: isEntered,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title={texts.leaveTitle} onClose={reset}>
      <p>{texts.leaveText}</p>
      <div className="actions">
        <Button onClick={reset}>{texts.stay}</Button>
        <Button look="danger" onClick={proceed}>
          {texts.leave}
        </Button>
      </div>
    </Dialog>
  );
}
