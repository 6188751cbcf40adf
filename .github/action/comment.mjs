/** The comment of a pull request, which is written once and then updated. */

/** GitHub refuses more. */
const MOST_CHARACTERS = 65_000;

/** Writes the comment, or updates the one with the same mark. Returns a warning if GitHub refuses it. */
export async function sendComment(comment, mark, { api, repository, pullRequest, token }) {
  const ask = (path, method = 'GET', body = undefined) =>
    fetch(`${api}/repos/${repository}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
      ...(body === undefined ? {} : { body: JSON.stringify({ body: body.slice(0, MOST_CHARACTERS) }) }),
    });
  const list = `/issues/${pullRequest}/comments`;
  const found = await findComment(ask, list, mark);
  if (typeof found === 'string') return found;
  const path = found === undefined ? list : `/issues/comments/${found.id}`;
  return refusal(await ask(path, found === undefined ? 'POST' : 'PATCH', comment));
}

async function findComment(ask, list, mark) {
  for (let page = 1; ; page += 1) {
    const response = await ask(`${list}?per_page=100&page=${page}`);
    const refused = refusal(response);
    if (refused !== undefined) return refused;
    const comments = await response.json();
    // Another person can write the mark, too, and that comment cannot be updated.
    const found = comments.find(({ body, user }) => body?.startsWith(mark) && user?.type === 'Bot');
    if (found !== undefined || comments.length < 100) return found;
  }
}

/** The token of a pull request from a fork may not write. */
function refusal({ ok, status }) {
  if (ok) return undefined;
  const reason = status === 403 ? 'the job needs "permissions: pull-requests: write", and no fork has it' : '';
  return `The comment was not written: GitHub answered ${status}. ${reason}`.trim();
}
