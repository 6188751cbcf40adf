import { ContentError, ValidationError } from '../errors/index.js';

/** A place in the log: behind one of its rows. */
interface LogPosition {
  /** The system identifier of the PostgreSQL whose transaction ids `point` is one of. */
  readonly cluster: string;
  /** Grows when a standby takes over, which may lack the last transactions of the former primary. */
  readonly timeline: number;
  readonly point: string;
  readonly id: string;
  /** Until when everything was read, in milliseconds of the database's clock. */
  readonly readAt: number;
}

/** What the database says of itself and of its log, at one moment. */
export interface LogState {
  readonly cluster: string;
  readonly timeline: number;
  /** In milliseconds of the database's clock. */
  readonly now: number;
  /** The beginning of the oldest week that the log still has; changes before it were dropped. */
  readonly oldest: number | null;
}

/** A position as text. What it consists of is nothing that a reader may rely on. */
export function positionText({ cluster, timeline, point, id, readAt }: LogPosition): string {
  return Buffer.from([cluster, timeline, point, id, readAt].join('.')).toString('base64url');
}

const POSITION = /^(\d{1,20})\.(\d{1,10})\.(\d{1,20})\.(\d{1,19})\.(\d{1,16})$/;

export function parsePosition(text: string): LogPosition {
  const [, cluster = '', timeline, point = '', id = '', readAt] =
    POSITION.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (readAt === undefined) throw new ValidationError('The position is not one that the log has given');
  return { cluster, timeline: Number(timeline), point, id, readAt: Number(readAt) };
}

/** Refuses a position that this log cannot continue at. */
export function checkPosition(position: LogPosition, { cluster, timeline, oldest }: LogState): void {
  if (position.cluster !== cluster || position.timeline !== timeline) {
    throw gone('The position is from another database server, or from the time before a standby took over');
  }
  if (oldest !== null && position.readAt < oldest) {
    throw gone('The log no longer has the changes that follow the position');
  }
}

function gone(reason: string): ContentError {
  return new ContentError(410, 'GoneError', `${reason}: read the content again, and then the log from a time`);
}
