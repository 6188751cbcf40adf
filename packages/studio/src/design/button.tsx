import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'default' | 'primary' | 'danger' | 'quiet';
  readonly small?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = 'default', small, icon, className = '', children, ...rest }: ButtonProps) {
  const classes = ['button', `button-${variant}`, small ? 'button-small' : '', className].join(' ');
  return (
    <button type="button" {...rest} className={classes}>
      {icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
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
