/** The parts of a Strapi project, in the order of the report. */
export const kinds = {
  schema: 'Schemas',
  route: 'Routes',
  controller: 'Controllers',
  service: 'Services',
  policy: 'Policies',
  middleware: 'Middlewares',
  lifecycle: 'Lifecycles',
  documents: 'Document Service middlewares',
  cron: 'Cron tasks',
  start: 'Register and bootstrap',
  plugin: 'Plugins',
  provider: 'Providers',
  graphql: 'GraphQL',
  condition: 'Conditional attributes',
  customField: 'Custom fields',
  extension: 'Extensions',
  permission: 'Permissions',
  setting: 'Settings',
  webhook: 'Webhooks',
  admin: 'Admin panel',
  other: 'Other files',
} as const;

export type Kind = keyof typeof kinds;

/** The part `works` unchanged, was `translated`, needs a `hand`, was `ported` by hand, or is `unused` here. */
export type Outcome = 'works' | 'translated' | 'hand' | 'ported' | 'unused';

/**
 * The effect of a part until somebody ports it: its routes are `closed`, answers `differ`, or the part is `optional`.
 */
export type Effect = 'closed' | 'differs' | 'optional';

/** A part of a Strapi project, and what becomes of this part. */
export interface Finding {
  readonly outcome: Outcome;
  readonly kind: Kind;
  /** Of a part that needs a hand; `effectOf` knows it for most kinds. */
  readonly effect?: Effect;
  /** Relative to the Strapi project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** `GET /articles/slug/:slug` */
  readonly name: string;
  /** One sentence or clause: the effect, or the step to take. */
  readonly note?: string;
  /** How to port a controller; `recipeOf` knows it for other kinds. */
  readonly recipe?: 'adds' | 'replaces';
  /** The file with the stub or the translation, relative to the new project. */
  readonly target?: string;
  /** The messages of the stubs that close this part, until somebody ports them. */
  readonly problems?: readonly string[];
}

/** The message of a stub: `The policy global::is-owner is not ported yet` */
export function notPorted(what: string): string {
  return `${what} is not ported yet`;
}

export function notPortedTask(task: string): string {
  return notPorted(`The task ${task}`);
}

/** Kinds whose absence changes no answer of the API. */
const OPTIONAL: readonly Kind[] = ['service', 'controller', 'policy', 'cron', 'other', 'admin', 'lifecycle'];

/** What is missing until a part that needs a hand is ported. */
export function effectOf({ effect, kind }: Finding): Effect {
  return effect ?? (OPTIONAL.includes(kind) ? 'optional' : 'differs');
}

/** Each finding once, in reading order: by kind, then by file and line. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  const order = Object.keys(kinds);
  const once = new Map(
    findings.map((each) => [`${each.outcome}\0${each.kind}\0${each.file}\0${each.line}\0${each.name}`, each]),
  );
  return [...once.values()].toSorted(
    (a, b) =>
      order.indexOf(a.kind) - order.indexOf(b.kind) ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      a.line - b.line,
  );
}
