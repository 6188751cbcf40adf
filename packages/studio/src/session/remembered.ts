/** What the studio remembers of the way of a person, such as the state of lists. Signing out forgets it. */
const REMEMBERED = 'content-gen-studio:remembered:';

/** What this tab remembers. Another tab may remember something else since. */
const here = new Map<string, string>();

/** A token is no person: what is remembered for a token ends with the page. */
type Person = string | undefined;

export function recall(person: Person, name: string): string | undefined {
  const key = keyOf(person, name);
  return here.get(key) ?? (person === undefined ? undefined : (localStorage.getItem(key) ?? undefined));
}

export function remember(person: Person, name: string, text: string): void {
  const key = keyOf(person, name);
  here.set(key, text);
  if (person === undefined) return;
  try {
    localStorage.setItem(key, text);
  } catch {
    // A full store loses nothing that the person has made.
  }
}

export function forgetAll(person: Person): void {
  here.clear();
  if (person === undefined) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith(keyOf(person, ''))) localStorage.removeItem(key);
}

function keyOf(person: Person, name: string): string {
  return `${REMEMBERED}${person ?? 'token'} ${name}`;
}
