import { CHANGE_SNAPSHOT } from './change-point.js';

/** The columns of a row, each with its key and its type in the JSON that `cg_add_changes` gets. */
const COLUMNS = [
  ['event', 'event', 'text'],
  ['type', 'type', 'text'],
  ['document_id', 'documentId', 'text'],
  ['locale', 'locale', 'text'],
  ['status', 'status', 'text'],
  ['version', 'version', 'integer'],
  ['caller', 'caller', 'text'],
  ['caller_id', 'callerId', 'text'],
  ['role', 'role', 'text'],
  ['request_id', 'requestId', 'text'],
  ['before', 'before', 'jsonb'],
  ['related', 'related', 'jsonb'],
] as const;

const names = COLUMNS.map(([column]) => column).join(', ');
const keys = COLUMNS.map(([, key]) => `x."${key}"`).join(', ');
const types = COLUMNS.map(([, key, type]) => `"${key}" ${type}`).join(', ');

/**
 * Writes the changes of a transaction, which get their ids in the order of the list. A function, because a session
 * keeps the plan of its INSERT, whereas planning the statement anew costs twice as much as running it. A session also
 * keeps the system identifier, which PostgreSQL reads from a file: a session has one server. A rollback leaves the
 * setting empty. The function has the rights of its caller.
 */
export const ADD_CHANGES = `CREATE OR REPLACE FUNCTION cg_add_changes(changes json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  server bigint := nullif(current_setting('cg.server', true), '');
BEGIN
  IF server IS NULL THEN
    SELECT system_identifier INTO server FROM pg_control_system();
    PERFORM set_config('cg.server', server::text, false);
  END IF;
  INSERT INTO cg_changes (cluster, point, ${names})
    SELECT server, ${CHANGE_SNAPSHOT}, ${keys} FROM json_to_recordset(changes) AS x(${types});
END $$`;
