import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'default' | 'primary' | 'danger' | 'quiet';
  readonly small?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/**
 * A button that is disabled keeps the focus: a browser gives the focus of a disabled control to the page, for example
 * while a save runs.
 */
export function Button({ variant = 'default', small, icon, className = '', disabled, children, ...rest }: ButtonProps) {
  const classes = ['button', `button-${variant}`, small ? 'button-small' : '', className].join(' ');
  return (
    <button type="button" {...rest} {...(disabled ? UNUSABLE : {})} className={classes}>
      {icon}
      {children}
    </button>
  );
}

/** Without the handlers of a click, and of a menu that the button opens. */
const UNUSABLE = {
  'aria-disabled': true,
  onClick: (event: { preventDefault(): void }) => event.preventDefault(),
  onPointerDown: undefined,
  onKeyDown: undefined,
} as const;

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  /** The name that screen readers say, and that the pointer shows. */
  readonly label: string;
  readonly children: ReactNode;
}

export function IconButton({ label, variant = 'quiet', className = '', children, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant={variant} className={`button-icon ${className}`} aria-label={label} title={label}>
      {children}
    </Button>
  );
}
