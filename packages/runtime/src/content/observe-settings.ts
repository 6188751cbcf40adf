/** What the operator of a server wants to see of it. */
export interface ObserveSettings {
  /** Whether `/_metrics` answers, in the format of Prometheus. Default: false. */
  readonly metrics?: boolean;
  /** Statements that take at least this long are logged, with their requests. Default: none are. */
  readonly slowStatementMs?: number;
}
