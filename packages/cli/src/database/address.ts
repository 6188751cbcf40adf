import { readAddress } from '@content-gen/runtime/address';
import postgres from 'postgres';

/** Opens a database at any address that `DATABASE_URL` may have, with its first host alone. */
export function connect(text: string, options: NonNullable<Parameters<typeof postgres>[1]>): postgres.Sql {
  const address = readAddress(text);
  return 'problem' in address ? postgres(text, options) : postgres(address.url, { ...options, ...address.socket });
}
