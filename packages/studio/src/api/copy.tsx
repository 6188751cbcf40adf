import { Copy } from '../design/icons.js';

import { IconButton } from '../design/button.js';
import { toast } from '../design/toast.js';

export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <IconButton label={label} small onClick={() => void copy(text)}>
      <Copy />
    </IconButton>
  );
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied.');
  } catch {
    toast('The browser does not allow this page to copy.', { tone: 'bad' });
  }
}
