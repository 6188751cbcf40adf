import { randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = `${LETTERS}0123456789`;
const LENGTH = 24;

let pool = Buffer.alloc(0);
let used = 0;

/** 24 characters, the first of them a letter; each equally likely. */
export function newDocumentId(): string {
  let id = draw(LETTERS);
  while (id.length < LENGTH) id += draw(CHARACTERS);
  return id;
}

/** Bytes beyond the last multiple of the alphabet would favour its beginning: they are thrown away. */
function draw(alphabet: string): string {
  const fair = 256 - (256 % alphabet.length);
  for (;;) {
    if (used === pool.length) {
      pool = randomBytes(1024);
      used = 0;
    }
    const byte = pool[used++]!;
    if (byte < fair) return alphabet[byte % alphabet.length]!;
  }
}
