import type { ButtonHTMLAttributes } from 'react';

export type Look = 'main' | 'plain' | 'quiet' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** Its work is in progress, so it cannot be pressed again. */
  isBusy?: boolean;
}

/** A button. A screen has at most one that is `main`: the next step. */
export function Button({ look = 'plain', isBusy = false, type = 'button', className = '', disabled, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`button ${look} ${className}`}
      // To disable a button takes the focus away; a form gives it back.
      disabled={disabled === true || (isBusy && type === 'submit')}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      {...rest}
    />
  );
}
