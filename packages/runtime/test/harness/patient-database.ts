import { type Database, type DatabaseOptions, openDatabase } from '../../src/database/database.js';

/** Longer than any statement or connection takes on a busy machine. */
export const PATIENT_MS = 120_000;

/** A database whose limits no test reaches, unless the test is about them. Programs of tests use it, too, without vitest. */
export function openPatient(options: DatabaseOptions): Database {
  return openDatabase({ statementTimeoutMs: PATIENT_MS, connectMs: PATIENT_MS, ...options });
}
