import type { Scalar, ScalarType } from '../../model/model.js';
import { type Schema, ref, when } from '../schema.js';

/** One type of scalar: its value in answers and bodies, and its conditions. */
interface ScalarSchemas {
  readonly output: (attribute: Scalar) => Schema;
  /** The schema in bodies. If absent, bodies have the schema of answers. */
  readonly input?: (attribute: Scalar, always: boolean) => Schema;
  readonly filter?: string;
}

/** PostgreSQL and JavaScript limit strings and uids without `maxLength` to this. */
const usualLength = 255;

const plain = (schema: Schema) => () => schema;
const string: Schema = { type: 'string' };
const int32: Schema = { type: 'integer', format: 'int32' };
const number: Schema = { type: 'number' };
const instant: Schema = { type: 'string', format: 'date-time' };

const long: ScalarSchemas = {
  output: plain(string),
  input: (attribute, always) => ({ ...string, ...lengths(attribute, always), ...patternOf(attribute, always) }),
  filter: 'textFilter',
};

const short: ScalarSchemas = {
  ...long,
  input: (attribute, always) => ({ ...long.input?.({ maxLength: usualLength, ...attribute }, always) }),
};

const scalars: Readonly<Record<ScalarType, ScalarSchemas>> = {
  string: short,
  text: long,
  richtext: long,
  email: {
    ...short,
    input: (attribute, always) => ({ ...short.input?.(attribute, always), ...when(always, { format: 'email' }) }),
  },
  // A password is never in an answer.
  password: { output: plain({ not: {} }), input: plain({ type: 'string', format: 'password' }) },
  uid: {
    ...short,
    input: (attribute, always) => ({
      ...short.input?.(attribute, always),
      ...when(always && attribute.regex === undefined, { pattern: '^[A-Za-z0-9_.~-]*$' }),
    }),
  },
  enumeration: {
    output: (attribute) => (attribute.keepOldValues ? string : chosen(attribute)),
    input: chosen,
    filter: 'textFilter',
  },
  integer: {
    output: plain(int32),
    input: (one, always) => ({ ...int32, ...limits(one, always) }),
    filter: 'integerFilter',
  },
  biginteger: { output: plain({ type: 'string', pattern: '^-?[0-9]+$' }), filter: 'integerFilter' },
  float: {
    output: plain(number),
    input: (one, always) => ({ ...number, ...limits(one, always) }),
    filter: 'numberFilter',
  },
  decimal: {
    output: plain(number),
    input: (one, always) => ({ ...number, ...limits(one, always) }),
    filter: 'numberFilter',
  },
  boolean: { output: plain({ type: 'boolean' }), filter: 'booleanFilter' },
  date: { output: plain({ type: 'string', format: 'date' }), filter: 'dateFilter' },
  time: { output: plain({ type: 'string', format: 'time-local' }), filter: 'timeFilter' },
  datetime: { output: plain(instant), filter: 'instantFilter' },
  timestamp: { output: plain(instant), filter: 'instantFilter' },
  json: { output: plain({}), filter: 'jsonFilter' },
  blocks: {
    output: ({ keepOldValues }) => (keepOldValues ? {} : ref('blocks')),
    input: plain(ref('blocks')),
    filter: 'jsonFilter',
  },
};

function chosen({ values = [] }: Scalar): Schema {
  return { type: 'string', enum: values };
}

/** `isPresent`: a required attribute always has a value, unless a condition hides it or old rows may lack it. */
export function scalarOutput(attribute: Scalar, isPresent: boolean): Schema {
  const { required, visibleIf, keepOldValues } = attribute;
  const isPromised = required && isPresent && visibleIf === undefined && !keepOldValues;
  return orNull(scalars[attribute.type].output(attribute), isPromised);
}

/**
 * `hasDrafts`: the rules of published values do not hold for every write. Rules that a condition can turn off do not
 * hold for every write, either.
 */
export function scalarInput(attribute: Scalar, hasDrafts: boolean): Schema {
  const { output, input = output } = scalars[attribute.type];
  const always = !hasDrafts && attribute.visibleIf === undefined;
  return orNull(input(attribute, always), attribute.required && always);
}

export function scalarFilter(attribute: Scalar): Schema | undefined {
  const { filter } = scalars[attribute.type];
  return filter === undefined ? undefined : ref(filter);
}

function orNull(schema: Schema, isPresent: boolean): Schema {
  const { type } = schema;
  if (isPresent || typeof type !== 'string') return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
  };
}

function lengths({ minLength, maxLength }: Scalar, always: boolean): Schema {
  return {
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(always && minLength !== undefined ? { minLength } : {}),
  };
}

function limits({ min, max }: Scalar, always: boolean): Schema {
  return {
    ...(max === undefined ? {} : { maximum: Number(max) }),
    ...(always && min !== undefined ? { minimum: Number(min) } : {}),
  };
}

/** Empty text passes unless the attribute is required. JSON Schema reads expressions in the mode `u`. */
function patternOf({ regex, required }: Scalar, always: boolean): Schema {
  if (!always || regex === undefined || !isUnicode(regex)) return {};
  return { pattern: required ? regex : `^$|${regex}` };
}

function isUnicode(regex: string): boolean {
  try {
    return new RegExp(regex, 'u').unicode;
  } catch {
    return false;
  }
}
