import { open, stat } from 'node:fs/promises';

export function isUrl(address: string): boolean {
  return /^(postgres|postgresql|mysql|mariadb):\/\//.test(address);
}

/** Whether an address or path of `import` is a database. Every SQLite file begins with the same words. */
export async function isDatabase(address: string): Promise<boolean> {
  if (isUrl(address)) return true;
  const isFile = await stat(address).then(
    (entry) => entry.isFile(),
    () => false,
  );
  const file = isFile ? await open(address, 'r').catch(() => undefined) : undefined;
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(15), 0, 15, 0);
    return buffer.toString('latin1', 0, bytesRead) === 'SQLite format 3';
  } finally {
    await file.close();
  }
}
