/** SQL for a moment as ISO text with milliseconds, which does not depend on the settings of the session. */
export function isoText(expression: string): string {
  return `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
