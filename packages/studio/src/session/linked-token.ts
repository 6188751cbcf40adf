import type { StudioSetup } from '@content-gen/runtime/studio';

/**
 * The token behind `#`. In production a link has no token, because anybody can send an editor a link, and a token would
 * replace the session of the editor and the unsaved changes.
 */
export function linkedToken(hash: string, { development }: Pick<StudioSetup, 'development'>): string | undefined {
  return development ? /^#token=([\w-]+)$/.exec(hash)?.[1] : undefined;
}
