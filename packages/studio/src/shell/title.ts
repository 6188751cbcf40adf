import { useEffect } from 'react';

import { apiScreens } from '../api/navigation.js';
import { humanName } from '../data/description.js';

/** The tab, the history and screen readers name a screen by its title: `Article · Studio`. */
export function useTitle(location: string): void {
  useEffect(() => {
    const name = screenName(location);
    document.title = name === undefined ? 'Studio' : `${name} · Studio`;
  }, [location]);
}

function screenName(location: string): string | undefined {
  const screen = apiScreens.find(({ path }) => location === path);
  if (screen !== undefined) return screen.label;
  const [, part, type, document] = location.split('/');
  if (part === 'media') return 'Media library';
  if (part !== 'content' || type === undefined) return undefined;
  const name = humanName(decodeURIComponent(type));
  if (document === undefined) return name;
  return document === 'new' ? `New ${name.toLowerCase()}` : `Edit ${name.toLowerCase()}`;
}
