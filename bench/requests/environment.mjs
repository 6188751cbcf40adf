/** Of a server that reads every answer from the database, so that a bench measures its statements. */
export function environmentOf(url, port) {
  return { ...process.env, PORT: String(port), DATABASE_URL: url, NODE_ENV: 'production', REMEMBERED_BYTES: '0' };
}
