/** What became of something that does not follow the rules of the project. */
export type ImportEffect =
  /** The value came in unchanged, although a write would refuse it. */
  | 'kept'
  /** A value or link was left out, because the database cannot hold it. */
  | 'dropped'
  /** A version or document is missing. */
  | 'skipped';

export interface ImportProblem {
  readonly type: string;
  readonly documentId?: string;
  readonly locale?: string;
  readonly status?: string;
  /** A path: `blocks.2.title`. */
  readonly attribute?: string;
  readonly effect: ImportEffect;
  readonly message: string;
}

interface TypeCounts {
  /** Versions: the draft and the published state of a document in one locale count as two. */
  read: number;
  written: number;
  unchanged: number;
  skipped: number;
}

/** The result of an import, as `--json` prints it. */
export interface ImportReport {
  readonly source: string;
  /** By the name of the type. */
  readonly types: Readonly<Record<string, Readonly<TypeCounts>>>;
  readonly links: { readonly read: number; readonly dropped: number };
  readonly files: {
    readonly read: number;
    readonly written: number;
    readonly unchanged: number;
    readonly skipped: number;
    readonly bytes: number;
  };
  /** Documents and files that were changed or deleted here since the last import, and that this import left alone. */
  readonly changedHere: readonly { readonly type: string; readonly documentId: string; readonly reason: string }[];
  readonly changedHereCount: number;
  /** The first problems of each kind. */
  readonly problems: readonly ImportProblem[];
  readonly problemCount: number;
  /** Facts about the whole source: ignored types, creators, tokens, admins, roles. */
  readonly notes: readonly string[];
  readonly roles: readonly SourceRole[];
}

/** A role of Strapi's users. The permissions of a role belong into the config. */
interface SourceRole {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
  readonly isConfigured: boolean;
}

/** Enough to act on, and little memory when every document has the same problem. */
const KEPT_PER_KIND = 100;

export interface Tally {
  count(type: string, key: keyof TypeCounts, by?: number): void;
  problem(problem: ImportProblem): void;
  changedHere(type: string, documentId: string, reason: string): void;
  note(text: string): void;
  role(role: SourceRole): void;
  readonly links: { read: number; dropped: number };
  readonly files: { read: number; written: number; unchanged: number; skipped: number; bytes: number };
  report(source: string): ImportReport;
}

export function createTally(): Tally {
  const types = new Map<string, TypeCounts>();
  const kinds = new Map<string, number>();
  const problems: ImportProblem[] = [];
  const changed: { type: string; documentId: string; reason: string }[] = [];
  const notes: string[] = [];
  const roles: SourceRole[] = [];
  const links = { read: 0, dropped: 0 };
  const files = { read: 0, written: 0, unchanged: 0, skipped: 0, bytes: 0 };
  let [problemCount, changedCount] = [0, 0];
  return {
    links,
    files,
    count(type, key, by = 1) {
      const counts = types.get(type) ?? { read: 0, written: 0, unchanged: 0, skipped: 0 };
      counts[key] += by;
      types.set(type, counts);
    },
    problem(problem) {
      problemCount++;
      const attribute = problem.attribute?.replaceAll(/\.\d+/g, '') ?? '';
      const kind = `${problem.type} ${attribute} ${problem.effect} ${problem.message}`;
      const seen = kinds.get(kind) ?? 0;
      // Messages may quote values, so the number of kinds is limited as well.
      if (seen < KEPT_PER_KIND && problems.length < KEPT_PER_KIND * 100) problems.push(problem);
      if (kinds.size < KEPT_PER_KIND * 100 || seen > 0) kinds.set(kind, seen + 1);
    },
    changedHere(type, documentId, reason) {
      changedCount++;
      if (changed.length < KEPT_PER_KIND * 10) changed.push({ type, documentId, reason });
    },
    note: (text) => void notes.push(text),
    role: (role) => void roles.push(role),
    report: (source) => ({
      source,
      types: Object.fromEntries([...types].sort(([one], [other]) => (one < other ? -1 : 1))),
      links,
      files,
      changedHere: changed,
      changedHereCount: changedCount,
      problems,
      problemCount,
      notes,
      roles,
    }),
  };
}
