import fc from 'fast-check';
import { expect, test } from 'vitest';

import { asSql, statementsIn } from './sql-text.js';
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
