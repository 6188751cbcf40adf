import { afterAll, beforeAll, expect, it } from 'vitest';

import { type LoggedChange, readChanges } from '../../src/changes/index.js';
import type { DocumentsApi, Transaction } from '../../src/content/index.js';
import { createContent } from '../../src/documents/create-content.js';
import { changeFamilies } from '../../src/http/observe/change-log.js';
import { areChangesDue } from '../../src/model/change-log.js';
import * as models from '../../../../fixtures/desk/src/content/models.js';
import { loggedDesk } from '../harness/fixtures/logged-desk.js';
import { type Desk, openDesk } from '../write/desk.js';

type Models = typeof models;

let desk: Desk;
let content: DocumentsApi<Models, string>;
beforeAll(async () => {
  desk = await openDesk({ fixture: loggedDesk, connections: 10 });
  content = createContent({ ...loggedDesk.definition, models }, { database: desk.content.database });
});
afterAll(() => desk.close());

interface Reader {
  /** The changes that are final by now, with those of calls before. */
  read(limit?: number): Promise<readonly LoggedChange[]>;
  /** Waits for so many changes: transactions of other databases of the server may hold them back for a while. */
  readonly until: (count: number, limit?: number) => Promise<readonly LoggedChange[]>;
}

/** Reads the changes of documents of one name from now on. */
async function reader(name: string): Promise<Reader> {
  let { position } = await readChanges(desk.content.database, { limit: 100_000 });
  const seen: LoggedChange[] = [];
  const read: Reader['read'] = async (limit = 1_000) => {
    const page = await readChanges(desk.content.database, { after: position, limit });
    position = page.position;
    const named = await desk.rows<{ id: string }>('select document_id as id from tags where name like $1', [
      `${name}%`,
    ]);
    seen.push(...page.changes);
    return seen.filter(({ documentId }) => named.some(({ id }) => id === documentId));
  };
  return {
    read,
    until: async (count, limit) => {
      await expect.poll(async () => (await read(limit)).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
      return read();
    },
  };
}

interface Open {
  readonly backend: number;
  /** Writes, as the last part of the transaction. */
  end(work?: Work): Promise<void>;
}

type Work = (tx: Transaction<Models>) => Promise<unknown>;

/** A transaction that has its id, and waits. */
async function begin(): Promise<Open> {
  let finish: (work: Work) => void = () => undefined;
  const ending = new Promise<Work>((resolve) => (finish = resolve));
  let started: (backend: number) => void = () => undefined;
  const begun = new Promise<number>((resolve) => (started = resolve));
  const done = content.transaction(async (tx) => {
    const [row] = await tx.executor.rows<{ pid: number }>('select pg_backend_pid() as pid, pg_current_xact_id() as id');
    started(row!.pid);
    await (
      await ending
    )(tx);
  });
  done.catch(() => undefined);
  return {
    backend: await begun,
    end: async (work = async () => undefined) => {
      finish(work);
      await done;
    },
  };
}

const create =
  (name: string): Work =>
  (tx) =>
    tx.asSystem().tags.create({ data: { name } });

it('a change of a transaction that began earlier and commits later is not skipped', async () => {
  const { read, until } = await reader('skip');
  const early = await begin();
  await desk.post('tag', { name: 'skip: second' });
  expect(await read()).toEqual([]);
  await early.end(create('skip: first'));
  expect(await until(2)).toHaveLength(2);
});

it('the metrics have the length and the age of the log, and how long a transaction holds a change back', async () => {
  const metrics = async () =>
    Object.fromEntries((await changeFamilies(desk.content)).flatMap(({ samples }) => Object.entries(samples)));
  const early = await begin();
  await desk.post('tag', { name: 'metrics' });
  const lag = async () => (await metrics())['content_gen_changes_lag_seconds'];
  await expect.poll(lag, { timeout: 60_000 }).toBeGreaterThan(0);
  const held = await metrics();
  expect(held['content_gen_changes_age_seconds']).toBeGreaterThanOrEqual(held['content_gen_changes_lag_seconds']!);
  await early.end();
  // Transactions of other databases of the server may hold changes back for a while.
  await expect.poll(lag, { timeout: 60_000 }).toBe(0);
  await desk.rows('analyze cg_changes');
  expect((await metrics())['content_gen_changes']).toBeGreaterThan(0);
  const { events: _, ...settings } = desk.content.settings;
  expect(await changeFamilies({ ...desk.content, settings })).toEqual([]);
});

it('the changes of a document have the order of their commits, whatever the ids of their transactions are', async () => {
  const { documentId } = await desk.post('tag', { name: 'order' });
  const { read, until } = await reader('order');
  const set =
    (name: string): Work =>
    (tx) =>
      tx.asSystem().tags.update(documentId, { data: { name } });
  // The transaction with the lowest id writes the document last, while another one runs whose id is between both.
  const lowest = await begin();
  const between = await begin();
  const highest = await begin();
  await highest.end(set('order b'));
  await lowest.end(set('order c'));
  expect((await read()).filter(({ event }) => event === 'updated')).toEqual([]);
  await between.end();
  await until(2);
  await expect
    .poll(async () => (await read()).flatMap(({ event, version }) => (event === 'updated' ? [version] : [])))
    .toEqual([2, 3]);
});

it('a transaction whose session is killed leaves nothing, holds nothing up, and is there once when it was retried', async () => {
  const { read, until } = await reader('kill');
  const killed = await begin();
  await desk.post('tag', { name: 'kill: after' });
  expect(await read()).toEqual([]);
  await desk.rows('select pg_terminate_backend($1)', [killed.backend]);
  await killed.end(create('kill: retried'));
  await until(2);
  const { changes } = await readChanges(desk.content.database, { limit: 100_000 });
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
  expect(await read()).toHaveLength(2);
});

it('pages of any size have every change once', async () => {
  const { read, until } = await reader('page');
  await desk.bulk('tag', 'create', [{ name: 'page 1' }, { name: 'page 2' }, { name: 'page 3' }]);
  await desk.post('tag', { name: 'page 4' });
  const seen = (await until(4, 1)).map(({ id }) => id);
  expect(new Set(seen).size).toBe(4);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(await read()).toHaveLength(4);
  const later = await readChanges(desk.content.database, { since: '2999-01-01T00:00:00Z', limit: 10 });
  expect(later.changes).toEqual([]);
});

it('a position of another server, of another timeline or of a time that the log no longer has is a 410', async () => {
  const { position } = await readChanges(desk.content.database, { limit: 1 });
  const parts = Buffer.from(position, 'base64url').toString().split('.');
  const changed = (at: number, value: string) => {
    const text = parts.with(at, value).join('.');
    return readChanges(desk.content.database, { after: Buffer.from(text).toString('base64url'), limit: 1 });
  };
  await expect(changed(0, '7')).rejects.toMatchObject({
    status: 410,
    message: expect.stringContaining('another database server'),
  });
  await expect(changed(1, '9')).rejects.toMatchObject({ status: 410 });
  await expect(changed(4, '1000')).rejects.toMatchObject({
    status: 410,
    message: expect.stringContaining('no longer has'),
  });
  await expect(readChanges(desk.content.database, { after: 'x', limit: 1 })).rejects.toMatchObject({ status: 400 });
});

it('rows that a dump brought from another server are not mixed with the order of this one', async () => {
  const { documentId } = await desk.post('tag', { name: 'dump' });
  const { until } = await reader('dump');
  await desk.rows(
    `insert into cg_changes (cluster, point, event, type, document_id, caller, request_id) values (7, '999999999', 'deleted', 'tag', $1, 'system', 'x')`,
    [documentId],
  );
  await desk.put('tag', documentId, { name: 'dump: here' });
  expect((await until(1)).at(-1)).toMatchObject({ event: 'updated' });
});

it('weeks are added ahead, old weeks are dropped, and nothing is due then', async () => {
  const weeks = () =>
    desk.rows<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'cg_changes'::regclass order by 1`,
    );
  const before = await weeks();
  expect(before).toHaveLength(4);
  await desk.rows(
    `create table cg_changes_20200106 partition of cg_changes for values from ('2020-01-06T00:00Z') to ('2020-01-13T00:00Z')`,
  );
  const due = async () => (await desk.rows<{ due: boolean }>(`select ${areChangesDue('30')} as due`))[0]!.due;
  expect(await due()).toBe(true);
  await desk.rows('select cg_keep_changes(30)');
  expect(await weeks()).toEqual(before);
  expect(await due()).toBe(false);
});

it('accounts that may not write the log do not drop its weeks', async () => {
  await desk.rows(`do $$ begin create role log_stranger; exception when duplicate_object then null; end $$`);
  // Statements that are sent together are one transaction, which ends with the error.
  const kept = desk.rows('set local session authorization log_stranger; select cg_keep_changes(0)');
  await expect(kept).rejects.toThrow('permission denied for table cg_changes');
});
