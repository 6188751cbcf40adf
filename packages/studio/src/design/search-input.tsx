import type { KeyboardEvent } from 'react';

import { Search } from './icons.js';

interface SearchInputProps {
  readonly label: string;
  /** The label, unless a hint says more. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** The key “/” moves the focus to this input. A screen has at most one such input. */
  readonly isMain?: boolean;
}

export function SearchInput({ label, placeholder = label, value, onChange, onKeyDown, isMain }: SearchInputProps) {
  return (
    <div className="search-box">
      <Search aria-hidden />
      <input
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        data-main-search={isMain}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
