/** What the operator of a server wants to see of the server. */
export interface ObserveSettings {
  /** Whether `/_metrics` answers, in the format of Prometheus. Default: false. */
  readonly metrics?: boolean;
  /** Statements that take at least this long are logged, with their requests. Default: no statement is logged. */
  readonly slowStatementMs?: number;
  /**
   * Whether `/_metrics` and the details of `/_ready` need no API token on the machine itself. A proxy on the machine that
   * adds no header calls from there for everybody. Default: false.
   */
  readonly trustLocal?: boolean;
}
