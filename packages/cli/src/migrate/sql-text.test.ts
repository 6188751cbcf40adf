import fc from 'fast-check';
import { expect, test } from 'vitest';

import { asSql, statementsIn, transactionControls } from './sql-text.js';
import { type Statement, effects } from './plan/statement.js';

const parts = [
  `select 'it''s; fine'`,
  'select "a;b" from t',
  'do $$ begin perform 1; end $$',
  'do $body$ begin perform $$;$$; end $body$',
  'update t set a = 1 -- why; not\nwhere b = 2',
  'select 1 /* not ; here */ + 2',
  `select a - b / c from t where d = '$'`,
  `alter table "x" add column "y" integer`,
  `select E'it\\'s; fine', e'\\\\'`,
  'select 1 /* a /* nested; */ comment; */ + 2',
  'select a$b$c, $1$ from t',
  'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
];

const statements: fc.Arbitrary<Statement> = fc
  .record({ sql: fc.constantFrom(...parts), effect: fc.constantFrom(...effects), alone: fc.boolean() })
  .map(({ alone, ...rest }) => ({ ...rest, reason: 'because; of this', ...(alone ? { alone } : {}) }));

test('any written statements are read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(statements), (written) => {
      const together = written.filter(({ alone }) => !alone);
      const alone = written.filter((one) => one.alone);
      expect(statementsIn(asSql(written))).toEqual([...together, ...alone]);
    }),
  );
});

test('statements without a comment are classified by their first words', () => {
  const text = `insert into t values (1); drop table t; -- loses data: really\nselect 1;\n\nDelete from t`;
  expect(statementsIn(text).map(({ effect }) => effect)).toEqual(['locks', 'loses data', 'loses data', 'loses data']);
});

test('a text of comments has no statements', () => {
  expect(statementsIn('-- Nothing to do.\n\n/* really; nothing */\n;')).toEqual([]);
});

test('statements that end or begin a transaction are found with their lines', () => {
  const text = `-- first
insert into t values (1);
commit;
/* a
   comment */ Begin
  isolation level serializable;
start  transaction; END; rollback work; abort; Prepare Transaction 'a';
COMMIT AND CHAIN`;
  expect(transactionControls(text).map(({ words, line }) => `${line} ${words}`)).toEqual([
    ...['3 COMMIT', '5 BEGIN', '7 START TRANSACTION', '7 END', '7 ROLLBACK', '7 ABORT', '7 PREPARE TRANSACTION'],
    '8 COMMIT',
  ]);
});

test.each([
  ...parts,
  `comment on table t is 'x; COMMIT; y'`,
  `select 1; -- COMMIT;\n/* ; ROLLBACK; /* ; */ ; END; */ select 2`,
  `do $$ begin\n  commit;\nend $$`,
  `create function f() returns void language plpgsql as 'begin end;'`,
  `select E'\\'; COMMIT; --'`,
  'savepoint a; rollback to a; rollback work to savepoint a; release a',
  'prepare p as select 1; beginning; "commit"',
])('nothing in it ends a transaction: %s', (text) => {
  expect(transactionControls(text)).toEqual([]);
});
