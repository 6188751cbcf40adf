/** A problem that the user can solve; the message says how. Any other error is a bug in content-gen. */
export class Problem extends Error {}
