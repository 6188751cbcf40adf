import type { StudioSetup } from '@content-gen/runtime/studio';

/**
 * The token behind `#`. In production there is none: anybody can send an editor a link, which would replace the session
 * and its unsaved changes.
 */
export function linkedToken(hash: string, { development }: Pick<StudioSetup, 'development'>): string | undefined {
  return development ? /^#token=([\w-]+)$/.exec(hash)?.[1] : undefined;
}
