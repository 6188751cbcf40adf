/**
 * The SQL that keeps the status and the locale of links equal to those of the versions that own the links. The runtime
 * writes both with each link, and so does an import. The triggers are for other writers: servers of a former release, the
 * statements of migrations, psql. They find the tables by their foreign keys, which follow a table to another name.
 */

/** Writers may have another search path and no right to the tables of owners, so the functions bring their own. */
const TRIGGER = 'RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/** A condition in SQL: whether `k` is the key of a link table that leads to the versions that own its links. */
const IS_OWNER_KEY = `k.contype = 'f'
    AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = k.conkey[1] AND a.attname = 'source_id')
    AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attname = 'inverse_rank')`;

const LINK_VERSION = `CREATE OR REPLACE FUNCTION cg_link_version() ${TRIGGER} AS $$
DECLARE owners regclass := (SELECT k.confrelid FROM pg_constraint k WHERE k.conrelid = TG_RELID AND ${IS_OWNER_KEY});
BEGIN
  EXECUTE format('SELECT cg_status = ''published'', locale FROM %s WHERE id = $1', owners)
    INTO NEW.published, NEW.locale USING NEW.source_id;
  RETURN NEW;
END $$`;

const MOVE_LINKS = `CREATE OR REPLACE FUNCTION cg_move_links() ${TRIGGER} AS $$
DECLARE links regclass;
BEGIN
  FOR links IN SELECT k.conrelid FROM pg_constraint k WHERE k.confrelid = TG_RELID AND ${IS_OWNER_KEY} LOOP
    EXECUTE format('UPDATE %s SET published = $1, locale = $2 WHERE source_id = $3', links)
      USING NEW.cg_status = 'published', NEW.locale, NEW.id;
  END LOOP;
  RETURN NULL;
END $$`;

/** Adds the triggers of a link table, which has the columns and the key already. They also fire for restored rows. */
const KEEP_LINKS = `CREATE OR REPLACE FUNCTION cg_keep_links(links regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE owners regclass := (SELECT k.confrelid FROM pg_constraint k WHERE k.conrelid = links AND ${IS_OWNER_KEY});
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER cg_link_version BEFORE INSERT ON %s FOR EACH ROW WHEN (NEW.published IS NULL OR NEW.locale IS NULL) EXECUTE FUNCTION cg_link_version()', links);
  EXECUTE format('CREATE OR REPLACE TRIGGER cg_move_links AFTER UPDATE ON %s FOR EACH ROW WHEN (OLD.cg_status IS DISTINCT FROM NEW.cg_status OR OLD.locale IS DISTINCT FROM NEW.locale) EXECUTE FUNCTION cg_move_links()', owners);
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER cg_link_version', links);
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER cg_move_links', owners);
END $$`;

/** The functions behind the triggers of link tables. */
export const linkFunctions: readonly string[] = [LINK_VERSION, MOVE_LINKS, KEEP_LINKS];
