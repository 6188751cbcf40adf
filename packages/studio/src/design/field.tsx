import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

interface FieldFrameProps {
  readonly label: ReactNode;
  readonly required?: boolean | undefined;
  /** A short text at the right of the label, such as a counter. */
  readonly note?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Gets the attributes that connect the control with its label and its error. */
  readonly children: (control: ControlAttributes) => ReactNode;
}

interface ControlAttributes {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export function Field({ label, required, note, hint, error, children }: FieldFrameProps) {
  const id = useId();
  const described = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`].join(' ').trim();
  return (
    <div className="field">
      <div className="field-head">
        <label className="field-label" htmlFor={id}>
          {label}
          {required ? (
            <span className="field-required" title="Required">
              {' '}
              *
            </span>
          ) : null}
        </label>
        {note === undefined ? null : <span className="field-note">{note}</span>}
      </div>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described || undefined })}
      {hint === undefined ? null : (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> };

export function Input({ className = '', ...rest }: InputProps) {
  return <input dir="auto" {...rest} className={`input ${className}`} />;
}

export function Textarea({ className = '', ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea dir="auto" {...rest} className={`input ${className}`} />;
}

export function Select({ className = '', ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...rest} className={`input ${className}`} />;
}

export function Checkbox({ label, ...rest }: InputHTMLAttributes<HTMLInputElement> & { readonly label: ReactNode }) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}
