import { DropdownMenu, Popover as RadixPopover } from 'radix-ui';
import type { ReactNode } from 'react';

interface MenuItem {
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

export type MenuEntry = MenuItem | { readonly heading: string } | 'line';

/** A button that opens a list of actions. */
export function Menu({ trigger, entries }: { readonly trigger: ReactNode; readonly entries: readonly MenuEntry[] }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
          {entries.map((entry, index) => (
            // Entries of a menu never change their places while it is open.
            // oxlint-disable-next-line react/no-array-index-key
            <Entry key={index} entry={entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  if (entry === 'line') return <DropdownMenu.Separator className="menu-line" />;
  if ('heading' in entry) return <DropdownMenu.Label className="menu-label">{entry.heading}</DropdownMenu.Label>;
  const { label, icon, danger = false, disabled = false, onSelect } = entry;
  return (
    <DropdownMenu.Item
      className={`menu-item ${danger ? 'menu-item-danger' : ''}`}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon}
      {label}
    </DropdownMenu.Item>
  );
}

/** A button that opens a small panel. */
export function Popover({
  trigger,
  label,
  children,
}: {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <RadixPopover.Root>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content className="popover" align="end" sideOffset={4} collisionPadding={8} aria-label={label}>
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
