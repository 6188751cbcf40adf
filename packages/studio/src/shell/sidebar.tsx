import { File, Files, Image } from '../design/icons.js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

import { type DescribedType, maySeeFiles, useDescription } from '../data/description.js';
import { useCount } from '../data/counts.js';
import { useListPath } from '../data/seen-lists.js';
import { NavItem } from '../design/nav-item.js';
import { SearchInput } from '../design/search-input.js';

/** The types that the caller may read, with search and counts. */
export function ContentNavigation({ onNavigate }: { readonly onNavigate: () => void }) {
  const description = useDescription();
  const { types } = description;
  const [text, setText] = useState('');
  const shown = types.filter((type) => !type.plugin && matches(type, text));
  const collections = shown.filter(({ single }) => !single);
  const singles = shown.filter(({ single }) => single);
  return (
    <>
      <SearchInput label="Search types" value={text} onChange={setText} />
      <Group title="Collections" types={collections} onNavigate={onNavigate} />
      <Group title="Single types" types={singles} onNavigate={onNavigate} />
      {shown.length === 0 ? <p className="nav-none">No type is called “{text}”.</p> : null}
      {maySeeFiles(description) ? (
        <section className="nav-group">
          <h2 className="nav-title">Files</h2>
          <ul>
            <NavItem path="/media" label="Media library" icon={<Image aria-hidden />} onNavigate={onNavigate} />
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** Who knows the API looks for the name. */
function matches({ label, name }: DescribedType, text: string): boolean {
  return `${label} ${name}`.toLowerCase().includes(text.trim().toLowerCase());
}

interface GroupProps {
  readonly title: string;
  readonly types: readonly DescribedType[];
  readonly onNavigate: () => void;
}

function Group({ title, types, onNavigate }: GroupProps) {
  if (types.length === 0) return null;
  return (
    <section className="nav-group">
      <h2 className="nav-title">{title}</h2>
      <ul>
        {types.map((type) => (
          <TypeItem key={type.name} type={type} onNavigate={onNavigate} />
        ))}
      </ul>
    </section>
  );
}

function TypeItem({ type, onNavigate }: { readonly type: DescribedType; readonly onNavigate: () => void }) {
  const [location] = useLocation();
  const path = `/content/${type.name}`;
  const href = useListPath(type.name, location === path);
  return (
    <NavItem
      path={path}
      href={href}
      label={type.label}
      icon={type.single ? <File aria-hidden /> : <Files aria-hidden />}
      note={type.single ? null : <Count type={type} />}
      onNavigate={onNavigate}
    />
  );
}

function Count({ type }: { readonly type: DescribedType }) {
  const ref = useRef<HTMLSpanElement>(null);
  const count = useCount(type, useSeen(ref));
  return (
    <span ref={ref} className="nav-count">
      {count === undefined ? '' : new Intl.NumberFormat('en').format(count)}
    </span>
  );
}

/** Whether an element has been in sight. A project with hundreds of types does not count all of them at once. */
function useSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (ref.current !== null && !isSeen) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, isSeen]);
  return isSeen;
}
