import { useEffect } from 'react';

import { apiScreens } from '../api/navigation.js';
import { type DescribedType, useDescription } from '../data/description.js';
import { inSentence } from '../data/in-sentence.js';

/** The tab, the history and screen readers name a screen by its title: `Article · Studio`. */
export function useTitle(location: string): void {
  const { types } = useDescription();
  useEffect(() => {
    const name = screenName(location, types);
    document.title = name === undefined ? 'Studio' : `${name} · Studio`;
  }, [location, types]);
}

function screenName(location: string, types: readonly DescribedType[]): string | undefined {
  const screen = apiScreens.find(({ path }) => location === path);
  if (screen !== undefined) return screen.label;
  const [, part, type, document] = location.split('/');
  if (part === 'media') return 'Media library';
  if (part !== 'content' || type === undefined) return undefined;
  const typeName = decodeURIComponent(type);
  const name = types.find((each) => each.name === typeName)?.label ?? typeName;
  if (document === undefined) return name;
  return document === 'new' ? `New ${inSentence(name)}` : `Edit ${inSentence(name)}`;
}
