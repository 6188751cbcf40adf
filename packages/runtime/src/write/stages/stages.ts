import type { FileReach, MayCarry } from '../../access/index.js';
import type { Content } from '../../content/index.js';
import type { Executor } from '../../database/index.js';
import type { AnyModel, Values } from '../../model/index.js';
import type { Part } from '../../sql/index.js';
import type { Problem } from '../input/problems.js';
import type { Guard } from '../checks/guard.js';
import type { MayRepeat } from '../checks/repeatable.js';
import type { InputValues } from '../input/input.js';
import type { MayTake } from '../relations/exclusive.js';
import type { Changes } from '../relations/relation-change.js';
import type { PlanRelations, RelationWork } from '../relations/relations.js';
import type { UnrankedList } from '../relations/ranks.js';
import type { CheckExistence, Seen } from '../targets/existence.js';
import type { References } from '../targets/references.js';
import type { TypesByDocument } from '../targets/lock.js';
import type { Lagging } from './load.js';
import type { KeptRow, Sibling, WrittenVersions } from '../versions/rows.js';
import type { WriteTarget, Version } from '../targets/target.js';

/** How far a write may go beyond the document itself; without limits for the project's own code. */
interface WriteReach {
  readonly seen?: Seen;
  readonly mayTake?: MayTake;
  /** Whether the caller may update these documents, where a relation is written from its other side. */
  readonly mayUpdate?: (executor: Executor, model: AnyModel, ids: readonly string[]) => Promise<boolean>;
  readonly mayCarry?: MayCarry;
  readonly files?: FileReach;
  /** Files that the caller named; the hooks of the project may add any other file. Absent without hooks. */
  readonly namedFiles?: () => ReadonlySet<string> | undefined;
}

/** One document to write. REST, code, import and seed all end in this value. */
export interface WriteRequest extends WriteReach {
  readonly content: Content;
  readonly model: AnyModel;
  /** Absent for a new document. */
  readonly documentId?: string;
  /** The id that a new document gets; a random one if absent. */
  readonly newId?: string | undefined;
  readonly locale: string;
  /**
   * Locales in which a version of another document is looked for, where that document has no version in this locale.
   */
  readonly preferred: readonly string[];
  readonly publish: boolean;
  readonly input: InputValues;
  readonly guard?: Guard;
  /** Whether an error may repeat the value at a path. */
  readonly mayRepeat: MayRepeat;
  /** What the statement that writes the rows reads of the answer. */
  readonly shown?: KeptRow | undefined;
  /**
   * The hooks before the write of an existing document. They return the input to write, which is the same object if no
   * hook changed it.
   */
  readonly beforeWrite?: (executor: Executor) => Promise<InputValues>;
  /** The hook of a write that publishes: the hook sees the draft that will be published. */
  readonly beforePublish?: ((executor: Executor, documentId: string) => Promise<void>) | undefined;
}

/** A part of the input that is written at once, and the changes of relations in this part. */
export interface Step {
  readonly input: InputValues;
  readonly changes: Changes;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The request with the documents and files that its input names. */
export interface Resolved {
  readonly request: WriteRequest;
  readonly target: WriteTarget;
  /** The document is there already, or should be. */
  readonly exists: boolean;
  readonly references: References;
  /** The document, and the targets whose lists the document enters or leaves. The locks find further documents. */
  readonly toLock: ReadonlySet<string>;
  /** The changes of the whole input. */
  readonly changes: Changes;
  readonly steps: readonly Step[];
}

/** All that a step has to know. The statement is on its way; the parts can be read when the statement is answered. */
export interface Asked {
  readonly answered: Promise<void>;
  readonly step: Step;
  readonly exists: boolean;
  readonly now: Part<string>;
  readonly versions: Part<readonly Version[]>;
  readonly siblings: Part<readonly Sibling[]>;
  readonly entryIds: Part<readonly number[] | null>;
  /** Absent where the documents that the input names were checked before. */
  readonly checkExistence: CheckExistence | undefined;
  readonly taken: Loaded['taken'];
  readonly planRelations: Loaded['planRelations'];
  readonly lagging: Part<readonly Lagging[]>;
  readonly unranked: Part<readonly UnrankedList[]>;
}

/** All documents that the write changes are locked. */
export interface Locked extends Resolved {
  readonly locked: TypesByDocument;
  /** The guard has let the caller pass. */
  readonly isAdmitted: boolean;
  /** What the first step has to know, if its statement was sent together with that of the locks. */
  readonly asked: Asked | undefined;
}

/** The versions to write are known and complete, with all that the relations of the versions need. */
export interface Loaded extends Locked {
  readonly step: Step;
  /** The time of the write, as the database tells it. */
  readonly now: string;
  /** The version that the write changes; absent where the version is new. */
  readonly edit: Version | undefined;
  /** The published version beside the draft. */
  readonly published: Version | undefined;
  /** The version of another locale that was written last. */
  readonly sibling: Sibling | undefined;
  /** Ids for new component entries. */
  readonly entryIds: readonly number[];
  /** The problems of unique values that other documents have. */
  readonly taken: (values: Values) => readonly Problem[];
  readonly planRelations: PlanRelations;
}

/** The new values and lists; nothing keeps them from being written. */
export interface Checked extends Loaded {
  readonly relations: RelationWork;
  /** Columns to write. */
  readonly columns: ReadonlyMap<string, unknown>;
  /** All values of the version after the write. */
  readonly values: Values;
}

/** The rows that were written. */
export interface Written extends Checked {
  readonly rows: WrittenVersions;
}
