import { basename } from 'node:path/posix';

/** Whether the plugin config-sync wrote a file: `config/sync/user-role.public.json`. */
export function isSyncFile(file: string): boolean {
  return /^(core-store|user-role|admin-role|i18n-locale)\..+\.json$/.test(basename(file)) && file.includes('/');
}
