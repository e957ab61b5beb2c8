import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import type { Look } from './button.tsx';

function Anchor({ look = 'plain', ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { look?: Look }) {
  return <a {...rest} className={`button ${look}`} />;
}

/** A link within the console that looks like a button. */
export const ButtonLink = createLink(Anchor);
