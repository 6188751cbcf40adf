import type { coreActions } from 'content-gen/tools';

import type { Kind } from '../finding.js';

/** Code of a Strapi project that becomes a stub, which quotes the code in a comment with its place. */
export interface Piece {
  readonly file: string;
  readonly line: number;
  /** The old code. */
  readonly code: string;
}

/** The content types of the project, by the names in the schema files. */
export interface TypePiece {
  /** `api::article.article` */
  readonly uid: string;
  readonly api: string;
  /** `article` */
  readonly name: string;
  /** `/articles`, or `/homepage` of a single type. */
  readonly path: string;
  readonly isSingle: boolean;
  readonly isLocalized: boolean;
  readonly hasDrafts: boolean;
  readonly file: string;
}

/** The settings of one route: who may call the route, and what runs before the handler. */
export interface RouteRules {
  /** `auth: false` */
  readonly isPublic: boolean;
  /** `api::article.is-owner`, `global::is-admin` */
  readonly policies: readonly string[];
  readonly middlewares: readonly string[];
}

/** A route that the project writes itself. */
export interface RoutePiece extends Piece, RouteRules {
  readonly api: string;
  readonly method: string;
  /** As written: `/articles/slug/:slug` */
  readonly path: string;
  /** `api::article.article.find`. Undefined if the handler is a function in the route. */
  readonly handler?: string;
}

/** An action of a core router, if this action has settings. */
export interface CorePiece extends Piece, RouteRules {
  readonly api: string;
  readonly uid: string;
  readonly action: string;
}

/** Actions of a type for which Strapi had no route. */
export interface ClosedPiece {
  readonly file: string;
  readonly line: number;
  readonly uid: string;
  readonly actions: readonly string[];
}

export interface ControllerMethod extends Piece {
  readonly api: string;
  /** `api::article.article` */
  readonly controller: string;
  readonly action: string;
  /** The value of `ctx.query.populate`, if the method only sets it and calls the replaced method. */
  readonly populate?: WrittenPopulate;
}

/** A value that code gives `ctx.query.populate`. */
export interface WrittenPopulate {
  readonly value: unknown;
  /** This populate replaces the populate of the request. */
  readonly isForced: boolean;
}

export interface LifecyclePiece extends Piece {
  readonly uid: string;
  readonly hook: string;
  /** The code only logs. */
  readonly isTransparent: boolean;
}

/** A policy or a middleware of the project. */
export interface GuardPiece extends Piece {
  /** `global::is-admin`, `api::article.is-owner` */
  readonly id: string;
  /** The value that a middleware gives `ctx.query.populate`. */
  readonly populate?: WrittenPopulate;
  /** A policy that only asks whether a user has signed in. */
  readonly asksForUser?: boolean;
  /** A middleware that lets every request pass, and changes at most headers of the answer. */
  readonly isTransparent?: boolean;
}

export type CoreAction = (typeof coreActions)[number];

/** The routes whose answers some code changes. */
export type Reach =
  | { readonly of: 'server' }
  /** Actions of content types, by the uids of the types. */
  | { readonly of: 'types'; readonly covers: (uid: string) => boolean; readonly actions: readonly CoreAction[] }
  /** Paths below the prefix of the API, such as `/auth/*`. */
  | { readonly of: 'paths'; readonly paths: readonly string[] };

/** Code that changes what routes answer, and that no route names: a service, `strapi.documents.use`. */
export interface InterceptorPiece extends Piece {
  /** `service order.create` */
  readonly name: string;
  readonly kind: Kind;
  /** How to port the code. */
  readonly note: string;
  readonly reach: Reach;
}

export interface CronPiece extends Piece {
  readonly name: string;
  /** `0 0 1 * * 1` */
  readonly rule?: string;
  /** The code of a rule that only a run would show. */
  readonly ruleCode?: string;
}
