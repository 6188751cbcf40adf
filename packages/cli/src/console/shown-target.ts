/** Names of parameters whose values are credentials. */
const secretName = /pass(word|code|wd)|token|secret|jwt|authorization|api[-_]?key|credential|signature/i;

/**
 * The forms of the credentials that content-gen makes: API tokens, and signed sessions. The lookbehind and the
 * backreference keep the expression from reading a part of a long path again and again.
 */
const secretValue = /cgt_[\w-]+|(?<![\w-])(?=([\w-]+\.[\w-]+\.[\w-]*))(?=[\w-]*eyJ)\1/g;

const HIDDEN = '…';

/** The path and the query of a request as the log shows them: without credentials. */
export function shownTarget({ pathname, search }: URL): string {
  const path = pathname.replace(secretValue, HIDDEN);
  if (search.length <= 1) return path;
  // Every value may be a code here: of a confirmation, of a reset, or of another provider.
  const hidesAll = /\/(auth|connect)\//.test(pathname);
  const pairs = search
    .slice(1)
    .split('&')
    .map((pair) => shownPair(pair, hidesAll));
  return `${path}?${pairs.join('&')}`;
}

function shownPair(pair: string, hidesAll: boolean): string {
  const end = pair.indexOf('=');
  if (end < 0) return pair.replace(secretValue, HIDDEN);
  const name = pair.slice(0, end);
  return hidesAll || secretName.test(decoded(name)) ? `${name}=${HIDDEN}` : pair.replace(secretValue, HIDDEN);
}

/** A name that cannot be decoded is compared as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
