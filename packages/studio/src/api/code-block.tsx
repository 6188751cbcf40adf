import { CopyButton } from './copy.js';

export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="code-block">
      {/* A long text scrolls, so that it must be reachable with keys. */}
      <pre tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
      <CopyButton label={`Copy: ${label}`} text={text} />
    </div>
  );
}

export function Method({ method }: { readonly method: string }) {
  return <span className={`method method-${method.toLowerCase()}`}>{method}</span>;
}
