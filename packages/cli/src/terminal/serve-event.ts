import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** An event of `serve`, printed as text or JSON. */
export type ServeEvent =
  /** Packages that are not installed in the project, so that content-gen provides them. */
  | { readonly event: 'packages'; readonly missing: readonly string[] }
  | { readonly event: 'generated'; readonly written: number; readonly unchanged: number; readonly removed: number }
  | { readonly event: 'warnings'; readonly diagnostics: readonly Diagnostic[] }
  /** The app does not import the hooks of the project, so that they never run. */
  | { readonly event: 'unusedHooks'; readonly hooks: string; readonly app: string }
  | {
      readonly event: 'database';
      readonly state: 'named' | 'creating' | 'moved' | 'adopted' | 'lost';
      readonly detail: string;
    }
  | { readonly event: 'schema'; readonly statements: number }
  /** The SQL of indexes that the database cannot have. */
  | { readonly event: 'leftOut'; readonly statements: readonly string[] }
  /** Rows that break a rule of their definition, or that got a backfill. */
  | { readonly event: 'counted'; readonly warnings: readonly string[] }
  | {
      readonly event: 'seed';
      readonly state: 'started' | 'finished' | 'skipped';
      readonly requests: number;
      /** The seed is this archive. */
      readonly archive?: string;
    }
  | {
      readonly event: 'ready';
      readonly url: string;
      readonly prefix: string;
      readonly endpoints: readonly Endpoint[];
      /** The secret of a full-access token, valid while serve runs. */
      readonly token: string;
      /** The address of the studio, signed in with the token. Servers never see the part behind `#`. */
      readonly studio: string;
      /** The address of a first request, and the command that sends it. */
      readonly example?: string;
      readonly curl?: string;
      readonly database: 'embedded' | 'DATABASE_URL';
      /** The file with the address of the embedded database, relative to the project. */
      readonly envFile?: string;
    }
  /** A change is live. */
  | { readonly event: 'reloaded'; readonly files: readonly string[]; readonly milliseconds: number }
  | { readonly event: 'stopping' }
  | { readonly event: 'stopped' }
  | { readonly event: 'error'; readonly message: string; readonly diagnostics?: readonly Diagnostic[] };

export interface Endpoint {
  /** The content type: `article`. */
  readonly type: string;
  readonly path: string;
  readonly methods: readonly string[];
}

export type ServeReport = (event: ServeEvent) => void;
