import { createHash, randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = `${LETTERS}0123456789`;
const LENGTH = 24;

let pool = Buffer.alloc(0);
let used = 0;

/** 24 random characters, of which the first is a letter. All are equally likely. */
export function newDocumentId(): string {
  let id = draw(LETTERS);
  while (id.length < LENGTH) id += draw(CHARACTERS);
  return id;
}

/** The id that the same text gives each time: as long as a random one, and as unlikely to be that of another text. */
export function documentIdFrom(text: string): string {
  const base = BigInt(CHARACTERS.length);
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  let id = LETTERS.charAt(Number(rest % BigInt(LETTERS.length)));
  for (rest /= BigInt(LETTERS.length); id.length < LENGTH; rest /= base) id += CHARACTERS.charAt(Number(rest % base));
  return id;
}

/** Rejection sampling: bytes beyond the last multiple of the alphabet's length would favour its first characters. */
function draw(alphabet: string): string {
  const fair = 256 - (256 % alphabet.length);
  for (;;) {
    if (used === pool.length) {
      pool = randomBytes(1024);
      used = 0;
    }
    const byte = pool.readUInt8(used++);
    if (byte < fair) return alphabet.charAt(byte % alphabet.length);
  }
}
